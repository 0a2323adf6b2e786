//! Dead Simple Signing Envelopes: what is signed, and the envelope around it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::shape::{Pattern, Shape, required};

/// The bytes that a signature of an envelope covers: the pre-authentication encoding of its type and its payload, so
/// that no payload of one type can pass for one of another.
#[must_use]
pub fn dsse_pae(payload_type: &str, payload: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(payload_type.len() + payload.len() + 32);
    out.extend_from_slice(b"DSSEv1 ");
    out.extend_from_slice(payload_type.len().to_string().as_bytes());
    out.push(b' ');
    out.extend_from_slice(payload_type.as_bytes());
    out.push(b' ');
    out.extend_from_slice(payload.len().to_string().as_bytes());
    out.push(b' ');
    out.extend_from_slice(payload);
    out
}

/// One signature of an envelope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DsseSignature {
    /// What names the key.
    pub keyid: String,
    /// The signature in padded base64.
    pub sig: String,
}

/// An envelope: a payload, its type, and who signed both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DsseEnvelope {
    /// The media type of the payload.
    pub payload_type: String,
    /// The payload's exact bytes.
    pub payload: Vec<u8>,
    /// The signatures over [`dsse_pae`].
    pub signatures: Vec<DsseSignature>,
}

impl DsseEnvelope {
    /// The bytes that the signatures cover.
    #[must_use]
    pub fn pae(&self) -> Vec<u8> {
        dsse_pae(&self.payload_type, &self.payload)
    }

    /// The envelope as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let signatures: Vec<_> = self.signatures.iter().map(DsseSignature::to_json).collect();
        json!({
            "payloadType": self.payload_type,
            "payload": STANDARD.encode(&self.payload),
            "signatures": signatures,
        })
    }

    /// Reads an envelope from JSON; `None` when a member is missing or mistyped or the payload is not padded standard
    /// base64. Members that are not known are for the caller to refuse.
    #[must_use]
    pub fn from_json(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let signatures =
            value.get("signatures")?.as_array()?.iter().map(DsseSignature::from_json).collect::<Option<Vec<_>>>()?;
        let payload = STANDARD.decode(text("payload")?).ok()?;
        Some(Self { payload_type: text("payloadType")?.to_owned(), payload, signatures })
    }
}

impl DsseSignature {
    /// The signature as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({"keyid": self.keyid, "sig": self.sig})
    }

    /// Reads a signature from JSON; `None` when a member is missing or mistyped.
    #[must_use]
    pub fn from_json(value: &Value) -> Option<Self> {
        let text = |name: &str| value.get(name).and_then(Value::as_str).map(str::to_owned);
        Some(Self { keyid: text("keyid")?, sig: text("sig")? })
    }
}

/// Padded base64 in the standard alphabet.
pub static BASE64: Pattern = Pattern {
    what: "padded base64 in the standard alphabet",
    regex: Some("^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"),
    max_chars: None,
    holds: |text| STANDARD.decode(text).is_ok(),
};

static SIGNATURE: Shape = Shape::Object(&[
    required("keyid", &Shape::Text, "What names the key."),
    required("sig", &Shape::Matching(&BASE64), "The signature."),
]);

/// An envelope of any type with signatures of any kind.
pub static DSSE_ENVELOPE: Shape = Shape::Object(&[
    required("payloadType", &Shape::Text, "The media type of the payload."),
    required("payload", &Shape::Matching(&BASE64), "The payload."),
    required(
        "signatures",
        &Shape::List { items: &SIGNATURE, least: 1, distinct: false },
        "Signatures over the type and the payload.",
    ),
]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification() {
        let pae = dsse_pae("http://example.com/HelloWorld", b"hello world");
        assert_eq!(String::from_utf8(pae).unwrap(), "DSSEv1 29 http://example.com/HelloWorld 11 hello world");
        assert_eq!(dsse_pae("", b""), b"DSSEv1 0  0 ");
        // Lengths are in bytes.
        assert_eq!(dsse_pae("é", b""), "DSSEv1 2 é 0 ".as_bytes());
    }

    #[test]
    fn envelopes_come_back() {
        let envelope = DsseEnvelope {
            payload_type: "text/plain".to_owned(),
            payload: vec![0, 255, 7],
            signatures: vec![DsseSignature { keyid: "k".to_owned(), sig: "AA==".to_owned() }],
        };
        assert_eq!(DsseEnvelope::from_json(&envelope.to_json()), Some(envelope));
        for payload in ["AP8", "AP8H_-==", "AP9=", "A", " AP8H"] {
            let broken = json!({"payloadType": "t", "payload": payload, "signatures": []});
            assert_eq!(DsseEnvelope::from_json(&broken), None, "{payload}");
        }
    }
}
