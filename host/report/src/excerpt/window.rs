//! A few lines of a file.

use crate::plain::{cut, plain};

/// So many lines are shown before and after the one that a finding is about.
const AROUND: usize = 3;
/// So many characters of a line are shown.
const LINE_CHARS: usize = 240;
/// What a tab becomes.
const TAB: &str = "    ";
/// So many bytes are looked at for the zero byte that tells a file which is no text.
const SNIFFED: usize = 8_000;

/// The lines around line `number` of a file, counted from 1, and the number of the first. None when the file is no text or
/// has no such line.
pub(super) fn window(content: &[u8], number: u64) -> Option<(u64, Vec<String>)> {
    if content.iter().take(SNIFFED).any(|byte| *byte == 0) {
        return None;
    }
    let at = usize::try_from(number).ok()?.checked_sub(1)?;
    let text = content.strip_suffix(b"\n").unwrap_or(content);
    let first = at.saturating_sub(AROUND);
    let lines: Vec<String> =
        text.split(|byte| *byte == b'\n').skip(first).take(at - first + 1 + AROUND).map(shown).collect();
    // The line itself has to be there.
    let has_line = lines.len() > at - first;
    has_line.then_some((u64::try_from(first).ok()?.saturating_add(1), lines))
}

fn shown(line: &[u8]) -> String {
    // More bytes than this are more characters than are shown.
    let start = line.get(..LINE_CHARS * 4).unwrap_or(line);
    let text = plain(&String::from_utf8_lossy(start));
    // A carriage return at the end became a line end.
    cut(&text.trim_end().replace('\n', " ").replace('\t', TAB), LINE_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn around_a_line() {
        let check = |content: &[u8], number: u64, expect: Option<(u64, &[&str])>| {
            let got = window(content, number);
            let got = got.as_ref().map(|(first, lines)| (*first, lines.iter().map(String::as_str).collect::<Vec<_>>()));
            assert_eq!(got, expect.map(|(first, lines)| (first, lines.to_vec())), "line {number}");
        };
        let ten: Vec<u8> = (1..=10).flat_map(|at| format!("l{at}\n").into_bytes()).collect();
        check(&ten, 1, Some((1, &["l1", "l2", "l3", "l4"])));
        check(&ten, 5, Some((2, &["l2", "l3", "l4", "l5", "l6", "l7", "l8"])));
        check(&ten, 10, Some((7, &["l7", "l8", "l9", "l10"])));
        check(&ten, 11, None);
        check(&ten, 0, None);
        check(&ten, u64::MAX, None);
        check(b"", 1, Some((1, &[""])));
        check(b"a\0b", 1, None);
        check(b"\tx\r\n\xff\x1b[31my", 1, Some((1, &["    x", "\u{fffd}y"])));
        let long = vec![b'x'; 5_000];
        assert_eq!(window(&long, 1).unwrap().1.first().unwrap().chars().count(), LINE_CHARS);
    }
}
