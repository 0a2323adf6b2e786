//! The transport as the SDK wants it.

use std::future::Future;
use std::io;

use rmcp::RoleServer;
use rmcp::model::ClientJsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;

use super::line::{LONGEST, Line, Lines};
use super::message::{Incoming, read, too_long};
use super::writer::Writer;

/// One client's two streams.
#[derive(Debug)]
pub(crate) struct Wire<R> {
    lines: Lines<R>,
    writer: Writer,
    /// An answer to a line that was no message, not yet on its way.
    refusal: Option<Vec<u8>>,
    /// Whether the client has asked for anything yet.
    begun: bool,
    closing: CancellationToken,
}

impl<R: AsyncRead + Send + Unpin> Wire<R> {
    /// A wire over two streams. `closing` ends it, and is cancelled when the client leaves.
    pub(crate) fn new<W: AsyncWrite + Send + Unpin + 'static>(input: R, output: W, closing: CancellationToken) -> Self {
        let writer = Writer::start(output, closing.clone());
        Self { lines: Lines::new(input, LONGEST), writer, refusal: None, begun: false, closing }
    }

    /// The next message; `None` when none will come. Dropped half-way it loses nothing.
    async fn next(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.refusal.is_some() {
                let lines = self.writer.lines()?;
                let place = lines.reserve().await.ok()?;
                if let Some(line) = self.refusal.take() {
                    place.send(line);
                }
                continue;
            }
            let incoming = match self.lines.next().await {
                Ok(Line::Whole(line)) => read(&line),
                Ok(Line::TooLong) => Incoming::Refused(too_long(LONGEST)),
                Ok(Line::End) => return None,
                Err(error) => {
                    tracing::debug!(%error, "the client cannot be heard any more");
                    return None;
                }
            };
            match incoming {
                Incoming::Nothing => {}
                Incoming::Refused(line) => self.refusal = Some(line),
                Incoming::Message(message) => {
                    self.begun |= matches!(*message, ClientJsonRpcMessage::Request(_));
                    // Before the client has asked for anything there is nothing it could notify of or answer to.
                    if self.begun {
                        return Some(*message);
                    }
                }
            }
        }
    }
}

impl<R: AsyncRead + Send + Unpin> Transport<RoleServer> for Wire<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let lines = self.writer.lines();
        async move {
            let mut line = serde_json::to_vec(&item)?;
            line.push(b'\n');
            lines.ok_or_else(gone)?.send(line).await.map_err(|_| gone())
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let closing = self.closing.clone();
        let message = tokio::select! {
            biased;
            () = closing.cancelled() => None,
            message = self.next() => message,
        };
        if message.is_none() {
            // Ends what this client started, so that what it still waits for is answered soon.
            closing.cancel();
        }
        message
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.writer.finish().await;
        Ok(())
    }
}

fn gone() -> io::Error {
    io::Error::from(io::ErrorKind::BrokenPipe)
}
