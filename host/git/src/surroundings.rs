//! Where a repository comes from, and who works in it.

use crate::command::{SHORT, argv};
use crate::{Checkout, Git, GitError};

/// Exit status of `git remote get-url` for a remote that is not configured.
const NO_SUCH_REMOTE: i32 = 2;
/// The settings that tell both.
const PATTERN: &str = r"^(user\.email|remote\.origin\..*|url\..*)$";
/// Where git kept remotes before they were settings, in the shared git folder; it still reads them.
const OLD_PLACES: [&str; 2] = ["remotes/origin", "branches/origin"];

/// What the settings tell of a repository, in one call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Surroundings {
    /// The address that commits made here would carry, if one is set.
    pub email: Option<String>,
    origin: Origin,
}

/// What the settings say about `origin`.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    /// Nothing.
    Unset,
    /// Its address, which nothing changes.
    Plain(String),
    /// More than the address alone: only git knows what it makes of it.
    AskGit,
}

impl Surroundings {
    fn read(settings: impl IntoIterator<Item = (String, String)>) -> Self {
        let (mut email, mut addresses, mut more) = (None, Vec::new(), false);
        for (name, value) in settings {
            match name.as_str() {
                "user.email" => email = Some(value),
                "remote.origin.url" => addresses.push(value),
                // Settings that name no address, and rewriting rules.
                _ => more |= name.starts_with("url.") || addresses.is_empty(),
            }
        }
        let origin = match <[String; 1]>::try_from(addresses) {
            Ok([address]) if !address.is_empty() && !more => Origin::Plain(address),
            Err(none) if none.is_empty() && !more => Origin::Unset,
            _ => Origin::AskGit,
        };
        Self { email, origin }
    }
}

impl Git {
    /// Where the repository comes from and who works in it, as far as settings tell.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer, because a settings file is broken for one.
    pub async fn surroundings(&self) -> Result<Surroundings, GitError> {
        Ok(Surroundings::read(self.settings(PATTERN).await?))
    }

    /// The address of `origin`, with `url.<base>.insteadOf` applied; `None` when there is no such remote.
    ///
    /// # Errors
    ///
    /// [`GitError`] when git cannot answer.
    pub async fn origin_url(
        &self,
        surroundings: &Surroundings,
        checkout: &Checkout,
    ) -> Result<Option<String>, GitError> {
        match &surroundings.origin {
            Origin::Plain(address) => return Ok(Some(address.clone())),
            Origin::Unset => {
                let places = OLD_PLACES.map(|place| checkout.common_dir.join(place));
                let old =
                    tokio::task::spawn_blocking(move || places.iter().any(|place| place.symlink_metadata().is_ok()));
                if !old.await.map_err(|error| GitError::Io(error.into()))? {
                    return Ok(None);
                }
            }
            Origin::AskGit => {}
        }
        let answer = self.call(&argv!["remote", "get-url", "origin"], SHORT).await?;
        match answer.status {
            Some(0) => {
                let url = String::from_utf8_lossy(&answer.stdout).trim_end_matches('\n').to_owned();
                Ok((!url.is_empty()).then_some(url))
            }
            Some(NO_SUCH_REMOTE) => Ok(None),
            _ => Err(answer.failure(self.directory())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(settings: &[(&str, &str)], origin: &Origin) {
        let pairs = settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        assert_eq!(&Surroundings::read(pairs).origin, origin, "{settings:?}");
    }

    #[test]
    fn one_address_is_taken_and_anything_more_is_left_to_git() {
        let (url, fetch) = (("remote.origin.url", "h:r"), ("remote.origin.fetch", "+refs/*:refs/*"));
        check(&[], &Origin::Unset);
        check(&[("user.email", "a@b")], &Origin::Unset);
        check(&[url], &Origin::Plain("h:r".to_owned()));
        check(&[url, fetch], &Origin::Plain("h:r".to_owned()));
        for more in
            [&[url, url][..], &[fetch], &[fetch, url], &[("remote.origin.url", "")], &[("url.x.insteadof", "h:"), url]]
        {
            check(more, &Origin::AskGit);
        }
    }

    #[test]
    fn the_last_address_of_the_person_counts() {
        let settings = [("user.email", "a@b"), ("user.email", "c@d")];
        let pairs = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(Surroundings::read(pairs).email.as_deref(), Some("c@d"));
    }
}
