//! From a graph and a registry to a run.

use std::{fmt, num::NonZeroUsize, time::Duration};

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{
    ConfigError, EventSink, Node, NodeKind, PrepareError, Problem, Reference, Registry, Step, StepGraph,
    graph::{Plan, code_of, in_order},
};

use super::catch::catch;

/// How long steps that want to finish are awaited where nothing else was said.
const DEFAULT_GRACE: Duration = Duration::from_secs(5);

/// A run that is ready: every node is made, no step is started.
pub struct Run {
    pub(super) graph: StepGraph,
    pub(super) seats: Vec<Seat>,
    pub(super) settings: Settings,
}

/// How a run is to go.
pub(super) struct Settings {
    pub(super) input: Value,
    pub(super) max_concurrency: Option<NonZeroUsize>,
    pub(super) sink: Option<Box<dyn EventSink>>,
    pub(super) cancel: Option<CancellationToken>,
    pub(super) grace: Duration,
    pub(super) run_id: Option<String>,
}

/// What the run needs of one step at hand.
pub(super) struct Seat {
    /// None for `parallel`.
    pub(super) node: Option<Box<dyn Node>>,
    pub(super) timeout: Option<Duration>,
}

impl Drop for Seat {
    fn drop(&mut self) {
        // A node that panics while an abandoned run is taken apart must not take the caller with it.
        if let Some(node) = self.node.take() {
            let _ = catch(|| drop(node));
        }
    }
}

impl Run {
    /// The value steps see as `$input`; `null` without it.
    #[must_use]
    pub fn input(mut self, input: Value) -> Self {
        self.settings.input = input;
        self
    }

    /// The most steps under way at the same time, `parallel` steps not counted; without it there is no such limit.
    #[must_use]
    pub fn max_concurrency(mut self, steps: NonZeroUsize) -> Self {
        self.settings.max_concurrency = Some(steps);
        self
    }

    /// Where events go.
    #[must_use]
    pub fn events(mut self, sink: impl EventSink + 'static) -> Self {
        self.settings.sink = Some(Box::new(sink));
        self
    }

    /// Cancels the run when this token is cancelled.
    #[must_use]
    pub fn cancel_on(mut self, token: CancellationToken) -> Self {
        self.settings.cancel = Some(token);
        self
    }

    /// How long steps that want to finish ([`OnCancel::Finish`](crate::OnCancel::Finish)) are awaited when the run is
    /// cancelled or fails; 5 seconds without it.
    #[must_use]
    pub fn grace(mut self, grace: Duration) -> Self {
        self.settings.grace = grace;
        self
    }

    /// The host's name for this run; it appears in spans and to nodes.
    #[must_use]
    pub fn run_id(mut self, id: impl Into<String>) -> Self {
        self.settings.run_id = Some(id.into());
        self
    }

    /// The graph this is a run of.
    pub fn graph(&self) -> &StepGraph {
        &self.graph
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("graph", &self.graph.id()).finish_non_exhaustive()
    }
}

pub(crate) fn prepare(graph: &StepGraph, registry: &Registry) -> Result<Run, PrepareError> {
    let inner = graph.inner();
    let mut preparation = Preparation { plan: &inner.plan, problems: Vec::new(), references: Vec::new() };
    let mut seats = Vec::with_capacity(inner.plan.len());
    let mut latest: Option<(&str, &dyn NodeKind)> = None;
    for (number, step) in (0_u32..).zip(in_order(&inner.steps)) {
        let mut seat = Seat { node: None, timeout: step.place.timeout };
        if let Some(name) = step.node() {
            // Neighbours are often of the same kind.
            let kind = match latest {
                Some((known, kind)) if known == name => Some(kind),
                _ => registry.get(name),
            };
            match kind {
                Some(kind) => {
                    latest = Some((name, kind));
                    seat.node = preparation.node(number, step, kind);
                }
                None => preparation.unknown_node(number, name, registry),
            }
        }
        seats.push(seat);
    }
    preparation.judge_references(graph);
    preparation.finish()?;
    let settings = Settings {
        input: Value::Null,
        max_concurrency: None,
        sink: None,
        cancel: None,
        grace: DEFAULT_GRACE,
        run_id: None,
    };
    Ok(Run { graph: graph.clone(), seats, settings })
}

struct Preparation<'g> {
    plan: &'g Plan,
    problems: Vec<(u32, Problem)>,
    /// Step, its reference as written, and the step it refers to.
    references: Vec<(u32, String, u32)>,
}

impl Preparation<'_> {
    fn report(&mut self, step: u32, code: &'static str, member: &str, message: String) {
        let path = self.plan.places.path(step) + member;
        let id = self.plan.id(step).as_str().to_owned();
        self.problems.push((step, Problem { code, path, step: Some(id), message }));
    }

    fn unknown_node(&mut self, step: u32, name: &str, registry: &Registry) {
        let names = registry.names();
        let known = if names.is_empty() {
            "no node kind is registered".to_owned()
        } else {
            format!("registered are {}", names.join(", "))
        };
        let message = format!("step `{}` names the unknown node kind `{name}`; {known}", self.plan.id(step));
        self.report(step, "unknown-node", ".node", message);
    }

    fn node(&mut self, number: u32, step: &Step, kind: &dyn NodeKind) -> Option<Box<dyn Node>> {
        match catch(|| kind.references(step.config())) {
            Ok(Ok(references)) => references.into_iter().for_each(|text| self.reference(number, text)),
            Ok(Err(error)) => {
                self.bad_config(number, step, &error);
                return None;
            }
            Err(panic) => {
                self.panicked(number, step, &panic);
                return None;
            }
        }
        match catch(|| kind.instantiate(step.config())) {
            Ok(Ok(node)) => Some(node),
            Ok(Err(error)) => {
                self.bad_config(number, step, &error);
                None
            }
            Err(panic) => {
                self.panicked(number, step, &panic);
                None
            }
        }
    }

    fn bad_config(&mut self, number: u32, step: &Step, error: &ConfigError) {
        let member = match error.member() {
            Some(member) => format!(".config.{member}"),
            None => ".config".to_owned(),
        };
        self.report(number, "bad-config", &member, format!("configuration of step `{}`: {error}", step.id()));
    }

    fn panicked(&mut self, number: u32, step: &Step, panic: &str) {
        let node = step.node().unwrap_or_default();
        let message = format!("node kind `{node}` panicked over the configuration of step `{}`: {panic}", step.id());
        self.report(number, "panicked", ".config", message);
    }

    fn reference(&mut self, number: u32, text: String) {
        let bound = if text.starts_with('$') {
            let find = |id: &str| self.plan.find(id);
            Reference::parse(&text).and_then(|reference| reference.bind(find)).map(|bound| bound.step)
        } else {
            let unknown = || crate::ReferenceError::UnknownStep { text: text.clone() };
            self.plan.find(&text).ok_or_else(unknown).map(Some)
        };
        match bound {
            Ok(Some(target)) => self.references.push((number, text, target)),
            Ok(None) => {}
            Err(error) => {
                let message = format!("step `{}`: {error}", self.plan.id(number));
                self.report(number, code_of(&error), ".config", message);
            }
        }
    }

    /// Each step referred to must certainly be done before the one that refers to it.
    fn judge_references(&mut self, graph: &StepGraph) {
        if self.references.is_empty() {
            return;
        }
        let plan = &graph.inner().plan;
        let exit = |step: &u32| plan.exit.get(*step as usize).copied().unwrap_or_default();
        let questions: Vec<(u32, u32)> = self.references.iter().map(|(from, _, to)| (exit(to), *from)).collect();
        let answers = plan.ancestry().answer(&plan.edges, &questions);
        for ((from, text, to), before) in std::mem::take(&mut self.references).into_iter().zip(answers) {
            if before {
                continue;
            }
            let (step, target) = (plan.id(from), plan.id(to));
            let (code, why) = if from == to {
                ("later-reference", "which is the step itself".to_owned())
            } else if plan.places.in_sibling_branches(from, to) {
                ("sibling-reference", format!("but `{target}` is in another branch of the same parallel step"))
            } else {
                ("later-reference", format!("but `{target}` is not certainly done before `{step}` starts"))
            };
            self.report(from, code, ".config", format!("step `{step}` refers to `{text}`, {why}"));
        }
    }

    fn finish(mut self) -> Result<(), PrepareError> {
        if self.problems.is_empty() {
            return Ok(());
        }
        self.problems.sort_by_key(|(step, _)| *step);
        Err(PrepareError { problems: self.problems.into_iter().map(|(_, problem)| problem).collect() })
    }
}
