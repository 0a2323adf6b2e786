//! One check.

use assize_schemas::{
    AgentCheck, Check, CheckId, CheckRef, CommandCheck, DEFAULT_AGENT_TIMEOUT_MS, DEFAULT_COMMAND_TIMEOUT_MS, False,
    LaneKind, Severity,
};

use super::Reader;
use super::reader::Members;
use super::scalars::SEVERITIES;
use crate::document_kind::kind_of;
use crate::problem::{Code, Path, quote};
use crate::rules::{Facts, repeated_fallback};
use crate::source::Span;
use crate::yaml::{Node, Scalar, Shape};

const KINDS: &[(&str, LaneKind)] = &[("command", LaneKind::Command), ("agent", LaneKind::Agent)];

const COMMAND: Members<8> = Members {
    of: "a command check",
    names: ["id", "kind", "run", "cwd", "blocking", "timeoutMs", "effects", "description"],
    elsewhere: &[
        ("preset", "agent checks"),
        ("fallbackPresets", "agent checks"),
        ("rubric", "agent checks"),
        ("blockOn", "agent checks"),
    ],
};

const AGENT: Members<10> = Members {
    of: "an agent check",
    names: [
        "id",
        "kind",
        "preset",
        "fallbackPresets",
        "rubric",
        "blockOn",
        "blocking",
        "timeoutMs",
        "effects",
        "description",
    ],
    elsewhere: &[("run", "command checks"), ("cwd", "command checks")],
};

/// The members of a check whose kind is not known: nothing can be said of members that one kind has.
const ANY: Members<12> = Members {
    of: "a check",
    names: [
        "id",
        "kind",
        "run",
        "cwd",
        "preset",
        "fallbackPresets",
        "rubric",
        "blockOn",
        "blocking",
        "timeoutMs",
        "effects",
        "description",
    ],
    elsewhere: &[],
};

/// Which manifest declares a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declares {
    Review,
    Pack,
}

/// A check as it was declared. Its id is there even when something else is wrong with it, so that refs to it are not
/// told as a second problem.
pub(super) struct DeclaredCheck<'t> {
    pub(super) id: Option<(&'t str, Span)>,
    pub(super) facts: Facts,
    pub(super) check: Option<Check>,
}

impl Reader<'_> {
    /// Reads one item of `checks`.
    pub(super) fn check<'t>(
        &mut self,
        node: Node<'t, '_>,
        path: &Path<'_>,
        declares: Declares,
    ) -> Option<DeclaredCheck<'t>> {
        match self.kind_of(node) {
            Some(LaneKind::Command) => self.command_check(node, path, declares),
            Some(LaneKind::Agent) => self.agent_check(node, path, declares),
            _ => self.check_of_no_kind(node, path),
        }
    }

    /// The kind, without telling anything.
    fn kind_of(&self, node: Node<'_, '_>) -> Option<LaneKind> {
        let Shape::Scalar(Scalar::Text(kind)) = kind_of(node)?.shape() else { return None };
        KINDS.iter().find_map(|(word, meaning)| (*word == kind).then_some(*meaning))
    }

    fn command_check<'t>(
        &mut self,
        node: Node<'t, '_>,
        path: &Path<'_>,
        declares: Declares,
    ) -> Option<DeclaredCheck<'t>> {
        let [id, _, run, cwd, blocking, timeout, effects, description] = self.members(node, path, &COMMAND)?;
        let id = self.check_id(id, node, path, COMMAND.of);
        let run = self.required(run, node, path, "run", COMMAND.of);
        let run = run.and_then(|node| self.argument(node, &path.key("run")));
        let cwd = cwd.and_then(|node| self.inside(node, &path.key("cwd")));
        let blocking = blocking.map_or(Some(true), |node| self.boolean(node, &path.key("blocking")));
        let timeout =
            timeout.map_or(Some(DEFAULT_COMMAND_TIMEOUT_MS), |node| self.time_limit(node, &path.key("timeoutMs")));
        let mut effects_fact = effects.map_or(Some(false), |node| self.boolean(node, &path.key("effects")));
        if let (Declares::Pack, Some(node), Some(true)) = (declares, effects, effects_fact) {
            self.effects_not_allowed(node, path, id.as_ref(), "a check of a pack cannot have effects");
            effects_fact = None;
        }
        let description = description.and_then(|node| self.text(node, &path.key("description")));
        let check = || {
            Some(Check::Command(CommandCheck {
                id: id.as_ref()?.reference.clone(),
                run: run?.to_owned(),
                cwd: cwd.map(str::to_owned),
                blocking: blocking?,
                timeout_ms: timeout?,
                effects: effects_fact?,
                description: description.map(str::to_owned),
            }))
        };
        let check = check();
        Some(DeclaredCheck {
            id: id.map(|id| (id.text, id.span)),
            facts: Facts { effects: effects_fact, blocking },
            check,
        })
    }

    fn agent_check<'t>(
        &mut self,
        node: Node<'t, '_>,
        path: &Path<'_>,
        declares: Declares,
    ) -> Option<DeclaredCheck<'t>> {
        let [id, _, preset, fallbacks, rubric, block_on, blocking, timeout, effects, description] =
            self.members(node, path, &AGENT)?;
        let id = self.check_id(id, node, path, AGENT.of);
        let preset = match declares {
            Declares::Review => self.required(preset, node, path, "preset", AGENT.of).map(Some),
            Declares::Pack => Some(preset),
        };
        let preset = match preset {
            Some(Some(node)) => self.argument(node, &path.key("preset")).map(Some),
            Some(None) => Some(None),
            None => None,
        };
        let fallbacks = fallbacks.and_then(|node| {
            let path = path.key("fallbackPresets");
            if declares == Declares::Pack {
                self.problems.add(Code::UnknownKey, node.span(), &path, || {
                    "`fallbackPresets` is not allowed in a pack; the manifest that uses the pack may give them"
                        .to_owned()
                });
                return None;
            }
            self.fallbacks(node, &path, preset.flatten())
        });
        let rubric = self.required(rubric, node, path, "rubric", AGENT.of);
        let rubric = rubric.and_then(|node| self.argument(node, &path.key("rubric")));
        let block_on = block_on.map_or(Some(Severity::High), |node| self.word(node, &path.key("blockOn"), SEVERITIES));
        let blocking = blocking.map_or(Some(true), |node| self.boolean(node, &path.key("blocking")));
        let timeout =
            timeout.map_or(Some(DEFAULT_AGENT_TIMEOUT_MS), |node| self.time_limit(node, &path.key("timeoutMs")));
        let mut effects_fact = Some(false);
        if let Some(node) = effects {
            effects_fact = self.boolean(node, &path.key("effects")).filter(|effects| !effects);
            if matches!(node.shape(), Shape::Scalar(Scalar::Bool(true))) {
                self.effects_not_allowed(
                    node,
                    path,
                    id.as_ref(),
                    "an agent check cannot have effects: a reviewer is read-only",
                );
            }
        }
        let description = description.and_then(|node| self.text(node, &path.key("description")));
        let check = || {
            Some(Check::Agent(AgentCheck {
                id: id.as_ref()?.reference.clone(),
                preset: preset?.map(str::to_owned),
                fallback_presets: fallbacks,
                rubric: rubric?.to_owned(),
                block_on: block_on?,
                blocking: blocking?,
                timeout_ms: timeout?,
                effects: False,
                description: description.map(str::to_owned),
            }))
        };
        let check = check();
        Some(DeclaredCheck {
            id: id.map(|id| (id.text, id.span)),
            facts: Facts { effects: effects_fact, blocking },
            check,
        })
    }

    fn check_of_no_kind<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<DeclaredCheck<'t>> {
        let values = self.members(node, path, &ANY)?;
        let [id, kind, ..] = values;
        let id = self.check_id(id, node, path, ANY.of);
        if let Some(node) = self.required(kind, node, path, "kind", ANY.of) {
            self.word(node, &path.key("kind"), KINDS);
        }
        Some(DeclaredCheck {
            id: id.map(|id| (id.text, id.span)),
            facts: Facts { effects: None, blocking: None },
            check: None,
        })
    }

    fn check_id<'t>(
        &mut self,
        id: Option<Node<'t, '_>>,
        mapping: Node<'_, '_>,
        path: &Path<'_>,
        of: &str,
    ) -> Option<DeclaredId<'t>> {
        let node = self.required(id, mapping, path, "id", of)?;
        let (text, id) = self.named(node, &path.key("id"), Code::BadId, CheckId::parse)?;
        Some(DeclaredId { text, span: node.span(), reference: CheckRef::from(id) })
    }

    /// Stand-ins that repeat neither the reviewer nor each other.
    pub(super) fn fallbacks(
        &mut self,
        node: Node<'_, '_>,
        path: &Path<'_>,
        preset: Option<&str>,
    ) -> Option<Vec<String>> {
        let fallbacks = self.filled_list(node, path)?;
        if let Some(at) = repeated_fallback(preset, &fallbacks) {
            let Shape::Sequence(mut items) = node.shape() else { return None };
            let span = items.nth(at).map_or(node.span(), Node::span);
            self.problems.add(Code::FallbackRepeats, span, &path.index(at), || {
                let name = fallbacks.get(at).map(|name| quote(name)).unwrap_or_default();
                format!("{name} is already the reviewer or an earlier stand-in; name each once")
            });
        }
        Some(fallbacks)
    }

    fn effects_not_allowed(&mut self, node: Node<'_, '_>, path: &Path<'_>, id: Option<&DeclaredId<'_>>, why: &str) {
        self.problems.suggest(Code::EffectsNotAllowed, node.span(), &path.key("effects"), |_| {
            let name = id.map(|id| format!("check {}: ", quote(id.text))).unwrap_or_default();
            (format!("{name}{why}"), Some("leave `effects` out".to_owned()))
        });
    }
}

struct DeclaredId<'t> {
    text: &'t str,
    span: Span,
    reference: CheckRef,
}
