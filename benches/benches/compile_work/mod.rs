//! The manifests that are compiled, and the two ways to read them.

use std::fmt::Write as _;

use assize_compiler::{Vars, compile, parse_manifest, resolve_binding};
use assize_engine::StepGraph;
use serde_saphyr::{DuplicateKeyPolicy, MergeKeyPolicy};

/// How the checks are written.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Style {
    /// A flow mapping a line.
    Flow,
    /// A block mapping of several lines.
    Block,
}

impl Style {
    pub(crate) const ALL: [Self; 2] = [Self::Flow, Self::Block];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Block => "block",
        }
    }
}

/// A manifest in two forms: whole, and the YAML alone.
pub(crate) struct Source {
    pub(crate) manifest: String,
    pub(crate) yaml: String,
}

pub(crate) fn source(style: Style, checks: usize) -> Source {
    let mut yaml = String::from("kind: review\nid: bench\ntarget: git-range\nchecks:\n");
    for at in 0..checks {
        let _ = match style {
            Style::Flow => writeln!(yaml, "- {{id: c{at}, kind: command, run: \"true\"}}"),
            Style::Block => writeln!(
                yaml,
                "  - id: c{at}\n    kind: command\n    run: cargo test -p part{at}\n    timeoutMs: 60000"
            ),
        };
    }
    Source { manifest: format!("---\n{yaml}---\n"), yaml }
}

/// Parse, check and lower.
pub(crate) fn compiled(source: &Source) -> Option<StepGraph> {
    let checked = parse_manifest(source.manifest.as_bytes()).ok()?;
    let binding = resolve_binding(checked.manifest(), None).ok()?;
    compile(checked.manifest(), binding, &Vars::new()).ok()
}

/// The same text by the YAML crate's serde front, under its strict options, into an untyped value.
pub(crate) fn untyped(source: &Source) -> Option<serde_json::Value> {
    let options = serde_saphyr::options! {
        strict_booleans: true,
        duplicate_keys: DuplicateKeyPolicy::Error,
        merge_keys: MergeKeyPolicy::Error,
        leading_zero_numbers_as_strings: true,
        underscored_numbers_as_strings: true,
        reject_unsupported_tags: true,
        reject_tagged_field_names: true,
        with_snippet: false,
        budget: serde_saphyr::budget! { max_depth: 64, max_nodes: 200_000, max_total_scalar_bytes: 4 << 20 },
    };
    serde_saphyr::from_str_with_options(&source.yaml, options).ok()
}
