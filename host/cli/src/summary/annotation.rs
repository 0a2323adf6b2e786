//! Annotation lines for GitHub Actions.

use assize_schemas::{Attestation, Finding, LaneResult, LaneStatus, Verdict, plain_text};

/// The annotations of a review that came to a verdict: one an obstacle and one for the whole, none for a pass.
pub(crate) fn of_attestation(attestation: &Attestation) -> String {
    let lanes = &attestation.lanes;
    let names = |pick: &dyn Fn(&LaneResult) -> bool| {
        let names: Vec<String> = lanes.iter().filter(|lane| lane.blocking && pick(lane)).map(described).collect();
        names.join(", ")
    };
    match attestation.verdict {
        Verdict::Pass => String::new(),
        Verdict::Block => {
            let failed = |lane: &LaneResult| lane.status == LaneStatus::Fail;
            let mut text: String = lanes
                .iter()
                .filter(|lane| lane.blocking && failed(lane))
                .flat_map(|lane| lane.findings.iter().map(|finding| of_finding(lane, finding)))
                .collect();
            text.push_str(&line("error", &[("title", "review blocked")], &format!("blocked by {}", names(&failed))));
            text
        }
        Verdict::Incomplete => {
            let missing = names(&|lane| lane.status != LaneStatus::Pass);
            line("warning", &[("title", "review incomplete")], &format!("no result from {missing}"))
        }
    }
}

/// The annotation of a review without a verdict.
pub(crate) fn could_not_run(why: &str) -> String {
    error("review could not run", why)
}

/// An annotation that belongs to no file.
pub(super) fn error(title: &str, message: &str) -> String {
    line("error", &[("title", title)], message)
}

fn described(lane: &LaneResult) -> String {
    match &lane.error {
        Some(error) => format!("{}: {error}", lane.id),
        None => lane.id.to_string(),
    }
}

fn of_finding(lane: &LaneResult, finding: &Finding) -> String {
    let title = format!("review {}: {}", lane.id, finding.title);
    let line_number = finding.line.map(|line| line.to_string());
    let mut properties = Vec::new();
    if let Some(file) = &finding.file {
        properties.push(("file", file.as_str()));
        properties.extend(line_number.as_deref().map(|line| ("line", line)));
    }
    properties.push(("title", &title));
    line("error", &properties, if finding.detail.trim().is_empty() { &finding.title } else { &finding.detail })
}

/// One annotation. Nothing in it can end it, end a property or begin another command (rulings 36).
fn line(command: &str, properties: &[(&str, &str)], message: &str) -> String {
    let properties: Vec<String> =
        properties.iter().map(|(name, value)| format!("{name}={}", property(value))).collect();
    format!("::{command} {}::{}\n", properties.join(","), data(message))
}

fn data(text: &str) -> String {
    plain_text(text.trim_end()).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A").replace("##[", "# #[")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use assize_schemas::{CheckRef, LaneKind, Severity};

    use super::*;

    fn lane() -> LaneResult {
        LaneResult {
            id: CheckRef::parse("org/lint").unwrap(),
            kind: LaneKind::Agent,
            status: LaneStatus::Fail,
            blocking: true,
            findings: Vec::new(),
            duration_ms: 1,
            error: None,
            session_id: None,
            preset: None,
            summary: None,
            exit_code: None,
            model: None,
            composed_from: None,
            fallbacks: None,
        }
    }

    #[test]
    fn a_finding_cannot_write_a_command_of_its_own() {
        let check = |file: Option<&str>, line: Option<u64>, title: &str, detail: &str, expect: &str| {
            let finding = Finding {
                severity: Severity::High,
                title: title.to_owned(),
                detail: detail.to_owned(),
                file: file.map(str::to_owned),
                line,
            };
            assert_eq!(of_finding(&lane(), &finding), expect);
        };
        check(
            Some("src/a.rs"),
            Some(3),
            "bad",
            "why",
            "::error file=src/a.rs,line=3,title=review org/lint%3A bad::why\n",
        );
        check(Some("src/a.rs"), None, "bad", " \n", "::error file=src/a.rs,title=review org/lint%3A bad::bad\n");
        check(None, Some(3), "bad", "", "::error title=review org/lint%3A bad::bad\n");
        check(
            Some("a,title=x::b"),
            None,
            "50%\n::error::y",
            "one\n::stop-commands::z\n##[error]w\u{1b}[31m",
            "::error file=a%2Ctitle=x%3A%3Ab,title=review org/lint%3A 50%25%0A%3A%3Aerror%3A%3Ay::\
             one%0A::stop-commands::z%0A# #[error]w\n",
        );
    }

    #[test]
    fn could_not_run_is_one_error() {
        assert_eq!(could_not_run("no base\nat all"), "::error title=review could not run::no base%0Aat all\n");
    }
}
