//! The rules about keys of mappings (rulings 2).

use std::collections::HashSet;

use super::Scalar;
use super::paths::NodePath;
use super::tree::{Data, Entries, Node, NodeId, Shape, Tree};
use crate::problem::{Code, ProblemSink, quote};

/// Up to this many keys are compared with each other; more are looked up.
const FEW: usize = 12;

/// Judges the keys of every mapping: each is text, none is a merge key, none is there twice.
pub(super) fn check_keys(tree: &Tree<'_>, problems: &mut ProblemSink) {
    for (index, stored) in tree.nodes.iter().enumerate() {
        if !matches!(stored.data, Data::Mapping) {
            continue;
        }
        let mapping = NodeId::at(index);
        if let Some(Shape::Mapping(entries)) = tree.node(mapping).map(Node::shape) {
            check_mapping(tree, mapping, entries, problems);
        }
    }
}

fn check_mapping(tree: &Tree<'_>, mapping: NodeId, entries: Entries<'_, '_>, problems: &mut ProblemSink) {
    let path = NodePath { tree, node: mapping };
    let mut few = [""; FEW];
    let mut used = 0;
    let mut many: HashSet<&str> = HashSet::new();
    for (key, _) in entries {
        let span = key.span();
        let name = match key.shape() {
            Shape::Scalar(Scalar::Text(name)) => name,
            Shape::Scalar(other) => {
                let message = || format!("a key must be text, not {}; quote it", other.describe());
                problems.add(Code::NonStringKey, span, &path, message);
                continue;
            }
            Shape::Sequence(_) | Shape::Mapping(_) => {
                problems.add(Code::NonStringKey, span, &path, || "a key must be text, not a collection".to_owned());
                continue;
            }
        };
        if name == "<<" {
            problems.add(Code::MergeKey, span, &path.key(name), || {
                "merge keys (`<<`) are not part of this format; write the members out".to_owned()
            });
            continue;
        }
        if few.get(..used).unwrap_or_default().contains(&name) || (!many.is_empty() && many.contains(name)) {
            problems.add(Code::DuplicateKey, span, &path.key(name), || {
                format!("the key {} is already there in this mapping; keep one of the two", quote(name))
            });
        } else if let Some(free) = few.get_mut(used) {
            *free = name;
            used += 1;
        } else {
            many.insert(name);
        }
    }
}
