//! Placeholders in the text of a command check (AIP-62, "Placeholders").

use std::ops::Range;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Names and the values that take the place of their placeholders, in the order they were bound.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Vars(IndexMap<String, String>);

impl Vars {
    /// No names at all.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// These variables with `name` bound to `value`; an earlier value of the name gives way.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.bind(name, value);
        self
    }

    /// Binds `name` to `value`; an earlier value of the name gives way.
    pub fn bind(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The value of `name`.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The bound names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Vars {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(pairs: I) -> Self {
        Self(pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect())
    }
}

/// A text whose placeholders were all replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Substituted {
    /// The text with values in place of placeholders.
    pub text: String,
    /// The names that were replaced, each once, in order of first use.
    pub names: Vec<String>,
}

/// A placeholder that nothing is bound to. It is never left in the text as it stands.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("placeholder {{{name}}} is not bound; bound here: {}", listed(.bound))]
pub struct UnboundPlaceholder {
    /// The name inside the braces.
    pub name: String,
    /// The names that are bound.
    pub bound: Vec<String>,
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}

/// One placeholder of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placeholder<'a> {
    /// The name inside the braces.
    pub name: &'a str,
    /// Where it stands, braces included, in bytes.
    pub span: Range<usize>,
}

/// The placeholders of `text` from left to right, repetitions included; escapes are not among them.
#[must_use]
pub fn placeholders(text: &str) -> Vec<Placeholder<'_>> {
    let mut found = Vec::new();
    scan(text, |piece| {
        if let Piece::Placeholder(placeholder) = piece {
            found.push(placeholder);
        }
    });
    found
}

/// Replaces every placeholder of `text` in one pass from left to right. Values are not looked at again,
/// so a value that looks like a placeholder stays as it is.
///
/// # Errors
///
/// [`UnboundPlaceholder`] for the first placeholder that `vars` has no value for.
pub fn substitute(text: &str, vars: &Vars) -> Result<Substituted, UnboundPlaceholder> {
    let mut done = Substituted { text: String::with_capacity(text.len()), names: Vec::new() };
    let mut unbound = None;
    scan(text, |piece| match piece {
        Piece::Text(literal) => done.text.push_str(literal),
        Piece::Placeholder(Placeholder { name, .. }) => match vars.get(name) {
            Some(value) => {
                done.text.push_str(value);
                if !done.names.iter().any(|seen| seen == name) {
                    done.names.push(name.to_owned());
                }
            }
            None => {
                unbound.get_or_insert_with(|| name.to_owned());
            }
        },
    });
    match unbound {
        None => Ok(done),
        Some(name) => Err(UnboundPlaceholder { name, bound: vars.names().map(str::to_owned).collect() }),
    }
}

enum Piece<'a> {
    Text(&'a str),
    Placeholder(Placeholder<'a>),
}

/// Cuts `text` into literal pieces and placeholders. An escape `{{name}}` comes out as the literal `{name}`,
/// which is a slice of the text itself.
fn scan<'a>(text: &'a str, mut each: impl FnMut(Piece<'a>)) {
    let bytes = text.as_bytes();
    let mut literal_from = 0;
    let mut at = 0;
    while let Some(step) = bytes.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b'{')) {
        let open = at + step;
        let after_dollar = open > 0 && bytes.get(open - 1) == Some(&b'$');
        if let Some(name) = name_between(text, open, "{{", "}}") {
            let end = open + name.len() + 4;
            each(Piece::Text(text.get(literal_from..open).unwrap_or_default()));
            each(Piece::Text(text.get(open + 1..end - 1).unwrap_or_default()));
            literal_from = end;
            at = end;
        } else if let Some(name) = name_between(text, open, "{", "}").filter(|_| !after_dollar) {
            let end = open + name.len() + 2;
            each(Piece::Text(text.get(literal_from..open).unwrap_or_default()));
            each(Piece::Placeholder(Placeholder { name, span: open..end }));
            literal_from = end;
            at = end;
        } else {
            at = open + 1;
        }
    }
    each(Piece::Text(text.get(literal_from..).unwrap_or_default()));
}

/// The name that stands at byte `at` of `text` between `open` and `close`, if one does.
fn name_between<'a>(text: &'a str, at: usize, open: &str, close: &str) -> Option<&'a str> {
    let rest = text.get(at..)?.strip_prefix(open)?;
    let length = rest.bytes().position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'))?;
    let (name, rest) = rest.split_at_checked(length)?;
    (name.starts_with(|first: char| first.is_ascii_alphabetic()) && rest.starts_with(close)).then_some(name)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn vars() -> Vars {
        Vars::new().with("a", "VA").with("b", "{a}").with("long-name_2", "L")
    }

    fn check(text: &str, expect: &str, names: &[&str]) {
        let done = substitute(text, &vars()).unwrap();
        assert_eq!(done.text, expect, "{text:?}");
        assert_eq!(done.names, names, "{text:?}");
    }

    #[test]
    fn the_grammar() {
        check("", "", &[]);
        check("{a}", "VA", &["a"]);
        check("x{a}y{a}", "xVAyVA", &["a"]);
        check("{b}{a}", "{a}VA", &["b", "a"]);
        check("{long-name_2}", "L", &["long-name_2"]);
        check("${a}", "${a}", &[]);
        check("$ {a}", "$ VA", &["a"]);
        check("{{a}}", "{a}", &[]);
        check("{{none}}", "{none}", &[]);
        check("${{a}}", "${a}", &[]);
        check("{{{a}}}", "{{a}}", &[]);
        check("{{a}", "{VA", &["a"]);
        check("{a}}", "VA}", &["a"]);
        check("{{a}{b}}", "{VA{a}}", &["a", "b"]);
        check("{ a }{1a}{}{a,b}{a.b}{é}{-a}", "{ a }{1a}{}{a,b}{a.b}{é}{-a}", &[]);
        check("\\{a}", "\\VA", &["a"]);
        check("é{a}é", "éVAé", &["a"]);
        check("{a", "{a", &[]);
        check("{{a", "{{a", &[]);
        check("awk '{ print $1 }'", "awk '{ print $1 }'", &[]);
    }

    #[test]
    fn an_unbound_name_is_an_error_that_lists_the_bound_ones() {
        let error = substitute("{a} {nope} {other}", &vars()).unwrap_err();
        assert_eq!(error.name, "nope");
        assert_eq!(error.to_string(), "placeholder {nope} is not bound; bound here: a, b, long-name_2");
        let error = substitute("{a}", &Vars::new()).unwrap_err();
        assert_eq!(error.to_string(), "placeholder {a} is not bound; bound here: nothing");
    }

    #[test]
    fn placeholders_are_listed_with_their_place() {
        let text = "{{a}} {x} ${y} {x}";
        let found: Vec<_> = placeholders(text).into_iter().map(|one| (one.name, &text[one.span])).collect();
        assert_eq!(found, [("x", "{x}"), ("x", "{x}")]);
    }

    proptest! {
        #[test]
        fn text_without_braces_is_left_alone(text in "[^{}]*") {
            prop_assert_eq!(substitute(&text, &Vars::new()).unwrap().text, text);
        }

        #[test]
        fn an_escaped_name_comes_out_in_single_braces(name in "[A-Za-z][A-Za-z0-9_-]{0,8}") {
            let done = substitute(&format!("{{{{{name}}}}}"), &Vars::new()).unwrap();
            prop_assert_eq!(done.text, format!("{{{name}}}"));
        }

        #[test]
        fn any_text_is_survived(text in "[{}$a-c \u{e9}]{0,40}") {
            let _ = substitute(&text, &vars());
        }
    }
}
