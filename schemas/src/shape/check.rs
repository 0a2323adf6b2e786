//! Holding a document against its table.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Member, Shape, ShapeFault, ShapeProblem};
use crate::{canonical_json, push_item, push_member};

/// What a reader does with members that the table does not name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnknownMembers {
    /// They are no problem, at any level.
    Allow,
    /// Each is a problem.
    Refuse,
}

/// Everything that is wrong with the shape of `value`, in the document's order; what is missing of an object comes
/// before what is in it.
#[must_use]
pub fn shape_problems(value: &Value, shape: &Shape, unknown: UnknownMembers) -> Vec<ShapeProblem> {
    let mut check = Check { unknown, path: String::new(), problems: Vec::new() };
    check.value(value, shape);
    check.problems
}

struct Check {
    unknown: UnknownMembers,
    path: String,
    problems: Vec<ShapeProblem>,
}

impl Check {
    fn report(&mut self, fault: ShapeFault, message: String) {
        self.problems.push(ShapeProblem { fault, path: self.path.clone(), message });
    }

    fn wrong(&mut self, what: &str) {
        let name = if self.path.is_empty() { "the document".to_owned() } else { format!("\"{}\"", self.path) };
        self.report(ShapeFault::Wrong, format!("{name} must be {what}"));
    }

    fn expect(&mut self, holds: bool, what: &str) {
        if !holds {
            self.wrong(what);
        }
    }

    fn at_member(&mut self, name: &str, then: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        push_member(&mut self.path, name);
        then(self);
        self.path.truncate(length);
    }

    fn value(&mut self, value: &Value, shape: &Shape) {
        match shape {
            Shape::Any => {}
            Shape::Text => self.expect(value.is_string(), "a string"),
            Shape::Matching(pattern) => self.expect(value.as_str().is_some_and(pattern.holds), pattern.what),
            Shape::OneOf(words) => {
                if !value.as_str().is_some_and(|word| words.contains(&word)) {
                    let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
                    self.wrong(&words.join(" or "));
                }
            }
            Shape::Boolean => self.expect(value.is_boolean(), "true or false"),
            Shape::Always(truth) => self.expect(value.as_bool() == Some(*truth), if *truth { "true" } else { "false" }),
            Shape::Whole(least, most) => {
                let holds =
                    whole(value).is_some_and(|number| (i128::from(*least)..=i128::from(*most)).contains(&number));
                if !holds {
                    self.wrong(&bounds(*least, *most));
                }
            }
            Shape::Integer(least, most) => {
                let holds = !value.is_f64()
                    && whole(value).is_some_and(|number| (i128::from(*least)..=i128::from(*most)).contains(&number));
                if !holds {
                    self.wrong(&format!("{}, written without fraction and exponent", bounds(*least, *most)));
                }
            }
            Shape::OrNull(shape) => {
                if !value.is_null() {
                    self.value(value, shape);
                }
            }
            Shape::AtLeast(least) => {
                #[expect(clippy::cast_precision_loss, reason = "the bounds in the tables are small")]
                let holds = value.as_f64().is_some_and(|number| number >= *least as f64);
                if !holds {
                    self.wrong(&format!("a number of at least {least}"));
                }
            }
            Shape::List { items, least, distinct } => self.list(value, items, *least, *distinct),
            Shape::Object(members) => self.object(value, members, self.unknown),
            Shape::Open(members) => self.object(value, members, UnknownMembers::Allow),
            Shape::Map(pattern, shape) => {
                let Value::Object(entries) = value else { return self.wrong("an object") };
                for (name, entry) in entries {
                    self.at_member(name, |check| {
                        check.expect((pattern.holds)(name), pattern.what);
                        check.value(entry, shape);
                    });
                }
            }
            Shape::Tagged(tag, variants) => self.tagged(value, tag, variants),
            Shape::TextOr(text, other) => self.value(value, if value.is_string() { text } else { other }),
            Shape::Named(_, shape) => self.value(value, shape),
        }
    }

    fn list(&mut self, value: &Value, shape: &Shape, least: usize, distinct: bool) {
        let Value::Array(items) = value else { return self.wrong("a list") };
        if items.len() < least {
            self.wrong(&format!("a list of at least {least}"));
        }
        if distinct && !all_distinct(items) {
            self.wrong("a list without repeats");
        }
        let length = self.path.len();
        for (index, item) in items.iter().enumerate() {
            push_item(&mut self.path, index);
            self.value(item, shape);
            self.path.truncate(length);
        }
    }

    fn tagged(&mut self, value: &Value, tag: &str, variants: &[(&'static str, &'static [Member])]) {
        let Value::Object(entries) = value else { return self.wrong("an object") };
        let names = || variants.iter().map(|(name, _)| format!("{name:?}")).collect::<Vec<_>>().join(" or ");
        match entries.get(tag) {
            None => self.missing(tag),
            Some(named) => match variants.iter().find(|(name, _)| named.as_str() == Some(name)) {
                Some((_, members)) => self.object(value, members, self.unknown),
                None => self.at_member(tag, |check| check.wrong(&names())),
            },
        }
    }

    fn missing(&mut self, name: &str) {
        self.at_member(name, |check| {
            let message = format!("\"{}\" is missing", check.path);
            check.report(ShapeFault::Missing, message);
        });
    }

    fn object(&mut self, value: &Value, members: &[Member], unknown: UnknownMembers) {
        let Value::Object(entries) = value else { return self.wrong("an object") };
        for member in members {
            if member.required && !entries.contains_key(member.name) {
                self.missing(member.name);
            }
        }
        self.entries(entries, members, unknown);
    }

    fn entries(&mut self, entries: &Map<String, Value>, members: &[Member], unknown: UnknownMembers) {
        for (name, entry) in entries {
            self.at_member(name, |check| match members.iter().find(|member| member.name == name) {
                Some(member) => check.value(entry, member.shape),
                None if unknown == UnknownMembers::Refuse => {
                    let known: Vec<_> = members.iter().map(|member| member.name).collect();
                    let message = format!("\"{}\" is not known here; known are {}", check.path, known.join(", "));
                    check.report(ShapeFault::Unknown, message);
                }
                None => {}
            });
        }
    }
}

/// The whole number that `value` is, in whatever spelling.
fn whole(value: &Value) -> Option<i128> {
    let number = value.as_number()?;
    if let Some(whole) = number.as_i64() {
        return Some(i128::from(whole));
    }
    if let Some(whole) = number.as_u64() {
        return Some(i128::from(whole));
    }
    let double = number.as_f64()?;
    #[expect(clippy::cast_possible_truncation, reason = "whole and far inside the range of i128")]
    (double.fract() == 0.0 && double.abs() < 1e30).then_some(double as i128)
}

/// Whether no two items are the same JSON value. A hostile list is long, so no item is compared with every other.
fn all_distinct(items: &[Value]) -> bool {
    let mut seen = HashSet::with_capacity(items.len());
    items.iter().all(|item| seen.insert(canonical_json(item)))
}

fn bounds(least: i64, most: i64) -> String {
    match (least, most) {
        (i64::MIN, i64::MAX) => "a whole number".to_owned(),
        (_, i64::MAX) => format!("a whole number of at least {least}"),
        _ => format!("a whole number from {least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{ID, optional, required};
    use super::*;

    static INNER: Shape = Shape::Object(&[required("kind", &Shape::OneOf(&["a", "b"]), "")]);
    static SHAPE: Shape = Shape::Object(&[
        required("id", &Shape::Matching(&ID), ""),
        optional("n", &Shape::Whole(1, i64::MAX), ""),
        optional("list", &Shape::List { items: &INNER, least: 1, distinct: true }, ""),
    ]);

    fn check(value: &Value, expect: &[(&str, &str)]) {
        let problems = shape_problems(value, &SHAPE, UnknownMembers::Refuse);
        let found: Vec<_> = problems.iter().map(|problem| (problem.fault.code(), problem.path.as_str())).collect();
        assert_eq!(found, expect, "{value}");
    }

    #[test]
    fn paths_and_faults() {
        check(&json!({"id": "a"}), &[]);
        check(&json!([]), &[("bad-member", "")]);
        check(&json!({}), &[("missing-member", "id")]);
        check(&json!({"x": 1, "id": null}), &[("unknown-member", "x"), ("bad-member", "id")]);
        for (number, good) in [
            (json!(1), true),
            (json!(1.0), true),
            (json!(1e3), true),
            (json!(0), false),
            (json!(1.5), false),
            (json!("1"), false),
            (json!(null), false),
        ] {
            check(&json!({"id": "a", "n": number}), if good { &[] } else { &[("bad-member", "n")] });
        }
        check(&json!({"id": "a", "list": []}), &[("bad-member", "list")]);
        check(&json!({"id": "a", "list": [{"kind": "a"}, {"kind": "a"}]}), &[("bad-member", "list")]);
        check(
            &json!({"id": "a", "list": [{"kind": "a"}, {"kind": "c", "y": 1}, {}]}),
            &[("bad-member", "list[1].kind"), ("unknown-member", "list[1].y"), ("missing-member", "list[2].kind")],
        );
    }

    #[test]
    fn integers_have_no_fraction_and_no_exponent() {
        let shape = Shape::OrNull(&Shape::Integer(1, 9));
        for (number, good) in [
            (json!(null), true),
            (json!(1), true),
            (json!(9), true),
            (json!(1.0), false),
            (json!(1e0), false),
            (json!(10), false),
            (json!("1"), false),
        ] {
            let problems = shape_problems(&number, &shape, UnknownMembers::Refuse);
            assert_eq!(problems.is_empty(), good, "{number}");
        }
    }

    #[test]
    fn unknown_members_may_be_allowed_at_every_level() {
        let value = json!({"id": "a", "x": 1, "list": [{"kind": "a", "y": null}]});
        assert_eq!(shape_problems(&value, &SHAPE, UnknownMembers::Allow), []);
    }
}
