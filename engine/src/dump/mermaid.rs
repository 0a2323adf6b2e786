//! Mermaid.

use std::fmt::Write;

use crate::{Step, StepGraph, StepKind};

use super::{
    escape::{self, NOT_A_MANIFEST, duration},
    picture::{Mark, arrows},
};

/// A flowchart from left to right, so that many branches stand below each other; each `parallel` step is a subgraph.
pub(crate) fn mermaid(graph: &StepGraph) -> String {
    let mut shown = format!("%% {NOT_A_MANIFEST}\nflowchart LR\n");
    let _ = writeln!(shown, "  title[\"{}<br/>({NOT_A_MANIFEST})\"]:::title", escape::mermaid(graph.name()));
    let mut number = 0;
    list(graph.steps(), "  ", &mut number, &mut shown);
    for arrow in arrows(graph) {
        let label = arrow.branch.map(|branch| format!("|\"{}\"|", escape::mermaid(branch))).unwrap_or_default();
        let _ = writeln!(shown, "  {} -->{label} {}", arrow.from, arrow.to);
    }
    shown.push_str("  classDef gate stroke-width:3px\n");
    shown.push_str("  classDef title fill:none,stroke:none\n");
    shown
}

/// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
fn list(steps: &[Step], indent: &str, number: &mut u32, shown: &mut String) {
    for step in steps {
        let own = *number;
        *number += 1;
        let id = escape::mermaid(step.id());
        if let Some(node) = step.node() {
            let class = if step.kind() == StepKind::Gate { ":::gate" } else { "" };
            let (name, kind, node) = (Mark::Step(own), step.kind(), escape::mermaid(node));
            let _ = writeln!(shown, "{indent}{name}(\"{id}<br/>{kind} {node}{}\"){class}", limit(step));
            continue;
        }
        let _ = writeln!(shown, "{indent}subgraph {}[\"{id}: parallel{}\"]", Mark::Step(own), limit(step));
        let _ = writeln!(shown, "{indent}  direction LR");
        let _ = writeln!(shown, "{indent}  {}(( ))", Mark::Begin(own));
        for branch in step.branches() {
            list(branch.steps(), &format!("{indent}  "), number, shown);
        }
        let _ = writeln!(shown, "{indent}  {}(( ))", Mark::End(own));
        let _ = writeln!(shown, "{indent}end");
    }
}

fn limit(step: &Step) -> String {
    step.declared_timeout().map(|timeout| format!(", at most {}", duration(timeout))).unwrap_or_default()
}
