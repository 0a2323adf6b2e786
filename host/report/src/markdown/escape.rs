//! Foreign text in Markdown.

/// Joins two words without being seen. It keeps `@name` and `#12` from being taken for mentions and links, which GitHub
/// looks for in what is shown, where no backslash is left.
const WORD_JOINER: char = '\u{2060}';

/// One line of text that Markdown shows as it is, wherever in a line it stands: no formatting, no HTML, no links, and
/// nobody is mentioned.
pub(crate) fn prose(line: &str) -> String {
    let mut out = String::with_capacity(line.len() + 16);
    for one in line.chars() {
        match one {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '@' | '#' => {
                out.push('\\');
                out.push(one);
                out.push(WORD_JOINER);
            }
            one if one.is_ascii_punctuation() => {
                out.push('\\');
                out.push(one);
            }
            one => out.push(one),
        }
    }
    // A joiner is needed inside words only.
    out.replace(&format!("{WORD_JOINER} "), " ").trim_end_matches(WORD_JOINER).to_owned()
}

/// One line of text as code. In a cell of a table nothing else would keep a bar from ending the cell.
pub(crate) fn code(line: &str) -> String {
    let line = line.replace('|', "¦");
    let fence = "`".repeat(longest_run(&line).saturating_add(1));
    let blank = if line.starts_with('`') || line.ends_with('`') || line.trim().is_empty() { " " } else { "" };
    format!("{fence}{blank}{line}{blank}{fence}")
}

/// Lines of text as a block of code, each line behind `indent`.
pub(crate) fn fenced(text: &str, indent: &str) -> String {
    let fence = "`".repeat(longest_run(text).saturating_add(1).max(3));
    let mut out = format!("{indent}{fence}text\n");
    for line in text.lines() {
        out.push_str(indent);
        out.push_str(line);
        out.push('\n');
    }
    out.push_str(indent);
    out.push_str(&fence);
    out.push('\n');
    out
}

/// The most backticks that stand side by side.
fn longest_run(text: &str) -> usize {
    text.split(|one| one != '`').map(str::len).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_is_formatted() {
        let check = |text: &str, expect: &str| assert_eq!(prose(text).replace(WORD_JOINER, "~"), expect, "{text:?}");
        check("plain words", "plain words");
        check("ends here.", "ends here\\.");
        check("a. b", "a\\. b");
        check("*bold* `code`", "\\*bold\\* \\`code\\`");
        check("<script>&amp;", "&lt;script&gt;&amp;amp\\;");
        check("[x](http://e)", "\\[x\\]\\(http\\:\\/\\/e\\)");
        check("@team see #12", "\\@~team see \\#~12");
        check("www.example.com", "www\\.example\\.com");
        check("a | b", "a \\| b");
    }

    #[test]
    fn code_cannot_be_left() {
        let check = |text: &str, expect: &str| assert_eq!(code(text), expect, "{text:?}");
        check("src/a.rs:3", "`src/a.rs:3`");
        check("a `b` c", "``a `b` c``");
        check("`", "`` ` ``");
        check("a|b", "`a¦b`");
        assert_eq!(fenced("a\n```\nb", "  "), "  ````text\n  a\n  ```\n  b\n  ````\n");
    }

    proptest! {
        #[test]
        fn no_line_of_a_block_ends_it(text in "[`~a\n <>]{0,60}") {
            let block = fenced(&text, "");
            let fence = block.lines().last().unwrap();
            prop_assert!(text.lines().all(|line| !line.contains(fence)));
        }

        #[test]
        fn every_special_character_is_escaped(text in "[ -~]{0,60}") {
            let out = prose(&text);
            let mut rest = out.chars();
            while let Some(one) = rest.next() {
                match one {
                    '\\' => prop_assert!(rest.next().is_some_and(|next| next.is_ascii_punctuation())),
                    '&' => prop_assert!(rest.as_str().split_once(';').is_some_and(|(name, _)| matches!(name, "amp" | "lt" | "gt"))),
                    // The end of an entity, which was looked at before.
                    ';' => {}
                    one => prop_assert!(!one.is_ascii_punctuation(), "{one:?} in {out:?}"),
                }
            }
        }
    }
}
