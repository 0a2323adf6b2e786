//! Material that must never be signed into a record (effect ledger, section 2.4): the ledger holds digests only.

use serde_json::Value;

/// A value holds material that must not be recorded. What it is is not repeated here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a name or a text in it looks like a secret or like raw content; only digests may be recorded")]
pub struct RestrictedMaterial;

/// Refuses a value that holds, at any depth, a member name or a string of restricted material.
///
/// # Errors
///
/// [`RestrictedMaterial`], which tells neither where nor what.
pub fn refuse_restricted(value: &Value) -> Result<(), RestrictedMaterial> {
    let holds = match value {
        Value::String(text) => is_restricted_text(text),
        Value::Array(items) => return items.iter().try_for_each(refuse_restricted),
        Value::Object(members) => {
            for (name, member) in members {
                if is_restricted_name(name) {
                    return Err(RestrictedMaterial);
                }
                refuse_restricted(member)?;
            }
            false
        }
        _ => false,
    };
    if holds { Err(RestrictedMaterial) } else { Ok(()) }
}

/// Parts that no name may contain.
const PARTS: &[&[&str]] = &[
    &["password"],
    &["credential"],
    &["api", "key"],
    &["secret"],
    &["private", "reasoning"],
    &["provider", "body"],
    &["raw", "state"],
    &["vault", "locator"],
];

/// Words that no name may have between its underscores.
const WORDS: &[&str] = &[
    "content",
    "terminal",
    "prompt",
    "environment",
    "env",
    "credential",
    "secret",
    "password",
    "authorization",
    "bearer",
    "token",
    "private_key",
    "certificate",
    "restricted_url",
    "restricted_uri",
    "restricted_link",
];

/// Names that are refused as they are.
const NAMES: &[&str] = &["body", "rawBody", "raw_body", "content", "text", "request", "response", "payload"];

/// Whether a member may not have this name.
#[must_use]
pub fn is_restricted_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    let words = format!("_{lower}_");
    NAMES.contains(&name)
        || PARTS.iter().any(|part| contains_part(&lower, part))
        || WORDS.iter().any(|word| words.contains(&format!("_{word}_")))
}

/// Whether a text contains the pieces of a part, one after the other with at most one character between them.
fn contains_part(text: &str, pieces: &[&str]) -> bool {
    match pieces {
        [only] => text.contains(only),
        [first, second] => text.match_indices(first).any(|(at, _)| {
            let rest = text.get(at + first.len()..).unwrap_or_default();
            let mut between = rest.chars();
            between.next();
            rest.starts_with(second) || between.as_str().starts_with(second)
        }),
        _ => false,
    }
}

/// What stands first in a secret, how many characters must follow at least, and which count.
type Beginning = (&'static str, usize, fn(u8) -> bool);

/// Beginnings of secrets.
const BEGINNINGS: &[Beginning] = &[
    ("ghp_", 12, is_word),
    ("gho_", 12, is_word),
    ("ghs_", 12, is_word),
    ("ghu_", 12, is_word),
    ("github_pat_", 12, is_word),
    ("AKIA", 16, |byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()),
    ("aiwg_at_", 6, is_token),
    ("aiwg_rt_", 6, is_token),
];

/// The first characters of the base64 text of any Ed25519 private key in PKCS#8.
const PKCS8: &str = "MC4CAQAwBQYDK2VwBCIEI";

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_token(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_bearer(byte: u8) -> bool {
    is_token(byte) || b".~+/=".contains(&byte)
}

/// Whether a string may not be recorded.
#[must_use]
pub fn is_restricted_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    let follows = |at: usize, least: usize, counts: fn(u8) -> bool| {
        bytes.get(at..).unwrap_or_default().iter().take_while(|byte| counts(**byte)).count() >= least
    };
    text.contains("vault://")
        || text.contains(PKCS8)
        || has_private_key_header(text)
        || BEGINNINGS.iter().any(|(first, least, counts)| {
            text.match_indices(first).any(|(at, _)| follows(at + first.len(), *least, *counts))
        })
        // Names such as "task-list" end in these letters: what stands before them must not be part of a word.
        || text.match_indices("sk-").any(|(at, _)| {
            let starts = at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|before| !is_word(*before));
            starts && follows(at + 3, 12, is_token)
        })
        || text.match_indices("xox").any(|(at, _)| {
            bytes.get(at + 3).is_some_and(u8::is_ascii_alphanumeric)
                && bytes.get(at + 4) == Some(&b'-')
                && follows(at + 5, 10, is_token)
        })
        || text.to_ascii_lowercase().match_indices("bearer ").any(|(at, found)| follows(at + found.len(), 12, is_bearer))
}

fn has_private_key_header(text: &str) -> bool {
    text.match_indices("-----BEGIN ").any(|(at, found)| {
        let rest = text.get(at + found.len()..).unwrap_or_default();
        rest.split("-----").next().is_some_and(|label| label.ends_with("PRIVATE KEY"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for bad in [
            "password",
            "dbPassword",
            "CREDENTIALS",
            "apikey",
            "api_key",
            "apiKey",
            "API-KEY",
            "mySecretName",
            "private_reasoning",
            "privateReasoning",
            "provider_body",
            "rawState",
            "vaultLocator",
            "page_content",
            "content",
            "env",
            "my_env_var",
            "ENVIRONMENT",
            "access_token",
            "token",
            "bearer",
            "private_key",
            "my_private_key_id",
            "certificate",
            "restricted_url",
            "body",
            "rawBody",
            "raw_body",
            "text",
            "request",
            "response",
            "payload",
            "user_prompt",
            "terminal",
        ] {
            assert!(is_restricted_name(bad), "{bad}");
        }
        for good in [
            "payloadDigest",
            "context",
            "contents",
            "accessToken",
            "envelope",
            "environments",
            "tokens",
            "bodyDigest",
            "texts",
            "Body",
            "evidenceDigest",
            "issue",
            "action",
            "restricted",
            "api",
            "keyapi",
        ] {
            assert!(!is_restricted_name(good), "{good}");
        }
    }

    #[test]
    fn texts() {
        let twelve = "abcdefghijkl";
        for bad in [
            "see vault://kv/x".to_owned(),
            format!("sk-{twelve}"),
            format!("key=sk-{twelve}"),
            format!("ghp_{twelve}"),
            format!("xgho_{twelve}"),
            format!("github_pat_{twelve}"),
            "xoxb-1234567890".to_owned(),
            "AKIAABCDEFGHIJKLMNOP".to_owned(),
            "aiwg_at_abcdef".to_owned(),
            "aiwg_rt_abcdef".to_owned(),
            format!("Authorization: Bearer {twelve}"),
            "-----BEGIN PRIVATE KEY-----".to_owned(),
            "-----BEGIN OPENSSH PRIVATE KEY-----\nx".to_owned(),
            "MC4CAQAwBQYDK2VwBCIEIAAAA".to_owned(),
        ] {
            assert!(is_restricted_text(&bad), "{bad}");
        }
        for good in [
            "gitea:org/task-manager-frontend#1".to_owned(),
            "sk-short".to_owned(),
            "ghp_short".to_owned(),
            "xoxb-123".to_owned(),
            "AKIAabcdefghijklmnop".to_owned(),
            "bearer of news".to_owned(),
            "-----BEGIN PUBLIC KEY-----".to_owned(),
            "sha256:0000".to_owned(),
        ] {
            assert!(!is_restricted_text(&good), "{good}");
        }
    }

    #[test]
    fn at_any_depth() {
        assert!(refuse_restricted(&serde_json::json!({"a": [{"b": "x"}]})).is_ok());
        assert!(refuse_restricted(&serde_json::json!({"a": [{"token": 1}]})).is_err());
        assert!(refuse_restricted(&serde_json::json!({"a": [["vault://x"]]})).is_err());
    }
}
