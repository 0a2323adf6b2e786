//! Mermaid.

use std::collections::HashSet;
use std::fmt::Write;

use crate::{Branch, Step, StepGraph, StepKind};

use super::{
    escape::{self, NOT_A_MANIFEST, duration, says},
    picture::{Mark, arrows},
};

/// More branches than this, of a step each, stand in rows, with arrows to and from all of them together.
const MANY: usize = 8;
/// How many branches stand in a row.
const ROW: usize = 5;

/// A flowchart; each `parallel` step is a subgraph. It runs from left to right, so that branches stand below each other, or
/// from top to bottom where there are many.
pub(crate) fn mermaid(graph: &StepGraph) -> String {
    let mut steps = String::new();
    let mut writer = Writer { shown: &mut steps, number: 0, grids: HashSet::new() };
    writer.list(graph.steps(), "  ");
    let grids = writer.grids;
    let direction = if grids.is_empty() { "LR" } else { "TB" };
    let mut shown = format!("%% {NOT_A_MANIFEST}\nflowchart {direction}\n");
    let _ = writeln!(shown, "  title[\"{}<br/>({NOT_A_MANIFEST})\"]:::title", escape::mermaid(graph.name()));
    shown.push_str(&steps);
    for arrow in arrows(graph) {
        let (Some(from), Some(to)) = (leaves(arrow.from, &grids), reaches(arrow.to, &grids)) else { continue };
        let label = arrow.branch.map(|branch| format!("|\"{}\"|", escape::mermaid(branch))).unwrap_or_default();
        let _ = writeln!(shown, "  {from} -->{label} {to}");
    }
    shown.push_str("  classDef gate stroke-width:3px\n");
    shown.push_str("  classDef title fill:none,stroke:none\n");
    shown
}

/// Where an arrow begins: at a grid as a whole where it leaves one, nowhere where it leads into one.
fn leaves(mark: Mark, grids: &HashSet<u32>) -> Option<Mark> {
    match mark {
        Mark::Begin(step) if grids.contains(&step) => None,
        Mark::End(step) if grids.contains(&step) => Some(Mark::Step(step)),
        mark => Some(mark),
    }
}

/// Where an arrow ends, likewise.
fn reaches(mark: Mark, grids: &HashSet<u32>) -> Option<Mark> {
    match mark {
        Mark::End(step) if grids.contains(&step) => None,
        Mark::Begin(step) if grids.contains(&step) => Some(Mark::Step(step)),
        mark => Some(mark),
    }
}

/// Steps on their way into the picture.
struct Writer<'s> {
    shown: &'s mut String,
    number: u32,
    /// The numbers of the steps whose branches stand in rows.
    grids: HashSet<u32>,
}

impl Writer<'_> {
    /// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
    fn list(&mut self, steps: &[Step], indent: &str) {
        for step in steps {
            let own = self.number;
            self.number += 1;
            let id = escape::mermaid(step.id());
            if let Some(node) = step.node() {
                let class = if step.kind() == StepKind::Gate { ":::gate" } else { "" };
                let (name, kind, node) = (Mark::Step(own), step.kind(), escape::mermaid(node));
                let _ = writeln!(self.shown, "{indent}{name}(\"{id}<br/>{kind} {node}{}\"){class}", limit(step));
                continue;
            }
            let _ = writeln!(self.shown, "{indent}subgraph {}[\"{id}: parallel{}\"]", Mark::Step(own), limit(step));
            let _ = writeln!(self.shown, "{indent}  direction LR");
            let inner = format!("{indent}  ");
            if is_grid(step) {
                self.grids.insert(own);
                self.rows(step, &inner);
            } else {
                let _ = writeln!(self.shown, "{inner}{}(( ))", Mark::Begin(own));
                for branch in step.branches() {
                    self.list(branch.steps(), &inner);
                }
                let _ = writeln!(self.shown, "{inner}{}(( ))", Mark::End(own));
            }
            let _ = writeln!(self.shown, "{indent}end");
        }
    }

    /// Branches of a step each. Links that nobody sees keep a row together.
    fn rows(&mut self, step: &Step, indent: &str) {
        let mut numbers = Vec::with_capacity(step.branches().len());
        for branch in step.branches() {
            numbers.push(self.number);
            self.list(branch.steps(), indent);
        }
        for row in numbers.chunks(ROW).filter(|row| row.len() > 1) {
            let row: Vec<String> = row.iter().map(|number| Mark::Step(*number).to_string()).collect();
            let _ = writeln!(self.shown, "{indent}{}", row.join(" ~~~ "));
        }
    }
}

/// Whether the branches of a step are many, have one step each, and are named by it.
fn is_grid(step: &Step) -> bool {
    let is_plain = |branch: &Branch| match branch.steps() {
        [only] => only.kind() != StepKind::Parallel && says(only.id(), branch.id()),
        _ => false,
    };
    step.branches().len() > MANY && step.branches().iter().all(is_plain)
}

fn limit(step: &Step) -> String {
    step.declared_timeout().map(|timeout| format!(", at most {}", duration(timeout))).unwrap_or_default()
}
