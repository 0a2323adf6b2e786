//! Strings as JavaScript prints them.

/// Appends `text` in quotes, escaping what `JSON.stringify` escapes: the quote, the backslash and the controls.
pub(super) fn write_string(text: &str, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.reserve(text.len() + 2);
    out.push('"');
    let mut written = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            0x08 => "\\b",
            b'\t' => "\\t",
            b'\n' => "\\n",
            0x0c => "\\f",
            b'\r' => "\\r",
            0..0x20 => "",
            _ => continue,
        };
        // Only ASCII bytes are escaped, so both ends of the slice are character boundaries.
        out.push_str(text.get(written..at).unwrap_or_default());
        written = at + 1;
        if short.is_empty() {
            out.push_str("\\u00");
            out.push(char::from(DIGITS[usize::from(byte >> 4)]));
            out.push(char::from(DIGITS[usize::from(byte & 15)]));
        } else {
            out.push_str(short);
        }
    }
    out.push_str(text.get(written..).unwrap_or_default());
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let mut out = String::new();
        write_string(text, &mut out);
        assert_eq!(out, expect, "{text:?}");
    }

    #[test]
    fn escapes() {
        check("", "\"\"");
        check("plain é 😀", "\"plain é 😀\"");
        check("\"\\/", r#""\"\\/""#);
        check("\u{8}\t\n\u{c}\r", r#""\b\t\n\f\r""#);
        check("\0\u{1}\u{b}\u{1f}", r#""\u0000\u0001\u000b\u001f""#);
        check("\u{7f}\u{80}\u{2028}\u{2029}\u{feff}", "\"\u{7f}\u{80}\u{2028}\u{2029}\u{feff}\"");
    }
}
