//! Ed25519 (RFC 8032) as issuers use it: raw keys and signatures as lowercase hex, and strict verification.

mod issuer_key;
mod public_key;

pub use issuer_key::IssuerKey;
pub use public_key::PublicKey;
