//! Mappings, lists and required members.

use crate::problem::{Code, Path, ProblemSink, quote};
use crate::yaml::{Items, Node, Shape};

/// Reads values and takes up what is wrong with them. Every method that gives `None` has told a problem.
pub(super) struct Reader<'p> {
    pub(super) problems: &'p mut ProblemSink,
}

/// What a mapping may hold.
pub(super) struct Members<const N: usize> {
    /// What messages call the mapping, such as `a command check`.
    pub(super) of: &'static str,
    pub(super) names: [&'static str; N],
    /// Members that belong elsewhere, and where.
    pub(super) elsewhere: &'static [(&'static str, &'static str)],
}

impl Reader<'_> {
    /// The values of a mapping's known members, in the order of `members`; tells unknown keys.
    pub(super) fn members<'t, 's, const N: usize>(
        &mut self,
        node: Node<'t, 's>,
        path: &Path<'_>,
        members: &Members<N>,
    ) -> Option<[Option<Node<'t, 's>>; N]> {
        let Shape::Mapping(entries) = node.shape() else {
            self.wrong_type(node, path, members.of);
            return None;
        };
        let mut values = [None; N];
        for (key, value) in entries {
            // Keys that are no text are told already.
            let Shape::Scalar(crate::yaml::Scalar::Text(name)) = key.shape() else { continue };
            let slot = members.names.iter().position(|known| *known == name).and_then(|at| values.get_mut(at));
            match slot {
                // Of a key that is there twice the first counts; that it is there twice is told already.
                Some(slot @ None) => *slot = Some(value),
                Some(Some(_)) => {}
                None if name == "<<" => {}
                None => self.unknown_key(key, name, path, members),
            }
        }
        Some(values)
    }

    fn unknown_key<const N: usize>(&mut self, key: Node<'_, '_>, name: &str, path: &Path<'_>, members: &Members<N>) {
        self.problems.suggest(Code::UnknownKey, key.span(), &path.key(name), |nearest| {
            let elsewhere = members.elsewhere.iter().find(|(known, _)| *known == name);
            let message = match elsewhere {
                Some((_, place)) => format!("{} is no member of {}: it belongs to {place}", quote(name), members.of),
                None => {
                    format!(
                        "{} is no member of {}; its members are {}",
                        quote(name),
                        members.of,
                        members.names.join(", ")
                    )
                }
            };
            let suggestion = match elsewhere {
                Some(_) => None,
                None => {
                    nearest.find(name, members.names.iter().copied()).map(|meant| format!("did you mean `{meant}`?"))
                }
            };
            (message, suggestion)
        });
    }

    /// The value of a member that must be there.
    pub(super) fn required<'t, 's>(
        &mut self,
        value: Option<Node<'t, 's>>,
        mapping: Node<'_, '_>,
        path: &Path<'_>,
        name: &str,
        of: &str,
    ) -> Option<Node<'t, 's>> {
        if value.is_none() {
            self.problems.add(Code::MissingField, mapping.span(), &path.key(name), || format!("{of} needs `{name}`"));
        }
        value
    }

    /// The items of a list.
    pub(super) fn list<'t, 's>(&mut self, node: Node<'t, 's>, path: &Path<'_>, of: &str) -> Option<Items<'t, 's>> {
        if let Shape::Sequence(items) = node.shape() {
            return Some(items);
        }
        self.wrong_type(node, path, of);
        None
    }

    /// The items of a list of words. A text in its place is told as the list it was probably meant to be.
    pub(super) fn words<'t, 's>(&mut self, node: Node<'t, 's>, path: &Path<'_>, of: &str) -> Option<Items<'t, 's>> {
        if let Shape::Scalar(crate::yaml::Scalar::Text(text)) = node.shape() {
            self.problems.suggest(Code::WrongType, node.span(), path, |_| {
                let help = match as_list(text) {
                    Some(list) => format!("write `{list}`"),
                    None => "write a list: one entry a line, each after `- `".to_owned(),
                };
                (format!("expected {of}, found the text {}", quote(text)), Some(help))
            });
            return None;
        }
        self.list(node, path, of)
    }

    /// Tells that the value is not of the `expected` kind.
    pub(super) fn wrong_type(&mut self, node: Node<'_, '_>, path: &Path<'_>, expected: &str) {
        use crate::yaml::Scalar;
        let found = match node.shape() {
            Shape::Scalar(Scalar::Null) => {
                return self.problems.add(Code::NullValue, node.span(), path, || {
                    format!("expected {expected}, found no value; give one or leave the key out")
                });
            }
            Shape::Scalar(scalar) => scalar.describe(),
            Shape::Sequence(_) => "a list".to_owned(),
            Shape::Mapping(_) => "a mapping".to_owned(),
        };
        self.problems.suggest(Code::WrongType, node.span(), path, |_| {
            let bare = matches!(node.shape(), Shape::Scalar(Scalar::Bool(_) | Scalar::Integer(_) | Scalar::Float(_)));
            let quoted = node.text().filter(|_| bare && expected.contains("text"));
            (format!("expected {expected}, found {found}"), quoted.map(|text| format!("quote it: \"{text}\"")))
        });
    }
}

/// The most entries of a list that is shown in place of a text.
const MOST_SHOWN: usize = 8;

/// The list that a text such as `a, b` was meant to be, if that can be told.
fn as_list(text: &str) -> Option<String> {
    let words: Vec<&str> = text
        .split(|character: char| character == ',' || character.is_whitespace())
        .filter(|word| !word.is_empty())
        .collect();
    let plain = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_alphanumeric())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte))
    };
    ((1..=MOST_SHOWN).contains(&words.len()) && words.iter().all(plain)).then(|| format!("[{}]", words.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::as_list;

    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(as_list(text).as_deref(), expect, "{text}");
    }

    #[test]
    fn lists_that_were_meant() {
        check("a", Some("[a]"));
        check("a, b/c", Some("[a, b/c]"));
        check(" lint  test ", Some("[lint, test]"));
        check("", None);
        check("a: b", None);
        check("- a", None);
        check("a b c d e f g h i", None);
    }
}
