//! Where in a document something is: `checks[0].timeoutMs`.

use serde_json::Value;

/// Appends the member `name` to a path: `.name`, without the dot at the beginning of a path. A name that is not plain
/// (it is empty, or holds a dot, a bracket, a quote, a backslash, a blank or what [`is_unsafe`] tells) is written as
/// `["…"]`, escaped as in JSON, so that every path names one place.
pub fn push_member(path: &mut String, name: &str) {
    if !is_plain(name) {
        path.push('[');
        path.push_str(&Value::from(name).to_string());
        path.push(']');
        return;
    }
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// Appends the item at `position`, counted from 0, to a path.
pub fn push_item(path: &mut String, position: usize) {
    path.push('[');
    path.push_str(&position.to_string());
    path.push(']');
}

fn is_plain(name: &str) -> bool {
    let special = |one: char| is_unsafe(one) || one.is_whitespace() || matches!(one, '.' | '[' | ']' | '"' | '\\');
    !name.is_empty() && !name.contains(special)
}

/// Tells whether a terminal could take `character` for something else than a sign on the line: controls,
/// directional overrides, line separators, invisible marks.
#[must_use]
pub fn is_unsafe(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expect: &str) {
        let mut path = String::new();
        for name in names {
            push_member(&mut path, name);
        }
        assert_eq!(path, expect, "{names:?}");
    }

    #[test]
    fn members() {
        check(&["a"], "a");
        check(&["a", "b-c", "é$/"], "a.b-c.é$/");
        check(&["a b", "c"], "[\"a b\"].c");
        check(&["a", "b.c", "d"], "a[\"b.c\"].d");
        check(&["a", ""], "a[\"\"]");
        check(&["a", "]\"\\\n"], "a[\"]\\\"\\\\\\n\"]");
        check(&["a[0]"], "[\"a[0]\"]");
    }

    #[test]
    fn items() {
        let mut path = "a".to_owned();
        push_item(&mut path, 0);
        push_item(&mut path, 12);
        assert_eq!(path, "a[0][12]");
    }
}
