//! The libraries' own log, when it is asked for.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Sends what the libraries log to standard error: `-v` for what happens, `-vv` and `-vvv` for ever more of it.
/// Without `-v` there is no subscriber at all, which costs nothing.
pub(crate) fn start(verbosity: u8, color: bool) {
    let level = match verbosity {
        0 => return,
        1 => LevelFilter::INFO,
        2 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let ours = ["assize", "assize_compiler", "assize_engine", "assize_git", "assize_host", "assize_nodes"];
    let targets = ours.into_iter().fold(Targets::new(), |targets, name| targets.with_target(name, level));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(color).without_time();
    // A second subscriber cannot be set; then the first one stays.
    let _ = tracing_subscriber::registry().with(targets).with(lines).try_init();
}
