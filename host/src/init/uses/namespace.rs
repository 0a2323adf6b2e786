//! The namespace that a pack gets when nobody names one.

use assize_compiler::PackRef;
use assize_schemas::PackNamespace;

use crate::init::review_md::nearest_id;

/// What packs are called `pack` for without anything better.
const FALLBACK: &str = "pack";
/// What many packs' names begin with, and what says nothing about one of them.
const PREFIX: &str = "review-pack-";

/// A namespace made from the last part of what a reference names.
pub(in crate::init) fn namespace_of(reference: &PackRef) -> Result<PackNamespace, assize_schemas::IdError> {
    let named = match reference {
        PackRef::Path(name) | PackRef::Npm(name) => name,
        PackRef::Git { url, .. } => url,
    };
    let last = named.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let last = last.strip_suffix(".git").unwrap_or(last).to_lowercase();
    let last = last.strip_prefix(PREFIX).unwrap_or(&last);
    PackNamespace::parse(nearest_id(last).unwrap_or_else(|| FALLBACK.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reference: &str, expect: &str) {
        let namespace = namespace_of(&PackRef::parse(reference).unwrap()).unwrap();
        assert_eq!(namespace.as_str(), expect, "{reference}");
    }

    #[test]
    fn namespaces() {
        check("./packs/rust", "rust");
        check("./packs/rust/", "rust");
        check("@org/review-pack-security", "security");
        check("review-pack-", "pack");
        check("../..", "pack");
        check("/", "pack");
        check(&format!("git+https://h/Team/Rust_Pack.git#{}", "1".repeat(40)), "rust-pack");
        check(&format!("./{}", "x".repeat(90)), &"x".repeat(64));
    }
}
