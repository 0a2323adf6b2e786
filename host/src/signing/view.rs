//! What is told about a key.

use std::path::{Path, PathBuf};

use assize_git::{Git, GitProgram};
use serde::Serialize;

use crate::Host;
use crate::signing::{Signer, SignerPlace, SigningError};

/// A host's key as others need to know it. Serializes as the document that `assize key show --json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct KeyView {
    /// `SHA256:` and the fingerprint of the key.
    pub fingerprint: String,
    /// The name that the host vouches for.
    pub principal: String,
    /// The public key's file, absolute.
    pub public_key_path: PathBuf,
    /// The line of an `allowed_signers` file that lets verifiers trust this host's reviews.
    pub allowed_signers_line: String,
}

impl Host {
    /// The host's key and the name it vouches for in the repository around `cwd`, made when there is none
    /// ([`SigningKey::created`](crate::SigningKey::created) tells). `principal` goes over what is set.
    ///
    /// # Errors
    ///
    /// As [`Signer::open`].
    pub async fn signer(&self, cwd: &Path, principal: Option<&str>) -> Result<Signer, SigningError> {
        let settings = self.settings();
        let git = GitProgram::find(&settings.environment).ok().map(|program| Git::new(program, cwd));
        let email = match git {
            Some(git) => git.setting("user.email").await.ok().flatten(),
            None => None,
        };
        let place = SignerPlace {
            state: self.state(),
            environment: &settings.environment,
            hostname: &settings.hostname,
            email: email.as_deref(),
            principal,
        };
        Signer::open(&place).await
    }
}

impl Signer {
    /// What is told about the key.
    #[must_use]
    pub fn view(&self) -> KeyView {
        KeyView {
            fingerprint: self.key().public().fingerprint(),
            principal: self.principal().as_str().to_owned(),
            public_key_path: self.key().public_path(),
            allowed_signers_line: self.allowed_signers_line(),
        }
    }
}
