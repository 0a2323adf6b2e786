//! The one who listens to a run, whatever the terminal.

use assize_host::{RunEvent, RunObserver};

use super::lines::Lines;
use super::rows::Rows;
use crate::context::Context;

/// Tells what happens in a run, on standard error.
pub(crate) enum Progress {
    /// Rows that are drawn again and again, on a terminal.
    Rows(Box<Rows>),
    /// A line when something ends, elsewhere; with `--quiet` only what people should know.
    Lines(Lines),
}

impl Progress {
    /// The progress that fits the terminal and the options.
    pub(crate) fn new(context: &Context) -> Self {
        let wanted = context.global.wants_progress();
        let lines = Lines::new(context.error_palette, context.relay, wanted);
        // Rows and a log would draw over each other.
        let live = wanted && context.global.verbose == 0 && context.has_live_terminal();
        if live { Self::Rows(Box::new(Rows::new(lines))) } else { Self::Lines(lines) }
    }

    /// Draws again what moves by itself; call it a few times a second.
    pub(crate) fn tick(&self) {
        if let Self::Rows(rows) = self {
            rows.tick();
        }
    }

    /// Says something at once.
    pub(crate) fn say(&self, text: &str) {
        match self {
            Self::Rows(rows) => rows.above(|lines| lines.note(text)),
            Self::Lines(lines) => lines.note(text),
        }
    }

    /// Takes the rows away. Nothing is drawn after this.
    pub(crate) fn finish(&self) {
        if let Self::Rows(rows) = self {
            rows.finish();
        }
    }
}

impl RunObserver for Progress {
    fn observe(&self, event: RunEvent) {
        match self {
            Self::Rows(rows) => rows.observe(&event),
            Self::Lines(lines) => lines.observe(&event),
        }
    }
}
