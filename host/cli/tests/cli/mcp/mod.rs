//! `assize mcp`, as an agent's host talks to it: JSON-RPC, a message a line.

mod client;
mod inputs;
mod leaving;
mod meeting;
mod pull_requests;
mod records;
mod reviews;
mod tools;
mod wire;
