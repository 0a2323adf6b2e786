//! Which verifiers there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::reference::VerifierRef;
use super::request::Verifier;

/// A kind that has a verifier already.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0} has a verifier already")]
pub struct DuplicateVerifier(pub String);

/// Which verifiers there are: at most one for each kind.
#[derive(Debug, Clone, Default)]
pub struct Registry(BTreeMap<String, Arc<dyn Verifier>>);

impl Registry {
    /// A registry without verifiers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a verifier for its kind.
    ///
    /// # Errors
    ///
    /// [`DuplicateVerifier`] when the kind has one.
    pub fn register(&mut self, verifier: Arc<dyn Verifier>) -> Result<(), DuplicateVerifier> {
        let kind = verifier.reference().kind().to_owned();
        if self.0.contains_key(&kind) {
            return Err(DuplicateVerifier(kind));
        }
        self.0.insert(kind, verifier);
        Ok(())
    }

    /// The verifier of a kind.
    #[must_use]
    pub fn get(&self, kind: &str) -> Option<&Arc<dyn Verifier>> {
        self.0.get(kind)
    }

    /// Every verifier, by kind.
    pub fn references(&self) -> impl Iterator<Item = &VerifierRef> {
        self.0.values().map(|verifier| verifier.reference())
    }
}
