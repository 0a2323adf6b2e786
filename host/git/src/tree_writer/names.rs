//! Which names may be written.

/// What is wrong with a name, as the rest of a sentence; `None` when nothing is.
pub(super) fn fault(name: &[u8]) -> Option<&'static str> {
    match name {
        b"" => Some("has an empty name in it"),
        b"." | b".." => Some("would lead out of the folder it is in"),
        _ if is_git_folder(name) => Some("could be taken for a git folder"),
        _ => None,
    }
}

/// Whether some system takes the name for `.git`: whatever the case, with characters in it that a Mac does not see, or
/// the way Windows abbreviates and completes names.
fn is_git_folder(name: &[u8]) -> bool {
    let text = String::from_utf8_lossy(name);
    let seen: String = text.chars().filter(|character| !is_unseen(*character)).collect::<String>().to_ascii_lowercase();
    let plain = seen.split(':').next().unwrap_or_default().trim_end_matches(['.', ' ']);
    matches!(plain, ".git" | "git~1")
}

fn is_unseen(character: char) -> bool {
    matches!(character, '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}')
}

/// The form in which names are compared: two that differ only in case are one on many systems.
pub(super) fn folded(name: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(name) {
        Ok(text) if text.is_ascii() => name.to_ascii_lowercase(),
        Ok(text) => text.to_uppercase().to_lowercase().into_bytes(),
        Err(_) => name.to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in
            ["a", "...", "..a", ".gitignore", ".github", "git", "a b", "git~2", "-rf", "\u{1F600}", "a\\b", ".gi"]
        {
            assert_eq!(fault(good.as_bytes()), None, "{good}");
        }
        for bad in [
            "",
            ".",
            "..",
            ".git",
            ".GIT",
            ".Git",
            ".git ",
            ".git.",
            ".git. .",
            ".g\u{200c}it",
            "\u{feff}.git",
            "git~1",
            "GIT~1",
            ".git::$INDEX_ALLOCATION",
            ".git:x",
        ] {
            assert!(fault(bad.as_bytes()).is_some(), "{bad}");
        }
        assert_eq!(fault(b"\xff\xfe"), None);
    }

    #[test]
    fn case_is_folded() {
        for (one, other, same) in [
            ("README", "readme", true),
            ("\u{c9}t\u{e9}", "\u{e9}T\u{c9}", true),
            ("stra\u{df}e", "STRASSE", true),
            ("\u{3a3}", "\u{3c2}", true),
            ("a", "b", false),
        ] {
            assert_eq!(folded(one.as_bytes()) == folded(other.as_bytes()), same, "{one} {other}");
        }
        assert_ne!(folded(b"\xff"), folded(b"\xfe"));
    }
}
