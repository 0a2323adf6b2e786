//! Every line that a command prints, for people who want to see all of them.

use assize_schemas::plain_text;

/// The longest line that is handed on at once, in bytes; a longer one comes in parts.
const LONGEST: usize = 8 * 1024;

/// Takes a stream apart into lines.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pending: Vec<u8>,
}

impl Lines {
    /// Takes the next bytes of the stream and hands on the lines that they end.
    pub(super) fn push(&mut self, bytes: &[u8], mut take: impl FnMut(&str)) {
        for part in bytes.split_inclusive(|byte| *byte == b'\n') {
            for part in part.chunks(LONGEST) {
                self.pending.extend_from_slice(part);
                if self.pending.ends_with(b"\n") || self.pending.len() >= LONGEST {
                    self.end(&mut take);
                }
            }
        }
    }

    /// Hands on what has no end yet.
    pub(super) fn end(&mut self, mut take: impl FnMut(&str)) {
        if self.pending.is_empty() {
            return;
        }
        let line = self.pending.strip_suffix(b"\n").unwrap_or(&self.pending);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        take(&plain_text(&String::from_utf8_lossy(line)));
        self.pending.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pushes: &[&str], expect: &[&str]) {
        let (mut lines, mut found) = (Lines::default(), Vec::new());
        for push in pushes {
            lines.push(push.as_bytes(), |line| found.push(line.to_owned()));
        }
        lines.end(|line| found.push(line.to_owned()));
        assert_eq!(found, expect, "{pushes:?}");
    }

    #[test]
    fn lines_come_whole() {
        check(&[], &[]);
        check(&["a\nb\n"], &["a", "b"]);
        check(&["a", "b\n", "\nc"], &["ab", "", "c"]);
        check(&["a\r\n"], &["a"]);
        check(&["\u{1b}[31mred\u{1b}[0m\n"], &["red"]);
        let long = "x".repeat(LONGEST + 3);
        check(&[&long], &[&long[..LONGEST], "xxx"]);
    }
}
