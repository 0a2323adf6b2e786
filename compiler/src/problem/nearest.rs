//! The name that was probably meant.

/// The most characters that two names may have to be compared.
const MAX_COMPARED_CHARS: usize = 64;

/// Looks for the nearest known name, within a budget of comparisons: a hostile file with thousands of unknown
/// names must not cost thousands of times thousands of them.
#[derive(Debug)]
pub struct Nearest {
    comparisons_left: u32,
}

impl Default for Nearest {
    fn default() -> Self {
        Self { comparisons_left: 50_000 }
    }
}

impl Nearest {
    /// The candidate that `name` is most probably a misspelling of; the first of several that are equally near.
    pub fn find<'c>(&mut self, name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
        let name: Vec<char> = lowercase(name)?;
        let allowed = match name.len() {
            0 | 1 => return None,
            2..=3 => 1,
            4..=7 => 2,
            _ => 3,
        };
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            if self.comparisons_left == 0 {
                break;
            }
            self.comparisons_left -= 1;
            if candidate.len().abs_diff(name.len()) > 4 * (allowed + 1) {
                continue;
            }
            let Some(other) = lowercase(candidate) else { continue };
            if other.len().abs_diff(name.len()) > allowed {
                continue;
            }
            let distance = edits(&name, &other);
            if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }
}

fn lowercase(name: &str) -> Option<Vec<char>> {
    let chars: Vec<char> = name.chars().take(MAX_COMPARED_CHARS + 1).map(|one| one.to_ascii_lowercase()).collect();
    (chars.len() <= MAX_COMPARED_CHARS).then_some(chars)
}

/// How many insertions, deletions, replacements and swaps of neighbours make `a` of `b`.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (row, &from) in a.iter().enumerate() {
        let mut current = Vec::with_capacity(b.len() + 1);
        let mut left = row + 1;
        current.push(left);
        for (column, (&to, pair)) in b.iter().zip(above.windows(2)).enumerate() {
            let (diagonal, up) = (pair.first().copied().unwrap_or(left), pair.last().copied().unwrap_or(left));
            let mut least = (diagonal + usize::from(from != to)).min(up + 1).min(left + 1);
            let swapped = row > 0 && column > 0 && a.get(row - 1) == Some(&to) && b.get(column - 1) == Some(&from);
            if let Some(earlier) = before.get(column.wrapping_sub(1)).filter(|_| swapped) {
                least = least.min(earlier + 1);
            }
            current.push(least);
            left = least;
        }
        before = std::mem::replace(&mut above, current);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expect: Option<&str>) {
        let known = ["timeoutMs", "run", "cwd", "id", "blocking", "blockOn", "kind"];
        assert_eq!(Nearest::default().find(name, known), expect, "{name}");
    }

    #[test]
    fn the_nearest_known_name() {
        check("timeoutms", Some("timeoutMs"));
        check("timeout", Some("timeoutMs"));
        check("timoeutMs", Some("timeoutMs"));
        check("rnu", Some("run"));
        check("block-on", Some("blockOn"));
        check("blocing", Some("blocking"));
        check("knid", Some("kind"));
        check("zebra", None);
        check("x", None);
        check("", None);
        check(&"a".repeat(100_000), None);
    }

    #[test]
    fn edits_count_swaps_as_one() {
        let count = |a: &str, b: &str| edits(&a.chars().collect::<Vec<_>>(), &b.chars().collect::<Vec<_>>());
        assert_eq!(count("", ""), 0);
        assert_eq!(count("abc", ""), 3);
        assert_eq!(count("ab", "ba"), 1);
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("lint", "litn"), 1);
    }

    #[test]
    fn the_budget_ends() {
        let mut nearest = Nearest { comparisons_left: 2 };
        assert_eq!(nearest.find("lin", ["a", "b", "lint"]), None);
    }
}
