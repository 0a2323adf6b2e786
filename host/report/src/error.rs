//! Why something was not drawn or written.

/// Why a graph was not drawn. The text, JSON, DOT and Mermaid forms of the same graph have no such bounds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// Nobody can read a picture of so many steps.
    #[error("the graph has more than {max} steps, too many for a picture")]
    TooManySteps {
        /// The most steps that are drawn.
        max: usize,
    },
    /// Parallel steps stand inside each other too deeply.
    #[error("parallel steps are nested more than {max} deep, too deep for a picture")]
    TooDeep {
        /// The most levels that are drawn.
        max: usize,
    },
}

/// Why a report was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The document could not be turned into JSON.
    #[error("the report cannot be written as JSON")]
    Json(#[from] serde_json::Error),
    /// The document could not be turned into XML.
    #[error("the report cannot be written as XML")]
    Xml(#[source] std::io::Error),
}
