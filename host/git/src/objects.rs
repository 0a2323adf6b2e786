//! Single objects and refs, for those who record what is in a repository.

use assize_schemas::Sha;

use crate::command::{Call, SHORT, argv};
use crate::{Git, GitError};

/// The most that is read of one object, in bytes.
const OBJECT: usize = 16 * 1024 * 1024;

/// An object that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Object {
    /// Its name.
    pub sha: Sha,
    /// `commit`, `tag`, `tree` or `blob`.
    pub kind: String,
    /// What it holds.
    pub bytes: Vec<u8>,
}

/// What a signature is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignatureState {
    /// It holds, and git trusts it.
    Good,
    /// It does not hold, or no longer.
    Bad,
    /// Nobody here can tell.
    Unverifiable,
}

impl Git {
    /// The object that a name means; `None` when there is none. The name goes through standard input, so that it is
    /// never an option, whatever it is.
    ///
    /// # Errors
    ///
    /// [`GitError::BadRef`] for a name with a line break or a blank, [`GitError::Ambiguous`], or [`GitError`] when git
    /// cannot answer.
    pub async fn read_object(&self, name: &str) -> Result<Option<Object>, GitError> {
        if name.is_empty() || name.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(GitError::BadRef { text: name.to_owned(), reason: "it holds a blank" });
        }
        let answer = self.call_with(&argv!["cat-file", "--batch"], format!("{name}\n").as_bytes(), OBJECT).await?;
        if answer.status != Some(0) {
            return Err(answer.failure(self.directory()));
        }
        let end = answer.stdout.iter().position(|byte| *byte == b'\n').ok_or_else(|| answer.unexpected())?;
        let (header, content) = answer.stdout.split_at(end);
        let header = std::str::from_utf8(header).map_err(|_| answer.unexpected())?;
        if header.ends_with(" missing") {
            return Ok(None);
        }
        if header.ends_with(" ambiguous") {
            return Err(GitError::Ambiguous { name: name.to_owned(), meanings: Vec::new() });
        }
        let mut words = header.split(' ');
        let (Some(sha), Some(kind), Some(size)) = (words.next(), words.next(), words.next()) else {
            return Err(answer.unexpected());
        };
        let sha = Sha::parse(sha).map_err(|_| answer.unexpected())?;
        let size: usize = size.parse().map_err(|_| answer.unexpected())?;
        let bytes = content.get(1..size.saturating_add(1)).ok_or_else(|| answer.unexpected())?.to_vec();
        Ok(Some(Object { sha, kind: kind.to_owned(), bytes }))
    }

    /// Whether a ref of this full name is there, whatever it points to.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn has_ref(&self, full_name: &str) -> Result<bool, GitError> {
        let answer = self.call(&argv!["show-ref", "--verify", "--quiet", "--", full_name], SHORT).await?;
        match answer.status {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(answer.failure(self.directory())),
        }
    }

    /// Whether the clone may lack objects that its repository has: it is shallow, or partial.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn is_incomplete(&self) -> Result<bool, GitError> {
        let answer = self.ask(&argv!["rev-parse", "--is-shallow-repository"], SHORT).await?;
        if answer.text()? != "false" {
            return Ok(true);
        }
        let promises = self.settings(r"^(extensions\.partialclone|remote\..*\.(promisor|partialclonefilter))$").await?;
        Ok(!promises.is_empty())
    }

    /// Stores bytes as a blob.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot.
    pub async fn write_blob(&self, bytes: &[u8]) -> Result<Sha, GitError> {
        let answer = self.demand(Call::new(&argv!["hash-object", "-w", "--stdin"], SHORT).input(bytes)).await?;
        Sha::parse(answer.text()?).map_err(|_| answer.unexpected())
    }

    /// Lets a ref of this full name point to `to` if it points to `from` now, or, with none, is not there. Gives whether
    /// it did.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot.
    pub async fn move_ref(&self, full_name: &str, to: &Sha, from: Option<&Sha>) -> Result<bool, GitError> {
        let nothing = "0".repeat(to.as_str().len());
        let from = from.map_or(nothing.as_str(), Sha::as_str);
        let answer = self.call(&argv!["update-ref", "--", full_name, to.as_str(), from], SHORT).await?;
        match answer.status {
            Some(0) => Ok(true),
            _ if answer.message().contains("cannot lock ref") => Ok(false),
            _ => Err(answer.failure(self.directory())),
        }
    }

    /// What the signature of a commit or a tag is worth to git as it is set up here.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot be asked.
    pub async fn signature_state(&self, object: &Object) -> Result<SignatureState, GitError> {
        let text = String::from_utf8_lossy(&object.bytes);
        let (verb, is_signed) = match object.kind.as_str() {
            "commit" => {
                let header = text.split("\n\n").next().unwrap_or_default();
                ("verify-commit", header.lines().any(|line| line.starts_with("gpgsig")))
            }
            "tag" => ("verify-tag", text.lines().any(|line| line.starts_with("-----BEGIN "))),
            _ => return Ok(SignatureState::Bad),
        };
        if !is_signed {
            return Ok(SignatureState::Bad);
        }
        let answer = self.call(&argv![verb, "--raw", object.sha.as_str()], SHORT).await?;
        if answer.status == Some(0) {
            return Ok(SignatureState::Good);
        }
        const BAD: &[&str] = &[
            "[GNUPG:] BADSIG",
            "[GNUPG:] EXPSIG",
            "[GNUPG:] EXPKEYSIG",
            "[GNUPG:] REVKEYSIG",
            "incorrect signature",
            "has expired",
            "is revoked",
            "not yet valid",
        ];
        let said = answer.all_of_stderr();
        let is_bad = BAD.iter().any(|sign| said.contains(sign));
        Ok(if is_bad { SignatureState::Bad } else { SignatureState::Unverifiable })
    }
}
