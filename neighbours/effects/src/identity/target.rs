//! What an effect is done to.

use crate::text::{has_blank, utf16_length};

/// The schemes of targets; a scheme may also be `x-` and what an extension calls itself.
pub const SCHEMES: &[&str] = &["gitea", "github", "git", "git-tag", "file", "release", "decision", "review"];

const MAX_UNITS: usize = 1024;

/// Whether the text is `<scheme>:<ref>` with a known scheme, without any blank and at most 1024 UTF-16 units long.
#[must_use]
pub fn is_target(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    (SCHEMES.contains(&scheme) || is_extension(scheme))
        && !rest.is_empty()
        && !has_blank(rest)
        && utf16_length(text) <= MAX_UNITS
}

fn is_extension(scheme: &str) -> bool {
    scheme.strip_prefix("x-").is_some_and(|name| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        let long = format!("git:{}", "a".repeat(1020));
        let astral = format!("file:{}a", "\u{1f600}".repeat(509));
        assert_eq!(utf16_length(&astral), 1024);
        for good in
            ["gitea:o/r#1", "git-tag:v1", "x-a:b", "x--:b", "x-aiwg:effects/x", "file:a@sha256:0", &long, &astral]
        {
            assert!(is_target(good), "{good}");
        }
        let longer = format!("{long}a");
        let astral_longer = format!("{astral}a");
        for bad in [
            "",
            "git",
            "git:",
            ":a",
            "svn:a",
            "x-:a",
            "X-a:b",
            "x-A:b",
            "git: a",
            "git:a\u{a0}b",
            "git:a\u{feff}",
            "git:a\u{85}",
            "git:a\u{2028}b",
            "git:a\n",
            "GIT:a",
            " git:a",
            &longer,
            &astral_longer,
        ] {
            assert!(!is_target(bad), "{bad:?}");
        }
    }
}
