//! A tree for terminals.

use std::fmt::Write;

use crate::{Branch, Step, StepGraph};

use super::{
    escape::{NOT_A_MANIFEST, config, duration, one_line},
    json::after,
};

/// Labels wider than this do not push the rest of their list to the right.
const LABEL_CHARS: usize = 44;

/// A tree with a line for each step, or for each branch that has only one.
pub(crate) fn text(graph: &StepGraph) -> String {
    let mut shown = graph.id().to_owned();
    if graph.name() != graph.id() {
        let _ = write!(shown, ": {}", one_line(graph.name()));
    }
    let _ = write!(shown, "\n({NOT_A_MANIFEST}; {} steps", graph.step_count());
    if let Some(timeout) = graph.timeout() {
        let _ = write!(shown, ", at most {}", duration(timeout));
    }
    shown.push_str(")\n");
    list(graph.steps(), "", &mut shown);
    let result = match graph.result_step() {
        Some(step) => step.to_owned(),
        None => one_line(&graph.result().to_string()),
    };
    let _ = writeln!(shown, "=> {result}");
    shown
}

/// Graphs are only built with a bounded nesting of branches, so that recursion is no danger.
fn list(steps: &[Step], indent: &str, shown: &mut String) {
    let width = width(steps.iter().map(Step::id));
    let mut previous = None;
    for (position, step) in steps.iter().enumerate() {
        let (fork, inner) = forks(position + 1 == steps.len());
        let _ = write!(shown, "{indent}{fork}{}", padded(step.id(), width));
        line(step, previous, shown);
        branches(step.branches(), &format!("{indent}{inner}"), shown);
        previous = Some(step);
    }
}

fn branches(branches: &[Branch], indent: &str, shown: &mut String) {
    let label = |branch: &Branch| match branch.steps() {
        [step] => format!("[{}] {}", branch.id(), step.id()),
        _ => format!("[{}]", branch.id()),
    };
    let labels: Vec<String> = branches.iter().map(label).collect();
    let width = width(labels.iter().map(String::as_str));
    for (position, (branch, label)) in branches.iter().zip(&labels).enumerate() {
        let (fork, inner) = forks(position + 1 == branches.len());
        let indent_inside = format!("{indent}{inner}");
        match branch.steps() {
            [step] => {
                let _ = write!(shown, "{indent}{fork}{}", padded(label, width));
                line(step, None, shown);
                self::branches(step.branches(), &indent_inside, shown);
            }
            steps => {
                let _ = writeln!(shown, "{indent}{fork}{label}");
                list(steps, &indent_inside, shown);
            }
        }
    }
}

/// What is said of a step behind its label.
fn line(step: &Step, previous: Option<&Step>, shown: &mut String) {
    let _ = write!(shown, "  {:<9}", step.kind().as_str());
    match step.node() {
        Some(node) => {
            let _ = write!(shown, "  {}", one_line(node));
        }
        None => {
            let count = step.branches().len();
            let _ = write!(shown, "  {count} {}", if count == 1 { "branch" } else { "branches" });
        }
    }
    if step.declared_after().is_some() {
        match after(step, previous).as_slice() {
            [] if previous.is_none() => {}
            [] => shown.push_str("  after nothing"),
            [only] if previous.map(Step::id) == Some(only) => {}
            names => {
                let _ =
                    write!(shown, "  after {}", names.iter().map(|name| one_line(name)).collect::<Vec<_>>().join(", "));
            }
        }
    }
    if let Some(timeout) = step.declared_timeout() {
        let _ = write!(shown, "  at most {}", duration(timeout));
    }
    if let Some(config) = config(step.config()) {
        let _ = write!(shown, "  {config}");
    }
    shown.push('\n');
}

const fn forks(last: bool) -> (&'static str, &'static str) {
    if last { ("└─ ", "   ") } else { ("├─ ", "│  ") }
}

fn width<'s>(labels: impl Iterator<Item = &'s str>) -> usize {
    labels.map(|label| label.chars().count()).filter(|chars| *chars <= LABEL_CHARS).max().unwrap_or(0)
}

fn padded(label: &str, width: usize) -> String {
    format!("{label:<width$}")
}
