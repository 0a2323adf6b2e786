//! `target` and `verdict`.

use assize_schemas::{DEFAULT_BASE, Target, TargetKind, VerdictSettings};

use super::Reader;
use super::reader::Members;
use crate::problem::Path;
use crate::yaml::{Node, Scalar, Shape};

const KINDS: &[(&str, TargetKind)] = &[("git-range", TargetKind::GitRange)];
const TARGET: Members<2> = Members { of: "a target", names: ["kind", "base"], elsewhere: &[] };
const VERDICT: Members<1> = Members { of: "`verdict`", names: ["exportDir"], elsewhere: &[] };

impl Reader<'_> {
    /// `git-range`, or a mapping of `kind` and `base`.
    pub(super) fn target(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<Target> {
        if let Shape::Mapping(_) = node.shape() {
            let [kind, base] = self.members(node, path, &TARGET)?;
            let kind = self.required(kind, node, path, "kind", TARGET.of);
            let kind = kind.and_then(|node| self.word(node, &path.key("kind"), KINDS));
            let base = match base {
                Some(node) => self.argument(node, &path.key("base"))?,
                None => DEFAULT_BASE,
            };
            return Some(Target { kind: kind?, base: base.to_owned() });
        }
        if let Shape::Scalar(Scalar::Text(_)) = node.shape() {
            let kind = self.word(node, path, KINDS)?;
            return Some(Target { kind, base: DEFAULT_BASE.to_owned() });
        }
        self.wrong_type(node, path, "`git-range` or a mapping with `kind: git-range`");
        None
    }

    pub(super) fn verdict(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<VerdictSettings> {
        let [export_dir] = self.members(node, path, &VERDICT)?;
        let export_dir = export_dir.and_then(|node| self.inside(node, &path.key("exportDir")));
        Some(VerdictSettings { export_dir: export_dir.map(str::to_owned) })
    }
}
