//! Serving one client from its first message to its last.

use rmcp::service::{QuitReason, ServerInitializeError};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use crate::ServerSettings;
use crate::server::Server;
use crate::wire::Wire;

/// Why a client could not be served to the end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The client and this server could not agree on how to talk.
    #[error("the client could not be greeted: {0}")]
    Greeting(String),
    /// Something this program relies on did not hold.
    #[error("internal error: {0}")]
    Internal(String),
}

/// Serves one client until it closes `input`, nobody reads `output` any more, or `cancel` is cancelled. Reviews that the
/// client started are then cancelled, and have ended when this returns.
///
/// Needs a tokio runtime with I/O and time, of either flavour.
///
/// # Errors
///
/// [`ServeError`]. That a client leaves, at whatever point, is none.
pub async fn serve<R, W>(
    settings: ServerSettings,
    input: R,
    output: W,
    cancel: CancellationToken,
) -> Result<(), ServeError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let closing = cancel.child_token();
    let wire = Wire::new(input, output, closing.clone());
    let server = Server::new(settings, closing.clone());
    let runs = server.runs();
    let served = match rmcp::serve_server(server, wire).await {
        Ok(running) => match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => Err(ServeError::Internal(error.to_string())),
            Ok(_) => Ok(()),
        },
        // The client was gone before it had been greeted, or does not read what is said to it.
        Err(
            ServerInitializeError::ConnectionClosed(_)
            | ServerInitializeError::Cancelled
            | ServerInitializeError::TransportError { .. },
        ) => Ok(()),
        Err(error) => Err(ServeError::Greeting(error.to_string())),
    };
    closing.cancel();
    runs.finish().await;
    served
}
