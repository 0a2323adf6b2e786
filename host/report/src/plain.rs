//! Text from lanes, reviewers and repositories, before it goes into any format.

use assize_schemas::{is_unsafe, plain_text};

/// What stands where something was left out.
pub(crate) const ELLIPSIS: char = '…';

/// `text` without terminal escapes and control characters, and with a visible sign for what would be invisible, would
/// turn the reading direction around or cannot stand in XML. Line ends and tabs stay, and so do the joiners that some
/// scripts and emoji need.
pub(crate) fn plain(text: &str) -> String {
    plain_text(text).chars().map(|one| if misleads(one) { char::REPLACEMENT_CHARACTER } else { one }).collect()
}

fn misleads(one: char) -> bool {
    match one {
        '\n' | '\t' | '\u{200c}' | '\u{200d}' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        other => is_unsafe(other),
    }
}

/// `text` on one line of at most `max` characters.
pub(crate) fn line(text: &str, max: usize) -> String {
    // What is left out need not be looked at; blanks and escapes take a part of what is.
    let mut words = String::new();
    for word in plain(head(text, max.saturating_mul(8))).split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    cut(&words, max)
}

/// `text` in at most `max` characters, its end left out where it does not fit.
pub(crate) fn cut(text: &str, max: usize) -> String {
    if text.char_indices().nth(max).is_none() {
        return text.to_owned();
    }
    let mut short = head(text, max.saturating_sub(1)).to_owned();
    short.push(ELLIPSIS);
    short
}

/// Which part of a text is worth more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    /// A reviewer says what is wrong first.
    Beginning,
    /// A command says it last.
    End,
}

/// `text` in at most `max` characters, whole lines of it where that can be, without blank lines around it. What was left
/// out is shown by an ellipsis on a line of its own.
pub(crate) fn block(text: &str, max: usize, keep: Keep) -> String {
    let limited = match keep {
        Keep::Beginning => head(text, max.saturating_mul(2)),
        Keep::End => tail(text, max.saturating_mul(2)),
    };
    let tidy = plain(limited);
    let tidy = tidy.trim_matches('\n').trim_end();
    let shortened = limited.len() < text.len() || tidy.char_indices().nth(max).is_some();
    if !shortened {
        return tidy.to_owned();
    }
    match keep {
        Keep::Beginning => {
            let part = head(tidy, max);
            let part = part.rsplit_once('\n').map_or(part, |(lines, _)| lines);
            format!("{part}\n{ELLIPSIS}")
        }
        Keep::End => {
            let part = tail(tidy, max);
            let part = part.split_once('\n').map_or(part, |(_, lines)| lines);
            format!("{ELLIPSIS}\n{part}")
        }
    }
}

/// The first `max` characters.
fn head(text: &str, max: usize) -> &str {
    let end = text.char_indices().nth(max).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// The last `max` characters.
fn tail(text: &str, max: usize) -> &str {
    let Some(before) = max.checked_sub(1) else { return "" };
    let begin = text.char_indices().rev().nth(before).map_or(0, |(at, _)| at);
    text.get(begin..).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_line() {
        let check = |text: &str, max: usize, expect: &str| assert_eq!(line(text, max), expect, "{text:?}");
        check("  a\n\tb  ", 9, "a b");
        check("\u{1b}[31mred\u{1b}[0m \u{202e}x\u{0}", 9, "red x");
        check("a\u{200b}b\u{feff}\u{fffe}", 9, "a\u{fffd}b\u{fffd}\u{fffd}");
        check("größer", 4, "grö…");
        check("👩\u{200d}💻", 9, "👩\u{200d}💻");
        check("", 9, "");
    }

    #[test]
    fn a_block_keeps_whole_lines() {
        let check = |text: &str, max: usize, keep: Keep, expect: &str| {
            assert_eq!(block(text, max, keep), expect, "{text:?}");
        };
        check("\n\n  a\nb\n\n", 9, Keep::End, "  a\nb");
        check("one\ntwo\nthree", 9, Keep::Beginning, "one\ntwo\n…");
        check("one\ntwo\nthree", 9, Keep::End, "…\nthree");
        check("abcdefghij", 4, Keep::Beginning, "abcd\n…");
        check("abcdefghij", 4, Keep::End, "…\nghij");
        check("", 4, Keep::End, "");
        check("a", 0, Keep::End, "…\n");
    }

    proptest! {
        #[test]
        fn what_comes_out_is_plain_and_bounded(text in any::<String>(), max in 0_usize..80) {
            for out in [line(&text, max), block(&text, max, Keep::End), block(&text, max, Keep::Beginning)] {
                prop_assert!(out.chars().count() <= max.max(1) + 2);
                prop_assert!(!out.chars().any(misleads), "{:?}", out);
            }
            prop_assert!(!line(&text, max).contains(['\n', '\t']));
        }
    }
}
