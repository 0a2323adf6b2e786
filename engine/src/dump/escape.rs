//! Making foreign text harmless where it is shown.

use std::fmt::Write;

use serde_json::Value;

/// The most characters of a configuration that are shown.
const CONFIG_CHARS: usize = 72;

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

/// A configuration in a few characters; nothing for an empty one.
pub(super) fn config(config: &Value) -> Option<String> {
    let empty = match config {
        Value::Null => true,
        Value::Object(members) => members.is_empty(),
        _ => false,
    };
    if empty {
        return None;
    }
    let text = one_line(&config.to_string());
    let mut shown: String = text.chars().take(CONFIG_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    Some(shown)
}

/// A span of time as people write it.
pub(super) fn duration(duration: std::time::Duration) -> String {
    let millis = duration.as_millis();
    for (unit, name) in [(3_600_000, "h"), (60_000, "min"), (1_000, "s")] {
        if millis >= unit && millis.is_multiple_of(unit) {
            return format!("{} {name}", millis / unit);
        }
    }
    format!("{duration:?}")
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
    fn writes_time_in_its_largest_whole_unit() {
        assert_eq!(duration(Duration::from_secs(7_200)), "2 h");
        assert_eq!(duration(Duration::from_secs(900)), "15 min");
        assert_eq!(duration(Duration::from_secs(90)), "90 s");
        assert_eq!(duration(Duration::from_millis(1_500)), "1.5s");
    }
}
