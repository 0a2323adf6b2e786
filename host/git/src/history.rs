//! Commits and how they hang together.

use assize_schemas::Sha;

use crate::command::{Answer, LONG, SHORT, argv};
use crate::{Git, GitError, Ref};

/// Who wrote a commit, as the commit says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Author {
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
}

impl Git {
    /// The commit behind a name.
    ///
    /// # Errors
    ///
    /// [`GitError::UnknownRef`] when there is none, [`GitError::Ambiguous`] when there are several.
    pub async fn commit(&self, name: &Ref) -> Result<Sha, GitError> {
        let commit = name.commit();
        let answer = self.call(&argv!["rev-parse", "--verify", "--end-of-options", &commit], SHORT).await?;
        self.unambiguous(&answer).await?;
        match answer.status {
            Some(0) => Sha::parse(answer.text()?).map_err(|_| answer.unexpected()),
            _ => match answer.failure(self.directory()) {
                GitError::Failed { .. } => Err(GitError::UnknownRef { name: name.to_string() }),
                error => Err(error),
            },
        }
    }

    /// The commit behind a name together with its author, in one call.
    ///
    /// # Errors
    ///
    /// [`GitError::UnknownRef`] when there is none.
    pub async fn commit_and_author(&self, name: &Ref) -> Result<(Sha, Option<Author>), GitError> {
        let asked = format!("{}\n", name.commit());
        let answer = self.call_with(&argv!["cat-file", "--batch"], asked.as_bytes(), LONG).await?;
        if answer.status != Some(0) {
            return Err(answer.failure(self.directory()));
        }
        named_commit(&answer.stdout).ok_or_else(|| GitError::UnknownRef { name: name.to_string() })
    }

    /// The best common ancestor of two commits. In a shallow clone [`Git::certain_merge_base`] is the one to ask.
    ///
    /// # Errors
    ///
    /// [`GitError::UnknownRef`] or [`GitError::Ambiguous`] naming the one that it is about, or
    /// [`GitError::NoMergeBase`].
    pub async fn merge_base(&self, base: &Ref, head: &Ref) -> Result<Sha, GitError> {
        let (one, other) = (base.commit(), head.commit());
        let answer = self.call(&argv!["merge-base", &one, &other], SHORT).await?;
        self.unambiguous(&answer).await?;
        match answer.status {
            Some(0) => Sha::parse(answer.text()?).map_err(|_| answer.unexpected()),
            Some(1) => Err(GitError::NoMergeBase { base: base.to_string(), head: head.to_string() }),
            _ => {
                let message = answer.message();
                let unknown = [(&one, base), (&other, head)]
                    .into_iter()
                    .find(|(commit, _)| message.contains("Not a valid") && message.contains(commit.as_str()));
                Err(match unknown {
                    Some((_, name)) => GitError::UnknownRef { name: name.to_string() },
                    None => answer.failure(self.directory()),
                })
            }
        }
    }

    /// Tells whether `ancestor` is `descendant` or lies in its history.
    ///
    /// # Errors
    ///
    /// [`GitError`] when one of them is unknown or git cannot answer.
    pub async fn is_ancestor(&self, ancestor: &Ref, descendant: &Ref) -> Result<bool, GitError> {
        let (one, other) = (ancestor.commit(), descendant.commit());
        let answer = self.call(&argv!["merge-base", "--is-ancestor", &one, &other], SHORT).await?;
        self.unambiguous(&answer).await?;
        match answer.status {
            Some(0) => Ok(true),
            Some(1) => Ok(false),
            _ => Err(answer.failure(self.directory())),
        }
    }

    /// Refuses an answer about a name with more than one meaning: which commit is asked about is then not settled.
    pub(crate) async fn unambiguous(&self, answer: &Answer) -> Result<(), GitError> {
        let Some(name) = answer.ambiguous() else { return Ok(()) };
        // Where git looks for a name, but for the git folder itself.
        let places = ["", "tags/", "heads/", "remotes/"].map(|place| format!("refs/{place}{name}"));
        let mut command = argv!["for-each-ref", "--format=%(refname)", "--"].to_vec();
        command.extend(places.iter().map(std::ffi::OsStr::new));
        let found = self.ask(&command, LONG).await?;
        // A pattern also names what lies below it.
        let meanings = found.text()?.lines().filter(|found| places.iter().any(|place| place == found));
        Err(GitError::Ambiguous { name, meanings: meanings.map(str::to_owned).collect() })
    }

    /// The author that a commit records, without any mail map; `None` when it records none that can be read.
    ///
    /// # Errors
    ///
    /// [`GitError`] when there is no such commit or git cannot answer.
    pub async fn author(&self, commit: &Sha) -> Result<Option<Author>, GitError> {
        // Read from the object itself: `log` and `show` obey settings that can make them run other programs.
        let answer = self.ask(&argv!["cat-file", "commit", commit.as_str()], SHORT).await?;
        Ok(author_of(&answer.stdout))
    }
}

/// Reads the header `<object name> commit <size>` and the author of the commit that follows it.
fn named_commit(output: &[u8]) -> Option<(Sha, Option<Author>)> {
    let (header, commit) = output.split_at_checked(output.iter().position(|byte| *byte == b'\n')?)?;
    let (sha, kind) = std::str::from_utf8(header).ok()?.split_once(' ')?;
    kind.starts_with("commit ").then_some(())?;
    Some((Sha::parse(sha).ok()?, author_of(commit.get(1..)?)))
}

/// Reads `author <name> <<email>> <time> <zone>` among the headers of a commit.
fn author_of(commit: &[u8]) -> Option<Author> {
    let text = String::from_utf8_lossy(commit);
    let line = text.lines().take_while(|line| !line.is_empty()).find_map(|line| line.strip_prefix("author "))?;
    let (name, rest) = line.split_once('<')?;
    let (email, _) = rest.split_once('>')?;
    Some(Author { name: name.trim().to_owned(), email: email.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(commit: &str, expect: Option<(&str, &str)>) {
        let author = author_of(commit.as_bytes());
        assert_eq!(author.as_ref().map(|author| (author.name.as_str(), author.email.as_str())), expect, "{commit:?}");
    }

    #[test]
    fn authors() {
        check("tree 1\nauthor Ä B <a@b> 1 +0000\ncommitter X <x@y> 1 +0000\n\nm", Some(("Ä B", "a@b")));
        check("tree 1\nauthor  <> 1 +0000\n\nm", Some(("", "")));
        check("tree 1\n\nauthor A <a@b> 1 +0000", None);
        check("tree 1\nauthor broken\n", None);
    }
}
