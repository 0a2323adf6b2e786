//! Signing what a run came to.

use tokio_util::task::AbortOnDropHandle;

use crate::signing::{KeygenCall, SshKeygenError};
use crate::{AttestationDocument, Host, Signer, SignerPlace, SigningError, SigningKey};

/// The signature of a run. While the lanes run, the key and the name it vouches for are looked up and `ssh-keygen` is
/// started, to wait for what it is to sign, so that little is left for the end. A key that does not exist yet is made
/// at the end, for a run that comes to no attestation needs none.
pub(crate) struct Signing<'a> {
    host: &'a Host,
    email: Option<&'a str>,
    opening: Option<AbortOnDropHandle<Result<(Signer, KeygenCall), SigningError>>>,
}

impl<'a> Signing<'a> {
    /// Begins to look the key up.
    pub(crate) fn begin(host: &'a Host, email: Option<&'a str>) -> Self {
        let opening = SigningKey::is_there(host.state()).then(|| {
            let (host, email) = (host.clone(), email.map(str::to_owned));
            AbortOnDropHandle::new(tokio::spawn(async move { open(&host, email.as_deref()).await }))
        });
        Self { host, email, opening }
    }

    /// Puts the signature into the attestation.
    pub(crate) async fn sign(self, attestation: &mut AttestationDocument) -> Result<(), SigningError> {
        let (signer, call) = match self.opening {
            Some(opening) => opening.await.map_err(|error| SshKeygenError::Io(error.into()))??,
            None => open(self.host, self.email).await?,
        };
        attestation.sign(&signer, call).await
    }
}

async fn open(host: &Host, email: Option<&str>) -> Result<(Signer, KeygenCall), SigningError> {
    let settings = host.settings();
    let place = SignerPlace {
        state: host.state(),
        environment: &settings.environment,
        hostname: &settings.hostname,
        email,
        principal: None,
    };
    let signer = Signer::open(&place).await?;
    let call = signer.begin()?;
    Ok((signer, call))
}
