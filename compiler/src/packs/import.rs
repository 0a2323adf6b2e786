//! One entry of `uses`.

use std::collections::HashMap;

use assize_schemas::{
    AgentCheck, Check, CheckId, CheckOverride, CheckRef, CommandCheck, PACK_DIGEST_ALG, PackDigest, PackManifest,
    PackUse, RubricDigest, Sha256Hex, pack_digest,
};

use super::resolve::Findings;
use super::{LoadedPack, PackLoadError, PackLoader, ResolvedPack};
use crate::checked::parse_pack;
use crate::problem::{Code, FieldPath, Problem, Problems, quote};
use crate::rules::repeated_fallback;

/// The most problems of a pack's own manifest that are repeated.
const MAX_REPEATED: usize = 20;

/// The checks that an entry brings, and what is recorded of its pack.
pub(super) struct Imported {
    pub(super) checks: Vec<Check>,
    pub(super) pack: ResolvedPack,
}

/// Imports packs one after the other.
pub(super) struct Import<'a> {
    pub(super) entry: &'a PackUse,
    /// The path of the entry.
    pub(super) path: FieldPath,
    pub(super) loader: &'a dyn PackLoader,
    pub(super) findings: &'a mut Findings,
}

impl Import<'_> {
    /// Loads the pack and makes its checks the consumer's own; `None` when something was told.
    pub(super) fn run(mut self) -> Option<Imported> {
        let told = self.findings.problems.len();
        let loaded = match self.loader.load(&self.entry.pack) {
            Ok(loaded) => loaded,
            Err(error) => {
                self.not_loaded(&error);
                return None;
            }
        };
        let pack = match parse_pack(&loaded.review_md) {
            Ok(pack) => pack,
            Err(problems) => {
                self.invalid(&problems);
                return None;
            }
        };
        let selected = self.select(&pack);
        self.judge_overrides(&pack, &selected);
        let mut checks = Vec::with_capacity(selected.len());
        let mut rubrics: Vec<(CheckRef, &str, Vec<u8>)> = Vec::new();
        for check in selected {
            match check {
                Check::Command(check) => checks.extend(self.command(check, &loaded)),
                Check::Agent(check) => {
                    let imported = self.agent(check);
                    if let Some(bytes) = self.rubric(check, &loaded)
                        && let Some(imported) = imported
                    {
                        rubrics.push((imported.id.clone(), &check.rubric, bytes));
                        checks.push(Check::Agent(imported));
                    }
                }
            }
        }
        if self.findings.problems.len() > told {
            return None;
        }
        let digest = PackDigest {
            reference: self.entry.pack.clone(),
            id: pack.id.to_string(),
            version: pack.version.clone(),
            alg: PACK_DIGEST_ALG.to_owned(),
            sha256: pack_digest(&loaded.review_md, rubrics.iter().map(|(_, path, bytes)| (*path, bytes.as_slice())))
                .to_string(),
        };
        let rubrics = rubrics
            .into_iter()
            .map(|(check, path, bytes)| RubricDigest {
                check: check.to_string(),
                path: path.to_owned(),
                sha256: Sha256Hex::of(bytes).to_string(),
            })
            .collect();
        let pack = ResolvedPack { namespace: self.entry.namespace.clone(), root: loaded.root, digest, rubrics };
        Some(Imported { checks, pack })
    }

    /// The selected checks in the order of the selection; else all in the pack's order.
    fn select<'p>(&mut self, pack: &'p PackManifest) -> Vec<&'p Check> {
        let Some(selection) = &self.entry.checks else { return pack.checks.iter().collect() };
        let by_id: HashMap<&str, &Check> = pack.checks.iter().map(|check| (check.id().as_str(), check)).collect();
        let mut selected = Vec::with_capacity(selection.len());
        for (at, id) in selection.iter().enumerate() {
            match by_id.get(id.as_str()) {
                Some(check) => selected.push(*check),
                None => {
                    let path = self.path.clone().key("checks").index(at);
                    let meant =
                        self.findings.nearest.find(id.as_str(), pack.checks.iter().map(|check| check.id().as_str()));
                    let suggestion = meant.map(|meant| format!("did you mean `{meant}`?"));
                    let message = format!("pack {} has no check {}", quote(&self.entry.pack), quote(id.as_str()));
                    self.tell(Code::UnknownPackCheck, &path, message, suggestion);
                }
            }
        }
        selected
    }

    /// Overrides must be of selected checks, and of members that the kind of check has (rulings 5).
    fn judge_overrides(&mut self, pack: &PackManifest, selected: &[&Check]) {
        let by_id: HashMap<&str, &Check> = selected.iter().map(|check| (check.id().as_str(), *check)).collect();
        let entry = self.entry;
        for (id, change) in &entry.overrides {
            let path = self.path.clone().key("overrides").key(id.as_str());
            let Some(check) = by_id.get(id.as_str()) else {
                let there = pack.checks.iter().any(|check| check.id().as_str() == id.as_str());
                let why =
                    if there { "is not among the checks that this entry selects" } else { "is no check of the pack" };
                let meant = self.findings.nearest.find(id.as_str(), selected.iter().map(|check| check.id().as_str()));
                let suggestion = meant.map(|meant| format!("did you mean `{meant}`?"));
                self.tell(Code::UnselectedOverride, &path, format!("{} {why}", quote(id.as_str())), suggestion);
                continue;
            };
            if let Check::Command(_) = check {
                let given = [
                    ("blockOn", change.block_on.is_some()),
                    ("preset", change.preset.is_some()),
                    ("fallbackPresets", change.fallback_presets.is_some()),
                ];
                for (member, _) in given.into_iter().filter(|(_, given)| *given) {
                    let message =
                        format!("{} is a command check, which has no `{member}` to override", quote(id.as_str()));
                    self.tell(Code::OverrideNotApplicable, &path.clone().key(member), message, None);
                }
            }
        }
    }

    fn command(&mut self, check: &CommandCheck, loaded: &LoadedPack) -> Option<Check> {
        if !self.entry.allow_commands && !loaded.trusted {
            let message = format!(
                "check {} of pack {} runs a command, and the pack is not trusted; set `allowCommands: true` or select \
                 only its agent checks",
                quote(check.id.as_str()),
                quote(&self.entry.pack)
            );
            self.tell(Code::CommandsNotAllowed, &self.path.clone().key("allowCommands"), message, None);
            return None;
        }
        let change = self.change(&check.id);
        Some(Check::Command(CommandCheck {
            id: self.imported_id(&check.id)?,
            blocking: change.and_then(|change| change.blocking).unwrap_or(check.blocking),
            timeout_ms: change.and_then(|change| change.timeout_ms).unwrap_or(check.timeout_ms),
            ..check.clone()
        }))
    }

    fn agent(&mut self, check: &AgentCheck) -> Option<AgentCheck> {
        let change = self.change(&check.id).cloned().unwrap_or_default();
        let changed_path = self.path.clone().key("overrides").key(check.id.as_str());
        let preset = change.preset.or_else(|| self.entry.preset.clone()).or_else(|| check.preset.clone());
        let Some(preset) = preset else {
            let message = format!(
                "check {} of pack {} names no reviewer; give the entry a `preset`, or the check one under `overrides`",
                quote(check.id.as_str()),
                quote(&self.entry.pack)
            );
            self.tell(Code::MissingPreset, &self.path.clone().key("preset"), message, None);
            return None;
        };
        let own = change.fallback_presets.is_some();
        let fallback_presets = change.fallback_presets.or_else(|| self.entry.fallback_presets.clone());
        if let Some(at) = repeated_fallback(Some(&preset), fallback_presets.as_deref().unwrap_or_default()) {
            let path = if own { changed_path } else { self.path.clone() }.key("fallbackPresets").index(at);
            let name = fallback_presets.as_deref().and_then(|names| names.get(at)).map(|name| quote(name));
            let message = format!(
                "{} is already the reviewer of check {}, or an earlier stand-in; name each once",
                name.unwrap_or_default(),
                quote(check.id.as_str())
            );
            self.tell(Code::FallbackRepeats, &path, message, None);
            return None;
        }
        Some(AgentCheck {
            id: self.imported_id(&check.id)?,
            preset: Some(preset),
            fallback_presets,
            block_on: change.block_on.unwrap_or(check.block_on),
            blocking: change.blocking.unwrap_or(check.blocking),
            timeout_ms: change.timeout_ms.unwrap_or(check.timeout_ms),
            ..check.clone()
        })
    }

    fn rubric(&mut self, check: &AgentCheck, loaded: &LoadedPack) -> Option<Vec<u8>> {
        match self.loader.read_rubric(loaded, &check.rubric) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let message = format!(
                    "the rubric {} of check {} of pack {} could not be read: {}",
                    quote(&check.rubric),
                    quote(check.id.as_str()),
                    quote(&self.entry.pack),
                    chain(&error)
                );
                self.tell(Code::RubricNotLoaded, &self.path.clone().key("pack"), message, None);
                None
            }
        }
    }

    fn change(&self, id: &CheckRef) -> Option<&CheckOverride> {
        self.entry.overrides.get(id.as_str())
    }

    /// `<as>/<id>`; a pack's own checks have ids without a slash.
    fn imported_id(&self, id: &CheckRef) -> Option<CheckRef> {
        CheckId::parse(id.as_str()).ok().map(|id| CheckRef::imported(&self.entry.namespace, &id))
    }

    fn not_loaded(&mut self, error: &PackLoadError) {
        let message = format!("pack {} could not be loaded: {}", quote(&self.entry.pack), chain(error));
        let not_here = matches!(error, PackLoadError::NotHere { .. });
        let path = self.path.clone().key("pack");
        self.findings.tell(Problem::new(Code::PackNotLoaded, path.to_string(), message), not_here);
    }

    fn invalid(&mut self, problems: &Problems) {
        let pack = quote(&self.entry.pack);
        for problem in problems.iter().take(MAX_REPEATED) {
            let message = format!("the REVIEW.md of pack {pack} is not valid: {problem}");
            self.tell(Code::InvalidPack, &self.path.clone().key("pack"), message, None);
        }
    }

    fn tell(&mut self, code: Code, path: &FieldPath, message: String, suggestion: Option<String>) {
        self.findings.tell(Problem::new(code, path.to_string(), message).suggesting(suggestion), false);
    }
}

/// An error and what is behind it.
fn chain(error: &PackLoadError) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}
