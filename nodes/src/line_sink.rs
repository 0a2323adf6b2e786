//! Where a lane's latest line of output goes while it runs.

use std::fmt;
use std::sync::Arc;

/// Takes the last complete line a lane printed, now and then: at most about ten a second, free of terminal escapes
/// and of bounded length. Nothing depends on it; it is there for people who watch.
#[derive(Clone)]
pub struct LineSink(Option<Arc<Take>>);

type Take = dyn Fn(&str) + Send + Sync;

impl LineSink {
    /// A sink that hands each line to `take`, which must not block.
    #[must_use]
    pub fn new(take: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(take)))
    }

    /// A sink that nobody reads.
    #[must_use]
    pub fn silent() -> Self {
        Self(None)
    }

    /// Whether nobody reads this sink, so that lines need not be made.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.0.is_none()
    }

    /// Hands on one line.
    pub fn line(&self, text: &str) {
        if let Some(take) = &self.0 {
            take(text);
        }
    }
}

impl fmt::Debug for LineSink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LineSink").field(if self.is_silent() { &"silent" } else { &"..." }).finish()
    }
}
