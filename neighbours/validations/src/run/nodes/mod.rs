//! The node kinds of a validation.

mod checkout;
mod command;
mod preview;
mod record;
mod registration;
mod shared;
mod sign;

pub use registration::ValidationNodes;
