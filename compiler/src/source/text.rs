//! The bytes as text.

use super::Span;
use crate::problem::{Code, Path, Problem, ProblemSink, Problems};

/// The most bytes that a REVIEW.md may have (rulings 2).
pub const MAX_SOURCE_BYTES: usize = 1 << 20;

/// The source as text, judged before anything of it is parsed: its size, its encoding, and that it holds no NUL.
pub(crate) fn read_text(source: &[u8]) -> Result<&str, Problems> {
    if source.len() > MAX_SOURCE_BYTES {
        let mut problem = Problem::new(
            Code::TooLarge,
            String::new(),
            format!("the file has {} bytes; a manifest may have at most {MAX_SOURCE_BYTES}", source.len()),
        );
        problem.place = Some(crate::problem::Place { line: 1, column: 1, span: 0..0 });
        return Err(Problems::new(vec![problem]));
    }
    let (code, valid, offset, message) = match str::from_utf8(source) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(offset) => (Code::NulByte, text, offset, "a NUL byte; a manifest is text".to_owned()),
        },
        Err(error) => {
            let offset = error.valid_up_to();
            let byte = source.get(offset).copied().unwrap_or_default();
            let valid = source.get(..offset).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default();
            (Code::NotUtf8, valid, offset, format!("the byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"))
        }
    };
    let mut sink = ProblemSink::default();
    sink.add(code, Span::new(offset, offset + 1), &Path::ROOT, || message);
    Err(sink.finish(valid).unwrap_or_else(|| Problems::new(Vec::new())))
}

/// The first character of `text` that YAML does not allow in a file, and where it is, in bytes.
pub(crate) fn unprintable(text: &str) -> Option<(usize, char)> {
    // Nearly every file has none, which its bytes tell sooner than its characters: C2 begins U+0080 to U+00BF, EF
    // what lies around U+FFFE.
    let plain = |byte: &u8| {
        matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7e) || (*byte >= 0x80 && !matches!(byte, 0xc2 | 0xef))
    };
    if text.as_bytes().iter().all(plain) {
        return None;
    }
    text.char_indices().find(|(_, character)| {
        let allowed = matches!(character, '\t' | '\n' | '\r' | '\u{85}');
        (character.is_control() && !allowed) || matches!(character, '\u{fffe}' | '\u{ffff}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &[u8], expect: &str) {
        let found = match read_text(source) {
            Ok(_) => "ok".to_owned(),
            Err(problems) => {
                let problem = problems.iter().next().unwrap();
                format!("{}@{}:{}", problem.code, problem.line().unwrap(), problem.column().unwrap())
            }
        };
        assert_eq!(found, expect);
    }

    #[test]
    fn bounds_and_encoding() {
        check(b"", "ok");
        check("é".as_bytes(), "ok");
        check(b"a\n\xc3\xa9\0", "nul-byte@2:2");
        check(b"a\n\xc3\xa9\xff", "not-utf8@2:2");
        check(b"\xc3", "not-utf8@1:1");
        check(&vec![b'a'; MAX_SOURCE_BYTES], "ok");
        check(&vec![b'a'; MAX_SOURCE_BYTES + 1], "too-large@1:1");
        check(&vec![0xff; 100 << 20], "too-large@1:1");
    }
}
