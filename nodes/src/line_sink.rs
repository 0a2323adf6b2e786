//! Where a lane's latest line of output goes while it runs.

use std::fmt;
use std::sync::Arc;

/// Takes the last complete line a lane printed, now and then: at most about ten a second, free of terminal escapes
/// and of bounded length. Nothing depends on it; it is there for people who watch.
#[derive(Clone)]
pub struct LineSink {
    take: Option<Arc<Take>>,
    every: bool,
}

type Take = dyn Fn(&str) + Send + Sync;

impl LineSink {
    /// A sink that hands each line to `take`, which must not block.
    #[must_use]
    pub fn new(take: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { take: Some(Arc::new(take)), every: false }
    }

    /// A sink that is handed every line, as soon as it is whole; a very long one comes in parts. Where `take` has to wait,
    /// so has the command.
    #[must_use]
    pub fn every(take: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self { take: Some(Arc::new(take)), every: true }
    }

    /// A sink that nobody reads.
    #[must_use]
    pub fn silent() -> Self {
        Self { take: None, every: false }
    }

    /// Whether nobody reads this sink, so that lines need not be made.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.take.is_none()
    }

    /// Whether no line may be left out.
    #[must_use]
    pub fn wants_every_line(&self) -> bool {
        self.every
    }

    /// Hands on one line.
    pub fn line(&self, text: &str) {
        if let Some(take) = &self.take {
            take(text);
        }
    }
}

impl fmt::Debug for LineSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LineSink").field(if self.is_silent() { &"silent" } else { &"..." }).finish()
    }
}
