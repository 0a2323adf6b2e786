//! Stand-ins of a reviewer.

use std::collections::HashSet;

/// The first stand-in that is the reviewer itself or an earlier stand-in.
pub(crate) fn repeated_fallback(preset: Option<&str>, fallbacks: &[String]) -> Option<usize> {
    let mut seen: HashSet<&str> = preset.into_iter().collect();
    fallbacks.iter().position(|name| !seen.insert(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repetitions() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(repeated_fallback(Some("a"), &names(&["b", "c"])), None);
        assert_eq!(repeated_fallback(Some("a"), &names(&["b", "a"])), Some(1));
        assert_eq!(repeated_fallback(None, &names(&["b", "c", "b"])), Some(2));
        assert_eq!(repeated_fallback(None, &[]), None);
    }
}
