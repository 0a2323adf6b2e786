//! Where an entry of `uses` can go into a text.

use assize_schemas::CheckRef;

use crate::init::uses::NewUse;
use crate::init::uses::flow::Flow;
use crate::init::uses::lines::{Line, Lines, after_key};
use crate::init::yaml;

/// How far an item of a new list is indented.
const STEP: &str = "  ";

/// The texts that may be `source` with one entry more, the likeliest first. None of them is known to be right: whoever
/// asks must read them. `implied` are the checks of the binding that a manifest without bindings has; a manifest with
/// packs has to spell it out.
pub(super) fn candidates(source: &str, new: &NewUse, implied: &[CheckRef]) -> Vec<String> {
    let Some(lines) = Lines::of(source) else { return Vec::new() };
    let Some(first) = lines.content().next() else { return Vec::new() };
    let found = if first.text.starts_with('{') {
        in_flow_mapping(source, first.start + first.indent, new, implied)
    } else if let Some(key) = lines.content().find(|line| line.indent == first.indent && is_uses(line)) {
        vec![in_list(source, &lines, key, new)]
    } else {
        in_block_mapping(source, &lines, first.indent, new, implied)
    };
    found.into_iter().flatten().collect()
}

fn is_uses(line: &Line<'_>) -> bool {
    after_key(line.text, "uses").is_some()
}

/// A manifest that is one flow mapping.
fn in_flow_mapping(source: &str, open: usize, new: &NewUse, implied: &[CheckRef]) -> Vec<Option<String>> {
    let Some(flow) = Flow::at(source, open) else { return Vec::new() };
    if let Some(list) = flow.uses {
        return vec![Flow::at(source, list).and_then(|list| list.with(source, &flow_entry(new)))];
    }
    let uses = format!("uses: [{}]", flow_entry(new));
    let bindings = format!("bindings: {{default: {{checks: [{}]}}}}, {uses}", list_of(implied));
    vec![flow.with(source, &uses), flow.with(source, &bindings)]
}

/// A list that is there already.
fn in_list(source: &str, lines: &Lines<'_>, key: Line<'_>, new: &NewUse) -> Option<String> {
    let (_, rest) = after_key(key.text, "uses")?;
    let value = rest.trim_start();
    if value.starts_with('[') {
        let open = key.start + key.indent + (key.text.len() - value.len());
        return Flow::at(source, open)?.with(source, &flow_entry(new));
    }
    let mut below = lines.content().filter(|line| line.start > key.start).peekable();
    let item = *below.peek()?;
    if item.text.starts_with('[') && item.indent > key.indent {
        return Flow::at(source, item.start + item.indent)?.with(source, &flow_entry(new));
    }
    if !item.text.starts_with('-') || item.indent < key.indent {
        return None;
    }
    let belongs = |line: &Line<'_>| {
        line.indent > key.indent.max(item.indent) || (line.indent == item.indent && line.text.starts_with('-'))
    };
    let last = below.take_while(belongs).last()?;
    let indent = " ".repeat(item.indent);
    inserted(source, last.end, &block_entry(new, &indent, lines.eol))
}

/// A block mapping without the list.
fn in_block_mapping(
    source: &str,
    lines: &Lines<'_>,
    indent: usize,
    new: &NewUse,
    implied: &[CheckRef],
) -> Vec<Option<String>> {
    let (indent, eol) = (" ".repeat(indent), lines.eol);
    let entry = block_entry(new, &format!("{indent}{STEP}"), eol);
    let uses = format!("{indent}uses:{eol}{entry}");
    let default = format!("{indent}{STEP}default:{eol}{indent}{STEP}{STEP}checks: [{}]{eol}", list_of(implied));
    let bindings = format!("{indent}bindings:{eol}{default}{uses}");
    vec![inserted(source, lines.close, &uses), inserted(source, lines.close, &bindings)]
}

fn inserted(source: &str, at: usize, text: &str) -> Option<String> {
    Some(format!("{}{text}{}", source.get(..at)?, source.get(at..)?))
}

fn list_of(checks: &[CheckRef]) -> String {
    checks.iter().map(CheckRef::as_str).collect::<Vec<_>>().join(", ")
}

fn flow_entry(new: &NewUse) -> String {
    format!("{{pack: {}, as: {}}}", yaml::scalar(&new.pack), new.namespace)
}

/// The entry as an item of a block list.
pub(super) fn block_entry(new: &NewUse, indent: &str, eol: &str) -> String {
    format!("{indent}- pack: {}{eol}{indent}  as: {}{eol}", yaml::scalar(&new.pack), new.namespace)
}
