//! Signing.

use std::ffi::OsString;

use assize_schemas::{Signature, attestation_digests, whole_time};
use assize_store::StateFolder;
use chrono::Utc;
use serde_json::{Value, json};

use crate::signing::{
    ED25519, KeygenAnswer, KeygenCall, NAMESPACE, Principal, SignatureForm, SigningError, SigningKey, SigningSetting,
    SshKeygen, allowed_signers_line, words,
};

/// What `ssh-keygen` says when the public key beside a private one is another's.
const MISMATCH: &str = "doesn't match private";

/// What the surroundings decide about signing, as data.
#[derive(Debug, Clone)]
pub struct SignerPlace<'p> {
    /// The state folder that holds the key and the settings.
    pub state: &'p StateFolder,
    /// The environment; `ssh-keygen` is found on its `PATH`.
    pub environment: &'p [(OsString, OsString)],
    /// The machine's name.
    pub hostname: &'p str,
    /// git's `user.email` in the repository under review, the second choice for the principal.
    pub email: Option<&'p str>,
    /// The principal to vouch for, over what is set; `None` for what is set.
    pub principal: Option<&'p str>,
}

/// A host's key and the name it vouches for. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Signer {
    program: SshKeygen,
    key: SigningKey,
    principal: Principal,
}

impl Signer {
    /// Opens the host's key, making it when there is none, and settles the principal.
    ///
    /// # Errors
    ///
    /// [`SigningError`] with what stands in the way.
    pub async fn open(place: &SignerPlace<'_>) -> Result<Self, SigningError> {
        let program = SshKeygen::find(place.environment)?;
        let configured = match place.principal {
            Some(principal) => Some(principal.to_owned()),
            None => SigningSetting::read(place.state)?.principal,
        };
        let principal = Principal::resolve(configured.as_deref(), place.email, place.hostname)?;
        let key = SigningKey::open(&program, place.state, place.hostname).await?;
        Ok(Self { program, key, principal })
    }

    /// The key.
    #[must_use]
    pub fn key(&self) -> &SigningKey {
        &self.key
    }

    /// The name that is vouched for.
    #[must_use]
    pub fn principal(&self) -> &Principal {
        &self.principal
    }

    /// The line of an `allowed_signers` file that lets verifiers trust this host's reviews.
    #[must_use]
    pub fn allowed_signers_line(&self) -> String {
        allowed_signers_line(&self.principal, self.key.public())
    }

    /// Signs bytes; answers the signature in its armour, as `ssh-keygen -Y sign` writes it.
    ///
    /// # Errors
    ///
    /// [`SigningError`] when `ssh-keygen` refuses, or answers with something that no verifier here would take.
    pub async fn sign(&self, bytes: &[u8]) -> Result<String, SigningError> {
        self.judge(self.begin()?.finish(bytes).await?)
    }

    /// Starts the signature of something that is not there yet: the key is read while others work.
    ///
    /// # Errors
    ///
    /// [`SigningError`] when `ssh-keygen` cannot be started.
    pub(crate) fn begin(&self) -> Result<KeygenCall, SigningError> {
        // With an empty passphrase a key that has another one is refused, where a terminal would otherwise be asked.
        let arguments = words!["-Y", "sign", "-P", "", "-n", NAMESPACE, "-f", self.key.path()];
        Ok(self.program.start(&arguments)?)
    }

    /// The armour in an answer of `ssh-keygen`, if it is a signature of this key.
    fn judge(&self, answer: KeygenAnswer) -> Result<String, SigningError> {
        let mismatch = || SigningError::KeyMismatch { path: self.key.public_path() };
        if !answer.success && answer.message().contains(MISMATCH) {
            return Err(mismatch());
        }
        let armour = String::from_utf8_lossy(&answer.output("sign")?).into_owned();
        let form = SignatureForm::parse(&armour).map_err(|error| SigningError::Form(error.to_string()))?;
        if form.key == *self.key.public() { Ok(armour) } else { Err(mismatch()) }
    }

    /// Signs an attestation: puts `attestor.signature` into the document, in place of any other, and answers it.
    ///
    /// # Errors
    ///
    /// As [`Signer::sign`], and [`SigningError::NotAnAttestation`]; the document is then left without a signature.
    pub async fn sign_attestation(&self, attestation: &mut Value) -> Result<Signature, SigningError> {
        self.sign_attestation_by(self.begin()?, attestation).await
    }

    /// [`Signer::sign_attestation`] by a call that was begun before.
    pub(crate) async fn sign_attestation_by(
        &self,
        call: KeygenCall,
        attestation: &mut Value,
    ) -> Result<Signature, SigningError> {
        let attestor = attestation.get_mut("attestor").and_then(Value::as_object_mut);
        attestor.ok_or(SigningError::NotAnAttestation)?.shift_remove("signature");
        let digests = attestation_digests(attestation);
        let sig = self.judge(call.finish(digests.signed_bytes.as_bytes()).await?)?;
        let signature = Signature {
            alg: ED25519.to_owned(),
            key_fingerprint: self.key.public().fingerprint(),
            principal: self.principal.as_str().to_owned(),
            signed_at: whole_time(Utc::now()),
            sig,
        };
        if let Some(attestor) = attestation.get_mut("attestor").and_then(Value::as_object_mut) {
            let member = json!({
                "alg": signature.alg,
                "keyFingerprint": signature.key_fingerprint,
                "principal": signature.principal,
                "signedAt": signature.signed_at,
                "sig": signature.sig,
            });
            attestor.insert("signature".to_owned(), member);
        }
        Ok(signature)
    }
}
