//! What to do after a verdict.

use assize_nodes::NO_REVIEWER_HOST;
use assize_schemas::{Attestation, LaneKind, LaneResult, LaneStatus, Verdict};

/// What is said of a preset that is not known.
const NO_PRESET: &str = "is configured here";
/// What nodes say of a working directory that is not there.
const NO_FOLDER: &str = "the working directory";

/// What to do when the range holds no commit.
const NOTHING: &str =
    "nothing was reviewed, because base and head are the same commit: commit something, or name an older --base";

/// What to do now: sentences that are true of this very verdict, the most important first.
pub(super) fn next_steps(attestation: &Attestation, recorded: bool) -> Vec<String> {
    let dirty = attestation.dirty == Some(true);
    let empty = attestation.target.base_sha == attestation.target.head_sha;
    let mut steps = Vec::new();
    if empty {
        steps.push(NOTHING.to_owned());
    }
    match attestation.verdict {
        Verdict::Block => steps.push("mend what is listed above, commit, and run again".to_owned()),
        Verdict::Incomplete => steps.extend(missing(&attestation.lanes)),
        Verdict::Pass => {}
    }
    if dirty && attestation.verdict != Verdict::Block {
        steps.push("commit, and run again: a verdict over uncommitted changes is not accepted by verify".to_owned());
    }
    if !recorded {
        let mend = "name a folder that can be written with AGENTPROTO_HOME, and run again";
        steps.push(format!("this verdict is recorded nowhere, so nothing can be exported or verified: {mend}"));
    }
    if steps.is_empty() {
        steps.push("this exact range is reviewed; a new commit is a new range, to be run again".to_owned());
    }
    steps
}

/// What would bring the results that are missing, one sentence a kind of lack.
fn missing(lanes: &[LaneResult]) -> Vec<String> {
    let mut lacks: [(Lack, Vec<&str>); 6] =
        [Lack::Asking, Lack::Preset, Lack::Reviewer, Lack::Folder, Lack::Time, Lack::Other]
            .map(|lack| (lack, Vec::new()));
    for lane in lanes.iter().filter(|lane| lane.blocking) {
        let Some(lack) = Lack::of(lane) else { continue };
        if let Some((_, names)) = lacks.iter_mut().find(|(known, _)| *known == lack) {
            names.push(lane.id.as_str());
        }
    }
    let named = lacks.iter().filter(|(_, names)| !names.is_empty());
    named.map(|(lack, names)| lack.advice(&names.join(", "), names.len() > 1)).collect()
}

/// Why a lane has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lack {
    /// Nobody was to be asked.
    Asking,
    /// The preset is not known here.
    Preset,
    /// The reviewer came to no verdict that counts.
    Reviewer,
    /// The folder to run in is not there.
    Folder,
    /// It took too long.
    Time,
    /// Something that only its own text tells.
    Other,
}

impl Lack {
    fn of(lane: &LaneResult) -> Option<Self> {
        let says = |text: &str| lane.error.as_deref().is_some_and(|error| error.contains(text));
        match (lane.status, lane.kind) {
            (LaneStatus::Pass | LaneStatus::Fail, _) => None,
            (LaneStatus::Timeout, _) => Some(Self::Time),
            (LaneStatus::Skipped, LaneKind::Agent) if says(NO_REVIEWER_HOST) => Some(Self::Asking),
            (LaneStatus::Skipped, LaneKind::Agent) if says(NO_PRESET) => Some(Self::Preset),
            (LaneStatus::Skipped, LaneKind::Agent) => Some(Self::Reviewer),
            (LaneStatus::Skipped, LaneKind::Command) if says(NO_FOLDER) => Some(Self::Folder),
            (LaneStatus::Skipped, LaneKind::Command) => Some(Self::Other),
        }
    }

    fn advice(self, names: &str, several: bool) -> String {
        let (it, needs, has) = if several { ("them", "need", "have") } else { ("it", "needs", "has") };
        match self {
            Self::Asking => format!("{names} {needs} a reviewer: run again without --headless"),
            Self::Preset => format!(
                "{names} {needs} a reviewer that is not configured here: add the preset named above, see `assize presets \
                 list`, and run again"
            ),
            Self::Reviewer => format!(
                "{names} {has} no verdict of a reviewer, which is never a pass: see why above, try the preset with \
                 `assize presets test`, and run again"
            ),
            Self::Folder => format!("{names} {needs} a `cwd` that exists: mend REVIEW.md, commit, and run again"),
            Self::Time => format!("{names} took too long: give {it} a larger timeoutMs or less to do, and run again"),
            Self::Other => format!("{names} {has} no result, which is never a pass: see why above, and run again"),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn attestation(verdict: &str, lanes: &Value, more: &Value) -> Attestation {
        let sha = |digit: &str| digit.repeat(40);
        let mut value = json!({
            "schema": "agentproto.review.attestation/v1", "runId": "review-x", "reviewId": "r", "binding": "b",
            "manifestSha": "a".repeat(64), "rangeSha": "b".repeat(64), "rubrics": [],
            "target": {"repoRemote": "x", "baseSha": sha("a"), "headSha": sha("b")},
            "lanes": lanes, "verdict": verdict, "attestor": {"daemon": "d", "presets": []},
            "createdAt": "2026-01-01T00:00:00.000Z",
        });
        for (name, member) in more.as_object().unwrap() {
            value[name] = member.clone();
        }
        serde_json::from_value(value).unwrap()
    }

    fn lane(id: &str, kind: &str, status: &str, error: &str) -> Value {
        json!({"id": id, "kind": kind, "status": status, "blocking": true, "findings": [], "durationMs": 1, "error": error})
    }

    #[test]
    fn the_advice_is_true() {
        let check = |verdict: &str, lanes: &Value, more: &Value, recorded: bool, expect: &[&str]| {
            let steps = next_steps(&attestation(verdict, lanes, more), recorded);
            assert_eq!(steps.len(), expect.len(), "{steps:?}");
            for (step, expect) in steps.iter().zip(expect) {
                assert!(step.contains(expect), "{step:?} lacks {expect:?}");
            }
        };
        let same = json!({"target": {"repoRemote": "x", "baseSha": "a".repeat(40), "headSha": "a".repeat(40)}});
        let dirty = json!({"dirty": true});
        check("pass", &json!([]), &json!({}), true, &["this exact range is reviewed"]);
        check("pass", &json!([]), &dirty, true, &["commit, and run again: a verdict over uncommitted"]);
        check(
            "pass",
            &json!([]),
            &same,
            true,
            &["nothing was reviewed, because base and head are the same commit: commit something"],
        );
        check("pass", &json!([]), &json!({}), false, &["recorded nowhere"]);
        check("block", &json!([]), &dirty, true, &["mend what is listed above, commit, and run again"]);
        let skipped = json!([
            lane("ask", "agent", "skipped", "no reviewer host: this run asks no agents"),
            lane("who", "agent", "skipped", "no preset \"x\" is configured here: add [presets.x] to /p"),
            lane("mute", "agent", "skipped", "reviewer ended its turn without writing /x"),
            lane("here", "command", "skipped", "could not start: the working directory /x is no directory"),
            lane("late", "command", "timeout", "exceeded 5ms and was killed"),
            lane("odd", "command", "skipped", "the tree changed"),
            lane("fine", "command", "pass", ""),
        ]);
        let expect = [
            "ask needs a reviewer: run again without --headless",
            "who needs a reviewer that is not configured here",
            "mute has no verdict of a reviewer",
            "here needs a `cwd`",
            "late took too long",
            "odd has no result",
        ];
        check("incomplete", &skipped, &json!({}), true, &expect);
        check("incomplete", &skipped, &dirty, true, &[&expect[..], &["commit, and run again"]].concat());
        let two = json!([lane("a", "agent", "skipped", "x"), lane("b", "agent", "skipped", "x")]);
        check("incomplete", &two, &json!({}), true, &["a, b have no verdict of a reviewer"]);
    }
}
