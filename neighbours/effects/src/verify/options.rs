//! What a verification is asked to do.

/// What the sink of the checkpoints holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sink {
    /// None is configured.
    None,
    /// It could not be read, and why.
    Unreadable(String),
    /// It holds nothing.
    Empty,
    /// It holds this text.
    Holds(String),
}

/// What a verification is asked to do.
#[derive(Debug, Clone)]
pub struct VerifyOptions {
    /// Whether the index is held against the records.
    pub check_index: bool,
    /// The keyids of which the first key must be one; empty for any.
    pub trusted_genesis: Vec<String>,
    /// What the sink of the checkpoints holds.
    pub sink: Sink,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self { check_index: true, trusted_genesis: Vec::new(), sink: Sink::None }
    }
}
