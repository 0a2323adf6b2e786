//! Signing what a run came to.

use assize_git::Git;
use tokio_util::task::AbortOnDropHandle;

use crate::signing::SshKeygenError;
use crate::{AttestationDocument, Host, Signer, SignerPlace, SigningError, SigningKey};

/// The signature of a run. The key and the name it vouches for are looked up while the lanes run, so that only the
/// signature itself is left for the end; a key that does not exist yet is made then too, for a run that comes to no
/// attestation needs none.
pub(crate) struct Signing<'a> {
    host: &'a Host,
    git: &'a Git,
    opening: Option<AbortOnDropHandle<Result<Signer, SigningError>>>,
}

impl<'a> Signing<'a> {
    /// Begins to look the key up.
    pub(crate) fn begin(host: &'a Host, git: &'a Git) -> Self {
        let opening = SigningKey::is_there(host.state()).then(|| {
            let (host, git) = (host.clone(), git.clone());
            AbortOnDropHandle::new(tokio::spawn(async move { open(&host, &git).await }))
        });
        Self { host, git, opening }
    }

    /// Puts the signature into the attestation.
    pub(crate) async fn sign(self, attestation: &mut AttestationDocument) -> Result<(), SigningError> {
        let signer = match self.opening {
            Some(opening) => opening.await.map_err(|error| SshKeygenError::Io(error.into()))??,
            None => open(self.host, self.git).await?,
        };
        attestation.sign(&signer).await
    }
}

async fn open(host: &Host, git: &Git) -> Result<Signer, SigningError> {
    let settings = host.settings();
    let place = SignerPlace {
        state: host.state(),
        environment: &settings.environment,
        hostname: &settings.hostname,
        git: Some(git),
        principal: None,
    };
    Signer::open(&place).await
}
