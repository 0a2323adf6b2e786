//! How wide text is, how it is cut short, and how it is written into SVG.

/// What stands where something was left out.
const ELLIPSIS: char = '…';

/// The number of monospace columns that `text` takes, on the safe side: everything from the first East Asian block
/// on counts twice.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(char_columns).sum()
}

fn char_columns(character: char) -> usize {
    if character >= '\u{1100}' && character != ELLIPSIS { 2 } else { 1 }
}

/// `text` on one line in at most `max` columns, its end left out where it does not fit.
pub(crate) fn cut_end(text: &str, max: usize) -> String {
    let line = one_line(text);
    if columns(&line) <= max {
        return line;
    }
    let mut cut = head(&line, max.saturating_sub(1)).trim_end().to_owned();
    cut.push(ELLIPSIS);
    cut
}

/// `text` on one line in at most `max` columns, its middle left out where it does not fit: names that begin alike
/// stay apart.
pub(crate) fn cut_middle(text: &str, max: usize) -> String {
    let line = one_line(text);
    if columns(&line) <= max {
        return line;
    }
    let room = max.saturating_sub(1);
    let front = head(&line, room.div_ceil(2));
    let mut left = room / 2;
    let back: Vec<char> = line
        .chars()
        .rev()
        .take_while(|character| {
            let width = char_columns(*character);
            let fits = width <= left;
            left = left.saturating_sub(width);
            fits
        })
        .collect();
    front.chars().chain([ELLIPSIS]).chain(back.into_iter().rev()).collect()
}

/// The longest beginning of `text` that takes at most `max` columns.
fn head(text: &str, max: usize) -> &str {
    let mut used = 0;
    let end = text
        .char_indices()
        .find(|(_, character)| {
            used += char_columns(*character);
            used > max
        })
        .map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

/// Every run of blanks and line ends as one blank.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// `text` as XML character data, fit for element content and for attribute values in double quotes. What XML cannot
/// hold, and what would turn the reading direction around, becomes U+FFFD.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push(' '),
            hidden if hidden.is_control() || is_unfit(hidden) => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}

fn is_unfit(character: char) -> bool {
    matches!(
        character,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cutting_keeps_within_the_columns() {
        let check = |cut: fn(&str, usize) -> String, text: &str, max: usize, expect: &str| {
            let got = cut(text, max);
            assert_eq!(got, expect);
            assert!(columns(&got) <= max.max(1), "{got:?}");
        };
        check(cut_end, "cargo  test\n--all", 40, "cargo test --all");
        check(cut_end, "cargo test --all", 10, "cargo tes…");
        check(cut_end, "cargo test --all", 7, "cargo…");
        check(cut_end, "検査検査", 5, "検査…");
        check(cut_end, "", 5, "");
        check(cut_middle, "integration-linux", 17, "integration-linux");
        check(cut_middle, "integration-linux", 9, "inte…inux");
        check(cut_middle, "検査検査検査", 7, "検…査");
        check(cut_middle, "ab", 1, "…");
    }

    #[test]
    fn escaping_leaves_nothing_that_xml_would_read() {
        assert_eq!(escape("a<b>&\"c'"), "a&lt;b&gt;&amp;&quot;c&#39;");
        assert_eq!(escape("\u{1b}[31m\u{0}\u{202e}x\ny\tz"), "\u{fffd}[31m\u{fffd}\u{fffd}x&#10;y z");
    }
}
