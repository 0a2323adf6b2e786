//! Where checkpoints are published besides the ledger's own folder.

/// The sink could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SinkError(pub String);

/// A place apart from the ledger that keeps its newest checkpoint.
pub trait CheckpointSink {
    /// What it holds.
    ///
    /// # Errors
    ///
    /// [`SinkError`] when it cannot be read.
    fn read(&self) -> Result<Option<String>, SinkError>;

    /// Replaces what [`CheckpointSink::read`] gave by `text`, unless it was replaced in between.
    ///
    /// # Errors
    ///
    /// [`SinkError`] when it was, or when it cannot be written.
    fn replace(&self, before: Option<&str>, text: &str) -> Result<(), SinkError>;
}
