//! One name for a repository, whatever way its remote is spelled (rulings 15).

/// The normalised form of a remote's url: no scheme, no credentials, `host/path`, no trailing `.git` or slash, the
/// host in lower case. Two urls of one repository agree in it, and no password survives it.
#[must_use]
pub fn normalize_remote(url: &str) -> String {
    let url = url.trim();
    let (has_scheme, rest) = match after_scheme(url) {
        Some(rest) => (true, rest),
        None => (false, url),
    };
    if !has_scheme && is_drive_path(rest) {
        return without_ending(rest).to_owned();
    }
    let rest = without_user(rest);
    let (host, path) = match if has_scheme { None } else { scp_colon(rest) } {
        Some(colon) => {
            let (host, path) = rest.split_at(colon);
            (Some(host), path.trim_start_matches(':').trim_start_matches('/'))
        }
        None => match rest.split_once('/') {
            Some((host, path)) => (Some(host), path),
            None if has_scheme => (Some(rest), ""),
            None => (None, rest),
        },
    };
    let joined = match host {
        // A relative path such as `Work/repo` has no host; a name with a dot in it is taken for one.
        Some(host) if !has_scheme && scp_colon(rest).is_none() && !is_host_like(host) => format!("{host}/{path}"),
        Some(host) => format!("{}/{path}", host.to_ascii_lowercase()),
        None => path.to_owned(),
    };
    without_ending(&joined).to_owned()
}

/// What follows `scheme://`.
fn after_scheme(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once("://")?;
    let mut bytes = scheme.bytes();
    let is_scheme = bytes.next().is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    is_scheme.then_some(rest)
}

/// `C:\repo`, `C:/repo`, `C:repo`: git takes one letter before a colon for a drive. With an `@` behind it the letter may
/// as well be a user with a password, which must go.
fn is_drive_path(text: &str) -> bool {
    match text.as_bytes() {
        [letter, b':', rest @ ..] if letter.is_ascii_alphabetic() => {
            matches!(rest, [b'/' | b'\\', ..]) || !rest.contains(&b'@')
        }
        _ => false,
    }
}

/// Drops all user-info: up to the last `@` before the first slash, so that an `@` in a password takes it along.
fn without_user(text: &str) -> &str {
    let authority = text.find('/').map_or(text, |slash| text.get(..slash).unwrap_or(text));
    match authority.rfind('@') {
        Some(at) => text.get(at + 1..).unwrap_or_default(),
        None => text,
    }
}

/// Where the colon of `host:path` is; none when a slash comes first. A colon inside `[…]` belongs to an IPv6 host.
fn scp_colon(text: &str) -> Option<usize> {
    let from = if text.starts_with('[') { text.find(']')? } else { 0 };
    let colon = from + text.get(from..)?.find(':')?;
    (!text.get(..colon)?.contains('/') && colon > 0).then_some(colon)
}

fn is_host_like(text: &str) -> bool {
    text.contains('.') && !text.trim_matches('.').is_empty()
}

/// Drops trailing slashes and one `.git`, in either order.
fn without_ending(text: &str) -> &str {
    let text = text.trim_end_matches('/');
    text.strip_suffix(".git").unwrap_or(text).trim_end_matches('/')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(url: &str, expect: &str) {
        assert_eq!(normalize_remote(url), expect, "{url:?}");
    }

    #[test]
    fn scp_forms() {
        check("git@github.com:owner/repo.git", "github.com/owner/repo");
        check("git@github.com:owner/repo", "github.com/owner/repo");
        check("github.com:owner/repo.git", "github.com/owner/repo");
        check("github-work:Owner/Repo.git/", "github-work/Owner/Repo");
        check("git@host:repo", "host/repo");
        check("git@host:/srv/git/repo.git", "host/srv/git/repo");
        check("git@[::1]:owner/repo.git", "[::1]/owner/repo");
        check("GIT@GitHub.COM:Owner/Repo.git", "github.com/Owner/Repo");
        check("me:pa@ss@host:owner/repo", "host/owner/repo");
        check("host:~me/repo", "host/~me/repo");
    }

    #[test]
    fn urls() {
        check("https://github.com/owner/repo.git", "github.com/owner/repo");
        check("https://github.com/owner/repo.git/", "github.com/owner/repo");
        check("https://github.com/owner/repo/.git", "github.com/owner/repo");
        check("https://github.com/owner/repo///", "github.com/owner/repo");
        check("https://github.com/owner/repo.git.git", "github.com/owner/repo.git");
        check("https://user@github.com/owner/repo", "github.com/owner/repo");
        check("https://user:token@github.com/owner/repo", "github.com/owner/repo");
        check("https://user:pa@ss@github.com/owner/repo", "github.com/owner/repo");
        check("https://user:p%40ss@github.com/owner/re@po", "github.com/owner/re@po");
        check("https://@github.com/owner/repo", "github.com/owner/repo");
        check("https://GitHub.com:8443/Owner/Repo.git", "github.com:8443/Owner/Repo");
        check("ssh://git@github.com/owner/repo.git", "github.com/owner/repo");
        check("ssh://git@github.com:22/owner/repo.git", "github.com:22/owner/repo");
        check("ssh://git@[2001:DB8::1]:22/owner/repo.git", "[2001:db8::1]:22/owner/repo");
        check("git+ssh://git@Host/repo", "host/repo");
        check("git://host/repo.git", "host/repo");
        check("HTTPS://github.com/o/r", "github.com/o/r");
        check("  https://github.com/o/r.git\n", "github.com/o/r");
        check("https://github.com", "github.com");
        check("https://github.com/", "github.com");
    }

    #[test]
    fn paths() {
        check("file:///srv/Git/repo.git", "/srv/Git/repo");
        check("/srv/Git/repo.git/", "/srv/Git/repo");
        check("/srv/a@b/c:d", "/srv/a@b/c:d");
        check("../Sibling/repo", "../Sibling/repo");
        check("./a:b", "./a:b");
        check("Work/repo", "Work/repo");
        check("repo", "repo");
        check("C:\\Work\\Repo.git", "C:\\Work\\Repo");
        check("C:/Work/a@b/Repo.git", "C:/Work/a@b/Repo");
        check("c:password@host:owner/repo", "host/owner/repo");
        check("GitHub.com/Owner/Repo", "github.com/Owner/Repo");
        check("", "");
        check("/", "");
    }

    proptest! {
        #[test]
        fn no_credentials_survive(user in "[a-z]{1,5}", password in "[a-z@:#?]{0,8}", host in "[a-z]{2,8}\\.example", path in "[a-zA-Z0-9]{1,8}") {
            let url = format!("https://{user}:{password}@{host}/{path}.git");
            prop_assert_eq!(normalize_remote(&url), format!("{host}/{path}"));
        }

        #[test]
        fn never_panics(url in any::<String>()) {
            let _ = normalize_remote(&url);
        }
    }
}
