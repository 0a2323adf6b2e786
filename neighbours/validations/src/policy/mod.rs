//! The policy: which checks are required, and whose word counts.

mod document;
mod error;
mod shape;

pub use document::{Policy, RequiredValidation, TrustedIssuer};
pub use error::{PolicyError, PolicyFault};
