//! The keyring: which keys there were, and how they followed one another.

use std::collections::HashMap;

use assize_schemas::{canonical_json, dsse_pae};
use serde_json::{Map, Value};

use crate::document::keyring_problems;
use crate::hash::digest;
use crate::identity::Scope;
use crate::key::{PublicKey, keyid_of};
use crate::time::{Instant, read_instant};

/// The media type that rotations are signed as.
pub const ROTATION_PAYLOAD_TYPE: &str = "application/vnd.aiwg.effect-key-rotation.v1+json";

/// Why a keyring does not hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct KeyringFault {
    /// The stable code.
    pub code: &'static str,
    /// The fault for people.
    pub message: String,
}

/// The keys of a keyring that holds.
#[derive(Debug, Clone)]
pub struct TrustedKeys {
    keys: HashMap<String, TrustedKey>,
    genesis: String,
    last: String,
    digests: Vec<String>,
}

#[derive(Debug, Clone)]
struct TrustedKey {
    public: PublicKey,
    valid_from: Instant,
    valid_until: Option<Instant>,
    revoked_at: Option<Instant>,
    is_active: bool,
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn time(value: &Value, name: &str) -> Option<Instant> {
    read_instant(value.get(name)?.as_str()?)
}

fn items<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// A document without its signatures, as it is signed.
pub(crate) fn unsigned(document: &Value) -> String {
    let members: Map<String, Value> = document
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| *name != "signatures")
        .map(|(name, member)| (name.clone(), member.clone()))
        .collect();
    canonical_json(&Value::Object(members))
}

/// Holds a keyring against its rules, in their order; the first that does not hold is the fault.
///
/// # Errors
///
/// [`KeyringFault`].
pub fn check_keyring(keyring: &Value, scope: &Scope) -> Result<TrustedKeys, KeyringFault> {
    let fault = |code, message: String| Err(KeyringFault { code, message });
    if let Some(problem) = keyring_problems(keyring).into_iter().next() {
        return fault("keyring-schema-invalid", problem.message);
    }
    if keyring.get("scope") != Some(&scope.to_json()) {
        return fault("keyring-scope-mismatch", "the keyring is of another scope".to_owned());
    }
    let (keys, rotations) = (items(keyring, "keys"), items(keyring, "rotations"));
    let mut trusted = HashMap::new();
    for key in keys {
        if trusted.insert(text(key, "keyid").to_owned(), trusted_key(key)).is_some() {
            return fault("keyring-duplicate-keyid", format!("{} is there twice", text(key, "keyid")));
        }
    }
    for key in keys {
        if keyid_of(text(key, "publicKey")).as_deref() != Some(text(key, "keyid")) {
            return fault("keyring-keyid-mismatch", format!("{} is not the digest of its key", text(key, "keyid")));
        }
    }
    let mut roots = keys.iter().filter(|key| !rotations.iter().any(|rotation| rotation.get("to") == key.get("keyid")));
    let (Some(genesis), None) = (roots.next(), roots.next()) else {
        return fault("keyring-unrotated-key", "exactly one key must come from no rotation".to_owned());
    };
    if keys.len() != rotations.len() + 1 {
        return fault("keyring-unrotated-key", "there must be one key more than there are rotations".to_owned());
    }
    let mut last = text(genesis, "keyid");
    let mut chain = vec![last];
    let mut before: Option<Instant> = None;
    for (at, rotation) in rotations.iter().enumerate() {
        let (from, to) = (text(rotation, "from"), text(rotation, "to"));
        if rotation.get("sequence").and_then(Value::as_u64) != u64::try_from(at + 1).ok() {
            return fault("keyring-rotation-sequence", format!("rotation {} has another sequence", at + 1));
        }
        let (Some(old), Some(new)) = (trusted.get(from), trusted.get(to)) else {
            return fault("keyring-rotation-chain", format!("rotation {} names a key that is not there", at + 1));
        };
        if from != last || chain.contains(&to) {
            return fault("keyring-rotation-chain", format!("rotation {} does not go on from the last key", at + 1));
        }
        let effective = time(rotation, "effectiveAt");
        if effective <= before || old.valid_until != effective || Some(new.valid_from) != effective {
            return fault("keyring-rotation-window", format!("rotation {} does not meet its keys' windows", at + 1));
        }
        let pae = dsse_pae(ROTATION_PAYLOAD_TYPE, unsigned(rotation).as_bytes());
        for (role, code, keyid, key) in [
            ("prior", "keyring-rotation-prior-signature", from, old),
            ("successor", "keyring-rotation-successor-signature", to, new),
        ] {
            let mut by = items(rotation, "signatures").iter().filter(|one| text(one, "role") == role);
            let holds = match (by.next(), by.next()) {
                (Some(one), None) => text(one, "keyid") == keyid && key.public.verifies(&pae, text(one, "sig")),
                _ => false,
            };
            if !holds {
                return fault(code, format!("rotation {} lacks a good {role} signature", at + 1));
            }
        }
        before = effective;
        last = to;
        chain.push(to);
    }
    let digests = states(keyring, &chain);
    Ok(TrustedKeys { genesis: text(genesis, "keyid").to_owned(), last: last.to_owned(), digests, keys: trusted })
}

fn trusted_key(key: &Value) -> TrustedKey {
    TrustedKey {
        public: PublicKey::read(text(key, "publicKey")),
        valid_from: time(key, "validFrom").unwrap_or_default(),
        valid_until: time(key, "validUntil"),
        revoked_at: time(key, "revokedAt"),
        is_active: text(key, "status") == "active",
    }
}

/// The digests of the keyring as it is and as it stood after each earlier rotation, newest first.
fn states(keyring: &Value, chain: &[&str]) -> Vec<String> {
    let mut digests = vec![digest(canonical_json(keyring).as_bytes())];
    for count in (1..chain.len()).rev() {
        let known = chain.get(..count).unwrap_or_default();
        let newest = known.last().copied().unwrap_or_default();
        let keys: Vec<Value> = items(keyring, "keys")
            .iter()
            .filter(|key| known.contains(&text(key, "keyid")))
            .map(|key| if text(key, "keyid") == newest { as_active(key) } else { key.clone() })
            .collect();
        let mut state = keyring.clone();
        if let Some(members) = state.as_object_mut() {
            members.insert("keys".to_owned(), Value::from(keys));
            let rotations = items(keyring, "rotations").get(..count - 1).unwrap_or_default();
            members.insert("rotations".to_owned(), Value::from(rotations.to_vec()));
        }
        digests.push(digest(canonical_json(&state).as_bytes()));
    }
    digests
}

fn as_active(key: &Value) -> Value {
    let mut key = key.clone();
    if let Some(members) = key.as_object_mut() {
        members.shift_remove("validUntil");
        members.shift_remove("revokedAt");
        members.insert("status".to_owned(), "active".into());
    }
    key
}

impl TrustedKeys {
    /// The key that came from no rotation.
    #[must_use]
    pub fn genesis(&self) -> &str {
        &self.genesis
    }

    /// Whether the keyring has that key.
    #[must_use]
    pub fn has(&self, keyid: &str) -> bool {
        self.keys.contains_key(keyid)
    }

    /// The last key of the chain: the only one that may sign new records.
    #[must_use]
    pub fn last(&self) -> &str {
        &self.last
    }

    /// Whether the last key of the chain is active at `now`.
    #[must_use]
    pub fn last_is_active(&self, now: Instant) -> bool {
        self.keys.get(&self.last).is_some_and(|key| key.is_active && key.is_valid(now))
    }

    /// The digest of the keyring as it is.
    #[must_use]
    pub fn digest(&self) -> &str {
        self.digests.first().map_or("", String::as_str)
    }

    /// Whether the digest is that of the keyring as it is or as it stood after an earlier rotation.
    #[must_use]
    pub fn knows_digest(&self, digest: &str) -> bool {
        self.digests.iter().any(|known| known == digest)
    }

    /// What is wrong with the first bad one of these signatures over `pae`, made at `at`.
    pub(crate) fn signature_fault<'s>(
        &self,
        pae: &[u8],
        signatures: impl IntoIterator<Item = (&'s str, &'s str)>,
        at: Option<Instant>,
    ) -> Option<&'static str> {
        signatures.into_iter().find_map(|(keyid, sig)| match self.keys.get(keyid) {
            None => Some("unknown-keyid"),
            Some(key) if !key.public.verifies(pae, sig) => Some("signature-invalid"),
            Some(key) if !at.is_some_and(|at| key.is_valid(at)) => Some("key-window"),
            Some(_) => None,
        })
    }
}

impl TrustedKey {
    fn is_valid(&self, at: Instant) -> bool {
        self.valid_from <= at
            && self.valid_until.is_none_or(|until| at < until)
            && self.revoked_at.is_none_or(|revoked| at < revoked)
    }
}
