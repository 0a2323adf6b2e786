//! Checkpoints: signed statements of how long each segment was.

/// The media type that checkpoints are signed as.
pub const CHECKPOINT_PAYLOAD_TYPE: &str = "application/vnd.aiwg.effect-checkpoint.v1+json";
