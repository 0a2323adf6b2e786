//! Paths as reviewers write them.

/// A path of a finding that names a file of the repository, without a leading `./`. None for one that is absolute, leads
/// out of the repository or is no path at all.
pub(crate) fn confined(path: &str) -> Option<&str> {
    let path = path.strip_prefix("./").unwrap_or(path);
    let fine = |part: &str| !matches!(part, "" | "." | "..") && !part.chars().any(char::is_control);
    path.split('/').all(fine).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table() {
        let check = |path: &str, expect: Option<&str>| assert_eq!(confined(path), expect, "{path:?}");
        check("src/lib.rs", Some("src/lib.rs"));
        check("./src/lib.rs", Some("src/lib.rs"));
        check("größe 検査.txt", Some("größe 検査.txt"));
        check("..a/.b", Some("..a/.b"));
        for path in ["", ".", "/etc/passwd", "../x", "a/../../x", "a//b", "a/", "a\nb", "a\0b", "./", "././a"] {
            check(path, None);
        }
    }
}
