//! What DOT and Mermaid draw alike: boxes, the small marks where branches begin and end, and arrows.

use std::fmt;

use crate::{StepGraph, graph::Plan};

use super::escape::says;

/// An arrow between two things that are drawn.
pub(super) struct Arrow<'g> {
    pub(super) from: Mark,
    pub(super) to: Mark,
    /// The branch it leads into, where it begins one and the step there does not say it.
    pub(super) branch: Option<&'g str>,
}

/// Something that is drawn, by the number of the step it belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A step's box.
    Step(u32),
    /// Where the branches of a `parallel` step begin.
    Begin(u32),
    /// Where they end.
    End(u32),
}

/// Names are numbers, so that no id can be taken for a word of the language.
impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(number) => write!(f, "s{number}"),
            Self::Begin(number) => write!(f, "s{number}_begin"),
            Self::End(number) => write!(f, "s{number}_end"),
        }
    }
}

/// All arrows, in document order of where they begin.
pub(super) fn arrows(graph: &StepGraph) -> Vec<Arrow<'_>> {
    let inner = graph.inner();
    let plan = &inner.plan;
    let mut arrows = Vec::with_capacity(plan.edges.count());
    for from in 0..plan.edges.nodes() {
        for to in plan.edges.followers(from).iter().copied() {
            let begins = plan.places.composite(to) == Some(from);
            let branch = begins.then(|| branch_of(graph, to)).flatten();
            arrows.push(Arrow { from: mark(plan, from), to: mark(plan, to), branch });
        }
    }
    arrows
}

fn mark(plan: &Plan, node: u32) -> Mark {
    match plan.joined_by(node) {
        Some(composite) => Mark::End(composite.step),
        None if plan.is_composite(node) => Mark::Begin(node),
        None => Mark::Step(node),
    }
}

/// The branch that a step begins, unless the step's own id says it.
fn branch_of(graph: &StepGraph, step: u32) -> Option<&str> {
    let inner = graph.inner();
    let places = &inner.plan.places;
    let branch = places.lists.get(places.list(step) as usize)?.branch;
    let composite = places.step(&inner.steps, places.composite(step)?)?;
    let branch = composite.branches().get(branch as usize)?;
    let first = branch.steps().first()?;
    (!says(first.id(), branch.id())).then_some(branch.id())
}
