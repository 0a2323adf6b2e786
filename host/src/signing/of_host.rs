//! The signer of a host.

use std::path::Path;

use assize_git::{Git, GitProgram};

use crate::Host;
use crate::signing::{Signer, SignerPlace, SigningError};

impl Host {
    /// Opens the host's key, making it when there is none, and settles whom it vouches for: `principal` where it is
    /// given, else as it is set, else git's `user.email` as it is in `cwd`, else the host's name.
    ///
    /// # Errors
    ///
    /// As [`Signer::open`].
    pub async fn signer(&self, cwd: &Path, principal: Option<&str>) -> Result<Signer, SigningError> {
        let settings = self.settings();
        // Without git there is one source of names less.
        let git = GitProgram::find(&settings.environment).ok().map(|program| Git::new(program, cwd));
        Signer::open(&SignerPlace {
            state: self.state(),
            environment: &settings.environment,
            hostname: &settings.hostname,
            git: git.as_ref(),
            principal,
        })
        .await
    }
}
