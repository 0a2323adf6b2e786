//! The strict reader.

use serde_json::{Map, Number, Value};

use super::error::{JsonError, JsonErrorKind};
use crate::{push_item, push_member};

/// How deep arrays and objects may be nested.
pub const MAX_JSON_DEPTH: usize = 128;

/// Reads one JSON document. Unlike most readers it refuses two members of one name and escapes that name half a
/// surrogate pair, because both would let two programs see different documents in the same bytes.
///
/// # Errors
///
/// [`JsonError`] with the place of the first fault; nesting beyond [`MAX_JSON_DEPTH`] is one.
pub fn read_json(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader { text, at: 0 };
    let value = reader.document().map_err(|fault| fault.place(text))?;
    Ok(value)
}

/// A fault on its way out: each container it passes adds its own part of the path.
struct Fault {
    kind: JsonErrorKind,
    at: usize,
    /// From the innermost part outwards.
    path: Vec<Part>,
}

enum Part {
    Key(String),
    Index(usize),
}

impl Fault {
    fn within(mut self: Box<Self>, part: Part) -> Box<Self> {
        self.path.push(part);
        self
    }

    fn place(&self, text: &str) -> JsonError {
        let before = text.get(..self.at).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let mut path = String::new();
        for part in self.path.iter().rev() {
            match part {
                Part::Index(index) => push_item(&mut path, *index),
                Part::Key(key) => push_member(&mut path, key),
            }
        }
        JsonError {
            kind: self.kind.clone(),
            path,
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before.get(line_start..).unwrap_or_default().chars().count() + 1,
        }
    }
}

type Read<T> = Result<T, Box<Fault>>;

struct Reader<'t> {
    text: &'t str,
    /// Offset of the next byte; always at a character boundary when a fault is made.
    at: usize,
}

impl Reader<'_> {
    fn document(&mut self) -> Read<Value> {
        self.blanks();
        let value = self.value(0)?;
        self.blanks();
        if self.at < self.text.len() { Err(self.syntax("text after the end of the document")) } else { Ok(value) }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, kind: JsonErrorKind, at: usize) -> Box<Fault> {
        Box::new(Fault { kind, at, path: Vec::new() })
    }

    fn syntax(&self, what: &'static str) -> Box<Fault> {
        let what = if self.at >= self.text.len() { "the document ends too early" } else { what };
        self.fault(JsonErrorKind::Syntax(what), self.at)
    }

    fn blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Read<Value> {
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            _ => Err(self.syntax("a value was expected")),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Read<Value> {
        if self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(word.as_bytes())) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.fault(JsonErrorKind::Syntax("not a JSON word"), self.at))
        }
    }

    fn enter(&mut self, depth: usize) -> Read<usize> {
        if depth >= MAX_JSON_DEPTH {
            return Err(self.fault(JsonErrorKind::TooDeep(MAX_JSON_DEPTH), self.at));
        }
        self.at += 1;
        self.blanks();
        Ok(depth + 1)
    }

    fn array(&mut self, depth: usize) -> Read<Value> {
        let depth = self.enter(depth)?;
        let mut items = Vec::new();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::Array(items));
        }
        loop {
            let index = items.len();
            items.push(self.value(depth).map_err(|fault| fault.within(Part::Index(index)))?);
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Value::Array(items));
                }
                _ => return Err(self.syntax("',' or ']' was expected")),
            }
            self.blanks();
        }
    }

    fn object(&mut self, depth: usize) -> Read<Value> {
        let depth = self.enter(depth)?;
        let mut members = Map::new();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(members));
        }
        loop {
            let key_at = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.syntax("a member's name was expected"));
            }
            let key = self.string()?;
            if members.contains_key(&key) {
                return Err(self.fault(JsonErrorKind::DuplicateKey(key.clone()), key_at).within(Part::Key(key)));
            }
            self.blanks();
            if self.peek() != Some(b':') {
                return Err(self.syntax("':' was expected"));
            }
            self.at += 1;
            self.blanks();
            match self.value(depth) {
                Ok(value) => members.insert(key, value),
                Err(fault) => return Err(fault.within(Part::Key(key))),
            };
            self.blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Value::Object(members));
                }
                _ => return Err(self.syntax("',' or '}' was expected")),
            }
            self.blanks();
        }
    }

    fn string(&mut self) -> Read<String> {
        self.at += 1;
        let mut out = String::new();
        let mut start = self.at;
        loop {
            match self.peek() {
                None => return Err(self.syntax("")),
                Some(b'"') => {
                    out.push_str(self.text.get(start..self.at).unwrap_or_default());
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    out.push_str(self.text.get(start..self.at).unwrap_or_default());
                    out.push(self.escape()?);
                    start = self.at;
                }
                Some(0..0x20) => return Err(self.syntax("a control character in a string must be escaped")),
                Some(_) => self.at += 1,
            }
        }
    }

    fn escape(&mut self) -> Read<char> {
        let start = self.at;
        self.at += 1;
        let plain = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(start),
            _ => return Err(self.syntax("not an escape")),
        };
        self.at += 1;
        Ok(plain)
    }

    fn unicode_escape(&mut self, start: usize) -> Read<char> {
        self.at += 1;
        let first = self.four_digits()?;
        let code = match first {
            0xd800..0xdc00 => {
                if self.text.as_bytes().get(self.at..).is_none_or(|rest| !rest.starts_with(b"\\u")) {
                    return Err(self.fault(JsonErrorKind::LoneSurrogate, start));
                }
                self.at += 2;
                let second = self.four_digits()?;
                if !(0xdc00..0xe000).contains(&second) {
                    return Err(self.fault(JsonErrorKind::LoneSurrogate, start));
                }
                0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00)
            }
            other => other,
        };
        char::from_u32(code).ok_or_else(|| self.fault(JsonErrorKind::LoneSurrogate, start))
    }

    fn four_digits(&mut self) -> Read<u32> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.syntax("four hex digits were expected"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    fn digits(&mut self) -> Read<()> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.syntax("a digit was expected"));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn number(&mut self) -> Read<Value> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
            if self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.syntax("a number must not begin with 0"));
            }
        } else {
            self.digits()?;
        }
        let mut whole = true;
        if self.peek() == Some(b'.') {
            whole = false;
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            whole = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        let spelled = self.text.get(start..self.at).unwrap_or_default();
        // "-0" is minus zero, which no integer can hold.
        if whole && spelled != "-0" {
            if let Ok(number) = spelled.parse::<u64>() {
                return Ok(Value::from(number));
            }
            if let Ok(number) = spelled.parse::<i64>() {
                return Ok(Value::from(number));
            }
        }
        spelled
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .map(Value::Number)
            .ok_or_else(|| self.fault(JsonErrorKind::NumberRange, start))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn good(text: &str) {
        assert_eq!(read_json(text).unwrap(), serde_json::from_str::<Value>(text).unwrap(), "{text}");
    }

    fn bad(text: &str, kind: &JsonErrorKind, path: &str, place: (usize, usize)) {
        let error = read_json(text).unwrap_err();
        let found = (error.kind, error.path.as_str(), (error.line, error.column));
        assert_eq!((&found.0, found.1, found.2), (kind, path, place), "{text}");
    }

    #[test]
    fn documents() {
        for text in [
            "null",
            " true ",
            "\t[\r\n]",
            "{}",
            "\"\"",
            "-0",
            "0",
            "-0.0",
            "12.5e-3",
            "1E+2",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            r#""\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\""#,
            r#"{"":{"a":[1,{"a":2}],"b":[]}}"#,
            "\"\u{7f}\u{2028}\"",
        ] {
            good(text);
        }
    }

    #[test]
    fn faults_have_places() {
        bad("", &JsonErrorKind::Syntax("the document ends too early"), "", (1, 1));
        bad("{\"a\": tru}", &JsonErrorKind::Syntax("not a JSON word"), "a", (1, 7));
        bad("[1,\n é]", &JsonErrorKind::Syntax("a value was expected"), "[1]", (2, 2));
        bad("[1]\n[2]", &JsonErrorKind::Syntax("text after the end of the document"), "", (2, 1));
        bad("\"a\tb\"", &JsonErrorKind::Syntax("a control character in a string must be escaped"), "", (1, 3));
        bad("{\"a\":1,}", &JsonErrorKind::Syntax("a member's name was expected"), "", (1, 8));
        bad("[01]", &JsonErrorKind::Syntax("a number must not begin with 0"), "[0]", (1, 3));
        bad("{\"é\":\n{\"b\":1,\n \"b\":2}}", &JsonErrorKind::DuplicateKey("b".to_owned()), "é.b", (3, 2));
        bad("{\"a\":1,\"\\u0061\":2}", &JsonErrorKind::DuplicateKey("a".to_owned()), "a", (1, 8));
        bad("[\"x\\ud800\"]", &JsonErrorKind::LoneSurrogate, "[0]", (1, 4));
        bad("\"\\udc00\\ud800\"", &JsonErrorKind::LoneSurrogate, "", (1, 2));
        bad("\"\\ud800\\u0041\"", &JsonErrorKind::LoneSurrogate, "", (1, 2));
        bad("{\"a\":[-1e999]}", &JsonErrorKind::NumberRange, "a[0]", (1, 7));
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(read_json(&nested(MAX_JSON_DEPTH)).is_ok());
        let error = read_json(&nested(MAX_JSON_DEPTH + 1)).unwrap_err();
        assert_eq!(error.kind, JsonErrorKind::TooDeep(MAX_JSON_DEPTH));
        assert!(read_json(&"{\"a\":".repeat(1_000_000)).is_err());
    }

    proptest! {
        /// Whatever this reader takes it reads as the usual one does, and what it refuses by grammar so does that.
        #[test]
        fn agrees_with_the_usual_reader(text in r#"[{}\[\],:"\\ ntrufalse0-9.eE+\-d8cu]{0,24}"#) {
            match (read_json(&text), serde_json::from_str::<Value>(&text)) {
                (Ok(ours), usual) => prop_assert_eq!(ours, usual.unwrap()),
                (Err(error), usual) if matches!(error.kind, JsonErrorKind::Syntax(_)) => prop_assert!(usual.is_err()),
                (Err(_), _) => {}
            }
        }

        #[test]
        fn numbers_are_read_to_the_last_bit(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            for text in [format!("{number:e}"), format!("{number:?}")] {
                let read = read_json(&text).unwrap().as_f64().unwrap();
                prop_assert_eq!(read, number);
            }
        }

        #[test]
        fn never_panics(text in any::<String>()) {
            let _ = read_json(&text);
        }
    }
}
