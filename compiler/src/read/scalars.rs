//! Values that are one scalar.

use assize_schemas::{IdError, MAX_TIMEOUT_MS, Severity};

use super::Reader;
use crate::problem::{Code, Path, quote};
use crate::yaml::{Node, Scalar, Shape};

pub(super) const SEVERITIES: &[(&str, Severity)] =
    &[("high", Severity::High), ("medium", Severity::Medium), ("low", Severity::Low)];

impl Reader<'_> {
    /// Any text.
    pub(super) fn text<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<&'t str> {
        if let Shape::Scalar(Scalar::Text(text)) = node.shape() {
            return Some(text);
        }
        self.wrong_type(node, path, "a text");
        None
    }

    /// A text that is not empty.
    pub(super) fn filled<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<&'t str> {
        let text = self.text(node, path)?;
        if text.is_empty() {
            self.problems.add(Code::BadValue, node.span(), path, || "the text must not be empty".to_owned());
            return None;
        }
        Some(text)
    }

    /// A text that is handed to the system as an argument, a path or a ref, none of which can hold a NUL.
    pub(super) fn argument<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<&'t str> {
        let text = self.filled(node, path)?;
        if text.contains('\0') {
            self.problems.add(Code::BadValue, node.span(), path, || "the text must not hold a NUL".to_owned());
            return None;
        }
        Some(text)
    }

    /// A list of texts that are not empty.
    pub(super) fn filled_list(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<Vec<String>> {
        let items = self.words(node, path, "a list of texts")?;
        let mut texts = Vec::new();
        for (at, item) in items.enumerate() {
            texts.extend(self.argument(item, &path.index(at)).map(str::to_owned));
        }
        Some(texts)
    }

    /// A truth value.
    pub(super) fn boolean(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<bool> {
        match node.shape() {
            Shape::Scalar(Scalar::Bool(value)) => return Some(value),
            Shape::Scalar(Scalar::Text(text)) => {
                let meant = match text.to_ascii_lowercase().as_str() {
                    "yes" | "y" | "on" | "true" => Some("true"),
                    "no" | "n" | "off" | "false" => Some("false"),
                    _ => None,
                };
                self.problems.suggest(Code::WrongType, node.span(), path, |_| {
                    let message = format!("expected `true` or `false`, found the text {}", quote(text));
                    let how = if node.is_plain() { "" } else { ", without quotes" };
                    (message, meant.map(|meant| format!("write `{meant}`{how}")))
                });
            }
            _ => self.wrong_type(node, path, "`true` or `false`"),
        }
        None
    }

    /// A time limit in milliseconds: a whole number, however it is written.
    pub(super) fn time_limit(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<u64> {
        const EXPECTED: &str = "a whole number of milliseconds";
        let found = match node.shape() {
            Shape::Scalar(Scalar::Integer(value)) => u64::try_from(value).ok(),
            Shape::Scalar(Scalar::Float(value)) => whole(value),
            _ => {
                self.wrong_type(node, path, EXPECTED);
                return None;
            }
        };
        let limit = found.filter(|limit| (1..=MAX_TIMEOUT_MS).contains(limit));
        if limit.is_none() {
            self.problems.add(Code::BadValue, node.span(), path, || {
                let text = quote(node.text().unwrap_or_default());
                format!("{text} is no time limit: it must be {EXPECTED} from 1 to {MAX_TIMEOUT_MS}")
            });
        }
        limit
    }

    /// One of a few words.
    pub(super) fn word<T: Copy>(&mut self, node: Node<'_, '_>, path: &Path<'_>, words: &[(&str, T)]) -> Option<T> {
        if let Shape::Scalar(Scalar::Text(text)) = node.shape() {
            let found = words.iter().find_map(|(word, meaning)| (*word == text).then_some(*meaning));
            if found.is_none() {
                self.problems.suggest(Code::BadValue, node.span(), path, |nearest| {
                    let message = format!("{} is not one of {}", quote(text), listed(words));
                    let meant = nearest.find(text, words.iter().map(|(word, _)| *word));
                    (message, meant.map(|meant| format!("did you mean `{meant}`?")))
                });
            }
            return found;
        }
        self.wrong_type(node, path, &format!("one of {}", listed(words)));
        None
    }

    /// An id or a ref: its text, and the text as `parse` takes it.
    pub(super) fn named<'t, T>(
        &mut self,
        node: Node<'t, '_>,
        path: &Path<'_>,
        code: Code,
        parse: impl FnOnce(&'t str) -> Result<T, IdError>,
    ) -> Option<(&'t str, T)> {
        let text = self.text(node, path)?;
        match parse(text) {
            Ok(parsed) => return Some((text, parsed)),
            Err(error) => self.problems.suggest(code, node.span(), path, |_| {
                let what = if code == Code::BadRef { "check ref" } else { "id" };
                let message = match error {
                    IdError::TooLong { max, .. } => format!("{} is too long: a {what} has at most {max} characters", quote(text)),
                    _ if code == Code::BadRef => format!(
                        "{} is not a check ref: a ref is an id, or `<as>/<id>`; ids start with a-z and hold only a-z, 0-9 and `-`",
                        quote(text)
                    ),
                    _ => format!("{} is not an id: it must start with a-z and hold only a-z, 0-9 and `-`", quote(text)),
                };
                (message, mended(text).map(|mended| format!("write `{mended}`")))
            }),
        }
        None
    }
}

fn listed<T>(words: &[(&str, T)]) -> String {
    words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

fn whole(value: f64) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "the bounds are checked first, and every whole number within them is exact"
    )]
    (value.fract() == 0.0 && value >= 0.0 && value <= MAX_TIMEOUT_MS as f64).then_some(value as u64)
}

/// What the text would be as an id, if it is nearly one.
fn mended(text: &str) -> Option<String> {
    let short = text.len() <= assize_schemas::MAX_ID_CHARS;
    let near = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b' ' | b'.'));
    let starts = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    (short && near && starts).then(|| text.to_ascii_lowercase().replace(['_', ' ', '.'], "-"))
}
