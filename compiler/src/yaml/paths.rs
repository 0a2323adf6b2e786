//! From a node to its path and back.

use super::Scalar;
use super::tree::{Data, Node, NodeId, Shape, Tree};
use crate::problem::{At, FieldPath, Part};

/// The path of a node of a whole tree. A key has the path of its value.
pub(super) struct NodePath<'t, 's> {
    pub(super) tree: &'t Tree<'s>,
    pub(super) node: NodeId,
}

/// The path of a member of a mapping.
pub(super) struct MemberPath<'a, 't, 's> {
    mapping: &'a NodePath<'t, 's>,
    key: &'a str,
}

impl<'t, 's> NodePath<'t, 's> {
    pub(super) fn key<'a>(&'a self, key: &'a str) -> MemberPath<'a, 't, 's> {
        MemberPath { mapping: self, key }
    }
}

impl At for MemberPath<'_, '_, '_> {
    fn field_path(&self) -> FieldPath {
        self.mapping.field_path().key(self.key)
    }
}

impl At for NodePath<'_, '_> {
    fn field_path(&self) -> FieldPath {
        let mut path = FieldPath::root();
        let mut at = 0;
        let target = self.node.index();
        while at < target {
            let Some(stored) = self.tree.nodes.get(at) else { break };
            let mapping = matches!(stored.data, Data::Mapping);
            let mut child = at + 1;
            let mut position = 0;
            let mut key = "";
            // The child whose subtree holds the target.
            loop {
                let Some(found) = self.tree.nodes.get(child) else { return path };
                if mapping && position % 2 == 0 {
                    key = self.tree.node(NodeId::at(child)).and_then(Node::text).unwrap_or_default();
                }
                if target < found.next.index() {
                    break;
                }
                child = found.next.index();
                position += 1;
            }
            path = if mapping { path.key(key) } else { path.index(position) };
            at = child;
        }
        path
    }
}

impl<'s> Tree<'s> {
    /// The node at `path`.
    pub(crate) fn find(&self, path: &FieldPath) -> Option<Node<'_, 's>> {
        path.0.iter().try_fold(self.root()?, |node, part| match (part, node.shape()) {
            (Part::Index(position), Shape::Sequence(mut items)) => items.nth(*position),
            (Part::Key(name), Shape::Mapping(mut entries)) => entries.find_map(|(key, value)| {
                matches!(key.shape(), Shape::Scalar(Scalar::Text(text)) if text == name).then_some(value)
            }),
            _ => None,
        })
    }
}
