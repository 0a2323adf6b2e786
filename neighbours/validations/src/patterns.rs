//! The forms of strings in attestations and policies.

use assize_schemas::Sha;
use assize_schemas::shape::Pattern;

use crate::hex::unhex;
use crate::signature::PublicKey;

/// The largest whole number that every JSON reader keeps exact.
pub const MAX_EXACT: i64 = (1 << 53) - 1;

/// The most characters of an id, and of a check's name.
const MAX_ID: usize = 64;
const MAX_CHECK: usize = 128;
/// The most characters of an issuer's name after the colon.
const MAX_ISSUER_NAME: usize = 128;

/// The id of an attestation.
pub(crate) static ATTESTATION_ID: Pattern = Pattern {
    what: "1 to 64 of A-Z, a-z, 0-9, '_' and '-'",
    regex: Some("^[A-Za-z0-9_-]{1,64}$"),
    max_chars: None,
    holds: |text| {
        (1..=MAX_ID).contains(&text.len())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    },
};

/// The full name of a tree.
pub(crate) static TREE_ID: Pattern = Pattern {
    what: "the full id of a tree: 40 or 64 lowercase hex digits",
    regex: Some("^(?:[0-9a-f]{40}|[0-9a-f]{64})$"),
    max_chars: None,
    holds: |text| Sha::parse(text).is_ok(),
};

/// The name of a check.
pub(crate) static CHECK: Pattern = Pattern {
    what: "the name of a check: 1 to 128 characters, none of them a control character",
    regex: Some("^[^\\u0000-\\u001f\\u007f-\\u009f]{1,128}$"),
    max_chars: Some(MAX_CHECK),
    holds: is_check_name,
};

/// The name of an issuer.
pub(crate) static ISSUER: Pattern = Pattern {
    what: "an issuer: a kind and a name such as service:ci",
    regex: Some("^[a-z][a-z0-9-]*:[A-Za-z0-9][A-Za-z0-9._-]{0,127}$"),
    max_chars: None,
    holds: is_issuer,
};

/// A public key that may be trusted.
pub(crate) static PUBLIC_KEY: Pattern = Pattern {
    what: "an Ed25519 public key: 64 lowercase hex digits that name a point of the curve, and not a weak one",
    regex: Some("^[0-9a-f]{64}$"),
    max_chars: None,
    holds: |text| PublicKey::parse(text).is_some(),
};

/// 64 hex digits, whatever they mean.
pub(crate) static KEY_DIGITS: Pattern = Pattern {
    what: "64 lowercase hex digits",
    regex: Some("^[0-9a-f]{64}$"),
    max_chars: None,
    holds: |text| unhex::<32>(text).is_some(),
};

/// A signature.
pub(crate) static SIGNATURE: Pattern = Pattern {
    what: "an Ed25519 signature: 128 lowercase hex digits",
    regex: Some("^[0-9a-f]{128}$"),
    max_chars: None,
    holds: |text| unhex::<64>(text).is_some(),
};

/// An argument of a command.
pub(crate) static ARGUMENT: Pattern = Pattern {
    what: "a string without NUL",
    regex: Some("^[^\\u0000]*$"),
    max_chars: None,
    holds: |text| !text.contains('\0'),
};

/// Whether `text` can be the name of a check: 1 to 128 characters, none of them a control character.
#[must_use]
pub fn is_check_name(text: &str) -> bool {
    // A text of more than four bytes a character is too long without counting.
    !text.is_empty()
        && text.len() <= 4 * MAX_CHECK
        && text.chars().count() <= MAX_CHECK
        && !text.chars().any(char::is_control)
}

/// Whether `text` can be the name of an issuer, such as `service:ci`.
#[must_use]
pub fn is_issuer(text: &str) -> bool {
    let Some((kind, name)) = text.split_once(':') else { return false };
    let rest_of_kind = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let rest_of_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    kind.bytes().next().is_some_and(|first| first.is_ascii_lowercase())
        && kind.bytes().all(rest_of_kind)
        && name.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && name.bytes().all(rest_of_name)
        && name.len() <= MAX_ISSUER_NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &Pattern, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!((pattern.holds)(text), "{text:?} is {}", pattern.what);
        }
        for text in bad {
            assert!(!(pattern.holds)(text), "{text:?} is not {}", pattern.what);
        }
    }

    #[test]
    fn forms() {
        check(
            &ATTESTATION_ID,
            &["a", "_-9Z", &"x".repeat(64)],
            &["", &"x".repeat(65), "a b", "a.b", "a/b", "..", "é", "a\n"],
        );
        check(
            &CHECK,
            &["tests", "unit tests / é", "::", &"é".repeat(128)],
            &["", &"é".repeat(129), "a\nb", "\u{7f}", "\u{85}"],
        );
        check(
            &ISSUER,
            &["service:ci", "agent:worker-7", "a:9", "a-1:A._-", &format!("s:{}", "n".repeat(128))],
            &[
                "",
                "ci",
                ":ci",
                "service:",
                "Service:ci",
                "1a:b",
                "-a:b",
                "a:.b",
                "a:_b",
                "a:-b",
                "a:b:c",
                "a b:c",
                "a:b ",
                "a:b\n",
                "a_b:c",
                "a:é",
                &format!("s:{}", "n".repeat(129)),
            ],
        );
        check(&TREE_ID, &[&"0".repeat(40), &"f".repeat(64)], &["", &"F".repeat(40), &"0".repeat(41), &"0".repeat(63)]);
        check(&SIGNATURE, &[&"a".repeat(128)], &[&"A".repeat(128), &"a".repeat(127)]);
    }
}
