//! The grammar of a verdict:
//! `reviewer=<token> major=<n> moderate=<n> minor=<n> [file=<path to the end of the line>]`.

use std::fmt;

/// The last field's name; it runs to the end of the line.
const FILE: &str = "file=";

/// What a reviewer came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Verdict<'a> {
    pub(crate) major: u32,
    pub(crate) moderate: u32,
    pub(crate) minor: u32,
    /// The one file it is about.
    pub(crate) file: Option<&'a str>,
}

/// Why a text is no verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum VerdictError {
    CountsAfterFile,
    NotAField(String),
    Unknown(String),
    Twice(&'static str),
    NotANumber { name: &'static str, raw: String },
    NoReviewer,
    NoCounts,
}

impl fmt::Display for VerdictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CountsAfterFile => f.write_str("the counts must come before file=, which runs to end of line"),
            Self::NotAField(text) => write!(f, "field '{text}' is not name=value"),
            Self::Unknown(name) => write!(f, "unknown field '{name}'"),
            Self::Twice(name) => write!(f, "{name}= is given more than once"),
            Self::NotANumber { name, raw } => write!(f, "{name}={raw} is not a number"),
            Self::NoReviewer => f.write_str("no reviewer= named"),
            Self::NoCounts => f.write_str("major=, moderate= and minor= are all required"),
        }
    }
}

impl<'a> Verdict<'a> {
    /// Reads a trailer's value.
    ///
    /// # Errors
    ///
    /// The first [`VerdictError`] from the left.
    pub(crate) fn parse(value: &'a str) -> Result<Self, VerdictError> {
        let (fields, file) = split_file(value);
        // A file of that name cannot be attested; a count behind the path would silently be part of it.
        if file.is_some_and(|file| file.contains("major=")) {
            return Err(VerdictError::CountsAfterFile);
        }
        let (mut reviewer, mut major, mut moderate, mut minor) = (None, None, None, None);
        for field in fields.split_whitespace() {
            let (name, raw) = field.split_once('=').ok_or_else(|| VerdictError::NotAField(field.to_owned()))?;
            match name {
                "reviewer" => once("reviewer", &mut reviewer, || Ok(raw))?,
                "major" => once("major", &mut major, || count("major", raw))?,
                "moderate" => once("moderate", &mut moderate, || count("moderate", raw))?,
                "minor" => once("minor", &mut minor, || count("minor", raw))?,
                _ => return Err(VerdictError::Unknown(name.to_owned())),
            }
        }
        if reviewer.is_none_or(str::is_empty) {
            return Err(VerdictError::NoReviewer);
        }
        match (major, moderate, minor) {
            (Some(major), Some(moderate), Some(minor)) => Ok(Self { major, moderate, minor, file }),
            _ => Err(VerdictError::NoCounts),
        }
    }
}

/// Cuts at the first `file=` that begins a field; those letters inside another value are part of it.
fn split_file(value: &str) -> (&str, Option<&str>) {
    for (at, _) in value.match_indices(FILE) {
        let (before, rest) = value.split_at(at);
        if before.chars().next_back().is_none_or(char::is_whitespace) {
            // Other blanks than these can stand at the ends of a file's name.
            let file = rest.strip_prefix(FILE).unwrap_or(rest).trim_matches(|end: char| end.is_ascii_whitespace());
            return (before, Some(file));
        }
    }
    (value, None)
}

/// Sets a field that was not there yet. That it is there twice is told before what is wrong with it.
fn once<T>(
    name: &'static str,
    field: &mut Option<T>,
    value: impl FnOnce() -> Result<T, VerdictError>,
) -> Result<(), VerdictError> {
    if field.is_some() {
        return Err(VerdictError::Twice(name));
    }
    *field = Some(value()?);
    Ok(())
}

/// A number as people write it: digits, without a sign and without zeros in front.
fn count(name: &'static str, raw: &str) -> Result<u32, VerdictError> {
    let plain = raw.bytes().all(|byte| byte.is_ascii_digit()) && (raw == "0" || !raw.starts_with('0'));
    let number = if plain { raw.parse().ok() } else { None };
    number.ok_or_else(|| VerdictError::NotANumber { name, raw: raw.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: &str, expect: Result<(u32, u32, u32, Option<&str>), &str>) {
        let found = Verdict::parse(value).map(|verdict| (verdict.major, verdict.moderate, verdict.minor, verdict.file));
        assert_eq!(found.map_err(|error| error.to_string()), expect.map_err(str::to_owned), "{value:?}");
    }

    #[test]
    fn verdicts() {
        check("reviewer=a major=0 moderate=1 minor=2", Ok((0, 1, 2, None)));
        check("minor=2\tmoderate=1  reviewer=a=b major=0", Ok((0, 1, 2, None)));
        check("reviewer=profile=x major=0 moderate=0 minor=0 file=a b.rs ", Ok((0, 0, 0, Some("a b.rs"))));
        check("reviewer=a major=0 moderate=0 minor=0 file=", Ok((0, 0, 0, Some(""))));
        check("reviewer=a major=0 moderate=0 minor=0 file= x=1 file=y", Ok((0, 0, 0, Some("x=1 file=y"))));
        check("reviewer=a major=0 moderate=0 minor=0 file=minor=1", Ok((0, 0, 0, Some("minor=1"))));
        check("reviewer=a major=4294967295 moderate=0 minor=0", Ok((u32::MAX, 0, 0, None)));
        check("reviewer=a major=0 moderate=0 minor=0 file=x\u{3000}", Ok((0, 0, 0, Some("x\u{3000}"))));
    }

    #[test]
    fn what_is_none() {
        check("", Err("no reviewer= named"));
        check("reviewer= major=0 moderate=0 minor=0", Err("no reviewer= named"));
        check("major=0 moderate=0 minor=0", Err("no reviewer= named"));
        check("file=x", Err("no reviewer= named"));
        check("reviewer=a", Err("major=, moderate= and minor= are all required"));
        check("reviewer=a major=0 minor=0", Err("major=, moderate= and minor= are all required"));
        check("reviewer=a b major=0", Err("field 'b' is not name=value"));
        check("Reviewer=a", Err("unknown field 'Reviewer'"));
        check("=a", Err("unknown field ''"));
        check("xfile=a", Err("unknown field 'xfile'"));
        check("reviewer=a reviewer=b", Err("reviewer= is given more than once"));
        check("reviewer= reviewer=b", Err("reviewer= is given more than once"));
        check("major=0 major=x", Err("major= is given more than once"));
        for raw in ["", "x", "-1", "+3", "007", "00", "1.0", "1e3", "4294967296", "٣", "1_0", "0x1"] {
            check(&format!("reviewer=a minor={raw}"), Err(&format!("minor={raw} is not a number")));
        }
        check("reviewer=a file=x major=0", Err("the counts must come before file=, which runs to end of line"));
        check("nonsense file=x major=0", Err("the counts must come before file=, which runs to end of line"));
    }
}
