//! The canonical writer.

use serde_json::Value;

use super::number::write_number;
use super::order::compare_utf16;
use super::string::write_string;

/// The canonical JSON of `value` (AIP-62, "Canonical JSON"): keys in the order of their UTF-16 code units, no
/// blanks, strings and numbers as `JSON.stringify` prints them. Every digest and signature of this project is over
/// these bytes, and nothing else makes them.
///
/// Whole numbers beyond 2^53 lose their last digits, as they do in every reader that keeps numbers as doubles.
#[must_use]
pub fn canonical_json(value: &Value) -> String {
    let mut out = String::new();
    write_value(value, &mut out);
    out
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => write_number(number, out),
        Value::String(text) => write_string(text, out),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_unstable_by(|(left, _), (right, _)| compare_utf16(left, right));
            out.push('{');
            for (index, (key, member)) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(key, out);
                out.push(':');
                write_value(member, out);
            }
            out.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::read_json;

    fn check(text: &str, expect: &str) {
        assert_eq!(canonical_json(&read_json(text).unwrap()), expect, "{text}");
    }

    #[test]
    fn documents() {
        check(r#"{ "b": 1, "a": [{ "z": true, "x": "é" }] }"#, r#"{"a":[{"x":"é","z":true}],"b":1}"#);
        check("[]", "[]");
        check(" {} ", "{}");
        check("null", "null");
        check(r#"{"10":1,"2":2,"a":3}"#, r#"{"10":1,"2":2,"a":3}"#);
        check(r#""a\/b""#, r#""a/b""#);
    }

    #[test]
    fn the_example_of_rfc_8785() {
        check(
            r#"{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false]}"#,
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],\
             \"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}",
        );
    }

    #[test]
    fn keys_sort_by_utf16_units() {
        // The sorting example of RFC 8785: an astral key comes before one in U+E000..U+FFFF.
        let value = json!({
            "\u{20ac}": "Euro Sign", "\r": "Carriage Return", "\u{fb33}": "Hebrew Letter Dalet With Dagesh",
            "1": "One", "\u{1f600}": "Emoji: Grinning Face", "\u{80}": "Control", "\u{f6}": "Latin Small Letter O With Diaeresis",
        });
        let text = canonical_json(&value);
        let order: Vec<_> = ["\\r", "1", "\u{80}", "\u{f6}", "\u{20ac}", "\u{1f600}", "\u{fb33}"]
            .iter()
            .map(|key| text.find(&format!("\"{key}\":")).unwrap())
            .collect();
        assert!(order.is_sorted(), "{text}");
    }

    pub(crate) fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 64, 8, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
                proptest::collection::vec((any::<String>(), inner), 0..8)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn canonical_text_is_its_own_canonical_text(value in any_json()) {
            let text = canonical_json(&value);
            prop_assert_eq!(canonical_json(&read_json(&text).unwrap()), text);
        }

        #[test]
        fn spelling_and_order_do_not_matter(value in any_json()) {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(canonical_json(&read_json(&pretty).unwrap()), canonical_json(&value));
        }
    }
}
