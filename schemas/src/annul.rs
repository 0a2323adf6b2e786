//! The second half of [`settle`](crate::settle): what a lane counts for when its result cannot stand.

use crate::{CheckRef, LaneKind, LaneResult, LaneStatus, plain_text};

/// The lane as `skipped`, because of `reason`. Nothing it found is kept, since that may be about something else than the
/// range; why it had not ended well by itself, and who was asked, is.
#[must_use]
pub fn annul(lane: LaneResult, reason: &str) -> LaneResult {
    let mut error = plain_text(reason);
    if let Some(own) = &lane.error {
        error.push('\n');
        error.push_str(own);
    }
    LaneResult {
        status: LaneStatus::Skipped,
        findings: Vec::new(),
        error: Some(error),
        summary: None,
        exit_code: None,
        composed_from: None,
        ..lane
    }
}

/// What a lane counts for that left no result at all: it is `skipped`, and as nothing is known about it, it blocks.
#[must_use]
pub fn lost_lane(id: CheckRef, reason: &str) -> LaneResult {
    LaneResult {
        id,
        kind: LaneKind::Command,
        status: LaneStatus::Skipped,
        blocking: true,
        findings: Vec::new(),
        duration_ms: 0,
        error: Some(plain_text(reason)),
        session_id: None,
        preset: None,
        summary: None,
        exit_code: None,
        model: None,
        composed_from: None,
        fallbacks: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Check, CommandCheck, Exited, LaneOutcome, Quorum, Stopped, Verdict, fold, settle};

    fn lane(outcome: LaneOutcome) -> LaneResult {
        let check = Check::Command(CommandCheck {
            id: CheckRef::parse("types").unwrap(),
            run: "make".to_owned(),
            cwd: None,
            blocking: true,
            timeout_ms: 1,
            effects: false,
            description: None,
        });
        settle(&check, outcome, 7)
    }

    #[test]
    fn nothing_that_was_annulled_counts() {
        let timeout = LaneOutcome::Timeout(Stopped { error: "own".to_owned(), ..Stopped::default() });
        for (outcome, error) in [
            (LaneOutcome::Exited(Exited { exit_code: 0, output: None }), "moved"),
            (LaneOutcome::Exited(Exited { exit_code: 1, output: None }), "moved"),
            (timeout, "moved\nown"),
        ] {
            let annulled = annul(lane(outcome), "moved");
            assert_eq!(annulled.status, LaneStatus::Skipped);
            assert_eq!(annulled.error.as_deref(), Some(error));
            assert_eq!((annulled.duration_ms, annulled.exit_code, annulled.findings.len()), (7, None, 0));
            assert_eq!(fold(&[annulled], Quorum::AllBlockingPass), Verdict::Incomplete);
        }
    }

    #[test]
    fn a_lost_lane_is_no_pass() {
        let lost = lost_lane(CheckRef::parse("a/b").unwrap(), "gone");
        assert_eq!(fold(&[lost], Quorum::AllBlockingPass), Verdict::Incomplete);
    }
}
