//! A small generic async step engine.

mod context;
mod dump;
mod error;
mod event;
mod expression;
mod graph;
mod id;
mod kind;
mod node;
mod problem;
mod reference;
mod registry;
mod run;
mod step;

pub use context::StepContext;
pub use error::{ErrorClass, RunError, StepError};
pub use event::{Event, EventKind, EventSink};
pub use expression::Expression;
pub use graph::{GraphBuilder, StepGraph};
pub use id::{MAX_STEP_ID_CHARS, StepId, StepIdError};
pub use kind::{StepKind, StepKindError};
pub use node::{ConfigError, Node, NodeKind, OnCancel};
pub use problem::{GraphError, PrepareError, Problem};
pub use reference::{Reference, ReferenceError};
pub use registry::{DuplicateNodeKind, Registry};
pub use run::{Run, RunReport};
pub use step::{Branch, Step};

/// The attribute for implementations of [`Node`].
pub use async_trait::async_trait;
