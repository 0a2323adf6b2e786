//! A case as it is written.

use std::num::NonZeroUsize;

use serde::Deserialize;
use serde_json::{Map, Value};

/// One line of input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) graph: Graph,
    #[serde(default)]
    pub(crate) input: Value,
    pub(crate) cancel_at_ms: Option<u64>,
    pub(crate) drop_at_ms: Option<u64>,
    pub(crate) settle_ms: Option<u64>,
    pub(crate) max_concurrency: Option<NonZeroUsize>,
}

/// The graph of a case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Graph {
    pub(crate) id: String,
    pub(crate) steps: Vec<Map<String, Value>>,
    pub(crate) result: Option<Value>,
    pub(crate) timeout_ms: Option<u64>,
    pub(crate) max_steps: Option<usize>,
}

/// A branch of a `parallel` step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Branch {
    pub(crate) id: String,
    pub(crate) steps: Vec<Map<String, Value>>,
}
