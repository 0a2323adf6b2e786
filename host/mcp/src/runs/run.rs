//! One run of this server.

use std::sync::Arc;

use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use super::board::Board;
use super::document::RunDocument;

/// A run that this server has begun.
#[derive(Debug)]
pub(crate) struct Run {
    pub(super) id: String,
    pub(super) board: Arc<Board>,
    pub(super) cancel: CancellationToken,
    pub(super) ended: watch::Receiver<Option<Arc<RunDocument>>>,
}

impl Run {
    /// What it has told so far.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// Cancels it, unless it is recorded already.
    pub(crate) fn cancel(&self) {
        self.cancel.cancel();
    }

    /// Waits for what it comes to.
    pub(crate) async fn end(&self) -> Arc<RunDocument> {
        let mut ended = self.ended.clone();
        let document = ended.wait_for(Option::is_some).await.ok().and_then(|ended| ended.clone());
        document.unwrap_or_else(|| Arc::new(RunDocument::lost(&self.id)))
    }
}
