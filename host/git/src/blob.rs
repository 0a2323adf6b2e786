//! Files as commits hold them.

use assize_schemas::Sha;

use crate::command::argv;
use crate::{Git, GitError};

/// The most that git says about an object before its content, in bytes.
const HEADER: usize = 4096;

impl Git {
    /// The content of files of commits, each given as a commit and the path from the root of the tree, in one call.
    /// `None` for what is not there or is no file. Symbolic links are followed within the commit; where one leads out of
    /// it nothing is there.
    ///
    /// # Errors
    ///
    /// [`GitError::TooMuchOutput`] when they are larger than `limit` bytes together, or [`GitError`] when git cannot
    /// answer. A path with a line break in it cannot be asked for.
    pub async fn files(&self, wanted: &[(&Sha, &str)], limit: usize) -> Result<Vec<Option<Vec<u8>>>, GitError> {
        let mut question = String::new();
        for (commit, path) in wanted {
            if path.contains('\n') {
                return Err(GitError::BadRef {
                    text: (*path).to_owned(),
                    reason: "a path with a line break cannot be asked for",
                });
            }
            question.push_str(&format!("{commit}:{path}\n"));
        }
        let room = limit.saturating_add(wanted.len().saturating_mul(HEADER));
        let answer =
            self.call_with(&argv!["cat-file", "--batch", "--follow-symlinks"], question.as_bytes(), room).await?;
        if answer.status != Some(0) {
            return Err(answer.failure(self.directory()));
        }
        let mut rest = answer.stdout.as_slice();
        let mut found = Vec::with_capacity(wanted.len());
        for _ in wanted {
            let (content, after) = one_object(rest).ok_or_else(|| answer.unexpected())?;
            found.push(content.map(<[u8]>::to_vec));
            rest = after;
        }
        Ok(found)
    }
}

/// Reads one answer of `cat-file --batch`, and what follows it: `<name> <type> <size>`, the content and a line end; a
/// line that ends in ` missing`; or, for a link that leads to nothing in the commit, `<why> <size>`, a path and a line
/// end.
fn one_object(text: &[u8]) -> Option<(Option<&[u8]>, &[u8])> {
    let end = text.iter().position(|byte| *byte == b'\n')?;
    let (header, rest) = (text.get(..end)?, text.get(end + 1..)?);
    if header.ends_with(b" missing") {
        return Some((None, rest));
    }
    let header = std::str::from_utf8(header).ok()?;
    let words: Vec<&str> = header.split(' ').collect();
    let (kind, size) = match words[..] {
        [_, kind, size] => (kind, size),
        [why, size] => (why, size),
        _ => return None,
    };
    let size = size.parse::<usize>().ok()?;
    let content = rest.get(..size)?;
    let after = rest.get(size..)?.strip_prefix(b"\n")?;
    Some(((kind == "blob").then_some(content), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<(Option<&str>, &str)>) {
        let expect = expect.map(|(content, rest)| (content.map(str::as_bytes), rest.as_bytes()));
        assert_eq!(one_object(text.as_bytes()), expect, "{text:?}");
    }

    #[test]
    fn answers() {
        check("1234 blob 3\nabc\nrest", Some((Some("abc"), "rest")));
        check("1234 blob 0\n\n", Some((Some(""), "")));
        check("1234 tree 2\nab\n", Some((None, "")));
        check("1234:a b missing\n1234 blob", Some((None, "1234 blob")));
        check("dangling 5\n../ab\nrest", Some((None, "rest")));
        check("symlink 4\n/a\nb\nrest", Some((None, "rest")));
        check("1234 blob 9\nabc\n", None);
        check("1234 blob 2\nabc\n", None);
        check("", None);
    }
}
