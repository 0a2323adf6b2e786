//! Which repository of GitHub a remote is.

/// GitHub's hosts.
const HOSTS: [&str; 2] = ["github.com", "ssh.github.com"];
/// How hosts begin that a person's ssh settings lead to GitHub, with another key.
const ALIAS: &str = "github.com-";

/// `owner/name` of a normalised remote; `None` when it is not on GitHub.
pub(crate) fn repository_of(remote: &str) -> Option<String> {
    let (host, path) = remote.split_once('/')?;
    let host = host.split_once(':').map_or(host, |(host, _)| host);
    if !HOSTS.contains(&host) && !host.starts_with(ALIAS) {
        return None;
    }
    let (owner, name) = path.split_once('/')?;
    let known = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    let is_name = |text: &str| !matches!(text, "" | "." | "..") && text.bytes().all(known);
    (is_name(owner) && is_name(name)).then(|| format!("{owner}/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remotes() {
        let check = |remote: &str, expect: Option<&str>| {
            assert_eq!(repository_of(remote).as_deref(), expect, "{remote}");
        };
        check("github.com/ada/engine", Some("ada/engine"));
        check("ssh.github.com:443/ada/engine.rs", Some("ada/engine.rs"));
        check("github.com-work/ada/engine", Some("ada/engine"));
        check("github.com.example.com/ada/engine", None);
        check("gitlab.com/ada/engine", None);
        check("github.com/ada", None);
        check("github.com/ada/engine/more", None);
        check("github.com/../engine", None);
        check("local:/home/ada/engine", None);
    }
}
