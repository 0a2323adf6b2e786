//! What git's objects hold.

use std::fmt;

use assize_schemas::Sha;
use sha1::{Digest as _, Sha1};

/// How many bytes an object's name has in a repository that packs can be pinned in.
const NAME_BYTES: usize = 20;

/// The name of an object: the SHA-1 of its kind, its size and its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct ObjectId([u8; NAME_BYTES]);

impl ObjectId {
    /// The name of an object with this content.
    pub(super) fn of(kind: &str, content: &[u8]) -> Self {
        let mut hash = Sha1::new();
        hash.update(format!("{kind} {}\0", content.len()));
        hash.update(content);
        Self(hash.finalize().into())
    }

    /// Reads 40 hex digits.
    pub(super) fn parse(hex: &str) -> Option<Self> {
        if hex.len() != 2 * NAME_BYTES || !hex.is_ascii() {
            return None;
        }
        let mut name = [0; NAME_BYTES];
        for (at, byte) in name.iter_mut().enumerate() {
            *byte = u8::from_str_radix(hex.get(2 * at..2 * at + 2)?, 16).ok()?;
        }
        Some(Self(name))
    }

    /// The name that a pin means; `None` for a SHA-256 name.
    pub(super) fn of_pin(pin: &Sha) -> Option<Self> {
        Self::parse(pin.as_str())
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The tree of a commit.
pub(super) fn tree_of(commit: &[u8]) -> Option<ObjectId> {
    let line = commit.strip_prefix(b"tree ")?.split(|byte| *byte == b'\n').next()?;
    ObjectId::parse(std::str::from_utf8(line).ok()?)
}

/// What a name in a tree stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    /// A folder.
    Tree(ObjectId),
    /// A file.
    File(ObjectId),
    /// A symbolic link; its content is the path it leads to.
    Link(ObjectId),
    /// Another repository's commit, or something git does not have yet.
    Other,
}

/// What `name` stands for in a tree. The outer `None`: the tree is no tree.
pub(super) fn entry_of(mut tree: &[u8], name: &[u8]) -> Option<Option<Entry>> {
    while !tree.is_empty() {
        let space = tree.iter().position(|byte| *byte == b' ')?;
        let (mode, rest) = (tree.get(..space)?, tree.get(space + 1..)?);
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (found, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
        let id = ObjectId(rest.get(..NAME_BYTES)?.try_into().ok()?);
        if found == name {
            return Some(Some(match mode {
                b"40000" => Entry::Tree(id),
                b"120000" => Entry::Link(id),
                mode if mode.starts_with(b"100") => Entry::File(id),
                _ => Entry::Other,
            }));
        }
        tree = rest.get(NAME_BYTES..)?;
    }
    Some(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY_TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
    const EMPTY_BLOB: &str = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

    #[test]
    fn names_are_gits() {
        assert_eq!(ObjectId::of("tree", b"").to_string(), EMPTY_TREE);
        assert_eq!(ObjectId::of("blob", b"").to_string(), EMPTY_BLOB);
        assert_eq!(ObjectId::parse(EMPTY_TREE), Some(ObjectId::of("tree", b"")));
        for wrong in ["", "4b825d", &"z".repeat(40), &"é".repeat(20), &"1".repeat(64)] {
            assert_eq!(ObjectId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn commits_name_their_tree_first() {
        let commit = format!("tree {EMPTY_TREE}\nauthor x\n\nm");
        assert_eq!(tree_of(commit.as_bytes()), ObjectId::parse(EMPTY_TREE));
        assert_eq!(tree_of(b"parent 1\ntree 2"), None);
        assert_eq!(tree_of(b""), None);
    }

    #[test]
    fn entries() {
        let id = ObjectId([7; NAME_BYTES]);
        let mut tree = Vec::new();
        for (mode, name) in [("100644", "a"), ("40000", "b"), ("120000", "c"), ("160000", "d")] {
            tree.extend(format!("{mode} {name}\0").into_bytes());
            tree.extend(id.0);
        }
        for (name, expect) in [
            ("a", Some(Entry::File(id))),
            ("b", Some(Entry::Tree(id))),
            ("c", Some(Entry::Link(id))),
            ("d", Some(Entry::Other)),
            ("e", None),
            ("", None),
        ] {
            assert_eq!(entry_of(&tree, name.as_bytes()), Some(expect), "{name}");
        }
        assert_eq!(entry_of(&tree[..10], b"e"), None);
        assert_eq!(entry_of(b"rubbish", b"e"), None);
    }
}
