//! Graphviz DOT.

use std::fmt::Write;

use crate::{Step, StepGraph, StepKind};

use super::{
    escape::{self, NOT_A_MANIFEST, config, duration},
    picture::{arrows, begin, end, step as name},
};

/// A digraph from left to right, so that many branches stand below each other; each `parallel` step is a cluster.
pub(crate) fn dot(graph: &StepGraph) -> String {
    let mut shown = format!("// {NOT_A_MANIFEST}\ndigraph \"{}\" {{\n", escape::dot(graph.id()));
    let _ = writeln!(shown, "  label=\"{}\\n({NOT_A_MANIFEST})\";", escape::dot(graph.name()));
    shown.push_str("  labelloc=t;\n  rankdir=LR;\n  nodesep=0.15;\n  fontname=\"sans-serif\";\n");
    shown.push_str("  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11, margin=\"0.12,0.06\"];\n");
    shown.push_str("  edge [fontname=\"sans-serif\", fontsize=9, arrowsize=0.7];\n");
    let mut number = 0;
    list(graph.steps(), "  ", &mut number, &mut shown);
    for arrow in arrows(graph) {
        let label = arrow.branch.map(|branch| format!(" [label=\"{}\"]", escape::dot(branch))).unwrap_or_default();
        let _ = writeln!(shown, "  {} -> {}{label};", arrow.from, arrow.to);
    }
    shown.push_str("}\n");
    shown
}

/// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
fn list(steps: &[Step], indent: &str, number: &mut u32, shown: &mut String) {
    for step in steps {
        let own = *number;
        *number += 1;
        if step.kind() != StepKind::Parallel {
            leaf(step, own, indent, shown);
            continue;
        }
        let _ = writeln!(shown, "{indent}subgraph cluster_{own} {{");
        let _ = writeln!(shown, "{indent}  label=\"{}\\nparallel{}\";", escape::dot(step.id()), limit(step));
        let _ = writeln!(shown, "{indent}  style=\"rounded,dashed\";");
        let _ = writeln!(shown, "{indent}  {} [shape=point, width=0.1];", begin(own));
        for branch in step.branches() {
            list(branch.steps(), &format!("{indent}  "), number, shown);
        }
        let _ = writeln!(shown, "{indent}  {} [shape=point, width=0.1];", end(own));
        let _ = writeln!(shown, "{indent}}}");
    }
}

fn leaf(step: &Step, number: u32, indent: &str, shown: &mut String) {
    let node = step.node().map(escape::dot).unwrap_or_default();
    let _ = write!(
        shown,
        "{indent}{} [label=\"{}\\n{} {node}{}\"",
        name(number),
        escape::dot(step.id()),
        step.kind(),
        limit(step),
    );
    if step.kind() == StepKind::Gate {
        shown.push_str(", style=\"rounded,bold\"");
    }
    if let Some(config) = config(step.config()) {
        let _ = write!(shown, ", tooltip=\"{}\"", escape::dot(&config));
    }
    shown.push_str("];\n");
}

fn limit(step: &Step) -> String {
    step.declared_timeout().map(|timeout| format!(", at most {}", duration(timeout))).unwrap_or_default()
}
