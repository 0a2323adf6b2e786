//! The one rule: may this tree land?

use crate::{Attestation, CheckResult, Policy};

/// What is decided about a candidate tree. Checks are in the policy's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Everything that is required passed.
    Land,
    /// Something that is required has no result yet.
    Blocked {
        /// The checks without a result that counts.
        missing: Vec<String>,
    },
    /// Something that is required failed. That stays so for this tree under this version of the policy.
    Denied {
        /// The checks that failed.
        failed: Vec<String>,
        /// The checks without a result that counts.
        missing: Vec<String>,
    },
}

impl Decision {
    /// The checks without a result that counts.
    #[must_use]
    pub fn missing(&self) -> &[String] {
        match self {
            Self::Land => &[],
            Self::Blocked { missing } | Self::Denied { missing, .. } => missing,
        }
    }

    /// The checks that failed.
    #[must_use]
    pub fn failed(&self) -> &[String] {
        match self {
            Self::Land | Self::Blocked { .. } => &[],
            Self::Denied { failed, .. } => failed,
        }
    }
}

/// What an attestation is worth under the current policy, before it is asked whether its check is required.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Its issuer is trusted under its key, and it was made under the current version of the policy.
    Trusted,
    /// Its issuer is trusted, and it was made under another version of the policy.
    Stale,
    /// Its issuer is not trusted under its key, or its signature does not hold.
    Untrusted,
}

impl Trust {
    /// The word in documents.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Trusted => "trusted",
            Self::Stale => "stale",
            Self::Untrusted => "untrusted",
        }
    }
}

/// What `attestation` is worth under `policy`, whose version is `version`. Without a policy nobody is trusted.
#[must_use]
pub fn trust(policy: Option<&Policy>, version: u64, attestation: &Attestation) -> Trust {
    let trusted = policy.is_some_and(|policy| policy.trusts(attestation)) && attestation.verify().is_ok();
    match (trusted, attestation.policy_version() == version) {
        (false, _) => Trust::Untrusted,
        (true, false) => Trust::Stale,
        (true, true) => Trust::Trusted,
    }
}

/// Whether `attestation` counts for `tree` under `policy`, whose version is `version`: it is about this tree, made
/// under this version, by an issuer and key that are trusted as a pair, for a check that is required, in the environment
/// that is asked for if one is, and its signature holds now.
#[must_use]
pub fn counts(policy: &Policy, version: u64, tree: &str, attestation: &Attestation) -> bool {
    let environment_fits = |pin: &Option<String>| pin.as_deref().is_none_or(|pin| pin == attestation.env_digest());
    attestation.tree_id() == tree
        && attestation.policy_version() == version
        && policy.requirement(attestation.check()).is_some_and(|required| environment_fits(&required.env_digest))
        && policy.trusts(attestation)
        && attestation.verify().is_ok()
}

/// Decides whether `tree` may land under `policy`, whose version is `version`, given what is attested. One failure that
/// counts denies, whatever passed before or after. Without a policy, or with one that requires nothing, it may.
#[must_use]
pub fn decide<'a>(
    policy: Option<&Policy>,
    version: u64,
    tree: &str,
    attestations: impl IntoIterator<Item = &'a Attestation>,
) -> Decision {
    let Some(policy) = policy else { return Decision::Land };
    let counted: Vec<_> =
        attestations.into_iter().filter(|attestation| counts(policy, version, tree, attestation)).collect();
    let (mut failed, mut missing) = (Vec::new(), Vec::new());
    for required in policy.required() {
        let mut results = counted
            .iter()
            .filter(|counted| counted.check() == required.check)
            .map(|counted| counted.result())
            .peekable();
        if results.peek().is_none() {
            missing.push(required.check.clone());
        } else if results.any(|result| result == CheckResult::Fail) {
            failed.push(required.check.clone());
        }
    }
    match (failed.is_empty(), missing.is_empty()) {
        (true, true) => Decision::Land,
        (true, false) => Decision::Blocked { missing },
        (false, _) => Decision::Denied { failed, missing },
    }
}

#[cfg(test)]
mod tests;
