//! Texts as YAML scalars.

/// A text as a scalar on one line, in block and in flow context: plain where nothing about it could be misread.
pub(super) fn scalar(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._/-".contains(&byte);
    let begins = |byte: u8| byte.is_ascii_alphabetic() || byte == b'.' || byte == b'/';
    let word = matches!(text, "true" | "false" | "null" | "True" | "False" | "Null" | "TRUE" | "FALSE" | "NULL");
    if !word && text.bytes().next().is_some_and(begins) && text.bytes().all(plain) && !is_number(text) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

/// A command as a block scalar's value on one line. Commands hold blanks and braces, and still read best bare.
pub(super) fn command(text: &str) -> String {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b" ._/-{}=@,".contains(&byte);
    let begins = text.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    if begins && text.bytes().all(fits) && !text.ends_with(' ') { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    if text.chars().any(char::is_control) {
        // JSON's escapes are YAML's.
        serde_json::Value::from(text).to_string()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}

/// Whether a plain text of digits and dots would be read as a number: `.5`, `.inf`.
fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('.').unwrap_or(text);
    rest.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(scalar(text), expect, "{text:?}");
    }

    #[test]
    fn scalars() {
        check("origin/main", "origin/main");
        check("./packs/x", "./packs/x");
        check("../x", "../x");
        check("@org/pack", "'@org/pack'");
        check("git+https://h/r.git#1", "'git+https://h/r.git#1'");
        check("it's", "'it''s'");
        check("true", "'true'");
        check(".5", "'.5'");
        check(".inf", "'.inf'");
        check("12", "'12'");
        check("", "''");
        check("größe", "'größe'");
        check("a\tb", r#""a\tb""#);
        assert_eq!(command("git diff --check {base} {head}"), "git diff --check {base} {head}");
        assert_eq!(command("a: b"), "'a: b'");
        assert_eq!(command("a # b"), "'a # b'");
        assert_eq!(command("a 'b'"), "'a ''b'''");
    }
}
