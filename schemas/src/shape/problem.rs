//! What is wrong with a document's shape.

/// One fault of a document's shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeProblem {
    /// The kind of fault.
    pub fault: ShapeFault,
    /// The member it is about, with dots and `[n]`; empty for the document itself.
    pub path: String,
    /// The fault for people.
    pub message: String,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeFault {
    /// A required member is not there.
    Missing,
    /// A member is there that the table does not know.
    Unknown,
    /// A value has the wrong type or form.
    Wrong,
}

impl ShapeFault {
    /// The kind as a stable code.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Missing => "missing-member",
            Self::Unknown => "unknown-member",
            Self::Wrong => "bad-member",
        }
    }
}
