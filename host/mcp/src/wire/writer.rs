//! Writing whole lines, one after the other.

use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How many lines may wait to be written.
const WAITING: usize = 64;
/// How long a client that does not read may keep the server from ending.
const PATIENCE: Duration = Duration::from_secs(2);

/// Writes lines in a task of its own, so that no line is ever cut in two by whoever gives up waiting.
#[derive(Debug)]
pub(super) struct Writer {
    lines: Option<mpsc::Sender<Vec<u8>>>,
    task: Option<JoinHandle<()>>,
}

impl Writer {
    /// Begins to write to `output`; when nobody reads there any more, `gone` is cancelled.
    pub(super) fn start<W: AsyncWrite + Send + Unpin + 'static>(mut output: W, gone: CancellationToken) -> Self {
        let (lines, mut waiting) = mpsc::channel::<Vec<u8>>(WAITING);
        let task = tokio::spawn(async move {
            while let Some(line) = waiting.recv().await {
                let written = async {
                    output.write_all(&line).await?;
                    output.flush().await
                };
                if let Err(error) = written.await {
                    tracing::debug!(%error, "nobody reads what the server says");
                    break;
                }
            }
            // Lines that are said after this find nobody who takes them.
            if !waiting.is_closed() {
                gone.cancel();
            }
        });
        Self { lines: Some(lines), task: Some(task) }
    }

    /// Where lines go in.
    pub(super) fn lines(&self) -> Option<mpsc::Sender<Vec<u8>>> {
        self.lines.clone()
    }

    /// Writes what is waiting, for as long as somebody reads.
    pub(super) async fn finish(&mut self) {
        drop(self.lines.take());
        let Some(mut task) = self.task.take() else { return };
        if tokio::time::timeout(PATIENCE, &mut task).await.is_err() {
            task.abort();
        }
    }
}
