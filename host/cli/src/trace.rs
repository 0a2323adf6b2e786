//! The libraries' own log, when it is asked for.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// The library that says at the level below the others' what people ask about first: what git was asked.
const GIT: &str = "assize_git";

/// Sends what the libraries log to standard error: `-v` for the calls of git and the steps of a run as they end, `-vv`
/// and `-vvv` for ever more of everything. Without `-v` there is no subscriber at all, which costs nothing.
pub(crate) fn start(verbosity: u8, color: bool) {
    let (level, of_git) = match verbosity {
        0 => return,
        1 => (LevelFilter::INFO, LevelFilter::DEBUG),
        2 => (LevelFilter::DEBUG, LevelFilter::DEBUG),
        _ => (LevelFilter::TRACE, LevelFilter::TRACE),
    };
    let ours = ["assize", "assize_compiler", "assize_engine", "assize_host", "assize_mcp", "assize_nodes", "rmcp"];
    let targets = ours.into_iter().fold(Targets::new(), |targets, name| targets.with_target(name, level));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(color)
        .without_time()
        .with_target(false)
        .with_span_events(FmtSpan::CLOSE);
    // A second subscriber cannot be set; then the first one stays.
    let _ = tracing_subscriber::registry().with(targets.with_target(GIT, of_git)).with(lines).try_init();
}
