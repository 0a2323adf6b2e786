//! Configurations in a few words.

use serde_json::Value;

use crate::Step;

use super::escape::{cut, one_line, says};

/// How far objects are looked into.
const DEPTH: usize = 4;

/// A step's configuration as `name=value` words in at most so many characters; none where there is nothing to say.
///
/// Objects are opened (`limits.cpu=2`), one that is all there is without its name. An `id` that the step's own id says
/// already is left out, and so is a `kind` that the node's name says.
pub(super) fn summary(step: &Step, chars: usize) -> Option<String> {
    let mut words = Words { step, text: String::new(), limit: chars };
    words.add("", alone(step.config()), 0);
    Some(cut(&words.text, chars)).filter(|text| !text.is_empty())
}

/// The object that is the only member of another.
fn alone(config: &Value) -> &Value {
    let only = config.as_object().filter(|members| members.len() == 1).and_then(|members| members.values().next());
    only.filter(|value| value.is_object()).unwrap_or(config)
}

struct Words<'s> {
    step: &'s Step,
    text: String,
    /// Past this many bytes nothing more will be seen.
    limit: usize,
}

impl Words<'_> {
    /// Whether the row of the step says this without the configuration.
    fn said(&self, member: &str, value: &Value) -> bool {
        let by = match member {
            "id" => self.step.id(),
            "kind" => self.step.node().unwrap_or_default(),
            _ => return false,
        };
        value.as_str().is_some_and(|value| says(by, value))
    }

    fn add(&mut self, name: &str, value: &Value, depth: usize) {
        match value {
            Value::Null if name.is_empty() => {}
            Value::Object(members) if depth < DEPTH && !(members.is_empty() && depth > 0) => {
                for (member, value) in members {
                    // A character has up to four bytes.
                    if self.text.len() > self.limit.saturating_mul(4) {
                        return;
                    }
                    if self.said(member, value) {
                        continue;
                    }
                    let member = if is_plain(member) { member.clone() } else { quoted(member) };
                    let name = if name.is_empty() { member } else { format!("{name}.{member}") };
                    self.add(&name, value, depth + 1);
                }
            }
            _ => {
                if !self.text.is_empty() {
                    self.text.push(' ');
                }
                if !name.is_empty() {
                    self.text.push_str(name);
                    self.text.push('=');
                }
                match value {
                    Value::String(text) if is_plain(text) => self.text.push_str(text),
                    value => self.text.push_str(&one_line(&value.to_string())),
                }
            }
        }
    }
}

fn quoted(text: &str) -> String {
    one_line(&Value::from(text).to_string())
}

/// Whether a text can stand without quotes and not be taken for anything but a text.
fn is_plain(text: &str) -> bool {
    let marks = |character| matches!(character, '.' | '_' | '/' | ':' | '@' | '+' | '-');
    let word = |character: char| character.is_ascii_alphanumeric() || marks(character);
    !text.is_empty() && text.chars().all(word) && serde_json::from_str::<Value>(text).is_err()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(config: &Value, expect: &str) {
        let step = Step::transform("lane-fmt", "lane.command", config.clone());
        assert_eq!(summary(&step, 60).unwrap_or_default(), expect, "{config}");
    }

    #[test]
    fn opens_objects_and_says_nothing_twice() {
        check(&Value::Null, "");
        check(&json!({}), "");
        check(&json!({"check": {"kind": "command", "id": "fmt", "run": "make test"}}), r#"run="make test""#);
        check(&json!({"check": {"kind": "agent", "id": "lint"}, "n": 1}), "check.kind=agent check.id=lint n=1");
        check(
            &json!({"id": "other", "none": null, "on": true, "text": "true", "n": 1.5}),
            r#"id=other none=null on=true text="true" n=1.5"#,
        );
        check(&json!({"argv": ["sh", "-c"], "empty": {}, "blank": ""}), r#"argv=["sh","-c"] empty={} blank="""#);
        check(&json!(["a b", "\u{1b}"]), r#"["a b","\u001b"]"#);
        check(&json!({"a b": "\u{202e}"}), r#""a b"="\u{202e}""#);
        check(&json!({"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}), r#"b.c.d.e={"f":1}"#);
        check(&json!("x".repeat(100)), &format!("{}…", "x".repeat(59)));
    }
}
