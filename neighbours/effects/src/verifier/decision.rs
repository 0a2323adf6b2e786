//! The kinds whose stores this host does not have.

use async_trait::async_trait;
use serde_json::Value;

use super::answer::Raised;
use super::reference::{InvalidVerifier, VerifierRef};
use super::request::{Verifier, VerifierRequest, unknown};

/// A verifier without the store that it would have to ask.
#[derive(Debug)]
pub(super) struct Unconfigured(VerifierRef);

impl Unconfigured {
    pub(super) fn new(kind: &str) -> Result<Self, InvalidVerifier> {
        VerifierRef::new(kind, "1.0.0", false).map(Self)
    }
}

#[async_trait]
impl Verifier for Unconfigured {
    fn reference(&self) -> &VerifierRef {
        &self.0
    }

    async fn verify(&self, _: &VerifierRequest) -> Result<Value, Raised> {
        unknown("container-unreadable")
    }
}
