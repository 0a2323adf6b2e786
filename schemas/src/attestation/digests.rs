//! What an attestation is signed over, and what names it.

use serde_json::Value;

use crate::{Sha256Hex, canonical_json};

/// The digests of an attestation (AIP-62, "Canonical JSON").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttestationDigests {
    /// The canonical JSON without `attestor.signature`: what a signature is over.
    pub signed_bytes: String,
    /// SHA-256 of those bytes.
    pub signed_sha256: Sha256Hex,
    /// SHA-256 of the canonical JSON of the whole document, the signature included.
    pub attestation_sha256: Sha256Hex,
}

/// The digests of an attestation, over the JSON value so that members this version does not know count too.
#[must_use]
pub fn attestation_digests(document: &Value) -> AttestationDigests {
    let whole = canonical_json(document);
    let attestation_sha256 = Sha256Hex::of(&whole);
    let is_signed = document.pointer("/attestor/signature").is_some();
    let signed_bytes = if is_signed {
        let mut unsigned = document.clone();
        if let Some(attestor) = unsigned.get_mut("attestor").and_then(Value::as_object_mut) {
            attestor.shift_remove("signature");
        }
        canonical_json(&unsigned)
    } else {
        whole
    };
    AttestationDigests { signed_sha256: Sha256Hex::of(&signed_bytes), signed_bytes, attestation_sha256 }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_signature_alone_is_left_out() {
        let unsigned = json!({"b": 1, "attestor": {"x": [1.0], "daemon": "d"}});
        let signed = json!({"attestor": {"daemon": "d", "signature": {"sig": "s"}, "x": [1]}, "b": 1});
        let (without, with) = (attestation_digests(&unsigned), attestation_digests(&signed));
        assert_eq!(with.signed_bytes, r#"{"attestor":{"daemon":"d","x":[1]},"b":1}"#);
        assert_eq!(with.signed_bytes, without.signed_bytes);
        assert_eq!(with.signed_sha256, without.attestation_sha256);
        assert_ne!(with.attestation_sha256, without.attestation_sha256);
        assert_eq!(with.attestation_sha256, Sha256Hex::of(canonical_json(&signed)));
    }

    #[test]
    fn a_signature_elsewhere_counts() {
        let document = json!({"signature": 1, "lanes": [{"attestor": {"signature": 2}}]});
        assert_eq!(attestation_digests(&document).signed_bytes, canonical_json(&document));
        assert_eq!(attestation_digests(&json!([])).signed_bytes, "[]");
    }
}
