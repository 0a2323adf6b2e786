//! What clients get back.

use assize_host::{AnnotationError, ExportError, HostError};
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;

use crate::runs::{RunDocument, RunState};

/// Why a tool could not do what it was asked. Clients read it, and models mend their call by it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum ToolError {
    /// The input cannot be right.
    #[error("{0}")]
    Input(String),
    /// What was named is not there.
    #[error("{0}")]
    NotFound(String),
    /// The host could not.
    #[error("{}", .0.report())]
    Host(#[from] HostError),
    /// The export failed.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// The annotation failed.
    #[error(transparent)]
    Annotation(#[from] AnnotationError),
    /// The client does not want the answer any more.
    #[error("cancelled")]
    Cancelled,
    /// Something this program relies on did not hold.
    #[error("internal error: {0}")]
    Internal(String),
}

/// An error about one member of the input.
pub(super) fn wrong(member: &str, what: impl std::fmt::Display) -> ToolError {
    ToolError::Input(format!("{member}: {what}"))
}

/// The answer of a tool: the document in both forms, or why there is none.
pub(super) fn answer<T: Serialize>(document: Result<T, ToolError>) -> CallToolResult {
    let document = document
        .and_then(|document| serde_json::to_value(document).map_err(|error| ToolError::Internal(error.to_string())));
    match document {
        Ok(document) => CallToolResult::structured(document),
        Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    }
}

/// The answer about a run. One that failed is an error whose document says why.
pub(super) fn answer_run(document: Result<RunDocument, ToolError>) -> CallToolResult {
    let failed = matches!(&document, Ok(document) if document.status == RunState::Failed);
    let mut result = answer(document);
    if failed {
        result.is_error = Some(true);
    }
    result
}
