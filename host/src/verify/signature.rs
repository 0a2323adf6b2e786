//! The last stage: the signature (AIP-62, "Verification", step 7).

use std::fs;
use std::path::PathBuf;

use assize_schemas::{attestation_digests, attestation_shape};
use serde_json::Value;
use tempfile::TempDir;

use crate::signing::{KeygenAnswer, NAMESPACE, SignatureForm, SshKeygen, SshKeygenError, words};
use crate::verify::locate::blocking;
use crate::verify::trust::Trust;
use crate::verify::{SignatureStatus, SignatureView, VerifyError, VerifyNote, VerifyProblem, VerifyStage};

/// The member that everything else is signed without.
const MEMBER: &str = "attestor.signature";

/// Whoever judges signatures: `ssh-keygen`, the trusted keys, and how strict the caller is.
#[derive(Debug)]
pub(crate) struct SignatureJudge<'t> {
    pub(crate) program: Result<SshKeygen, SshKeygenError>,
    pub(crate) trust: &'t Trust,
    /// Where private folders are made.
    pub(crate) temporary: PathBuf,
    /// Whether what cannot be verified is a problem.
    pub(crate) required: bool,
}

/// What was found out about a signature.
#[derive(Debug, Default)]
pub(crate) struct SignatureFindings {
    pub(crate) view: SignatureView,
    pub(crate) problems: Vec<VerifyProblem>,
    pub(crate) notes: Vec<VerifyNote>,
}

impl SignatureJudge<'_> {
    /// Judges the signature of a document. `within` names it when it is not the one under judgement.
    pub(crate) async fn judge(&self, document: &Value, within: &str) -> Result<SignatureFindings, VerifyError> {
        let mut findings = SignatureFindings::default();
        let Some(signature) = document.pointer("/attestor/signature") else {
            let message = format!("{within}the attestation is not signed");
            if self.required {
                findings.problem("unsigned", message);
            } else {
                findings.notes.push(VerifyNote::new("unsigned", message));
            }
            return Ok(findings);
        };
        let text = |name| signature.get(name).and_then(Value::as_str);
        findings.view = SignatureView {
            status: SignatureStatus::Invalid,
            principal: text("principal").map(str::to_owned),
            key_fingerprint: text("keyFingerprint").map(str::to_owned),
        };
        findings.hold_form(document, within);
        if !findings.problems.is_empty() {
            return Ok(findings);
        }
        let (principal, sig) = (text("principal").unwrap_or_default(), text("sig").unwrap_or_default());
        match &self.program {
            Err(error) => findings.problem("no-ssh-keygen", format!("{within}the signature was not verified: {error}")),
            Ok(program) => {
                let signed = attestation_digests(document).signed_bytes;
                self.ask(program, principal, sig, &signed, within, &mut findings).await?;
            }
        }
        Ok(findings)
    }

    async fn ask(
        &self,
        program: &SshKeygen,
        principal: &str,
        sig: &str,
        signed: &str,
        within: &str,
        findings: &mut SignatureFindings,
    ) -> Result<(), VerifyError> {
        let files = self.lay_out(sig).await?;
        let sig = files.path().join(SIGNATURE);
        if self.trust.signers.is_none() {
            let check = words!["-Y", "check-novalidate", "-n", NAMESPACE, "-s", &sig];
            let answer = program.call(&check, signed.as_bytes()).await;
            if findings.accepts(answer, within).is_some() {
                findings.view.status = SignatureStatus::Claimed;
                self.untrusted(principal, within, findings);
            }
            return Ok(());
        }
        let signers = files.path().join(SIGNERS);
        let find = words!["-Y", "find-principals", "-f", &signers, "-s", &sig];
        let verify = words!["-Y", "verify", "-f", &signers, "-I", principal, "-n", NAMESPACE, "-s", &sig];
        let (found, verified) = tokio::join!(program.call(&find, b""), program.call(&verify, signed.as_bytes()));
        let listed = match found {
            // An exit status that is not 0 means that it found nobody.
            Ok(answer) => {
                answer.success && answer.stdout.split(|byte| *byte == b'\n').any(|line| line == principal.as_bytes())
            }
            Err(error) => {
                findings.problem("no-ssh-keygen", format!("{within}the signature was not verified: {error}"));
                return Ok(());
            }
        };
        if !listed {
            let message = format!(
                "{within}{} does not list {principal:?} for the key {}",
                self.trust.place,
                findings.view.key_fingerprint.as_deref().unwrap_or_default()
            );
            findings.problem("principal", message);
        }
        if findings.accepts(verified, within).is_some() && listed {
            findings.view.status = SignatureStatus::Verified;
        }
        Ok(())
    }

    /// Says that a signature could not be held against any keys.
    fn untrusted(&self, principal: &str, within: &str, findings: &mut SignatureFindings) {
        let message = format!(
            "{within}there is no {}, so that the signature says nothing: {principal:?} is claimed, not verified",
            self.trust.place
        );
        if !self.required && !self.trust.named {
            findings.notes.push(VerifyNote::new("no-allowed-signers", message));
        } else if self.trust.problems.is_empty() || self.trust.named {
            findings.problem("no-allowed-signers", message);
        }
    }

    /// Puts what `ssh-keygen` takes from files into a private folder.
    async fn lay_out(&self, sig: &str) -> Result<TempDir, VerifyError> {
        let (temporary, sig, signers) = (self.temporary.clone(), sig.to_owned(), self.trust.signers.clone());
        blocking(move || {
            let folder = tempfile::Builder::new().prefix("assize-verify-").tempdir_in(temporary)?;
            fs::write(folder.path().join(SIGNATURE), sig)?;
            if let Some(signers) = signers {
                fs::write(folder.path().join(SIGNERS), signers)?;
            }
            Ok(folder)
        })
        .await?
        .map_err(|error: std::io::Error| VerifyError::Internal(format!("no private folder for ssh-keygen: {error}")))
    }
}

const SIGNATURE: &str = "signature";
const SIGNERS: &str = "allowed_signers";

impl SignatureFindings {
    fn problem(&mut self, code: &'static str, message: String) {
        self.problems.push(VerifyProblem::new(VerifyStage::Signature, code, message));
    }

    /// Holds the member itself to the one form that a signature has (rulings 27).
    pub(crate) fn hold_form(&mut self, document: &Value, within: &str) {
        for problem in attestation_shape(document) {
            if problem.path.starts_with(MEMBER) {
                self.problem("signature-shape", format!("{within}{}", problem.message));
            }
        }
        if !self.problems.is_empty() {
            return;
        }
        let principal = self.view.principal.as_deref().unwrap_or_default();
        if principal.is_empty() || principal.chars().any(char::is_control) {
            let message = format!("{within}the principal {principal:?} is no name");
            self.problem("principal", message);
        }
        let sig = document.pointer("/attestor/signature/sig").and_then(Value::as_str).unwrap_or_default();
        match SignatureForm::parse(sig) {
            Err(error) => self.problem("signature-form", format!("{within}the signature is not usable: {error}")),
            Ok(form) => {
                let (made_by, claimed) =
                    (form.key.fingerprint(), self.view.key_fingerprint.as_deref().unwrap_or_default());
                if made_by != claimed {
                    let message =
                        format!("{within}the signature was made by the key {made_by}, not by {claimed} as it says");
                    self.problem("key-fingerprint", message);
                }
            }
        }
    }

    /// Whether `ssh-keygen` accepted; says so when it did not.
    fn accepts(&mut self, answer: Result<KeygenAnswer, SshKeygenError>, within: &str) -> Option<()> {
        match answer {
            Ok(answer) if answer.success => Some(()),
            Ok(answer) => {
                let message = format!("{within}ssh-keygen does not accept the signature: {}", answer.message());
                self.problem("signature", message);
                None
            }
            Err(error) => {
                self.problem("no-ssh-keygen", format!("{within}the signature was not verified: {error}"));
                None
            }
        }
    }
}
