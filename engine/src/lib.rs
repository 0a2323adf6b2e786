//! A small generic async step engine: a graph of steps as data, checked as a whole, then run with structured
//! concurrency. It knows nothing of what its steps do.
//!
//! The life of a graph is in its types:
//!
//! 1. [`GraphBuilder`] collects [`Step`]s. [`build`](GraphBuilder::build) checks the structure and tells all problems at
//!    once.
//! 2. [`StepGraph`] is valid and immutable, and still only data: it can be dumped ([`to_text`](StepGraph::to_text),
//!    [`to_json`](StepGraph::to_json), [`to_dot`](StepGraph::to_dot), [`to_mermaid`](StepGraph::to_mermaid)), compared and
//!    shipped. [`prepare`](StepGraph::prepare) makes every step's node out of a [`Registry`], before any step starts.
//! 3. [`Run`] is ready. [`execute`](Run::execute) carries it out and gives a [`RunReport`].
//!
//! What a step does is a [`Node`], made by a [`NodeKind`] that is registered under the name that steps use.
//!
//! ```
//! use std::sync::{Arc, Mutex};
//!
//! use assize_engine::{
//!     Branch, ConfigError, Event, GraphBuilder, Node, NodeKind, Registry, Step, StepContext, StepError, async_trait,
//! };
//! use serde_json::{Value, json};
//!
//! /// Joins the outputs of other steps with a word between them.
//! struct Join {
//!     of: Vec<String>,
//!     with: String,
//! }
//!
//! #[async_trait]
//! impl Node for Join {
//!     async fn run(&self, context: StepContext) -> Result<Value, StepError> {
//!         let mut words = Vec::new();
//!         for step in &self.of {
//!             let output = context.output(step).and_then(Value::as_str);
//!             words.push(output.ok_or_else(|| StepError::failed(format!("`{step}` answered no text")))?);
//!         }
//!         if words.is_empty() {
//!             words.push(context.id());
//!         }
//!         Ok(words.join(&self.with).into())
//!     }
//! }
//!
//! struct JoinKind;
//!
//! impl NodeKind for JoinKind {
//!     fn name(&self) -> &str {
//!         "join"
//!     }
//!
//!     // The engine refuses a run in which one of these is not certainly done before the step starts.
//!     fn references(&self, config: &Value) -> Result<Vec<String>, ConfigError> {
//!         Ok(serde_json::from_value(config["of"].clone())?)
//!     }
//!
//!     fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
//!         Ok(Box::new(Join {
//!             of: self.references(config)?,
//!             with: config["with"].as_str().unwrap_or(" ").to_owned(),
//!         }))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let word = |id: &'static str| Step::transform(id, "join", json!({"of": []}));
//! let graph = GraphBuilder::new("greeting")
//!     .step(Step::parallel(
//!         "words",
//!         vec![Branch::new("left", vec![word("hello")]), Branch::new("right", vec![word("world")])],
//!     ))
//!     .step(Step::transform("joined", "join", json!({"of": ["hello", "world"], "with": ", "})))
//!     .build()?;
//! assert_eq!(
//!     graph.to_text(),
//!     "\
//! greeting
//! (a picture of a compiled graph, not a manifest; 4 steps)
//! ├─ words   parallel   2 branches
//! │  ├─ [left] hello   transform  join  of=[]
//! │  └─ [right] world  transform  join  of=[]
//! └─ joined  transform  join  of=[\"hello\",\"world\"] with=\", \"
//! => joined
//! "
//! );
//!
//! let mut registry = Registry::new();
//! registry.register(JoinKind)?;
//! let seen = Arc::new(Mutex::new(Vec::new()));
//! let sink = Arc::clone(&seen);
//! let run = graph.prepare(&registry)?.events(move |event: Event| {
//!     if let Ok(mut seen) = sink.lock() {
//!         seen.push(event.name());
//!     }
//! });
//!
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
//! let report = runtime.block_on(run.execute());
//! assert_eq!(report.outcome?, json!("hello, world"));
//! assert_eq!(seen.lock().map(|seen| seen.last().copied()).ok(), Some(Some("run.completed")));
//! # Ok(())
//! # }
//! ```
//!
//! # What a run promises
//!
//! * A step starts the moment the last step it waits for is done; there are no levels. Steps that become ready together
//!   start in document order, the others in the order in which they became ready: the same completions give the same
//!   starts. [`Run::max_concurrency`] bounds how many are under way.
//! * The first failure ends the run and is what the run answers, with its [`ErrorClass`] and its step. What is under way
//!   is stopped, and awaited, before [`execute`](Run::execute) returns. A panic is a failure like another.
//! * The run owns its steps: they are polled by the task that polls [`execute`](Run::execute), and dropping that future
//!   drops them. No step goes on, and no event is told, after the run's one terminal [`Event`].
//! * A step sees the outputs of steps that are certainly done before it, by the shape of the graph. What happens to be
//!   done, such as a step of a sibling branch, stays hidden, so that runs do not depend on luck.
//! * Each run has a `tracing` span `run`, each step one called `step` inside it, entered whenever the step is polled.

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
