//! Which sessions' reviews a list shows.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::{HostError, Ledger, LedgerFilter, LedgerRow};

/// The sessions whose reviews are wanted; everybody's when nobody is named.
#[derive(Debug)]
pub(super) struct Sessions(Option<HashSet<String>>);

impl Sessions {
    pub(super) fn admits(&self, row: &LedgerRow) -> bool {
        let Self(Some(wanted)) = self else { return true };
        row.requester.as_ref().and_then(session_of).is_some_and(|session| wanted.contains(session))
    }
}

fn session_of(value: &Value) -> Option<&str> {
    value.get("sessionId").and_then(Value::as_str)
}

impl Ledger {
    /// The sessions whose reviews a filter wants.
    pub(super) fn sessions(&self, filter: &LedgerFilter) -> Result<Sessions, HostError> {
        Ok(Sessions(match &filter.requester {
            None => None,
            Some(root) if filter.subtree => Some(self.sessions_below(root)?),
            Some(root) => Some(HashSet::from([root.clone()])),
        }))
    }

    /// A session and those below it, as far as the ledger knows them: a review that a session asked for has lanes, and
    /// each lane's reviewer is a session that may ask for reviews itself. Blocks the thread.
    ///
    /// # Errors
    ///
    /// [`HostError::Store`] when a folder cannot be read.
    pub fn sessions_below(&self, root: &str) -> Result<HashSet<String>, HostError> {
        let mut wanted = HashSet::from([root.to_owned()]);
        let mut below: HashMap<String, Vec<String>> = HashMap::new();
        self.walk(None, |found| {
            if let Ok((row, entry)) = found
                && let Some(session) = row.requester.as_ref().and_then(session_of)
            {
                let lanes = entry.attestation().get("lanes").and_then(Value::as_array).into_iter().flatten();
                let reviewers = lanes.filter_map(session_of).map(str::to_owned);
                below.entry(session.to_owned()).or_default().extend(reviewers);
            }
            true
        })?;
        let mut next = vec![root.to_owned()];
        while let Some(session) = next.pop() {
            for reviewer in below.remove(&session).into_iter().flatten() {
                if wanted.insert(reviewer.clone()) {
                    next.push(reviewer);
                }
            }
        }
        Ok(wanted)
    }
}
