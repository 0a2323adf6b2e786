//! The report as the document `assize.report/v1`.

use std::fmt::Write as _;

use assize_schemas::is_unsafe;

use crate::{Report, ReportError};

/// The document, for programs and for people who look at it: what would be invisible, or would turn the reading direction
/// around, is written as an escape with the same meaning.
pub(crate) fn document(report: &Report) -> Result<String, ReportError> {
    let mut text = escaped(&serde_json::to_string_pretty(report.document())?);
    text.push('\n');
    Ok(text)
}

/// `json` with what nobody sees written as escapes. Outside strings JSON holds none of it, so the value stays the same.
pub(crate) fn escaped(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for one in json.chars() {
        if one != '\n' && is_unsafe(one) {
            for unit in one.encode_utf16(&mut [0; 2]) {
                // Writing to a String cannot fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(one);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    proptest! {
        #[test]
        fn the_value_stays_the_same(text in any::<String>(), odd in "[\u{202e}\u{e0041}\u{7f}\u{9b}\u{2028}a\"\\\\]{0,9}") {
            let value = Value::from(format!("{text}{odd}"));
            let written = escaped(&value.to_string());
            prop_assert!(!written.chars().any(is_unsafe));
            prop_assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
        }
    }
}
