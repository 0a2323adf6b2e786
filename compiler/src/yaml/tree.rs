//! The tree of a YAML document.

use std::borrow::Cow;

use super::Scalar;
use super::scalar::Notation;
use crate::source::Span;

/// The place of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NodeId(u32);

impl NodeId {
    pub(super) fn at(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A document as one list of nodes in source order: the children of a collection follow it, and each node knows where
/// the node after its own subtree is. So a tree is built by pushing, and costs one allocation.
#[derive(Debug, Default)]
pub(crate) struct Tree<'s> {
    pub(super) nodes: Vec<Stored<'s>>,
}

#[derive(Debug)]
pub(super) struct Stored<'s> {
    pub(super) span: Span,
    /// The node after this one's subtree.
    pub(super) next: NodeId,
    pub(super) data: Data<'s>,
}

#[derive(Debug)]
pub(super) enum Data<'s> {
    Scalar(Cow<'s, str>, Notation),
    Sequence,
    Mapping,
    Alias(NodeId),
}

/// A node of a tree, with aliases followed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node<'t, 's> {
    tree: &'t Tree<'s>,
    id: NodeId,
    stored: &'t Stored<'s>,
}

/// What a node is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Shape<'t, 's> {
    Scalar(Scalar<'t>),
    Sequence(Items<'t, 's>),
    Mapping(Entries<'t, 's>),
}

impl<'s> Tree<'s> {
    /// The document's own node; `None` when the document is empty.
    pub(crate) fn root(&self) -> Option<Node<'_, 's>> {
        self.node(NodeId::at(0))
    }

    /// The node at `id`; where an alias stands, what it names.
    pub(super) fn node(&self, id: NodeId) -> Option<Node<'_, 's>> {
        let stored = self.nodes.get(id.index())?;
        match stored.data {
            // What an alias names is never an alias itself.
            Data::Alias(target) => self.nodes.get(target.index()).map(|stored| Node { tree: self, id: target, stored }),
            _ => Some(Node { tree: self, id, stored }),
        }
    }
}

impl<'t, 's> Node<'t, 's> {
    /// Where the node stands; for a node reached through an alias, where its text is.
    pub(crate) fn span(self) -> Span {
        self.stored.span
    }

    pub(crate) fn shape(self) -> Shape<'t, 's> {
        match &self.stored.data {
            Data::Scalar(text, notation) => Shape::Scalar(Scalar::read(text, *notation)),
            Data::Sequence => Shape::Sequence(Items(self.inside())),
            // `node` has followed the alias.
            Data::Mapping | Data::Alias(_) => Shape::Mapping(Entries(self.inside())),
        }
    }

    /// The text of a scalar, whatever it resolves to.
    pub(crate) fn text(self) -> Option<&'t str> {
        match &self.stored.data {
            Data::Scalar(text, _) => Some(text),
            _ => None,
        }
    }

    /// Whether it is a scalar without quotes.
    pub(crate) fn is_plain(self) -> bool {
        matches!(self.stored.data, Data::Scalar(_, Notation::Plain))
    }

    fn inside(self) -> Inside<'t, 's> {
        Inside { tree: self.tree, at: NodeId::at(self.id.index() + 1), end: self.stored.next }
    }
}

/// What is left of the inside of a collection.
#[derive(Debug, Clone, Copy)]
struct Inside<'t, 's> {
    tree: &'t Tree<'s>,
    at: NodeId,
    end: NodeId,
}

impl<'t, 's> Inside<'t, 's> {
    fn pop(&mut self) -> Option<Node<'t, 's>> {
        if self.at.index() >= self.end.index() {
            return None;
        }
        let here = self.at;
        self.at = self.tree.nodes.get(here.index())?.next;
        self.tree.node(here)
    }
}

/// The items of a sequence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Items<'t, 's>(Inside<'t, 's>);

impl<'t, 's> Iterator for Items<'t, 's> {
    type Item = Node<'t, 's>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.pop()
    }
}

/// The keys and values of a mapping in source order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entries<'t, 's>(Inside<'t, 's>);

impl<'t, 's> Iterator for Entries<'t, 's> {
    type Item = (Node<'t, 's>, Node<'t, 's>);

    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.pop()?, self.0.pop()?))
    }
}
