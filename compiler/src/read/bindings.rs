//! Bindings as they were declared.

use assize_schemas::{Binding, BindingName, CheckRef, Quorum};

use super::Reader;
use super::reader::Members;
use crate::problem::{Code, Path};
use crate::source::Span;
use crate::yaml::{Node, Scalar, Shape};

const QUORUMS: &[(&str, Quorum)] = &[("all-blocking-pass", Quorum::AllBlockingPass)];
const BINDING: Members<4> = Members { of: "a binding", names: ["on", "prepare", "checks", "quorum"], elsewhere: &[] };

/// A binding as it was declared.
pub(super) struct DeclaredBinding<'t> {
    pub(super) name: &'t str,
    pub(super) span: Span,
    pub(super) prepare: Vec<DeclaredRef<'t>>,
    pub(super) checks: Vec<DeclaredRef<'t>>,
    /// Whether every ref of `checks` could be read.
    pub(super) lanes_known: bool,
    pub(super) binding: Option<Binding>,
}

/// A ref of the right shape; what it refers to is judged later.
#[derive(Debug, Clone, Copy)]
pub(super) struct DeclaredRef<'t> {
    pub(super) text: &'t str,
    pub(super) index: usize,
    pub(super) span: Span,
}

impl Reader<'_> {
    /// The mapping of `bindings` in declared order.
    pub(super) fn bindings<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<Vec<DeclaredBinding<'t>>> {
        let Shape::Mapping(entries) = node.shape() else {
            self.wrong_type(node, path, "a mapping of binding names to bindings");
            return None;
        };
        let mut bindings: Vec<DeclaredBinding<'t>> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (key, value) in entries {
            let Shape::Scalar(Scalar::Text(name)) = key.shape() else { continue };
            if name == "<<" || !seen.insert(name) {
                continue;
            }
            let path = path.key(name);
            let parsed = self.named(key, &path, Code::BadId, BindingName::parse);
            bindings.extend(self.binding(name, parsed.map(|(_, name)| name), value, &path));
        }
        Some(bindings)
    }

    fn binding<'t>(
        &mut self,
        name: &'t str,
        parsed: Option<BindingName>,
        node: Node<'t, '_>,
        path: &Path<'_>,
    ) -> Option<DeclaredBinding<'t>> {
        let [on, prepare, checks, quorum] = self.members(node, path, &BINDING)?;
        let on = on.and_then(|node| self.filled(node, &path.key("on")));
        let prepare_refs =
            prepare.map_or(Some(Refs::default()), |node| self.refs(node, &path.key("prepare"))).unwrap_or_default();
        let checks = self.required(checks, node, path, "checks", BINDING.of);
        let lanes = checks.and_then(|node| {
            let path = path.key("checks");
            let lanes = self.refs(node, &path)?;
            if lanes.refs.is_empty() && !lanes.incomplete {
                self.problems
                    .add(Code::BadValue, node.span(), &path, || "a binding needs at least one check".to_owned());
                return None;
            }
            Some(lanes)
        });
        let quorum = quorum.map_or(Some(Quorum::default()), |node| self.word(node, &path.key("quorum"), QUORUMS));
        let lanes_known = lanes.as_ref().is_some_and(|lanes| !lanes.incomplete);
        let lanes = lanes.unwrap_or_default();
        let binding = || {
            Some(Binding {
                name: parsed?,
                on: on.map(str::to_owned),
                prepare: prepare_refs.refs,
                checks: lanes.refs,
                quorum: quorum?,
            })
        };
        let binding = binding();
        Some(DeclaredBinding {
            name,
            span: checks.map_or(node.span(), Node::span),
            prepare: prepare_refs.declared,
            checks: lanes.declared,
            lanes_known,
            binding,
        })
    }

    fn refs<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<Refs<'t>> {
        let items = self.words(node, path, "a list of check refs")?;
        let mut refs = Refs::default();
        for (index, item) in items.enumerate() {
            match self.named(item, &path.index(index), Code::BadRef, CheckRef::parse) {
                Some((text, reference)) => {
                    refs.declared.push(DeclaredRef { text, index, span: item.span() });
                    refs.refs.push(reference);
                }
                None => refs.incomplete = true,
            }
        }
        Some(refs)
    }
}

#[derive(Default)]
struct Refs<'t> {
    declared: Vec<DeclaredRef<'t>>,
    refs: Vec<CheckRef>,
    /// Whether some item was no ref.
    incomplete: bool,
}
