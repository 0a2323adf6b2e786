//! A tree for terminals.

use std::fmt::Write;

use crate::{Branch, Step, StepGraph};

use super::{
    escape::{NOT_A_MANIFEST, cut, duration, one_line, says},
    json::after,
    summary::summary,
};

/// Labels wider than this do not push the rest of their list to the right.
const LABEL_CHARS: usize = 44;
/// Rows are filled up to here.
const ROW_CHARS: usize = 118;
/// What a list of steps may take of a row.
const AFTER_CHARS: usize = 48;

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
        None => cut(&one_line(&graph.result().to_string()), ROW_CHARS - 3),
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
        row(&format!("{indent}{fork}{}", padded(step.id(), width)), step, previous, shown);
        branches(step.branches(), &format!("{indent}{inner}"), shown);
        previous = Some(step);
    }
}

fn branches(branches: &[Branch], indent: &str, shown: &mut String) {
    let label = |branch: &Branch| match branch.steps() {
        [step] if says(step.id(), branch.id()) => step.id().to_owned(),
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
                row(&format!("{indent}{fork}{}", padded(label, width)), step, None, shown);
                self::branches(step.branches(), &indent_inside, shown);
            }
            steps => {
                let _ = writeln!(shown, "{indent}{fork}{label}");
                list(steps, &indent_inside, shown);
            }
        }
    }
}

/// The row of a step: its label and what is said of it.
fn row(label: &str, step: &Step, previous: Option<&Step>, shown: &mut String) {
    let mut row = format!("{label}  {:<9}", step.kind().as_str());
    match step.node() {
        Some(node) => {
            let _ = write!(row, "  {}", cut(&one_line(node), AFTER_CHARS));
        }
        None => {
            let count = step.branches().len();
            let _ = write!(row, "  {count} {}", if count == 1 { "branch" } else { "branches" });
        }
    }
    if step.declared_after().is_some() {
        match after(step, previous).as_slice() {
            [] if previous.is_none() => {}
            [] => row.push_str("  after nothing"),
            [only] if previous.map(Step::id) == Some(only) => {}
            names => {
                let _ = write!(row, "  after {}", some(names));
            }
        }
    }
    if let Some(timeout) = step.declared_timeout() {
        let _ = write!(row, "  at most {}", duration(timeout));
    }
    let left = ROW_CHARS.saturating_sub(row.chars().count() + 2);
    if let Some(config) = summary(step, left) {
        let _ = write!(row, "  {config}");
    }
    shown.push_str(row.trim_end());
    shown.push('\n');
}

/// As many names as there is room for, at least one, and how many more there are.
fn some(names: &[&str]) -> String {
    let mut text = String::new();
    for (position, name) in names.iter().enumerate() {
        if position > 0 && text.len() + name.len() > AFTER_CHARS {
            let _ = write!(text, " and {} more", names.len() - position);
            break;
        }
        let comma = if position > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}{name}");
    }
    text
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
