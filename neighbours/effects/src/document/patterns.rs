//! The forms of strings in the ledger's documents.

use assize_schemas::shape::Pattern;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::identity::{is_identifier, is_kind, is_target, read_effect_id};
use crate::key::spki_key;
use crate::text::is_hex;
use crate::time::read_instant;

const fn pattern(what: &'static str, regex: &'static str, holds: fn(&str) -> bool) -> Pattern {
    Pattern { what, regex: Some(regex), max_chars: None, holds }
}

pub(super) static DIGEST: Pattern = pattern("sha256: and 64 lowercase hex digits", "^sha256:[0-9a-f]{64}$", is_digest);

pub(super) static EFFECT_ID: Pattern = pattern(
    "an effect id: eff1_ with 52 lowercase base32 digits, or sha256: with 64 hex digits",
    "^(?:eff1_[a-z2-7]{51}[aq]|sha256:[0-9a-f]{64})$",
    |text| read_effect_id(text).is_ok(),
);

pub(super) static IDENTIFIER: Pattern = pattern(
    "an identifier: a letter or digit, then up to 255 more that may also be any of ._:/@-",
    "^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,255}$",
    is_identifier,
);

pub(super) static KIND: Pattern = pattern(
    "a kind of effect: a registered one or x.<vendor>.<name>",
    "^(?:[a-z]+(?:\\.[a-z]+)+|x\\.[a-z0-9][a-z0-9-]*(?:\\.[a-z0-9][a-z0-9-]*)+)$",
    is_kind,
);

pub(super) static TARGET: Pattern = pattern(
    "a target: <scheme>:<ref> with a known scheme, no blanks, at most 1024 long",
    "^[a-z0-9-]+:\\S+$",
    is_target,
);

pub(super) static WRITER: Pattern = pattern(
    "a writer: a lowercase letter or digit, then up to 63 of those or '-'",
    "^[a-z0-9][a-z0-9-]{0,63}$",
    is_writer,
);

pub(super) static TIME: Pattern = pattern(
    "a time such as 2026-01-02T03:04:05.678Z, with at most nine digits of a second and Z",
    "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?Z$",
    |text| read_instant(text).is_some(),
);

pub(super) static VERSION: Pattern =
    pattern("a version such as 1.2.3", "^(?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*)){2}$", is_semver);

pub(super) static TRACE_ID: Pattern = pattern("32 lowercase hex digits", "^[0-9a-f]{32}$", |text| is_hex(text, 32));

pub(super) static SPAN_ID: Pattern = pattern("16 lowercase hex digits", "^[0-9a-f]{16}$", |text| is_hex(text, 16));

pub(super) static RETENTION: Pattern = pattern(
    "decision-lifecycle/v1# and the rule in lowercase letters and '-'",
    "^decision-lifecycle/v1#[a-z-]+$",
    |text| {
        text.strip_prefix("decision-lifecycle/v1#")
            .is_some_and(|rule| !rule.is_empty() && rule.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'))
    },
);

pub(super) static SIGNATURE: Pattern =
    pattern("an Ed25519 signature: padded base64 of 64 bytes", "^[A-Za-z0-9+/]{86}==$", |text| {
        STANDARD.decode(text).is_ok_and(|bytes| bytes.len() == 64)
    });

pub(super) static PUBLIC_KEY: Pattern =
    pattern("an Ed25519 public key: padded base64 of its 44 bytes of DER", "^[A-Za-z0-9+/]{59}=$", |text| {
        spki_key(text).is_some()
    });

/// Whether the text is `sha256:` and 64 lowercase hex digits.
pub(crate) fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|digits| is_hex(digits, 64))
}

/// Whether the text can name a writer.
pub(crate) fn is_writer(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    text.len() <= 64 && text.bytes().next().is_some_and(plain) && text.bytes().all(|byte| plain(byte) || byte == b'-')
}

/// Whether the text is three whole numbers with dots between them.
pub(crate) fn is_semver(text: &str) -> bool {
    let number = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) && (part == "0" || !part.starts_with('0'))
    };
    text.split('.').count() == 3 && text.split('.').all(number)
}
