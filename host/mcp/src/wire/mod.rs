//! The transport: one JSON-RPC message a line, over any two streams.
//!
//! The SDK's own passes over lines that are no JSON in silence, which leaves whoever sent one waiting, and greets a
//! client that begins with a notification by ending. This one answers the first and passes over the second.

mod line;
mod message;
mod transport;
mod writer;

pub(crate) use transport::Wire;
