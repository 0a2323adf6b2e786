//! The report as JUnit's XML: a suite for the binding, a case for each lane.
//!
//! What a CI system counts must never be greener than the verdict. A blocking lane without a result is an error, not a
//! skipped case, because skipped cases count as green; an advisory lane that is not green is a skipped case, because it
//! must not turn the job red.

use assize_schemas::{LaneResult, LaneStatus, Verdict, whole_time};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

use crate::plain::{Keep, block, line};
use crate::reading::{place, reason, remark, severity_word, status_word, title};
use crate::{Report, ReportError};

/// So many characters of one finding's detail are written.
const DETAIL_CHARS: usize = 8_000;
/// So many findings of one lane are written.
const FINDINGS: usize = 200;
/// So many characters of an attribute are written.
const ATTRIBUTE_CHARS: usize = 600;
/// The case that stands for the verdict where no lane explains it.
const VERDICT_CASE: &str = "verdict";

/// How a lane counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Green,
    Failure,
    Error,
    Skipped,
}

impl Outcome {
    fn of(lane: &LaneResult) -> Self {
        match (lane.status, lane.blocking) {
            (LaneStatus::Pass, _) => Self::Green,
            (_, false) => Self::Skipped,
            (LaneStatus::Fail, true) => Self::Failure,
            (LaneStatus::Timeout | LaneStatus::Skipped, true) => Self::Error,
        }
    }

    fn element(self) -> Option<&'static str> {
        match self {
            Self::Green => None,
            Self::Failure => Some("failure"),
            Self::Error => Some("error"),
            Self::Skipped => Some("skipped"),
        }
    }
}

/// One test case.
struct Case<'a> {
    name: &'a str,
    outcome: Outcome,
    milliseconds: u64,
    kind: &'static str,
    message: String,
    text: String,
}

/// The whole document.
pub(crate) fn suites(report: &Report) -> Result<String, ReportError> {
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    write(report, &mut xml).map_err(ReportError::Xml)?;
    let mut text = String::from_utf8_lossy(&xml.into_inner()).into_owned();
    text.push('\n');
    Ok(text)
}

fn write(report: &Report, xml: &mut Writer<Vec<u8>>) -> std::io::Result<()> {
    let attestation = report.attestation();
    let cases = cases(report);
    let count = |outcome: Outcome| cases.iter().filter(|case| case.outcome == outcome).count().to_string();
    let (tests, failures, errors) = (cases.len().to_string(), count(Outcome::Failure), count(Outcome::Error));
    let time = seconds(attestation.lanes.iter().map(|lane| lane.duration_ms).fold(0, u64::saturating_add));
    let name = attribute(&format!("{}/{}", attestation.review_id, attestation.binding));
    let created = assize_schemas::read_time(&attestation.created_at).map(whole_time);
    let properties = [
        ("verdict", attestation.verdict.as_str()),
        ("runId", &attestation.run_id),
        ("repoRemote", &attestation.target.repo_remote),
        ("baseSha", &attestation.target.base_sha),
        ("headSha", &attestation.target.head_sha),
        ("manifestSha", &attestation.manifest_sha),
    ];
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = xml.create_element("testsuites").with_attributes([
        ("name", name.as_str()),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
        ("time", &time),
    ]);
    suites.write_inner_content(|xml| {
        let mut suite = xml.create_element("testsuite").with_attributes([
            ("name", name.as_str()),
            ("tests", &tests),
            ("failures", &failures),
            ("errors", &errors),
            ("skipped", &count(Outcome::Skipped)),
            ("time", &time),
        ]);
        if let Some(created) = &created {
            suite = suite.with_attribute(("timestamp", created.as_str()));
        }
        suite.write_inner_content(|xml| {
            xml.create_element("properties").write_inner_content(|xml| {
                for (name, value) in properties {
                    let value = attribute(value);
                    xml.create_element("property")
                        .with_attributes([("name", name), ("value", value.as_str())])
                        .write_empty()?;
                }
                Ok(())
            })?;
            cases.iter().try_for_each(|case| write_case(case, &name, xml))
        })?;
        Ok(())
    })?;
    Ok(())
}

fn write_case(case: &Case<'_>, class: &str, xml: &mut Writer<Vec<u8>>) -> std::io::Result<()> {
    let time = seconds(case.milliseconds);
    let element = xml.create_element("testcase").with_attributes([
        ("name", case.name),
        ("classname", class),
        ("time", time.as_str()),
    ]);
    let Some(name) = case.outcome.element() else {
        element.write_empty()?;
        return Ok(());
    };
    element.write_inner_content(|xml| {
        let mut element = xml.create_element(name).with_attribute(("message", case.message.as_str()));
        if case.outcome != Outcome::Skipped {
            element = element.with_attribute(("type", case.kind));
        }
        if case.text.is_empty() {
            element.write_empty()?;
        } else {
            element.write_text_content(BytesText::new(&case.text))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn cases(report: &Report) -> Vec<Case<'_>> {
    let attestation = report.attestation();
    let mut cases: Vec<Case<'_>> = attestation.lanes.iter().map(case).collect();
    let is_red = |case: &Case<'_>| matches!(case.outcome, Outcome::Failure | Outcome::Error);
    if attestation.verdict != Verdict::Pass && !cases.iter().any(is_red) {
        cases.push(Case {
            name: VERDICT_CASE,
            outcome: Outcome::Error,
            milliseconds: 0,
            kind: attestation.verdict.as_str(),
            message: attribute(&reason(attestation)),
            text: String::new(),
        });
    }
    cases
}

fn case(lane: &LaneResult) -> Case<'_> {
    let outcome = Outcome::of(lane);
    let first = lane.findings.first().map(title).or_else(|| remark(lane));
    let what = first.unwrap_or_else(|| status_word(lane.status).to_owned());
    let message = match outcome {
        Outcome::Skipped => format!("advisory, {}: {what}", status_word(lane.status)),
        _ => what,
    };
    Case {
        name: lane.id.as_str(),
        outcome,
        milliseconds: lane.duration_ms,
        kind: lane.status.as_str(),
        message: attribute(&message),
        text: text(lane),
    }
}

fn text(lane: &LaneResult) -> String {
    let keep = Keep::End;
    let mut parts: Vec<String> = Vec::new();
    for finding in lane.findings.iter().take(FINDINGS) {
        let place = place(finding).map(|place| format!("{place}: ")).unwrap_or_default();
        let heading = format!("{}: {place}{}", severity_word(finding.severity), title(finding));
        let detail = block(&finding.detail, DETAIL_CHARS, keep);
        parts.push(if detail.is_empty() { heading } else { format!("{heading}\n{detail}") });
    }
    if let Some(more) = lane.findings.len().checked_sub(FINDINGS).filter(|more| *more > 0) {
        parts.push(format!("and {more} more"));
    }
    if let Some(error) = &lane.error {
        parts.push(block(error, DETAIL_CHARS, keep));
    }
    parts.join("\n\n")
}

fn attribute(text: &str) -> String {
    line(text, ATTRIBUTE_CHARS)
}

/// Seconds with three digits behind the point.
fn seconds(milliseconds: u64) -> String {
    format!("{}.{:03}", milliseconds / 1_000, milliseconds % 1_000)
}
