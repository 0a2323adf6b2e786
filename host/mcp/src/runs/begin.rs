//! Beginning a run.

use std::sync::Arc;

use assize_host::{Host, RunId, RunRequest};
use tokio::sync::{mpsc, watch};

use super::board::Board;
use super::document::RunDocument;
use super::progress::Step;
use super::registry::Runs;
use super::run::Run;

/// A run that has just begun.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The run.
    pub(crate) run: Arc<Run>,
    /// What it tells whoever waits.
    pub(crate) steps: mpsc::UnboundedReceiver<Step>,
}

/// Begins a run in a task of its own: it goes on however its caller fares, until it is cancelled.
pub(crate) fn begin(runs: &Arc<Runs>, host: &Host, mut request: RunRequest) -> Begun {
    let id = RunId::random();
    let (board, steps) = Board::new(id.as_str());
    let (ended_here, ended) = watch::channel(None);
    let run = Arc::new(Run { id: id.to_string(), board: Arc::new(board), cancel: runs.closing().child_token(), ended });
    request.run_id = Some(id);
    runs.add(&run);
    let (host, cancel, board) = (host.clone(), run.cancel.clone(), Arc::clone(&run.board));
    let review = tokio::spawn(async move { host.run(request, board, cancel).await });
    let (runs, begun) = (Arc::clone(runs), Arc::clone(&run));
    runs.tracker().spawn({
        let runs = Arc::clone(&runs);
        async move {
            let document = match review.await {
                Ok(view) => RunDocument::ended(view, &begun.id, &begun.board.notices()),
                Err(error) => {
                    tracing::error!(%error, run = begun.id, "a run was lost");
                    RunDocument::lost(&begun.id)
                }
            };
            let document = Arc::new(document);
            runs.finished(&begun.id, &document);
            ended_here.send_replace(Some(document));
        }
    });
    Begun { run, steps }
}
