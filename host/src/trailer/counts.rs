//! Findings as the counts of a verdict.

use std::collections::{HashMap, HashSet};
use std::fmt;

use assize_schemas::{Finding, Severity};

/// The counts of a verdict: high is major, medium moderate, low minor.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Counts {
    major: u32,
    moderate: u32,
    minor: u32,
}

impl Counts {
    /// Counts findings.
    pub(super) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Self::default();
        findings.into_iter().for_each(|finding| counts.add(finding));
        counts
    }

    fn add(&mut self, finding: &Finding) {
        let count = match finding.severity {
            Severity::High => &mut self.major,
            Severity::Medium => &mut self.moderate,
            Severity::Low => &mut self.minor,
        };
        *count = count.saturating_add(1);
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "major={} moderate={} minor={}", self.major, self.moderate, self.minor)
    }
}

/// The counts of each file: what was found in it, and what was found in none of them, which any of them may be about.
/// So nothing that was found is left out of a commit.
pub(super) fn per_file<'a>(findings: &[Finding], files: &[&'a str]) -> Vec<(&'a str, Counts)> {
    let known: HashSet<&str> = files.iter().copied().collect();
    let about = |finding: &Finding| {
        finding.file.as_deref().map(|file| plain(file).to_owned()).filter(|file| known.contains(file.as_str()))
    };
    let everywhere = Counts::of(findings.iter().filter(|finding| about(finding).is_none()));
    let mut counts: HashMap<&str, Counts> = HashMap::new();
    for finding in findings {
        if let Some(file) = about(finding).and_then(|file| known.get(file.as_str()).copied()) {
            counts.entry(file).or_insert(everywhere).add(finding);
        }
    }
    files.iter().map(|file| (*file, counts.get(file).copied().unwrap_or(everywhere))).collect()
}

/// A path as git writes it.
fn plain(path: &str) -> &str {
    path.trim_start_matches("./")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(severity: Severity, file: Option<&str>) -> Finding {
        let file = file.map(str::to_owned);
        Finding { severity, title: "x".to_owned(), detail: String::new(), file, line: None }
    }

    fn check(findings: &[Finding], files: &[&str], expect: &[&str]) {
        let found: Vec<String> =
            per_file(findings, files).iter().map(|(file, counts)| format!("{file} {counts}")).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn what_is_found_in_a_file_counts_there_and_anything_else_everywhere() {
        let findings = [
            finding(Severity::Low, Some("a")),
            finding(Severity::Low, Some("./a")),
            finding(Severity::Medium, Some("b")),
            finding(Severity::High, None),
            finding(Severity::Low, Some("elsewhere")),
        ];
        assert_eq!(Counts::of(&findings).to_string(), "major=1 moderate=1 minor=3");
        check(
            &findings,
            &["b", "a", "c"],
            &["b major=1 moderate=1 minor=1", "a major=1 moderate=0 minor=3", "c major=1 moderate=0 minor=1"],
        );
        check(&[], &["a"], &["a major=0 moderate=0 minor=0"]);
    }
}
