//! Repositories that are set up.

mod files;
mod hooks;
mod support;
mod workflow;
