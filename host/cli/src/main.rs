//! The command line of Assize: reviews, their evidence, and what both need around them.
//!
//! This crate is the one place that prints, reads environment variables and decides exit statuses. Everything that
//! it says is asked of the libraries first, as values and typed errors.

mod app;
mod args;
mod commands;
mod context;
mod environment;
mod exit;
mod failure;
mod output;
mod palette;
mod plumbing;
mod progress;
mod summary;
mod text;
mod trace;

fn main() -> std::process::ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    app::start(&arguments).into()
}
