//! Placeholders of the checks that a binding selects.

use std::collections::HashSet;

use assize_schemas::{Vars, placeholders};

use crate::problem::{Code, Nearest, Problem, quote};

/// The name of the head, which is only bound once the range is frozen.
pub(super) const HEAD: &str = "head";
/// The name of the base.
pub(super) const BASE: &str = "base";

/// Looks at the placeholders of checks one by one and keeps what is wrong.
pub(super) struct PlaceholderCheck<'v> {
    vars: &'v Vars,
    nearest: Nearest,
    /// What is wrong, by the position of its check.
    pub(super) problems: Vec<(usize, Problem)>,
}

/// Where a check runs, and so what is bound in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Prepare,
    Lane,
}

impl<'v> PlaceholderCheck<'v> {
    pub(super) fn new(vars: &'v Vars) -> Self {
        Self { vars, nearest: Nearest::default(), problems: Vec::new() }
    }

    /// Judges the text of the check `id` at `position`; each name is told once a check.
    pub(super) fn judge(&mut self, stage: Stage, position: usize, id: &str, run: &str) {
        let mut seen = HashSet::new();
        for placeholder in placeholders(run) {
            let name = placeholder.name;
            let frozen = stage == Stage::Lane && (name == HEAD || name == BASE);
            if frozen || self.vars.get(name).is_some() || !seen.insert(name) {
                continue;
            }
            let bound = self.bound(stage);
            let path = crate::problem::FieldPath::root().key("checks").index(position).key("run").to_string();
            let (code, message) = if name == HEAD {
                let message = format!(
                    "check {} uses `{{head}}`, but it runs in `prepare`, before the head is known; `{{head}}` is bound in lanes only",
                    quote(id)
                );
                (Code::HeadInPrepare, message)
            } else {
                let listed = if bound.is_empty() { "nothing".to_owned() } else { bound.join(", ") };
                let message = format!(
                    "check {} uses the placeholder {}, which is not bound; bound here: {listed}",
                    quote(id),
                    quote(&format!("{{{name}}}"))
                );
                (Code::UnboundPlaceholder, message)
            };
            let meant = self.nearest.find(name, bound.iter().copied());
            let suggestion = match meant {
                Some(meant) if name != HEAD => format!("did you mean `{{{meant}}}`?"),
                _ => format!("for the literal text write `{{{{{name}}}}}`"),
            };
            self.problems.push((position, Problem::new(code, path, message).suggesting(Some(suggestion))));
        }
    }

    /// The names that are bound, each once.
    fn bound(&self, stage: Stage) -> Vec<&'v str> {
        let mut names: Vec<&str> = self.vars.names().collect();
        if stage == Stage::Lane {
            for name in [BASE, HEAD] {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}
