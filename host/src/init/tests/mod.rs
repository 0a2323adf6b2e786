//! Repositories that are set up.

mod commit_gate;
mod files;
mod hooks;
mod support;
mod workflow;
