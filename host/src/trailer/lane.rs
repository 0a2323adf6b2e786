//! The lane that a trailer speaks of.

use assize_schemas::{Attestation, LaneKind, LaneResult, LaneStatus, Verdict};

use crate::TrailerError;

/// The one agent lane, or the one that was named.
pub(super) fn lane_of<'a>(attestation: &'a Attestation, named: Option<&str>) -> Result<&'a LaneResult, TrailerError> {
    let agents: Vec<&LaneResult> = attestation.lanes.iter().filter(|lane| lane.kind == LaneKind::Agent).collect();
    let names = || agents.iter().map(|lane| lane.id.to_string()).collect();
    let run_id = attestation.run_id.clone();
    if let Some(named) = named {
        let found = agents.iter().find(|lane| lane.id.as_str() == named).copied();
        return found.ok_or_else(|| TrailerError::NoSuchLane { run_id, lane: named.to_owned(), lanes: names() });
    }
    match agents.as_slice() {
        [only] => Ok(only),
        [] => Err(TrailerError::Incomplete { run_id, reason: "no agent lane is among its lanes".to_owned() }),
        _ => Err(TrailerError::SeveralLanes { run_id, lanes: names() }),
    }
}

/// Refuses whatever is not a lane that passed in a run that passed.
pub(super) fn established(attestation: &Attestation, lane: &LaneResult) -> Result<(), TrailerError> {
    let run_id = || attestation.run_id.clone();
    if attestation.verdict == Verdict::Block {
        let failed = attestation.lanes.iter().filter(|lane| lane.blocking && lane.status == LaneStatus::Fail);
        let failed: Vec<String> = failed.map(|lane| lane.id.to_string()).collect();
        return Err(TrailerError::Blocked { run_id: run_id(), reason: format!("failed: {}", failed.join(", ")) });
    }
    if lane.status == LaneStatus::Fail {
        return Err(TrailerError::Blocked { run_id: run_id(), reason: format!("failed: {}", lane.id) });
    }
    if attestation.verdict != Verdict::Pass {
        return Err(TrailerError::Incomplete { run_id: run_id(), reason: "its verdict is incomplete".to_owned() });
    }
    if lane.status != LaneStatus::Pass {
        let reason = format!("the lane {} is {}", lane.id, lane.status);
        return Err(TrailerError::Incomplete { run_id: run_id(), reason });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use assize_schemas::lost_lane;

    use super::*;

    fn attestation(verdict: Verdict, lanes: &[(&str, LaneKind, LaneStatus)]) -> Attestation {
        let text = serde_json::json!({
            "schema": "s", "runId": "review-1", "reviewId": "r", "manifestSha": "m", "binding": "b",
            "target": {"repoRemote": "x", "baseSha": "0", "headSha": "1"}, "rangeSha": "2", "lanes": [],
            "verdict": verdict, "attestor": {"daemon": "d", "presets": []}, "rubrics": [], "createdAt": "t"
        });
        let mut attestation: Attestation = serde_json::from_value(text).unwrap();
        attestation.lanes = lanes
            .iter()
            .map(|(id, kind, status)| {
                let lane = lost_lane(id.parse().unwrap(), "x");
                assize_schemas::LaneResult { kind: *kind, status: *status, ..lane }
            })
            .collect();
        attestation
    }

    fn check(verdict: Verdict, lanes: &[(&str, LaneKind, LaneStatus)], named: Option<&str>, expect: Result<&str, u8>) {
        let attestation = attestation(verdict, lanes);
        let found = lane_of(&attestation, named).and_then(|lane| established(&attestation, lane).map(|()| lane));
        let found = found.map(|lane| lane.id.as_str()).map_err(|error| error.exit_code());
        assert_eq!(found, expect, "{verdict} {lanes:?} {named:?}");
    }

    #[test]
    fn only_what_passed_in_a_pass_speaks() {
        use LaneKind::{Agent, Command};
        use LaneStatus::{Fail, Pass, Skipped, Timeout};
        let (one, two) = (("ask", Agent, Pass), ("style", Agent, Pass));
        check(Verdict::Pass, &[("a", Command, Pass), one], None, Ok("ask"));
        check(Verdict::Pass, &[one, two], Some("style"), Ok("style"));
        check(Verdict::Pass, &[one, two], None, Err(64));
        check(Verdict::Block, &[one, two], None, Err(64));
        check(Verdict::Pass, &[one], Some("other"), Err(64));
        check(Verdict::Pass, &[one, ("a", Command, Pass)], Some("a"), Err(64));
        check(Verdict::Pass, &[("a", Command, Pass)], None, Err(2));
        check(Verdict::Pass, &[], None, Err(2));
        check(Verdict::Block, &[("a", Command, Fail), one], None, Err(1));
        check(Verdict::Block, &[("ask", Agent, Skipped), ("a", Command, Fail)], None, Err(1));
        check(Verdict::Incomplete, &[one, ("a", Command, Timeout)], None, Err(2));
        // Advisory lanes do not make the verdict, and speak for themselves.
        check(Verdict::Pass, &[("a", Command, Pass), ("ask", Agent, Fail)], None, Err(1));
        check(Verdict::Pass, &[("a", Command, Pass), ("ask", Agent, Skipped)], None, Err(2));
        check(Verdict::Pass, &[("a", Command, Pass), ("ask", Agent, Timeout)], None, Err(2));
        check(Verdict::Incomplete, &[("ask", Agent, Fail)], None, Err(1));
    }
}
