//! What names a package, or a folder inside one.

/// A package, and a folder inside it that may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PackageName<'a> {
    /// The package, with its scope.
    pub(super) package: &'a str,
    /// The folder inside it, without slashes at its ends.
    pub(super) folder: &'a str,
}

impl<'a> PackageName<'a> {
    /// Reads `name`, `@scope/name`, or one of them with `/folder` behind it; `None` when no package can be meant.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let slash = |from: usize| text.get(from..)?.find('/').map(|at| from + at);
        let first = slash(0);
        let end = if text.starts_with('@') { first.map(|at| slash(at + 1)) } else { Some(first) }?;
        let (package, folder) = match end {
            Some(at) => (text.get(..at)?, text.get(at + 1..)?),
            None => (text, ""),
        };
        let bare = package.strip_prefix('@').unwrap_or(package);
        let whole = bare.split('/').chain((end.is_some()).then_some(folder).into_iter().flat_map(|it| it.split('/')));
        whole.clone().all(is_part).then_some(Self { package, folder })
    }
}

/// Whether a text can be one part of a name: neither a way out of a folder nor a url.
fn is_part(part: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!'()*".contains(&byte);
    !part.is_empty() && part != "." && part != ".." && part.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<(&str, &str)>) {
        let found = PackageName::parse(text).map(|name| (name.package, name.folder));
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn names() {
        check("pack", Some(("pack", "")));
        check("@org/pack", Some(("@org/pack", "")));
        check("packs/x", Some(("packs", "x")));
        check("@org/pack/a/b", Some(("@org/pack", "a/b")));
        for text in [
            "",
            ".",
            "..",
            "@org",
            "@/x",
            "@org/",
            "a//b",
            "a/",
            "a/..",
            "a/../b",
            "@org/../x",
            "http://x",
            "file:/x",
            "a\\b",
            "a\0b",
            "@@a/b",
            "GIT+https://h/r#1",
        ] {
            check(text, None);
        }
    }
}
