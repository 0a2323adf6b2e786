//! Signing attestations (AIP-62, "Signing").
//!
//! A [`Signer`] holds the host's key and the name it vouches for. What it signs goes to `ssh-keygen` on standard
//! input and comes back on standard output, so that no file beside the payload is ever trusted. Trouble is a
//! [`SigningError`] for the run to record; it never changes a verdict.

mod create;
mod error;
mod form;
mod key;
mod principal;
mod program;
mod public_key;
mod setting;
mod signer;
mod view;
mod wire;

pub use error::{SigningError, SshKeygenError};
pub(crate) use form::SignatureForm;
#[cfg(test)]
pub(crate) use form::armour;
pub use key::SigningKey;
pub use principal::{Principal, PrincipalError, PrincipalSource};
pub(crate) use program::{KeygenAnswer, KeygenCall, SshKeygen, words};
pub use public_key::{PublicKey, PublicKeyError, allowed_signers_line};
pub use setting::SigningSetting;
pub use signer::{Signer, SignerPlace};
pub use view::KeyView;

/// The namespace of every signature over an attestation, so that a key trusted for something else says nothing here.
pub const NAMESPACE: &str = "agentproto-review";

/// The one kind of key and signature that the format knows.
pub(crate) const ED25519: &str = "ssh-ed25519";
