//! The block of text that a reviewer is handed.

use crate::documents::Document;
use crate::shown::shown;

/// It is part of the program, so that no repository has a copy of it that drifts.
const TEMPLATE: &str = include_str!("reviewer.txt");
/// Where the gate's name goes.
const GATE: &str = "{gate}";
/// The line in whose place the rubrics go.
const DOCS: &str = "{docs}";

/// The block for one gate. What is put in is never read for places again.
pub(crate) fn prompt(gate: &str, documents: &[Document]) -> String {
    let mut text = String::with_capacity(TEMPLATE.len());
    for line in TEMPLATE.lines() {
        if line == DOCS {
            for document in documents {
                text.push_str("  ");
                text.push_str(&shown(&document.path));
                text.push('\n');
            }
            continue;
        }
        text.push_str(&line.replace(GATE, gate));
        text.push('\n');
    }
    text
}
