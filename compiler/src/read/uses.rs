//! Imported packs.

use std::collections::HashMap;

use assize_schemas::{CheckId, CheckOverride, PackNamespace, PackUse};
use indexmap::IndexMap;

use super::Reader;
use super::reader::Members;
use super::scalars::SEVERITIES;
use crate::packs::PackRef;
use crate::problem::{Code, Path, quote};
use crate::yaml::{Node, Scalar, Shape};

const USE: Members<7> = Members {
    of: "an entry of `uses`",
    names: ["pack", "as", "checks", "preset", "fallbackPresets", "overrides", "allowCommands"],
    elsewhere: &[],
};
const OVERRIDE: Members<5> = Members {
    of: "an override",
    names: ["blockOn", "blocking", "timeoutMs", "preset", "fallbackPresets"],
    elsewhere: &[
        ("run", "the pack itself; it cannot be overridden"),
        ("rubric", "the pack itself; it cannot be overridden"),
        ("cwd", "the pack itself; it cannot be overridden"),
    ],
};

/// The imported packs as they were declared.
#[derive(Default)]
pub(super) struct DeclaredUses<'t> {
    /// Whether there is any entry, right or wrong.
    pub(super) any: bool,
    /// Every namespace that could be read.
    pub(super) namespaces: Vec<&'t str>,
    /// Whether every namespace could be read.
    pub(super) namespaces_known: bool,
    pub(super) uses: Vec<PackUse>,
}

impl Reader<'_> {
    pub(super) fn uses<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<DeclaredUses<'t>> {
        let items = self.list(node, path, "a list of imported packs")?;
        let mut all = DeclaredUses { namespaces_known: true, ..DeclaredUses::default() };
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for (at, item) in items.enumerate() {
            all.any = true;
            let path = path.index(at);
            let Some((namespace, pack_use)) = self.pack_use(item, &path) else {
                all.namespaces_known = false;
                continue;
            };
            all.uses.extend(pack_use);
            let Some((name, place)) = namespace else {
                all.namespaces_known = false;
                continue;
            };
            all.namespaces.push(name);
            if let Some(first) = seen.get(name) {
                self.problems.add(Code::DuplicateNamespace, place.span(), &path.key("as"), || {
                    format!("{} is already the namespace of uses[{first}]; each pack needs its own", quote(name))
                });
            } else {
                seen.insert(name, at);
            }
        }
        Some(all)
    }

    #[expect(clippy::type_complexity, reason = "what could be read of the namespace, apart from the whole entry")]
    fn pack_use<'t, 's>(
        &mut self,
        node: Node<'t, 's>,
        path: &Path<'_>,
    ) -> Option<(Option<(&'t str, Node<'t, 's>)>, Option<PackUse>)> {
        let [pack, namespace, checks, preset, fallbacks, overrides, allow_commands] = self.members(node, path, &USE)?;
        let pack =
            self.required(pack, node, path, "pack", USE.of).and_then(|node| self.pack_ref(node, &path.key("pack")));
        let namespace = self.required(namespace, node, path, "as", USE.of).and_then(|node| {
            let (text, namespace) = self.named(node, &path.key("as"), Code::BadId, PackNamespace::parse)?;
            Some((text, node, namespace))
        });
        let checks = checks.and_then(|node| self.selection(node, &path.key("checks")));
        let preset = preset.and_then(|node| self.argument(node, &path.key("preset")));
        let fallback_presets = fallbacks.and_then(|node| self.fallbacks(node, &path.key("fallbackPresets"), preset));
        let overrides = overrides
            .and_then(|node| self.overrides(node, &path.key("overrides"), checks.as_deref()))
            .unwrap_or_default();
        let allow_commands = allow_commands.map_or(Some(false), |node| self.boolean(node, &path.key("allowCommands")));
        let declared = namespace.as_ref().map(|(text, node, _)| (*text, *node));
        let pack_use = || {
            Some(PackUse {
                pack: pack?.to_owned(),
                namespace: namespace?.2,
                checks,
                preset: preset.map(str::to_owned),
                fallback_presets,
                overrides,
                allow_commands: allow_commands?,
            })
        };
        Some((declared, pack_use()))
    }

    fn pack_ref<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<&'t str> {
        let text = self.argument(node, path)?;
        if let Err(error) = PackRef::parse(text) {
            self.problems.add(Code::BadPackRef, node.span(), path, || error.to_string());
            return None;
        }
        Some(text)
    }

    fn selection(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<Vec<CheckId>> {
        let items = self.words(node, path, "a list of the pack's check ids")?;
        let mut ids = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, item) in items.enumerate() {
            let path = path.index(at);
            let Some((text, id)) = self.named(item, &path, Code::BadId, CheckId::parse) else { continue };
            if seen.insert(text) {
                ids.push(id);
            } else {
                self.problems.add(Code::DuplicateRef, item.span(), &path, || {
                    format!("{} is already selected; name each check once", quote(text))
                });
            }
        }
        Some(ids)
    }

    fn overrides(
        &mut self,
        node: Node<'_, '_>,
        path: &Path<'_>,
        selected: Option<&[CheckId]>,
    ) -> Option<IndexMap<CheckId, CheckOverride>> {
        let Shape::Mapping(entries) = node.shape() else {
            self.wrong_type(node, path, "a mapping of the pack's check ids to overrides");
            return None;
        };
        let selected: Option<std::collections::HashSet<&str>> =
            selected.map(|ids| ids.iter().map(CheckId::as_str).collect());
        let mut overrides = IndexMap::new();
        for (key, value) in entries {
            let Shape::Scalar(Scalar::Text(name)) = key.shape() else { continue };
            if name == "<<" {
                continue;
            }
            let path = path.key(name);
            let id = self.named(key, &path, Code::BadId, CheckId::parse).map(|(_, id)| id);
            let change = self.check_override(value, &path);
            if id.is_some() && selected.as_ref().is_some_and(|selected| !selected.contains(name)) {
                self.problems.add(Code::UnselectedOverride, key.span(), &path, || {
                    format!("{} is not among the checks that this entry selects", quote(name))
                });
            }
            if let (Some(id), Some(change)) = (id, change) {
                overrides.entry(id).or_insert(change);
            }
        }
        Some(overrides)
    }

    fn check_override(&mut self, node: Node<'_, '_>, path: &Path<'_>) -> Option<CheckOverride> {
        let [block_on, blocking, timeout, preset, fallbacks] = self.members(node, path, &OVERRIDE)?;
        let preset = preset.and_then(|node| self.argument(node, &path.key("preset")));
        Some(CheckOverride {
            block_on: block_on.and_then(|node| self.word(node, &path.key("blockOn"), SEVERITIES)),
            blocking: blocking.and_then(|node| self.boolean(node, &path.key("blocking"))),
            timeout_ms: timeout.and_then(|node| self.time_limit(node, &path.key("timeoutMs"))),
            preset: preset.map(str::to_owned),
            fallback_presets: fallbacks.and_then(|node| self.fallbacks(node, &path.key("fallbackPresets"), preset)),
        })
    }
}
