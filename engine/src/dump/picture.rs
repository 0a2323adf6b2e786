//! What DOT and Mermaid draw alike: boxes, the small marks where branches begin and end, and arrows.

use crate::{StepGraph, graph::Plan};

/// An arrow between two things that are drawn.
pub(super) struct Arrow<'g> {
    pub(super) from: String,
    pub(super) to: String,
    /// The branch it leads into, where it begins one.
    pub(super) branch: Option<&'g str>,
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
            arrows.push(Arrow { from: name(plan, from), to: name(plan, to), branch });
        }
    }
    arrows
}

fn branch_of(graph: &StepGraph, step: u32) -> Option<&str> {
    let inner = graph.inner();
    let places = &inner.plan.places;
    let branch = places.lists.get(places.list(step) as usize)?.branch;
    let composite = places.step(&inner.steps, places.composite(step)?)?;
    composite.branches().get(branch as usize).map(crate::Branch::id)
}

/// The name a node is drawn under: numbers, so that no id can be taken for a word of the language.
fn name(plan: &Plan, node: u32) -> String {
    match plan.joined_by(node) {
        Some(composite) => end(composite.step),
        None if plan.is_composite(node) => begin(node),
        None => step(node),
    }
}

pub(super) fn step(number: u32) -> String {
    format!("s{number}")
}

pub(super) fn begin(number: u32) -> String {
    format!("s{number}_begin")
}

pub(super) fn end(number: u32) -> String {
    format!("s{number}_end")
}
