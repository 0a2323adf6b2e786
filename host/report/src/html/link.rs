//! Addresses that a page may lead to.

use assize_schemas::AttestedTarget;
use maud::{Markup, html};

use crate::sarif::relative_uri;

/// What stands before addresses on the web; nothing else is ever linked.
const WEB: [&str; 2] = ["https://", "http://"];
/// The host whose addresses of commits and files are known.
const GITHUB: &str = "github.com/";

/// `shown` as a link, if `address` is one on the web; else the text alone.
pub(super) fn web_link(address: &str, shown: &str) -> Markup {
    match web(address) {
        Some(address) => html! { a href=(address) rel="noopener noreferrer nofollow" { (shown) } },
        None => html! { (shown) },
    }
}

/// `address` if it leads to the web and holds nothing but printable ASCII.
fn web(address: &str) -> Option<&str> {
    let is_web = WEB.iter().any(|scheme| address.starts_with(scheme));
    (is_web && address.bytes().all(|byte| byte.is_ascii_graphic())).then_some(address)
}

/// Where the two commits are compared.
pub(super) fn compare(target: &AttestedTarget) -> Option<String> {
    Some(format!("{}/compare/{}...{}", github(target)?, hex(&target.base_sha)?, hex(&target.head_sha)?))
}

/// Where a file of the head is shown, at a line. The path is confined to the repository.
pub(super) fn blob(target: &AttestedTarget, path: &str, line: Option<u64>) -> Option<String> {
    let line = line.map(|line| format!("#L{line}")).unwrap_or_default();
    Some(format!("{}/blob/{}/{}{line}", github(target)?, hex(&target.head_sha)?, relative_uri(path)))
}

fn github(target: &AttestedTarget) -> Option<String> {
    let (owner, name) = target.repo_remote.strip_prefix(GITHUB)?.split_once('/')?;
    let fine = |text: &str| {
        !text.is_empty()
            && !text.starts_with('.')
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    (fine(owner) && fine(name)).then(|| format!("https://{GITHUB}{owner}/{name}"))
}

fn hex(sha: &str) -> Option<&str> {
    (!sha.is_empty() && sha.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(sha)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_web_is_linked() {
        for address in ["https://github.com/a/b/pull/1", "http://localhost:8080/x?y=z#w"] {
            assert_eq!(web(address), Some(address));
        }
        let hostile = [
            "javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            " https://a",
            "https://a b",
            "https://a\n",
            "//a",
            "data:text/html,x",
            "https:a",
            "https://\u{202e}a",
            "file:///etc/passwd",
            "",
        ];
        for address in hostile {
            assert_eq!(web(address), None, "{address:?}");
        }
    }

    #[test]
    fn addresses_of_a_known_host() {
        let target = |remote: &str| AttestedTarget {
            repo_remote: remote.to_owned(),
            base_sha: "a".repeat(40),
            head_sha: "b".repeat(40),
        };
        let known = target("github.com/owner/name.rs");
        let (a, b) = ("a".repeat(40), "b".repeat(40));
        assert_eq!(compare(&known), Some(format!("https://github.com/owner/name.rs/compare/{a}...{b}")));
        assert_eq!(
            blob(&known, "src/a b.rs", Some(3)),
            Some(format!("https://github.com/owner/name.rs/blob/{b}/src/a%20b.rs#L3"))
        );
        for remote in
            ["example.com/a/b", "github.com/a", "github.com/a/b/c", "github.com/a/../b", "github.com/a/\"b", "local:/x"]
        {
            assert_eq!(compare(&target(remote)), None, "{remote}");
        }
    }
}
