//! Reading what a reviewer wrote.

use serde_json::Value;

use super::{VERDICT_FILE, VerdictFile};
use crate::shape::{ShapeProblem, UnknownMembers, shape_problems};
use crate::{Finding, JsonError, Severity, read_json};

/// The largest verdict file that is read, in bytes (rulings 13).
pub const MAX_VERDICT_FILE_BYTES: usize = 1 << 20;

/// Why a verdict file says nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerdictFileError {
    /// The file is larger than is read.
    #[error("the verdict file is larger than {MAX_VERDICT_FILE_BYTES} bytes")]
    TooLarge,
    /// The file is not JSON.
    #[error("the verdict file is not JSON: {0}")]
    Json(#[from] JsonError),
    /// The document has not the shape of a verdict.
    #[error("the verdict file has the wrong shape: {}", first(.problems))]
    Shape {
        /// What is wrong with it; at least one.
        problems: Vec<ShapeProblem>,
    },
}

fn first(problems: &[ShapeProblem]) -> String {
    match problems {
        [] => String::new(),
        [only] => only.message.clone(),
        [first, rest @ ..] => format!("{} (and {} more)", first.message, rest.len()),
    }
}

/// Reads a verdict file (AIP-62, "The agent-lane contract"). Blanks, a byte order mark and one Markdown fence around
/// the document are tolerated, text around it is not; members that are not known are dropped.
///
/// # Errors
///
/// [`VerdictFileError`] when the text is too large, is not JSON or has another shape. The lane is then `skipped`.
pub fn read_verdict_file(text: &str) -> Result<VerdictFile, VerdictFileError> {
    if text.len() > MAX_VERDICT_FILE_BYTES {
        return Err(VerdictFileError::TooLarge);
    }
    let value = read_json(without_fence(text))?;
    verdict_file_from(&value)
}

/// The verdict that a JSON value holds.
///
/// # Errors
///
/// [`VerdictFileError::Shape`] when the value has another shape.
pub fn verdict_file_from(value: &Value) -> Result<VerdictFile, VerdictFileError> {
    let problems = shape_problems(value, &VERDICT_FILE, UnknownMembers::Allow);
    if !problems.is_empty() {
        return Err(VerdictFileError::Shape { problems });
    }
    let findings = value.get("findings").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    Ok(VerdictFile { summary: text_of(value, "summary"), findings: findings.iter().map(finding_from).collect() })
}

fn finding_from(value: &Value) -> Finding {
    Finding {
        severity: match value.get("severity").and_then(Value::as_str) {
            Some("low") => Severity::Low,
            Some("medium") => Severity::Medium,
            // The shape allows no fourth word; if it ever did, the worst is the safe reading.
            _ => Severity::High,
        },
        title: text_of(value, "title").unwrap_or_default(),
        detail: text_of(value, "detail").unwrap_or_default(),
        file: text_of(value, "file"),
        line: value.get("line").and_then(line_of),
    }
}

fn text_of(value: &Value, member: &str) -> Option<String> {
    value.get(member).and_then(Value::as_str).map(str::to_owned)
}

fn line_of(value: &Value) -> Option<u64> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the shape holds it between 1 and 2^53"
    )]
    value.as_u64().or_else(|| value.as_f64().map(|line| line as u64))
}

/// The text inside one Markdown fence, or the text itself. A fence that is opened need not be closed.
fn without_fence(text: &str) -> &str {
    let is_blank = |character: char| character.is_whitespace() || character == '\u{feff}';
    let text = text.trim_matches(is_blank);
    let Some((opening, rest)) = text.split_once('\n') else { return text };
    if !matches!(opening.trim_end(), "```" | "```json") {
        return text;
    }
    let rest = rest.trim_matches(is_blank);
    match rest.rsplit_once('\n') {
        Some((inside, closing)) if closing.trim() == "```" => inside,
        _ => rest,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn good(text: &str, expect: &Value) {
        assert_eq!(&serde_json::to_value(read_verdict_file(text).unwrap()).unwrap(), expect, "{text:?}");
    }

    fn bad(text: &str) {
        assert!(read_verdict_file(text).is_err(), "{text:?}");
    }

    #[test]
    fn what_surrounds_the_document() {
        let expect = json!({"findings": []});
        for text in [
            r#"{"findings": []}"#,
            " \n{\"findings\": []}\r\n",
            "\u{feff}{\"findings\": []}",
            "```json\n{\"findings\": []}\n```",
            "```\n{\"findings\": []}\n```\n",
            "```json\r\n{\"findings\": []}\r\n```\r\n",
            "```json\n{\"findings\": []}",
            "\u{feff}\n```json\n\n{\"findings\": []}\n\n```\n\n",
        ] {
            good(text, &expect);
        }
        bad("");
        bad("```\n```");
        bad("Here it is:\n```json\n{\"findings\": []}\n```");
        bad("{\"findings\": []}\nThat is all.");
        bad("```JSON\n{\"findings\": []}\n```");
        bad("```js\n{\"findings\": []}\n```");
        bad("````\n{\"findings\": []}\n````");
        bad("~~~\n{\"findings\": []}\n~~~");
        bad("```json\n```json\n{\"findings\": []}\n```\n```");
        bad("{\"findings\": []}\n```");
    }

    #[test]
    fn shapes() {
        good(
            r#"{"decision":"approve","summary":"ok","extra":1,"findings":[
                {"severity":"low","title":"t"},
                {"severity":"high","title":"t","detail":"d","file":"a.rs","line":3,"decision":"x"}]}"#,
            &json!({"summary": "ok", "findings": [
                {"severity": "low", "title": "t", "detail": ""},
                {"severity": "high", "title": "t", "detail": "d", "file": "a.rs", "line": 3}]}),
        );
        good(
            r#"{"findings":[{"severity":"low","title":"t","line":2.0}]}"#,
            &json!({"findings": [{"severity": "low", "title": "t", "detail": "", "line": 2}]}),
        );
        for text in [
            "[]",
            "{}",
            r#"{"findings":null}"#,
            r#"{"findings":{}}"#,
            r#"{"findings":[],"findings":[]}"#,
            r#"{"findings":[],"summary":null}"#,
            r#"{"findings":[],"summary":1}"#,
            r#"{"findings":[],"decision":"maybe"}"#,
            r#"{"findings":[],"decision":null}"#,
            r#"{"findings":[null]}"#,
            r#"{"findings":[{"title":"t"}]}"#,
            r#"{"findings":[{"severity":"High","title":"t"}]}"#,
            r#"{"findings":[{"severity":"critical","title":"t"}]}"#,
            r#"{"findings":[{"severity":"low"}]}"#,
            r#"{"findings":[{"severity":"low","title":""}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","detail":null}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","file":7}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","line":0}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","line":-1}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","line":1.5}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","line":"1"}]}"#,
            r#"{"findings":[{"severity":"low","title":"t","line":null}]}"#,
            r#"{"findings":["#,
        ] {
            bad(text);
        }
    }

    #[test]
    fn size_is_bounded() {
        let padded = format!("{{\"findings\": []{}}}", " ".repeat(MAX_VERDICT_FILE_BYTES));
        assert_eq!(read_verdict_file(&padded), Err(VerdictFileError::TooLarge));
    }
}
