//! Making foreign text harmless where it is shown.

use std::fmt::Write;

/// What every pictured graph says of itself.
pub(super) const NOT_A_MANIFEST: &str = "a picture of a compiled graph, not a manifest";

/// One line without anything that moves the cursor, hides text or turns its direction round: such characters are shown
/// as `\u{…}`.
pub(super) fn one_line(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_unsafe(character) {
            // Writing to a string cannot fail.
            let _ = write!(shown, "\\u{{{:x}}}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    shown
}

fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

/// The content of a quoted DOT string.
pub(super) fn dot(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// The content of a quoted Mermaid text: all but letters, digits and a few marks as entity codes.
///
/// Mermaid looks for its directives, markup and Markdown inside quotes too.
pub(super) fn mermaid(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in one_line(text).chars() {
        if character.is_alphanumeric() || matches!(character, ' ' | '.' | ',' | ':' | '_' | '/' | '-' | '(' | ')') {
            shown.push(character);
        } else {
            let _ = write!(shown, "#{};", u32::from(character));
        }
    }
    shown
}

/// At most so many characters, the last of them a mark that there were more.
pub(super) fn cut(text: &str, chars: usize) -> String {
    match text.char_indices().nth(chars) {
        None => text.to_owned(),
        Some(_) if chars == 0 => String::new(),
        Some(_) => text.chars().take(chars - 1).chain(['…']).collect(),
    }
}

/// Whether an id already says another name at its end, as `lane-lint` says `lint`: then that need not be shown too.
pub(super) fn says(id: &str, name: &str) -> bool {
    let before = id.strip_suffix(name);
    before.is_some_and(|before| !before.ends_with(|last: char| last.is_alphanumeric()))
}

/// A span of time as people write it: `500ms`, `1.5s`, `15min`, `1min30s`, `2h`. Nothing of it is left out.
pub(super) fn duration(duration: std::time::Duration) -> String {
    let seconds = duration.as_secs();
    if seconds < 60 || duration.subsec_nanos() > 0 {
        return format!("{duration:?}");
    }
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn shows_hostile_text_as_text() {
        assert_eq!(one_line("a\n\u{1b}[31mb\u{202e}c"), r"a\u{a}\u{1b}[31mb\u{202e}c");
        assert_eq!(dot("\"]; x [label=\"\\N"), r#"\"]; x [label=\"\\N"#);
        assert_eq!(mermaid("\"]<b>`x` %%{init}%% é"), "#34;#93;#60;b#62;#96;x#96; #37;#37;#123;init#125;#37;#37; é");
    }

    #[test]
    fn cuts_and_compares() {
        assert_eq!([cut("abc", 3), cut("abcd", 3), cut("é…", 1), cut("x", 0)], ["abc", "ab…", "…", ""]);
        for (id, name, expect) in [
            ("lane-lint", "lint", true),
            ("lint", "lint", true),
            ("a/b", "b", true),
            ("splint", "lint", false),
            ("a", "b", false),
        ] {
            assert_eq!(says(id, name), expect, "{id} {name}");
        }
    }

    #[test]
    fn writes_time_in_whole_units() {
        assert_eq!(duration(Duration::from_secs(7_200)), "2h");
        assert_eq!(duration(Duration::from_secs(900)), "15min");
        assert_eq!(duration(Duration::from_secs(90)), "1min30s");
        assert_eq!(duration(Duration::from_secs(5)), "5s");
        assert_eq!(duration(Duration::from_millis(1_500)), "1.5s");
        assert_eq!(duration(Duration::from_millis(500)), "500ms");
    }
}
