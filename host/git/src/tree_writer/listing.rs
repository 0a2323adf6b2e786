//! What a tree holds, as `git ls-tree -r -t -z` lists it: folders before what is in them.

use super::TreeError;

/// One thing that a tree holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry<'a> {
    pub(super) kind: Kind,
    /// The object's name.
    pub(super) object: &'a [u8],
    /// From the root of the tree, parts between slashes.
    pub(super) path: &'a [u8],
}

/// The kinds of things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Folder,
    File,
    Program,
    Link,
    /// A commit of another repository: an empty folder here.
    Submodule,
}

impl Kind {
    /// Whether its content is an object to be fetched.
    pub(super) fn has_content(self) -> bool {
        matches!(self, Self::File | Self::Program | Self::Link)
    }
}

impl<'a> Entry<'a> {
    /// The path split into the folder, empty for the root, and the name.
    pub(super) fn split(&self) -> (&'a [u8], &'a [u8]) {
        match self.path.iter().rposition(|byte| *byte == b'/') {
            Some(slash) => (self.path.get(..slash).unwrap_or_default(), self.path.get(slash + 1..).unwrap_or_default()),
            None => (&[], self.path),
        }
    }
}

/// The entries of a listing.
pub(super) fn entries(listing: &[u8]) -> impl Iterator<Item = Result<Entry<'_>, TreeError>> {
    let records = listing.strip_suffix(b"\0").unwrap_or(listing);
    let none = records.is_empty();
    records.split(|byte| *byte == 0).skip(usize::from(none)).map(entry)
}

fn entry(record: &[u8]) -> Result<Entry<'_>, TreeError> {
    let parsed = || {
        let tab = record.iter().position(|byte| *byte == b'\t')?;
        let mut words = record.get(..tab)?.split(|byte| *byte == b' ');
        let (mode, what, object) = (words.next()?, words.next()?, words.next()?);
        Some((mode, what, object, record.get(tab + 1..)?))
    };
    let Some((mode, what, object, path)) = parsed() else {
        return Err(TreeError::refused(record, "is a line of git's that is not understood"));
    };
    let kind = match (what, mode) {
        (b"tree", b"040000") => Kind::Folder,
        (b"blob", b"120000") => Kind::Link,
        (b"blob", b"100755") => Kind::Program,
        // The second was written by versions of git long gone, and has meant the first since.
        (b"blob", b"100644" | b"100664") => Kind::File,
        (b"commit", b"160000") => Kind::Submodule,
        _ => return Err(TreeError::refused(path, "has a mode that git does not write")),
    };
    Ok(Entry { kind, object, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(listing: &str, expect: &[(Kind, &str, &str)]) {
        let found: Vec<_> = entries(listing.as_bytes()).map(Result::unwrap).collect();
        let found: Vec<_> = found
            .iter()
            .map(|entry| {
                let (folder, name) = entry.split();
                (entry.kind, std::str::from_utf8(folder).unwrap(), std::str::from_utf8(name).unwrap())
            })
            .collect();
        assert_eq!(found, expect, "{listing:?}");
    }

    #[test]
    fn listings() {
        check("", &[]);
        check(
            "040000 tree aa\ta\x00100644 blob bb\ta/b\tc\nd\x00120000 blob cc\tz\x00160000 commit dd\ts\0",
            &[(Kind::Folder, "", "a"), (Kind::File, "a", "b\tc\nd"), (Kind::Link, "", "z"), (Kind::Submodule, "", "s")],
        );
        for bad in ["x", "100600 blob aa\ta", "100644 tree aa\ta", "040000 tree aa"] {
            assert!(entries(bad.as_bytes()).next().unwrap().is_err(), "{bad}");
        }
    }
}
