//! What a caller wants verified.

use std::path::PathBuf;

use assize_schemas::Verdict;

/// One verification.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct VerifyRequest {
    /// A directory inside the repository. Other paths are relative to it.
    pub cwd: PathBuf,
    /// The REVIEW.md; the one at the repository's root when absent.
    pub manifest: Option<PathBuf>,
    /// An attestation, or a directory of them; the manifest's `verdict.exportDir` when absent.
    pub attestation: Option<PathBuf>,
    /// The ref the range is reviewed against, in place of the manifest's `target.base`.
    pub base: Option<String>,
    /// The end of the range; `HEAD` when absent, or its parent where `HEAD` only adds the export.
    pub head: Option<String>,
    /// The binding that must have run; any when absent.
    pub binding: Option<String>,
    /// The verdict that is asked for.
    pub verdict: ExpectedVerdict,
    /// Makes a manifest that exports nothing an outcome of its own, not a mistake of the caller.
    pub if_exported: bool,
    /// The `allowed_signers` file to trust; the one of the base commit when absent (rulings 26).
    pub allowed_signers: Option<PathBuf>,
    /// Refuses an attestation whose signature could not be verified.
    pub require_signed: bool,
    /// Follows `composedFrom` to its end, and holds every prior's signature and packs to the same rules.
    pub deep: bool,
}

/// The verdict that a verification asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpectedVerdict {
    /// This one.
    Is(Verdict),
    /// Whichever it is.
    Any,
}

impl ExpectedVerdict {
    /// Reads `pass`, `block`, `incomplete` or `any`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let verdicts = [Verdict::Pass, Verdict::Block, Verdict::Incomplete];
        match text {
            "any" => Some(Self::Any),
            _ => verdicts.into_iter().find(|verdict| verdict.as_str() == text).map(Self::Is),
        }
    }

    pub(crate) fn as_word(self) -> Option<&'static str> {
        match self {
            Self::Is(verdict) => Some(verdict.as_str()),
            Self::Any => None,
        }
    }
}

impl VerifyRequest {
    /// A request for the repository around `cwd` with everything else left to the defaults: a pass is asked for, a
    /// signature is not.
    #[must_use]
    pub fn new(cwd: impl Into<PathBuf>) -> Self {
        Self {
            cwd: cwd.into(),
            manifest: None,
            attestation: None,
            base: None,
            head: None,
            binding: None,
            verdict: ExpectedVerdict::Is(Verdict::Pass),
            if_exported: false,
            allowed_signers: None,
            require_signed: false,
            deep: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<ExpectedVerdict>) {
        assert_eq!(ExpectedVerdict::parse(text), expect, "{text:?}");
    }

    #[test]
    fn verdicts() {
        check("pass", Some(ExpectedVerdict::Is(Verdict::Pass)));
        check("block", Some(ExpectedVerdict::Is(Verdict::Block)));
        check("incomplete", Some(ExpectedVerdict::Is(Verdict::Incomplete)));
        check("any", Some(ExpectedVerdict::Any));
        check("Pass", None);
        check("", None);
    }
}
