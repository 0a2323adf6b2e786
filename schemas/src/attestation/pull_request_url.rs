//! The address of a pull request.

use crate::PullRequest;

/// Where pull requests are.
const GITHUB: &str = "https://github.com/";
/// The largest number that every JSON reader keeps exact.
const MAX_NUMBER: u64 = (1 << 53) - 1;

impl PullRequest {
    /// Reads `https://github.com/<owner>/<repo>/pull/<n>`, and nothing else.
    #[must_use]
    pub fn from_url(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix(GITHUB)?.split('/');
        let (owner, name, pull, number) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let number = read_number(number)?;
        let whole = pull == "pull" && parts.next().is_none() && is_name(owner) && is_name(name);
        whole.then(|| Self {
            provider: "github".to_owned(),
            repo: format!("{owner}/{name}"),
            number,
            url: text.to_owned(),
        })
    }
}

fn read_number(text: &str) -> Option<u64> {
    let digits = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = text.parse().ok().filter(|_| digits)?;
    (1..=MAX_NUMBER).contains(&number).then_some(number)
}

fn is_name(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !matches!(text, "" | "." | "..") && text.bytes().all(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_address_and_nothing_else() {
        let read = PullRequest::from_url("https://github.com/a-b/c.d_e/pull/12").unwrap();
        assert_eq!((read.repo.as_str(), read.number, read.provider.as_str()), ("a-b/c.d_e", 12, "github"));
        for wrong in [
            "",
            "github.com/a/b/pull/1",
            "http://github.com/a/b/pull/1",
            "https://github.com/a/b/pull/0",
            "https://github.com/a/b/pull/01",
            "https://github.com/a/b/pull/-1",
            "https://github.com/a/b/pull/+1",
            "https://github.com/a/b/pull/",
            "https://github.com/a/b/pull/1/files",
            "https://github.com/a/b/issues/1",
            "https://github.com/../b/pull/1",
            "https://github.com/a b/c/pull/1",
            "https://github.com/a/b/pull/99999999999999999999",
            "https://github.com.example.com/a/b/pull/1",
        ] {
            assert!(PullRequest::from_url(wrong).is_none(), "{wrong}");
        }
    }
}
