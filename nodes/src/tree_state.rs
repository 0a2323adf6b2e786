//! A snapshot of what a reviewer must leave alone.

use indexmap::IndexMap;

/// How many differences are named; the rest are counted.
const MOST_NAMED: usize = 3;

/// What a host saw of a tree at one moment: named parts, each with a value that is equal exactly when the part has
/// not changed. Which parts there are is the host's business; for git they are `HEAD`, every ref below `refs/heads`
/// and `refs/tags`, the entries of the index and the content of tracked files (rulings 12).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TreeState {
    parts: IndexMap<String, String>,
}

impl TreeState {
    /// A snapshot without any part.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The snapshot with one more part.
    #[must_use]
    pub fn with(mut self, part: impl Into<String>, value: impl Into<String>) -> Self {
        self.record(part, value);
        self
    }

    /// Adds a part; a part of the same name gives way.
    pub fn record(&mut self, part: impl Into<String>, value: impl Into<String>) {
        self.parts.insert(part.into(), value.into());
    }

    /// What is different in `later`, in words that follow "the tree changed while this lane ran: "; `None` when
    /// nothing is.
    #[must_use]
    pub fn difference(&self, later: &Self) -> Option<String> {
        let mut changes = Vec::new();
        for (part, value) in &self.parts {
            match later.parts.get(part) {
                Some(now) if now == value => {}
                Some(_) => changes.push(format!("{part} changed")),
                None => changes.push(format!("{part} is gone")),
            }
        }
        changes.extend(
            later.parts.keys().filter(|part| !self.parts.contains_key(*part)).map(|part| format!("{part} is new")),
        );
        if changes.is_empty() {
            return None;
        }
        let more = changes.len().saturating_sub(MOST_NAMED);
        changes.truncate(MOST_NAMED);
        let mut text = changes.join(", ");
        if more > 0 {
            text.push_str(&format!(" and {more} more"));
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: &[(&str, &str)], after: &[(&str, &str)], expect: Option<&str>) {
        let state = |parts: &[(&str, &str)]| {
            parts.iter().fold(TreeState::new(), |state, (part, value)| state.with(*part, *value))
        };
        assert_eq!(state(before).difference(&state(after)).as_deref(), expect);
    }

    #[test]
    fn differences_are_named() {
        check(&[], &[], None);
        check(&[("HEAD", "1"), ("index", "2")], &[("index", "2"), ("HEAD", "1")], None);
        check(&[("HEAD", "1")], &[("HEAD", "2")], Some("HEAD changed"));
        check(&[("refs/tags/v1", "1")], &[], Some("refs/tags/v1 is gone"));
        check(&[], &[("refs/heads/x", "1")], Some("refs/heads/x is new"));
        check(
            &[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1"), ("e", "1")],
            &[],
            Some("a is gone, b is gone, c is gone and 2 more"),
        );
    }
}
