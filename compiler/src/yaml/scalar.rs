//! Scalars by the core schema of YAML 1.2 (rulings 2).

/// How a scalar is written, as far as it matters for its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    /// Without quotes: the text decides.
    Plain,
    /// Quoted, a block scalar, or tagged as text: text whatever it looks like.
    Text,
}

/// A scalar's value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Scalar<'t> {
    Null,
    Bool(bool),
    /// A whole number that was written as one.
    Integer(i64),
    /// Any other number; a whole number too large for [`Integer`](Self::Integer) among them.
    Float(f64),
    Text(&'t str),
}

impl<'t> Scalar<'t> {
    pub(super) fn read(text: &'t str, notation: Notation) -> Self {
        match notation {
            Notation::Plain => plain(text),
            Notation::Text => Self::Text(text),
        }
    }

    /// What a message calls the value.
    pub(crate) fn describe(self) -> String {
        match self {
            Self::Null => "nothing (null)".to_owned(),
            Self::Bool(value) => format!("the truth value {value}"),
            Self::Integer(value) => format!("the number {value}"),
            Self::Float(value) => format!("the number {value}"),
            Self::Text(text) => format!("the text {}", crate::problem::quote(text)),
        }
    }
}

fn plain(text: &str) -> Scalar<'_> {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        _ => number(text).unwrap_or(Scalar::Text(text)),
    }
}

fn number(text: &str) -> Option<Scalar<'_>> {
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    match unsigned {
        ".inf" | ".Inf" | ".INF" => {
            let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
            return Some(Scalar::Float(f64::INFINITY * sign));
        }
        ".nan" | ".NaN" | ".NAN" if unsigned == text => return Some(Scalar::Float(f64::NAN)),
        _ => {}
    }
    let whole = digits_at(unsigned);
    // A leading zero makes it text: readers disagree whether 014 is 12 or 14.
    if whole > 1 && unsigned.starts_with('0') {
        return None;
    }
    let mut rest = unsigned.get(whole..)?;
    if whole > 0 && rest.is_empty() {
        return text.parse().map(Scalar::Integer).ok().or_else(|| text.parse().map(Scalar::Float).ok());
    }
    let mut fraction = 0;
    if let Some(after) = rest.strip_prefix('.') {
        fraction = digits_at(after);
        rest = after.get(fraction..)?;
    }
    if whole + fraction == 0 {
        return None;
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let digits = digits_at(exponent);
        rest = exponent.get(digits..).filter(|_| digits > 0)?;
    }
    if rest.is_empty() { text.parse().map(Scalar::Float).ok() } else { None }
}

fn radix(digits: &str, radix: u32) -> Option<Scalar<'_>> {
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return None;
    }
    // Larger ones are numbers all the same; that they are too large is for the reader of the field to say.
    Some(i64::from_str_radix(digits, radix).map_or(Scalar::Float(f64::INFINITY), Scalar::Integer))
}

fn digits_at(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Scalar<'_>) {
        assert_eq!(Scalar::read(text, Notation::Plain), expect, "{text:?}");
        assert_eq!(Scalar::read(text, Notation::Text), Scalar::Text(text), "{text:?}");
    }

    #[test]
    fn the_core_schema() {
        for text in ["", "~", "null", "Null", "NULL"] {
            check(text, Scalar::Null);
        }
        for text in ["true", "True", "TRUE"] {
            check(text, Scalar::Bool(true));
        }
        for text in ["false", "False", "FALSE"] {
            check(text, Scalar::Bool(false));
        }
        for (text, value) in
            [("0", 0), ("-0", 0), ("12", 12), ("+12", 12), ("-7", -7), ("0o17", 15), ("0x1f", 31), ("0xFF", 255)]
        {
            check(text, Scalar::Integer(value));
        }
        for (text, value) in [
            ("1e3", 1000.0),
            ("600000.0", 600_000.0),
            ("1.5", 1.5),
            (".5", 0.5),
            ("5.", 5.0),
            ("-1E-2", -0.01),
            ("1.e+2", 100.0),
            ("0.5", 0.5),
            ("18446744073709551616", 18_446_744_073_709_551_616.0),
            ("1e400", f64::INFINITY),
            (".inf", f64::INFINITY),
            ("-.INF", f64::NEG_INFINITY),
            ("0xffffffffffffffffffff", f64::INFINITY),
        ] {
            check(text, Scalar::Float(value));
        }
        assert!(matches!(plain(".NaN"), Scalar::Float(value) if value.is_nan()));
        for text in [
            "on",
            "off",
            "yes",
            "no",
            "y",
            "n",
            "tRUE",
            "nULL",
            "014",
            "-014",
            "00",
            "00.5",
            "01e3",
            "1_000",
            "0b11",
            "1:30",
            "2026-01-01",
            "1.2.3",
            "e3",
            ".",
            "-",
            "+",
            "+.",
            "1e",
            "1e+",
            "0x",
            "0o8",
            "-0x1",
            "0X1F",
            "inf",
            "NaN",
            "-.nan",
            "1 2",
            "¼",
            "١",
        ] {
            check(text, Scalar::Text(text));
        }
    }
}
