//! What an attestation says, in words that all formats for people share.

use assize_schemas::{Attestation, Finding, LaneResult, LaneStatus, Severity, Verdict, with_spans};

use crate::plain::line;

/// So many characters of a finding's title are shown.
const TITLE_CHARS: usize = 300;
/// So many characters of a path are shown.
const PLACE_CHARS: usize = 300;
/// So many characters of a sentence are shown.
const SENTENCE_CHARS: usize = 600;
/// So many lanes are named in one sentence.
const NAMED: usize = 12;
/// What stands for a finding that has no title.
const UNTITLED: &str = "no title";

/// Why the verdict is what it is.
pub(crate) fn reason(attestation: &Attestation) -> String {
    let named = |pick: &dyn Fn(&LaneResult) -> bool| {
        names(attestation.lanes.iter().filter(|lane| lane.blocking && pick(lane)).map(|lane| lane.id.as_str()))
    };
    let missing = |lane: &LaneResult| matches!(lane.status, LaneStatus::Timeout | LaneStatus::Skipped);
    match attestation.verdict {
        Verdict::Pass => "Every blocking check passed.".to_owned(),
        Verdict::Block => format!("Blocked by {}.", named(&|lane| lane.status == LaneStatus::Fail)),
        Verdict::Incomplete if !attestation.lanes.iter().any(|lane| lane.blocking) => {
            "Not established: no check of this binding is blocking.".to_owned()
        }
        Verdict::Incomplete => format!("Not established: no result from {}.", named(&missing)),
    }
}

/// What a reader of the verdict has to know besides.
pub(crate) fn caveats(attestation: &Attestation) -> Vec<String> {
    let mut caveats = Vec::new();
    if attestation.dirty == Some(true) {
        caveats.push(
            "Tracked files had changes that were not committed: the verdict is not about the commit alone.".to_owned(),
        );
    }
    if attestation.target.base_sha == attestation.target.head_sha {
        caveats.push("There was nothing to review: base and head are the same commit.".to_owned());
    }
    let advisory: Vec<&str> = attestation
        .lanes
        .iter()
        .filter(|lane| !lane.blocking && lane.status != LaneStatus::Pass)
        .map(|lane| lane.id.as_str())
        .collect();
    if !advisory.is_empty() {
        caveats.push(format!("Advisory, not green: {}. These do not count for the verdict.", names(advisory)));
    }
    caveats
}

/// Names in a sentence: the first of them, and how many more there are.
fn names<'n>(all: impl IntoIterator<Item = &'n str>) -> String {
    let all: Vec<&str> = all.into_iter().collect();
    let shown = all.get(..NAMED).unwrap_or(&all).join(", ");
    match all.len().checked_sub(NAMED) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

/// How many lanes ended in each way, the ways without a lane left out.
pub(crate) fn tally(attestation: &Attestation) -> Vec<(LaneStatus, usize)> {
    [LaneStatus::Fail, LaneStatus::Timeout, LaneStatus::Skipped, LaneStatus::Pass]
        .into_iter()
        .map(|status| (status, attestation.lanes.iter().filter(|lane| lane.status == status).count()))
        .filter(|(_, count)| *count > 0)
        .collect()
}

/// A status as people say it.
pub(crate) fn status_word(status: LaneStatus) -> &'static str {
    match status {
        LaneStatus::Pass => "passed",
        LaneStatus::Fail => "failed",
        LaneStatus::Timeout => "timed out",
        LaneStatus::Skipped => "skipped",
    }
}

/// A verdict as a heading says it.
pub(crate) fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "Passed",
        Verdict::Block => "Blocked",
        Verdict::Incomplete => "Incomplete",
    }
}

/// A severity as people say it.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "high",
        Severity::Medium => "medium",
        Severity::Low => "low",
    }
}

/// A finding's title on one line.
pub(crate) fn title(finding: &Finding) -> String {
    let title = line(&finding.title, TITLE_CHARS);
    if title.is_empty() { UNTITLED.to_owned() } else { title }
}

/// The file a finding is about, with the line where there is one.
pub(crate) fn place(finding: &Finding) -> Option<String> {
    let file = line(finding.file.as_deref()?, PLACE_CHARS);
    Some(match finding.line {
        Some(number) => format!("{file}:{number}"),
        None => file,
    })
}

/// The one line of a lane: why it has no result, or what its reviewer sums up.
pub(crate) fn remark(lane: &LaneResult) -> Option<String> {
    let text = lane.error.as_deref().or(lane.summary.as_deref())?;
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let first = line(first, SENTENCE_CHARS);
    // Limits are recorded with their milliseconds.
    let first = if lane.status == LaneStatus::Timeout { with_spans(&first) } else { first };
    Some(first).filter(|text| !text.is_empty())
}

/// What a lane without a result said before it was ended: everything behind the first line.
pub(crate) fn last_words(lane: &LaneResult) -> Option<&str> {
    let (_, output) = lane.error.as_deref()?.split_once('\n')?;
    Some(output).filter(|output| !output.trim().is_empty())
}

/// Who looked: the preset, with the model where it is known.
pub(crate) fn reviewer(lane: &LaneResult) -> Option<String> {
    let parts: Vec<&str> = [&lane.preset, &lane.model].into_iter().filter_map(Option::as_deref).collect();
    (!parts.is_empty()).then(|| line(&parts.join(" / "), PLACE_CHARS))
}

/// The beginning of an object name or digest.
pub(crate) fn short(name: &str) -> String {
    line(name, 400).chars().take(10).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_sentence() {
        assert_eq!(names(["a", "b"]), "a, b");
        assert_eq!(names([]), "");
        let many: Vec<String> = (0..15).map(|at| at.to_string()).collect();
        assert_eq!(names(many.iter().map(String::as_str)), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 3 more");
    }
}
