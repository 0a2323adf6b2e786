//! What a command printed last, for people who watch.

use assize_schemas::plain_text;

use super::tail::Tail;

/// How far back the last line is looked for, in bytes.
const LOOK_BACK: usize = 2048;
/// The most characters of a line that are handed on.
pub(crate) const MOST_CHARS: usize = 200;

/// The last complete line of `tail` that shows anything, without terminal escapes, cut to [`MOST_CHARS`]. What a
/// program draws over itself with carriage returns counts as lines of its own.
pub(crate) fn last_line(tail: &Tail) -> Option<String> {
    let bytes = tail.last(LOOK_BACK);
    let end = bytes.iter().rposition(|byte| is_line_end(*byte))?;
    bytes.get(..end)?.rsplit(|byte| is_line_end(*byte)).find_map(|line| {
        let line: String = plain_text(&String::from_utf8_lossy(line)).trim().chars().take(MOST_CHARS).collect();
        (!line.is_empty()).then_some(line)
    })
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(printed: &str, expect: Option<&str>) {
        let mut tail = Tail::new(4096);
        tail.push(printed.as_bytes());
        assert_eq!(last_line(&tail).as_deref(), expect, "{printed:?}");
    }

    #[test]
    fn the_last_complete_line_is_found() {
        check("", None);
        check("half", None);
        check("one\n", Some("one"));
        check("one\ntwo\nhalf", Some("two"));
        check("one\n\n  \n", Some("one"));
        check("10%\r20%\r30%", Some("20%"));
        check("a\r\n", Some("a"));
        check("\x1b[31mred\x1b[0m\n", Some("red"));
        check(&format!("{}\n", "é".repeat(300)), Some(&"é".repeat(200)));
    }
}
