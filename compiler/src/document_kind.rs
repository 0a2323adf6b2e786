//! What a file says that it is.

use crate::yaml::{Node, Scalar, Shape, Tree};

/// What a file says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DocumentKind {
    /// `kind: review`
    Review,
    /// `kind: review-pack`
    ReviewPack,
}

impl DocumentKind {
    /// The value of `kind`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::ReviewPack => "review-pack",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Review, Self::ReviewPack].into_iter().find(|kind| kind.as_str() == text)
    }

    /// What a document says in its `kind`.
    pub(crate) fn of(tree: &Tree<'_>) -> Option<Self> {
        match kind_of(tree.root()?)?.shape() {
            Shape::Scalar(Scalar::Text(text)) => Self::parse(text),
            _ => None,
        }
    }

    /// What a frontmatter that is no YAML seems to say, by the first of its lines that begins with `kind:`.
    pub(crate) fn said_in(block: &str) -> Option<Self> {
        let said = block.lines().find_map(|line| line.strip_prefix("kind:"))?;
        Self::parse(said.split_whitespace().next()?.trim_matches(['"', '\'']))
    }
}

/// The value of the member `kind`, the first where there are several.
pub(crate) fn kind_of<'t, 's>(node: Node<'t, 's>) -> Option<Node<'t, 's>> {
    let Shape::Mapping(mut entries) = node.shape() else { return None };
    entries.find(|(key, _)| matches!(key.shape(), Shape::Scalar(Scalar::Text("kind")))).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(block: &str, expect: Option<DocumentKind>) {
        assert_eq!(DocumentKind::said_in(block), expect, "{block}");
    }

    #[test]
    fn what_broken_text_says() {
        check("id: [\nkind: review-pack # a pack\n", Some(DocumentKind::ReviewPack));
        check("kind: 'review'\n", Some(DocumentKind::Review));
        check("checks:\n  kind: review-pack\n", None);
        check("kind: review\nkind: review-pack\n", Some(DocumentKind::Review));
        check("kind:\n", None);
        check("", None);
    }
}
