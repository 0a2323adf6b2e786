//! The bridge to the commit gate: a recorded review as the trailers of a commit's message.
//!
//! A trailer is a claim that a person or an agent writes into a message; the attestation is the proof. So that the
//! claim is no larger than the proof, lines are made only of a lane that passed in a run that passed. Whatever could
//! not be established makes none.

mod counts;
mod error;
mod lane;
mod name;
mod request;
mod staged;
mod write;

pub use error::TrailerError;
pub use request::{TrailerRequest, TrailerView};
