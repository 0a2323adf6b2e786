//! What a line is answered with.

use assize_schemas::JsonError;
use assize_schemas::shape::{ShapeFault, ShapeProblem};
use serde_json::{Value, json};

/// An answer: the value, or why there is none.
pub(super) type Answer = Result<Value, Failure>;

/// Why a question has no answer.
#[derive(Debug)]
pub(super) struct Failure {
    code: String,
    message: String,
    problems: Vec<Value>,
}

impl Failure {
    /// The code of a line that is not JSON.
    pub(super) const NOT_JSON: &'static str = "not-json";

    /// Whether this says that the line itself is not JSON.
    pub(super) fn is_not_json(&self) -> bool {
        self.code == Self::NOT_JSON
    }

    /// A failure that is one problem without a place.
    pub(super) fn new(code: &str, message: impl Into<String>) -> Self {
        Self::at(code, "", message)
    }

    /// A failure that is one problem of one member.
    pub(super) fn at(code: &str, path: &str, message: impl Into<String>) -> Self {
        let message = message.into();
        let problem = json!({"code": code, "path": path, "message": message});
        Self { code: code.to_owned(), message, problems: vec![problem] }
    }

    /// A failure with problems of its own; the message stands for them where there are none.
    pub(super) fn with(code: &str, message: impl Into<String>, problems: Vec<Value>) -> Self {
        if problems.is_empty() {
            return Self::new(code, message);
        }
        Self { code: code.to_owned(), message: message.into(), problems }
    }

    /// A text that should be JSON and is not.
    pub(super) fn json(error: &JsonError) -> Self {
        let code = error.kind.code();
        let problem = json!({
            "code": code, "path": error.path, "line": error.line, "column": error.column, "message": error.kind.to_string(),
        });
        Self::with(code, error.to_string(), vec![problem])
    }

    /// A document of the wrong shape. A member that is not known comes first: it is often a required one misspelled.
    pub(super) fn shape(problems: &[ShapeProblem]) -> Self {
        let unknown = problems.iter().find(|problem| problem.fault == ShapeFault::Unknown);
        match unknown.or(problems.first()) {
            None => Self::new("bad-member", "the document has the wrong shape"),
            Some(first) => {
                Self::with(first.fault.code(), first.message.clone(), problems.iter().map(shape_problem).collect())
            }
        }
    }

    /// The failure under another code; its problems keep theirs.
    pub(super) fn under(self, code: &str) -> Self {
        Self { code: code.to_owned(), ..self }
    }

    /// The failure as the member of `prefix` of a larger document.
    pub(super) fn within(mut self, prefix: &str) -> Self {
        for problem in &mut self.problems {
            let path = match problem.get("path").and_then(Value::as_str) {
                None | Some("") => prefix.to_owned(),
                Some(path) if path.starts_with('[') => format!("{prefix}{path}"),
                Some(path) => format!("{prefix}.{path}"),
            };
            if let Some(object) = problem.as_object_mut() {
                object.insert("path".to_owned(), path.into());
            }
        }
        self
    }
}

/// A problem of a document's shape as it is printed.
pub(super) fn shape_problem(problem: &ShapeProblem) -> Value {
    json!({"code": problem.fault.code(), "path": problem.path, "message": problem.message})
}

/// What some readers take for the end of a line although JSON does not.
const LINE_ENDS: &[(char, &str)] = &[('\u{85}', "\\u0085"), ('\u{2028}', "\\u2028"), ('\u{2029}', "\\u2029")];

/// The line that an answer is printed as, without its newline. It is one line to every reader.
pub(super) fn printed(answer: Answer) -> String {
    let document = match answer {
        Ok(value) => json!({ "ok": value }),
        Err(failure) => {
            json!({"err": {"code": failure.code, "message": failure.message, "problems": failure.problems}})
        }
    };
    // These characters stand in strings only, where JSON allows an escape for each.
    LINE_ENDS.iter().fold(
        document.to_string(),
        |line, (end, escape)| {
            if line.contains(*end) { line.replace(*end, escape) } else { line }
        },
    )
}
