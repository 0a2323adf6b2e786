//! JSON on its way to a stream that a person may look at.

use std::fmt::Write as _;

/// `json` with every character written as an escape that could make a terminal or a reader show something else than
/// what it says: DEL and the C1 controls, characters that reorder the text around them, and the line ends of Unicode.
/// Outside strings JSON holds none of them, so the value stays the same.
pub(crate) fn plain_json(json: String) -> String {
    if !json.chars().any(misleads) {
        return json;
    }
    let mut plain = String::with_capacity(json.len() + 64);
    for character in json.chars() {
        if misleads(character) {
            // Writing to a String cannot fail. All of them are in the basic plane.
            let _ = write!(plain, "\\u{:04x}", u32::from(character));
        } else {
            plain.push(character);
        }
    }
    plain
}

fn misleads(character: char) -> bool {
    matches!(
        character,
        '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_value_stays_the_same() {
        let check = |text: &str, expect: &str| {
            let value = json!({ text: [text] });
            let plain = plain_json(value.to_string());
            assert_eq!(plain, format!("{{\"{expect}\":[\"{expect}\"]}}"));
            assert_eq!(serde_json::from_str::<serde_json::Value>(&plain).unwrap(), value);
        };
        check("größe 検査 😀", "größe 検査 😀");
        check("\u{9b}31m\u{7f}\u{85}", "\\u009b31m\\u007f\\u0085");
        check("a\u{202e}b\u{2066}c\u{2069}", "a\\u202eb\\u2066c\\u2069");
        check("\u{2028}\u{2029}", "\\u2028\\u2029");
        check("\u{1b}\u{200e}", "\\u001b\u{200e}");
    }
}
