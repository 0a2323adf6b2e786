//! Graphviz DOT.

use std::{collections::HashSet, fmt::Write};

use crate::{Branch, Step, StepGraph, StepKind};

use super::{
    escape::{self, NOT_A_MANIFEST, duration, says},
    picture::{Mark, arrows},
    summary::summary,
};

/// The most characters of a configuration in a tooltip.
const TOOLTIP_CHARS: usize = 160;
/// The most branches that stand in one row with arrows to and from each.
const ROW: usize = 6;

/// A digraph from top to bottom; each `parallel` step is a cluster. Its branches stand side by side, or in a grid when
/// they are many: then arrows lead to and from the cluster as a whole.
pub(crate) fn dot(graph: &StepGraph) -> String {
    let mut shown = format!("// {NOT_A_MANIFEST}\ndigraph \"{}\" {{\n", escape::dot(graph.id()));
    let _ = writeln!(shown, "  label=\"{}\\n({NOT_A_MANIFEST})\";", escape::dot(graph.name()));
    shown.push_str("  labelloc=t; labeljust=l; fontname=\"sans-serif\"; fontsize=12;\n");
    shown.push_str("  compound=true; newrank=true; ordering=out; nodesep=0.2; ranksep=0.4;\n");
    shown.push_str("  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11, margin=\"0.12,0.06\"];\n");
    shown.push_str("  edge [fontname=\"sans-serif\", fontsize=9, arrowsize=0.7];\n");
    let mut drawing = Drawing { shown, number: 0, grids: HashSet::new() };
    drawing.list(graph.steps(), "  ", None);
    drawing.arrows(graph);
    drawing.shown.push_str("}\n");
    drawing.shown
}

struct Drawing {
    shown: String,
    /// The number of the next step.
    number: u32,
    /// The `parallel` steps whose branches stand in a grid.
    grids: HashSet<u32>,
}

/// Where a branch begins and ends.
type Ends = (Mark, Mark);

impl Drawing {
    /// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
    ///
    /// The first step also tells the branch it begins, where one is given. Gives where the list begins and ends.
    fn list(&mut self, steps: &[Step], indent: &str, branch: Option<&str>) -> Option<Ends> {
        let mut ends: Option<Ends> = None;
        for step in steps {
            let own = self.number;
            self.number += 1;
            let label = match branch.filter(|branch| ends.is_none() && !says(step.id(), branch)) {
                Some(branch) => format!("[{}] {}", escape::dot(branch), escape::dot(step.id())),
                None => escape::dot(step.id()),
            };
            let (first, last) = if step.kind() == StepKind::Parallel {
                self.cluster(step, own, &label, indent);
                (Mark::Begin(own), Mark::End(own))
            } else {
                self.leaf(step, own, &label, indent);
                (Mark::Step(own), Mark::Step(own))
            };
            ends = Some((ends.map_or(first, |(begin, _)| begin), last));
        }
        ends
    }

    fn cluster(&mut self, step: &Step, own: u32, label: &str, indent: &str) {
        let count = step.branches().len();
        let grid = count > ROW;
        let (noun, style) = (if count == 1 { "branch" } else { "branches" }, if grid { ", style=invis" } else { "" });
        let shown = &mut self.shown;
        let _ = writeln!(shown, "{indent}subgraph cluster_{own} {{");
        let _ = writeln!(shown, "{indent}  label=\"{label}\\nparallel, {count} {noun}{}\";", limit(step));
        let _ = writeln!(shown, "{indent}  style=\"rounded,dashed\";");
        let _ = writeln!(shown, "{indent}  {} [shape=point, width=0.1{style}];", Mark::Begin(own));
        let inner = format!("{indent}  ");
        let branch = |branch: &Branch| self.list(branch.steps(), &inner, grid.then(|| branch.id()));
        let ends: Vec<Option<Ends>> = step.branches().iter().map(branch).collect();
        let _ = writeln!(self.shown, "{indent}  {} [shape=point, width=0.1{style}];", Mark::End(own));
        if grid {
            self.grids.insert(own);
            self.grid(own, &ends.into_iter().flatten().collect::<Vec<_>>(), &inner);
        }
        let _ = writeln!(self.shown, "{indent}}}");
    }

    /// Sets branches in rows, by arrows that are not seen.
    fn grid(&mut self, own: u32, branches: &[Ends], indent: &str) {
        let columns = if branches.len() <= 16 { 4 } else { 6 };
        let (begin, end) = (Mark::Begin(own), Mark::End(own));
        let _ =
            writeln!(self.shown, "{indent}// every branch runs from {begin} to {end}; what follows only places them");
        for (position, (first, last)) in branches.iter().enumerate() {
            if position < columns {
                if position == columns / 2 {
                    // Keeps the way out below the way in.
                    let _ = writeln!(self.shown, "{indent}{begin} -> {end} [style=invis, weight=20];");
                }
                let _ = writeln!(self.shown, "{indent}{begin} -> {first} [style=invis];");
            }
            match branches.get(position + columns) {
                Some((below, _)) => {
                    let _ = writeln!(self.shown, "{indent}{last} -> {below} [style=invis];");
                }
                None if position.is_multiple_of(columns) => {
                    let _ = writeln!(self.shown, "{indent}{last} -> {end} [style=invis];");
                }
                None => {}
            }
        }
    }

    fn leaf(&mut self, step: &Step, number: u32, label: &str, indent: &str) {
        let node = step.node().map(escape::dot).unwrap_or_default();
        let shown = &mut self.shown;
        let _ =
            write!(shown, "{indent}{} [label=\"{label}\\n{} {node}{}\"", Mark::Step(number), step.kind(), limit(step));
        if step.kind() == StepKind::Gate {
            shown.push_str(", style=\"rounded,bold\"");
        }
        if let Some(config) = summary(step, TOOLTIP_CHARS) {
            let _ = write!(shown, ", tooltip=\"{}\"", escape::dot(&config));
        }
        shown.push_str("];\n");
    }

    fn arrows(&mut self, graph: &StepGraph) {
        let plan = &graph.inner().plan;
        let in_grid = |number: u32| self.grids.contains(&number);
        // From the begin of a grid into it, or out of it to its end.
        let inside = |from: Mark, to: Mark| match (from, to) {
            (Mark::Begin(number), _) => in_grid(number),
            (Mark::Step(inner) | Mark::End(inner), Mark::End(number)) => {
                plan.places.composite(inner) == Some(number) && in_grid(number)
            }
            _ => false,
        };
        let mut lines = String::new();
        for arrow in arrows(graph).into_iter().filter(|arrow| !inside(arrow.from, arrow.to)) {
            let mut attributes = Vec::new();
            attributes.extend(arrow.branch.map(|branch| format!("label=\"{}\"", escape::dot(branch))));
            if let Mark::End(number) = arrow.from
                && in_grid(number)
            {
                attributes.push(format!("ltail=cluster_{number}"));
            }
            if let Mark::Begin(number) = arrow.to
                && in_grid(number)
            {
                attributes.push(format!("lhead=cluster_{number}"));
            }
            let attributes =
                if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
            let _ = writeln!(lines, "  {} -> {}{attributes};", arrow.from, arrow.to);
        }
        self.shown.push_str(&lines);
    }
}

fn limit(step: &Step) -> String {
    step.declared_timeout().map(|timeout| format!(", at most {}", duration(timeout))).unwrap_or_default()
}
