//! From what happened to what it means: the one place where a lane gets its status (AIP-62, "Lanes").

use crate::{
    Check, Exited, Finding, LaneKind, LaneOutcome, LaneResult, LaneStatus, MAX_TAIL_CHARS, Reported, Severity, Stopped,
    output_tail, plain_text,
};

/// Judges one lane. `duration_ms` is the lane's wall time, starting the process included.
///
/// A command passes when it exits with 0. A reviewer passes unless it found something of the check's `blockOn` or
/// worse; what it decided itself is not looked at. Whatever ended in another way is `timeout` or `skipped` and says
/// why; so does an outcome that this kind of check cannot have. All text is made plain.
#[must_use]
pub fn settle(check: &Check, outcome: LaneOutcome, duration_ms: u64) -> LaneResult {
    let lane = LaneResult {
        id: check.id().clone(),
        kind: match check {
            Check::Command(_) => LaneKind::Command,
            Check::Agent(_) => LaneKind::Agent,
        },
        status: LaneStatus::Skipped,
        blocking: check.blocking(),
        findings: Vec::new(),
        duration_ms,
        error: None,
        session_id: None,
        preset: None,
        summary: None,
        exit_code: None,
        model: None,
        composed_from: None,
        fallbacks: None,
    };
    match (check, outcome) {
        (Check::Command(_), LaneOutcome::Exited(exited)) => settle_exit(lane, &exited),
        (Check::Agent(agent), LaneOutcome::Reported(reported)) => settle_report(lane, agent.block_on, reported),
        (_, LaneOutcome::Timeout(stopped)) => settle_stopped(lane, LaneStatus::Timeout, stopped),
        (_, LaneOutcome::Skipped(stopped)) => settle_stopped(lane, LaneStatus::Skipped, stopped),
        (Check::Command(_), LaneOutcome::Reported(_)) => LaneResult {
            error: Some("internal error: a reviewer's report arrived for a command check".to_owned()),
            ..lane
        },
        (Check::Agent(_), LaneOutcome::Exited(_)) => LaneResult {
            error: Some("internal error: a command's exit status arrived for an agent check".to_owned()),
            ..lane
        },
    }
}

fn settle_exit(mut lane: LaneResult, exited: &Exited) -> LaneResult {
    lane.exit_code = Some(exited.exit_code);
    if exited.exit_code == 0 {
        lane.status = LaneStatus::Pass;
        return lane;
    }
    lane.status = LaneStatus::Fail;
    lane.findings = vec![Finding {
        severity: Severity::High,
        title: format!("'{}' exited with code {}", lane.id, exited.exit_code),
        detail: output_tail(exited.output.as_deref().unwrap_or_default(), MAX_TAIL_CHARS),
        file: None,
        line: None,
    }];
    lane
}

fn settle_report(mut lane: LaneResult, block_on: Severity, reported: Reported) -> LaneResult {
    let blocks = reported.report.findings.iter().any(|finding| finding.severity >= block_on);
    lane.status = if blocks { LaneStatus::Fail } else { LaneStatus::Pass };
    lane.findings = reported.report.findings.into_iter().map(plain_finding).collect();
    lane.summary = reported.report.summary.map(|summary| plain_text(&summary));
    lane.session_id = reported.session_id;
    lane.preset = reported.preset;
    lane.model = reported.model;
    lane.composed_from = reported.composed_from;
    lane.fallbacks = reported.fallbacks;
    lane
}

fn settle_stopped(mut lane: LaneResult, status: LaneStatus, stopped: Stopped) -> LaneResult {
    lane.status = status;
    let mut error = plain_text(&stopped.error);
    let tail = output_tail(stopped.output.as_deref().unwrap_or_default(), MAX_TAIL_CHARS);
    if !tail.is_empty() {
        error.push('\n');
        error.push_str(&tail);
    }
    lane.error = Some(error);
    lane.session_id = stopped.session_id;
    lane.preset = stopped.preset;
    lane.model = stopped.model;
    lane.fallbacks = stopped.fallbacks;
    lane
}

fn plain_finding(finding: Finding) -> Finding {
    Finding {
        severity: finding.severity,
        title: plain_text(&finding.title),
        detail: plain_text(&finding.detail),
        file: finding.file.map(|file| plain_text(&file)),
        line: finding.line,
    }
}

#[cfg(test)]
mod tests;
