//! The digest of a pack (AIP-62, "Pack digest").

use crate::{Sha256Hex, compare_utf16};

/// The recipe of [`pack_digest`], recorded beside every digest it made.
pub const PACK_DIGEST_ALG: &str = "agentproto-pack-digest/v1";

/// The digest of a pack: over its REVIEW.md and the rubric of each selected agent check. A rubric is its path as the
/// pack declares it, and its bytes; two checks with one rubric give it twice.
#[must_use]
pub fn pack_digest<'a>(review_md: &[u8], rubrics: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Sha256Hex {
    let line = |label: &str, bytes: &[u8]| format!("{label}\0{}", Sha256Hex::of(bytes));
    let mut lines = vec![line("REVIEW.md", review_md)];
    lines.extend(rubrics.into_iter().map(|(path, bytes)| line(path, bytes)));
    lines.sort_unstable_by(|left, right| compare_utf16(left, right));
    Sha256Hex::of(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUBRIC: (&str, &[u8]) = ("./rubrics/correctness.md", b"rubric\n");

    #[test]
    fn known_digest() {
        assert_eq!(
            pack_digest(b"pack-md\n", [RUBRIC]).as_str(),
            "fe060a88f5bb7f3fdc86d883b1681665cd633d5a8cc5bcdb6d0b32112ed173a7"
        );
    }

    #[test]
    fn order_does_not_matter_but_repetition_does() {
        let other: (&str, &[u8]) = ("a.md", b"a");
        assert_eq!(pack_digest(b"x", [RUBRIC, other]), pack_digest(b"x", [other, RUBRIC]));
        assert_ne!(pack_digest(b"x", [other, other]), pack_digest(b"x", [other]));
        assert_ne!(pack_digest(b"x", [other]), pack_digest(b"x", []));
    }

    #[test]
    fn lines_sort_by_utf16_units() {
        let astral = ("\u{1f600}", b"1".as_slice());
        let private = ("\u{e000}", b"2".as_slice());
        let line = |label: &str, bytes: &[u8]| format!("{label}\0{}", Sha256Hex::of(bytes));
        let expect = [line("REVIEW.md", b""), line(astral.0, astral.1), line(private.0, private.1)].join("\n");
        assert_eq!(pack_digest(b"", [private, astral]), Sha256Hex::of(expect));
    }
}
