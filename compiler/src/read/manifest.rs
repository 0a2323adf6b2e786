//! A whole manifest.

use std::collections::HashMap;

use assize_schemas::{Check, Manifest, ReviewId, ReviewKind};
use indexmap::IndexMap;

use super::Reader;
use super::bindings::DeclaredBinding;
use super::check::{DeclaredCheck, Declares};
use super::reader::Members;
use super::uses::DeclaredUses;
use crate::document_kind::kind_of;
use crate::problem::{Code, Path, ProblemSink, quote};
use crate::rules::{Breach, Facts, Known, List, Refs, implied_binding, judge};
use crate::source::Span;
use crate::yaml::{Node, Scalar, Shape, Tree};

const MANIFEST: Members<9> = Members {
    of: "a review",
    names: ["kind", "id", "name", "description", "target", "checks", "bindings", "uses", "verdict"],
    elsewhere: &[
        ("version", "packs"),
        ("prepare", "a binding"),
        ("quorum", "a binding"),
        ("base", "`target`"),
        ("exportDir", "`verdict`"),
    ],
};

/// Reads a manifest of `kind: review`; everything that is wrong is in `problems`.
pub(crate) fn read_manifest(tree: &Tree<'_>, block: Span, body: &str, problems: &mut ProblemSink) -> Option<Manifest> {
    let mut reader = Reader { problems };
    let path = &Path::ROOT;
    let root = reader.document(tree, block)?;
    reader.document_kind(root, "review")?;
    let [kind, id, name, description, target, checks, bindings, uses, verdict] =
        reader.members(root, path, &MANIFEST)?;
    reader.required(kind, root, path, "kind", MANIFEST.of);
    let id = reader.required(id, root, path, "id", MANIFEST.of);
    let id = id.and_then(|node| reader.named(node, &path.key("id"), Code::BadId, ReviewId::parse));
    let name = name.and_then(|node| reader.filled(node, &path.key("name")));
    let description = description.and_then(|node| reader.text(node, &path.key("description")));
    let target = reader.required(target, root, path, "target", MANIFEST.of);
    let target = target.and_then(|node| reader.target(node, &path.key("target")));
    let checks_node = reader.required(checks, root, path, "checks", MANIFEST.of);
    let checks = checks_node.and_then(|node| reader.checks(node, &path.key("checks"), Declares::Review));
    let uses_given = uses;
    let uses = uses.and_then(|node| reader.uses(node, &path.key("uses")));
    let bindings_node = bindings;
    let bindings = bindings.map(|node| reader.bindings(node, &path.key("bindings")));
    let verdict = verdict.and_then(|node| reader.verdict(node, &path.key("verdict")));

    let uses_readable = uses_given.is_none() || uses.is_some();
    let uses = uses.unwrap_or(DeclaredUses { namespaces_known: uses_readable, ..DeclaredUses::default() });
    let known = checks.as_deref().map(known_checks);
    let mut judged = IndexMap::new();
    match bindings {
        // Something is wrong with `bindings` itself, which is told already.
        Some(None) => {}
        Some(Some(declared)) if !declared.is_empty() => {
            for binding in declared {
                if let Some(known) = &known {
                    reader.judge(&binding, known, &uses);
                }
                judged.extend(binding.binding.map(|binding| (binding.name.clone(), binding)));
            }
        }
        _ if uses.any => {
            let span = bindings_node.map_or(root.span(), Node::span);
            reader.problems.add(Code::BindingsRequired, span, &path.key("bindings"), || {
                "with `uses` there is no implied binding: declare at least one under `bindings`".to_owned()
            });
        }
        _ if !uses_readable => {}
        _ => {
            if let (Some(node), Some(checks)) = (checks_node, &checks) {
                reader.imply(node, checks, &mut judged);
            }
        }
    }
    Some(Manifest {
        kind: ReviewKind::Review,
        id: id?.1,
        name: name.map(str::to_owned),
        description: description.map(str::to_owned),
        target: target?,
        checks: checks?.into_iter().map(|declared| declared.check).collect::<Option<Vec<Check>>>()?,
        bindings: judged,
        uses: uses.uses,
        verdict: verdict.unwrap_or_default(),
        body: body.to_owned(),
    })
}

fn known_checks<'t>(checks: &[DeclaredCheck<'t>]) -> Known<'t> {
    Known::new(checks.iter().filter_map(|check| Some((check.id?.0, check.facts))))
}

impl Reader<'_> {
    /// The document's mapping.
    pub(super) fn document<'t, 's>(&mut self, tree: &'t Tree<'s>, block: Span) -> Option<Node<'t, 's>> {
        let root = tree.root();
        match root.map(Node::shape) {
            Some(Shape::Mapping(_)) => root,
            None | Some(Shape::Scalar(Scalar::Null)) => {
                self.problems.add(Code::NotAMapping, block, &Path::ROOT, || {
                    "the frontmatter is empty; it must hold at least `kind`".to_owned()
                });
                None
            }
            Some(_) => {
                self.problems.add(Code::NotAMapping, root.map_or(block, Node::span), &Path::ROOT, || {
                    "the frontmatter must be a mapping of names to values".to_owned()
                });
                None
            }
        }
    }

    /// Tells whether `kind` is the one that is read; of another kind nothing else is judged. What is wrong with it is
    /// told whatever else is: all other rules hang on it.
    pub(super) fn document_kind(&mut self, root: Node<'_, '_>, expected: &'static str) -> Option<()> {
        let Some(node) = kind_of(root) else { return Some(()) };
        self.problems.pinning = true;
        let judged = self.judged_kind(node, expected);
        self.problems.pinning = false;
        judged
    }

    fn judged_kind(&mut self, node: Node<'_, '_>, expected: &'static str) -> Option<()> {
        let root = Path::ROOT;
        let path = root.key("kind");
        match node.shape() {
            Shape::Scalar(Scalar::Text(kind)) if kind == expected => Some(()),
            Shape::Scalar(Scalar::Text(kind @ ("review" | "review-pack"))) => {
                self.problems.add(Code::WrongKind, node.span(), &path, || {
                    if kind == "review" {
                        "this is a review, not a pack: a pack has `kind: review-pack`".to_owned()
                    } else {
                        "this is a pack, which cannot run by itself: a review has `kind: review`".to_owned()
                    }
                });
                None
            }
            _ => {
                self.word(node, &path, &[(expected, ())]);
                Some(())
            }
        }
    }

    /// The items of `checks`, their ids judged against each other.
    pub(super) fn checks<'t>(
        &mut self,
        node: Node<'t, '_>,
        path: &Path<'_>,
        declares: Declares,
    ) -> Option<Vec<DeclaredCheck<'t>>> {
        let items = self.list(node, path, "a list of checks")?;
        let mut checks = Vec::new();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut empty = true;
        for (at, item) in items.enumerate() {
            empty = false;
            let path = path.index(at);
            let declared = self.check(item, &path, declares);
            if let Some((id, span)) = declared.as_ref().and_then(|check| check.id)
                && let Some(first) = seen.insert(id, at)
            {
                seen.insert(id, first);
                self.problems.add(Code::DuplicateId, span, &path.key("id"), || {
                    format!("{} is already the id of checks[{first}]; ids are unique", quote(id))
                });
            }
            checks.push(declared.unwrap_or(DeclaredCheck {
                id: None,
                facts: Facts { effects: None, blocking: None },
                check: None,
            }));
        }
        if empty {
            self.problems.add(Code::BadValue, node.span(), path, || "at least one check is needed".to_owned());
            return None;
        }
        Some(checks)
    }

    fn judge(&mut self, binding: &DeclaredBinding<'_>, known: &Known<'_>, uses: &DeclaredUses<'_>) {
        let root = Path::ROOT;
        let bindings = root.key("bindings");
        let path = bindings.key(binding.name);
        let prepare: Vec<&str> = binding.prepare.iter().map(|one| one.text).collect();
        let checks: Vec<&str> = binding.checks.iter().map(|one| one.text).collect();
        let refs = Refs { binding: binding.name, prepare: &prepare, checks: &checks, all_read: binding.lanes_known };
        // An entry whose namespace could not be read may be the one that is meant.
        let namespaces = (uses.any || !uses.namespaces_known).then_some(uses.namespaces.as_slice());
        let problems = &mut *self.problems;
        judge(refs, known, namespaces, |breach: Breach<'_>| {
            let list = match breach.list {
                List::Prepare => &binding.prepare,
                List::Checks => &binding.checks,
            };
            if breach.code == Code::UnknownNamespace && !uses.namespaces_known {
                return;
            }
            let list_path = path.key(breach.list.name());
            match breach.at.and_then(|at| list.get(at)) {
                Some(place) => {
                    problems.suggest(breach.code, place.span, &list_path.index(place.index), |nearest| {
                        breach.texts(nearest)
                    });
                }
                None => problems.suggest(breach.code, binding.span, &list_path, |nearest| breach.texts(nearest)),
            }
        });
    }

    /// Makes the binding that is implied where none is declared.
    fn imply(
        &mut self,
        node: Node<'_, '_>,
        checks: &[DeclaredCheck<'_>],
        bindings: &mut IndexMap<assize_schemas::BindingName, assize_schemas::Binding>,
    ) {
        let facts: Vec<Facts> = checks.iter().map(|check| check.facts).collect();
        let root = Path::ROOT;
        let path = root.key("checks");
        if facts.iter().all(|facts| facts.effects == Some(true)) {
            self.problems.add(Code::NoLanes, node.span(), &path, || {
                "every check has effects, so the implied binding would have no lane; add a check without".to_owned()
            });
        } else if facts.iter().all(|facts| facts.effects == Some(true) || facts.blocking == Some(false)) {
            self.problems.add(Code::NoBlockingCheck, node.span(), &path, || {
                "every lane of the implied binding has `blocking: false`, so nothing could decide the verdict"
                    .to_owned()
            });
        }
        let lanes = checks.iter().filter_map(|declared| declared.check.as_ref()).filter(|check| !check.effects());
        if let Some(binding) = implied_binding(lanes.map(|check| check.id().clone()).collect()) {
            bindings.insert(binding.name.clone(), binding);
        }
    }
}
