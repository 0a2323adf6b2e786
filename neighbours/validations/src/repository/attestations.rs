//! Stored attestations: one file each, below the tree they are about.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::folder::remove_file;
use super::{AuditEvent, Repository, RepositoryError};
use crate::patterns::ATTESTATION_ID;
use crate::{Attestation, Trust, trust};

/// The folder of attestations.
const ATTESTATIONS: &str = "attestations";
/// The most that are kept of one tree.
const MOST: usize = 64;
/// The largest document, in bytes.
pub const LARGEST_ATTESTATION: u64 = 64 * 1024;

/// What is recorded about a tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recorded {
    /// The attestations, by the time that they claim and then by id.
    pub attestations: Vec<Attestation>,
    /// Files that should be attestations of this tree and are not.
    pub damaged: Vec<PathBuf>,
}

/// What became of an attestation that was handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Submitted {
    /// It is stored.
    Stored,
    /// It had been stored before.
    Already,
}

impl Repository {
    /// What is recorded about `tree`, a full tree id. Neither signatures nor trust are looked at.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`] when the folder cannot be read.
    pub fn attestations(&self, tree: &str) -> Result<Recorded, RepositoryError> {
        let mut recorded = Recorded::default();
        for (id, path) in self.files(tree)? {
            let bytes = self.folder.read(&path, LARGEST_ATTESTATION).ok().flatten();
            let read = bytes.and_then(|bytes| Attestation::read(std::str::from_utf8(&bytes).ok()?).ok());
            match read.filter(|attestation| attestation.id() == id && attestation.tree_id() == tree) {
                Some(attestation) => recorded.attestations.push(attestation),
                None => recorded.damaged.push(self.full(path)?),
            }
        }
        recorded.attestations.sort_by(|one, other| (one.issued_at(), one.id()).cmp(&(other.issued_at(), other.id())));
        Ok(recorded)
    }

    /// Stores an attestation, whoever signed it, if its signature holds; whether it counts is decided when it is used.
    /// Where the tree has as many as are kept, one of an issuer whom the current policy trusts takes the place of the
    /// oldest by an issuer whom it does not. Blocks the thread while others write.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`]; its [`reason`](RepositoryError::reason) tells why an attestation was refused.
    pub fn submit_attestation(&self, attestation: &Attestation) -> Result<Submitted, RepositoryError> {
        attestation.verify()?;
        let writing = self.writing()?;
        let (tree, id) = (attestation.tree_id(), attestation.id());
        let path = folder(tree).join(format!("{id}.json"));
        let canonical = attestation.to_canonical();
        let conflict = || RepositoryError::IdConflict { tree: tree.to_owned(), id: id.to_owned() };
        match self.folder.read(&path, LARGEST_ATTESTATION)? {
            Some(held) if held == canonical.as_bytes() => return Ok(Submitted::Already),
            Some(_) => return Err(conflict()),
            None => {}
        }
        if self.files(tree)?.len() >= MOST {
            let evicted = self.give_way(attestation)?;
            let details = json!({"id": evicted.id(), "issuer": evicted.issuer(), "for": id});
            self.append(&writing, &AuditEvent::new("attestation.evicted", attestation.issuer(), Some(tree), details)?)?;
            remove_file(&self.full(folder(tree).join(format!("{}.json", evicted.id())))?)?;
        }
        let details = json!({
            "id": id,
            "check": attestation.check(),
            "result": attestation.result().as_str(),
            "policyVersion": attestation.policy_version(),
            "publicKey": attestation.public_key(),
        });
        let event = AuditEvent::new("attestation.submitted", attestation.issuer(), Some(tree), details)?;
        self.append(&writing, &event)?;
        if self.create(&writing, path, canonical.as_bytes())? { Ok(Submitted::Stored) } else { Err(conflict()) }
    }

    /// The attestation that makes room for `newcomer`.
    fn give_way(&self, newcomer: &Attestation) -> Result<Attestation, RepositoryError> {
        let tree = newcomer.tree_id();
        let full = || RepositoryError::Limit { tree: tree.to_owned(), limit: MOST };
        let current = self.current_policy()?.ok_or_else(full)?;
        let worth = |attestation: &Attestation| trust(Some(&current.policy), current.version, attestation);
        if worth(newcomer) != Trust::Trusted {
            return Err(full());
        }
        let recorded = self.attestations(tree)?.attestations;
        recorded.into_iter().find(|attestation| worth(attestation) == Trust::Untrusted).ok_or_else(full)
    }

    /// The ids that are taken, and the files that take them.
    fn files(&self, tree: &str) -> Result<Vec<(String, PathBuf)>, RepositoryError> {
        let entries = self.folder.entries(folder(tree))?;
        let file = |name: &str| {
            let id = name.strip_suffix(".json").filter(|id| (ATTESTATION_ID.holds)(id))?;
            Some((id.to_owned(), folder(tree).join(name)))
        };
        Ok(entries.iter().filter_map(|entry| file(entry.file_name().to_str()?)).collect())
    }
}

fn folder(tree: &str) -> PathBuf {
    Path::new(ATTESTATIONS).join(tree)
}
