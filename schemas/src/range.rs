//! The digest of a reviewed range.

use crate::Sha256Hex;

/// SHA-256 of `<base>..<head>` (AIP-62, "The attestation"): what names a range in ledger keys and attestations.
#[must_use]
pub fn range_sha(base: &str, head: &str) -> Sha256Hex {
    Sha256Hex::of(format!("{base}..{head}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        assert_eq!(
            range_sha(&"1".repeat(40), &"2".repeat(40)).as_str(),
            "709ea9c102cd11ed178afc5f0d3bef72b86e55ec7de29a6fb125fb100ef166a8"
        );
    }
}
