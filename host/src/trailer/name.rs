//! Names that a trailer can carry.

use assize_schemas::LaneResult;

/// Whether git takes `Reviewed-<gate>` for the key of a trailer.
pub(super) fn can_name_a_gate(gate: &str) -> bool {
    !gate.is_empty() && gate.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Who reviewed: the model that answered, or else the preset. Blanks, which would end the field, become dashes.
pub(super) fn reviewer(lane: &LaneResult) -> Option<String> {
    let named = [&lane.model, &lane.preset].into_iter().flatten().map(|name| name.trim()).find(|name| !name.is_empty());
    let dash = |character: char| if character.is_whitespace() || character.is_control() { '-' } else { character };
    named.map(|name| name.chars().map(dash).collect())
}

/// The path of a staged file as a trailer names it; `None` for one that would be read as something else, or not at
/// all: it is not text, it has an end of line in it or blanks at its ends, or it holds what the gate takes for a count.
pub(super) fn file(path: &[u8]) -> Option<&str> {
    let path = std::str::from_utf8(path).ok()?;
    let plain = !path.contains(['\n', '\r']) && path.trim() == path && !path.contains("major=");
    plain.then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates() {
        for (gate, expect) in [
            ("standards", true),
            ("a-1", true),
            ("", false),
            ("a b", false),
            ("a:b", false),
            ("a\nb", false),
            ("ä", false),
            ("a_b", false),
        ] {
            assert_eq!(can_name_a_gate(gate), expect, "{gate:?}");
        }
    }

    #[test]
    fn files() {
        for path in ["a", "a b", "größe/日本", "a\tb", "x=1 file=y", "minor=1"] {
            assert_eq!(file(path.as_bytes()), Some(path));
        }
        for path in [&b"a\nb"[..], b"a\rb", b" a", b"a ", b"\xff", b"major=1.txt", "a\u{3000}".as_bytes()] {
            assert_eq!(file(path), None, "{path:?}");
        }
    }

    #[test]
    fn reviewers() {
        let mut lane = assize_schemas::lost_lane("a".parse().unwrap(), "x");
        for (model, preset, expect) in [
            (Some("m"), Some("p"), Some("m")),
            (None, Some("p q\tr"), Some("p-q-r")),
            (Some(" \n"), Some("p"), Some("p")),
            (Some(" big model "), None, Some("big-model")),
            (Some("a\u{a0}b\u{1b}c\nReviewed-x: d"), None, Some("a-b-c-Reviewed-x:-d")),
            (Some(""), None, None),
            (None, None, None),
        ] {
            (lane.model, lane.preset) = (model.map(str::to_owned), preset.map(str::to_owned));
            assert_eq!(reviewer(&lane).as_deref(), expect, "{model:?} {preset:?}");
        }
    }
}
