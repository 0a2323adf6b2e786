//! The log.

use assize_schemas::{
    Attestation, Finding, LaneKind, LaneResult, LaneStatus, Severity, Sha256Hex, Verdict, whole_time,
};
use serde_json::{Map, Value, json};

use super::relative_uri;
use crate::Report;
use crate::excerpt::confined;
use crate::json::escaped;
use crate::plain::{Keep, block, line};
use crate::reading::{last_words, reason, remark, status_word, title};

/// Where SARIF's own schema is.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The root of the repository, as code scanning calls it.
const ROOT: &str = "%SRCROOT%";
/// Where findings are shown that name no file of the repository: the file that declares the check.
const DEFAULT_MANIFEST: &str = "REVIEW.md";
/// The most results that are written: GitHub shows no more.
const RESULTS: usize = 5_000;
/// So many characters of a finding's detail are written.
const DETAIL_CHARS: usize = 4_000;
/// So many characters of names are written.
const NAME_CHARS: usize = 400;

/// The whole log.
pub(crate) fn log(report: &Report) -> String {
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run(report)] });
    let mut text = escaped(&format!("{log:#}"));
    text.push('\n');
    text
}

fn run(report: &Report) -> Value {
    let attestation = report.attestation();
    let Attestation { review_id, binding, run_id, lanes, .. } = attestation;
    let generator = &report.document().generator;
    let rules: Vec<Value> = lanes.iter().map(|lane| rule(report, lane)).collect();
    let mut run = json!({
        "tool": { "driver": { "name": generator.name, "semanticVersion": generator.version, "rules": rules } },
        "automationDetails": { "id": line(&format!("{review_id}/{binding}/{run_id}"), NAME_CHARS) },
        "invocations": [invocation(attestation)],
        "results": results(report),
        "properties": { "verdict": attestation.verdict, "runId": run_id, "dirty": attestation.dirty == Some(true) },
    });
    if let (Some(provenance), Some(run)) = (provenance(attestation), run.as_object_mut()) {
        run.insert("versionControlProvenance".to_owned(), json!([provenance]));
    }
    run
}

fn rule(report: &Report, lane: &LaneResult) -> Value {
    let id = lane.id.as_str();
    let told = report.lane(id);
    let what = match (lane.kind, told.and_then(|told| told.command.as_deref().or(told.rubric.as_deref()))) {
        (LaneKind::Command, Some(command)) => format!("The command `{}`", line(command, NAME_CHARS)),
        (LaneKind::Command, None) => format!("The command of the check {id}"),
        (LaneKind::Agent, Some(rubric)) => format!("A reviewer with the rubric {}", line(rubric, NAME_CHARS)),
        (LaneKind::Agent, None) => format!("The reviewer of the check {id}"),
    };
    json!({
        "id": id,
        "shortDescription": { "text": message(&what) },
        "properties": { "kind": lane.kind, "blocking": lane.blocking },
    })
}

/// A run without a verdict is no successful one, and says which lanes are missing.
fn invocation(attestation: &Attestation) -> Value {
    let missing = attestation.lanes.iter().enumerate();
    let missing = missing.filter(|(_, lane)| matches!(lane.status, LaneStatus::Timeout | LaneStatus::Skipped));
    let mut notes: Vec<Value> = missing
        .map(|(at, lane)| {
            let why = remark(lane).unwrap_or_else(|| "it does not say why".to_owned());
            let words = last_words(lane).map(|words| format!("\n{}", block(words, DETAIL_CHARS, Keep::End)));
            let text = format!("{} {}: {why}{}", lane.id, status_word(lane.status), words.unwrap_or_default());
            json!({
                "level": if lane.blocking { "error" } else { "warning" },
                "message": { "text": message(&text) },
                "associatedRule": { "id": lane.id.as_str(), "index": at },
            })
        })
        .collect();
    if attestation.verdict != Verdict::Pass {
        notes.push(json!({ "level": "note", "message": { "text": message(&reason(attestation)) } }));
    }
    let exit_code = match attestation.verdict {
        Verdict::Pass => 0,
        Verdict::Block => 1,
        Verdict::Incomplete => 2,
    };
    let mut invocation = json!({
        "executionSuccessful": attestation.verdict != Verdict::Incomplete,
        "exitCode": exit_code,
        "toolExecutionNotifications": notes,
    });
    if let Some(time) = assize_schemas::read_time(&attestation.created_at).map(whole_time) {
        invocation["endTimeUtc"] = time.into();
    }
    invocation
}

/// Where the code came from, when the remote is an address that others could fetch from too.
fn provenance(attestation: &Attestation) -> Option<Value> {
    let target = &attestation.target;
    let (host, path) = target.repo_remote.split_once('/')?;
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_host = !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
        && name.contains('.')
        && port.bytes().all(|byte| byte.is_ascii_digit());
    let uri = is_host.then(|| format!("https://{host}/{}", relative_uri(path)))?;
    Some(json!({ "repositoryUri": uri, "revisionId": target.head_sha, "mappedTo": { "uriBaseId": ROOT } }))
}

fn results(report: &Report) -> Vec<Value> {
    let lanes = report.attestation().lanes.iter().enumerate();
    let all = lanes.flat_map(|(at, lane)| {
        lane.findings.iter().enumerate().map(move |(number, finding)| result(report, (at, lane), (number, finding)))
    });
    all.take(RESULTS).collect()
}

fn result(report: &Report, (at, lane): (usize, &LaneResult), (number, finding): (usize, &Finding)) -> Value {
    let keep = match lane.kind {
        LaneKind::Command => Keep::End,
        LaneKind::Agent => Keep::Beginning,
    };
    let title = title(finding);
    let detail = block(&finding.detail, DETAIL_CHARS, keep);
    let text = if detail.is_empty() { title.clone() } else { format!("{title}\n\n{detail}") };
    let print = Sha256Hex::of(format!("{}\n{title}\n{}", lane.id, finding.file.as_deref().unwrap_or_default()));
    json!({
        "ruleId": lane.id.as_str(),
        "ruleIndex": at,
        "level": level(finding.severity, lane.blocking),
        "message": { "text": message(&text) },
        "locations": [{ "physicalLocation": location(report, at, number, finding) }],
        "partialFingerprints": { "assizeFinding/v1": print.as_str() },
        "properties": { "severity": finding.severity, "blocking": lane.blocking },
    })
}

/// What a lane that does not count finds is never an error.
fn level(severity: Severity, blocking: bool) -> &'static str {
    match (severity, blocking) {
        (Severity::High, true) => "error",
        (Severity::High, false) | (Severity::Medium, _) => "warning",
        (Severity::Low, _) => "note",
    }
}

/// Code scanning refuses a log with a result that is nowhere.
fn location(report: &Report, lane: usize, number: usize, finding: &Finding) -> Value {
    let artifact = |path: &str| json!({ "uri": relative_uri(path), "uriBaseId": ROOT });
    let Some(path) = finding.file.as_deref().and_then(confined) else {
        let manifest = report.document().manifest.as_deref().unwrap_or(DEFAULT_MANIFEST);
        return json!({ "artifactLocation": artifact(manifest), "region": { "startLine": 1 } });
    };
    let mut location = Map::new();
    location.insert("artifactLocation".to_owned(), artifact(path));
    if let Some(start) = finding.line {
        let excerpt = report.excerpt(lane, number);
        let mut region = json!({ "startLine": start });
        if let Some(excerpt) = excerpt {
            let at = usize::try_from(start.saturating_sub(excerpt.first_line)).unwrap_or(usize::MAX);
            if let Some(code) = excerpt.lines.get(at) {
                region["snippet"] = json!({ "text": code });
            }
            let count = u64::try_from(excerpt.lines.len()).unwrap_or(1).max(1);
            let context = json!({
                "startLine": excerpt.first_line,
                "endLine": excerpt.first_line.saturating_add(count - 1),
                "snippet": { "text": excerpt.lines.join("\n") },
            });
            location.insert("contextRegion".to_owned(), context);
        }
        location.insert("region".to_owned(), region);
    }
    Value::Object(location)
}

/// Text of a message. In SARIF brackets make links of what a message says, so they are escaped.
fn message(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for one in text.chars() {
        if matches!(one, '\\' | '[' | ']') {
            out.push('\\');
        }
        out.push(one);
    }
    out
}
