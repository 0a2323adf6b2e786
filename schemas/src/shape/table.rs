//! What a table is made of.

use super::Pattern;

/// The shape of one JSON value.
#[derive(Debug)]
pub enum Shape {
    /// Any value.
    Any,
    /// A string.
    Text,
    /// A string of a certain form.
    Matching(&'static Pattern),
    /// One of these strings.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Boolean,
    /// This truth value and no other.
    Always(bool),
    /// A whole number in these bounds, both included; `1.0` and `1e3` are whole.
    Whole(i64, i64),
    /// A number that is spelled without fraction and exponent, in these bounds, both included.
    Integer(i64, i64),
    /// This shape, or `null`.
    OrNull(&'static Shape),
    /// A number that is at least this.
    AtLeast(i64),
    /// A list.
    List {
        /// The shape of each item.
        items: &'static Shape,
        /// The fewest items.
        least: usize,
        /// Whether no item may be there twice.
        distinct: bool,
    },
    /// An object with these members and no others, unless the reader allows unknown ones.
    Object(&'static [Member]),
    /// An object with at least these members, whoever reads it.
    Open(&'static [Member]),
    /// An object from names of a certain form to values.
    Map(&'static Pattern, &'static Shape),
    /// An object whose string member of this name tells which of the shapes it has.
    Tagged(&'static str, &'static [(&'static str, &'static [Member])]),
    /// A string, or an object.
    TextOr(&'static Shape, &'static Shape),
    /// A shape with a name of its own in the JSON Schema, where it is written once.
    Named(&'static str, &'static Shape),
}

/// One member of an object.
#[derive(Debug)]
pub struct Member {
    /// Its name.
    pub name: &'static str,
    /// Its shape.
    pub shape: &'static Shape,
    /// Whether it must be there.
    pub required: bool,
    /// What it is, in one sentence.
    pub doc: &'static str,
}

/// A member that must be there.
#[must_use]
pub const fn required(name: &'static str, shape: &'static Shape, doc: &'static str) -> Member {
    Member { name, shape, required: true, doc }
}

/// A member that may be absent. An explicit `null` is not absent.
#[must_use]
pub const fn optional(name: &'static str, shape: &'static Shape, doc: &'static str) -> Member {
    Member { name, shape, required: false, doc }
}
