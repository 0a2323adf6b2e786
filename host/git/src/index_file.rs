//! Git's index file, as far as it tells whether git was told not to look at a file.
//!
//! A look at every entry's marks costs a call of git more, for marks that hardly any repository has. The file itself
//! tells as much in a fraction of the time. What is not understood here counts as marked, and git is asked.

/// What stands before the entries: the signature, the version and the number of entries, 4 bytes each.
const HEADER: usize = 12;
/// What an entry holds of the file itself: times, device, mode, owner, size.
const STAMPS: usize = 40;
/// The marks in an entry's flags: to be taken for unchanged; and that more flags follow.
const ASSUME_UNCHANGED: u16 = 0x8000;
const EXTENDED: u16 = 0x4000;
/// The mark in the flags that follow: not to be looked at in the work tree.
const SKIP_WORKTREE: u16 = 0x4000;
/// The bits of the flags that hold a name's length, and the value that stands for all longer ones.
const LENGTH: u16 = 0x0fff;
/// The one extension that has to be understood (its name begins with a small letter) and changes nothing here: that an
/// entry may stand for a folder outside a sparse checkout. The other one, `link`, has most entries in another file.
const SPARSE: &[u8] = b"sdir";
/// How long object names are, in bytes: SHA-1's and SHA-256's.
const NAME_LENGTHS: [usize; 2] = [20, 32];

/// Tells whether an index may hold an entry that git was told not to look at. `false` is certain.
pub(crate) fn may_hold_marks(index: &[u8]) -> bool {
    // The file does not say how long object names are; with the wrong length it does not come out even.
    !NAME_LENGTHS.iter().any(|length| marks(index, *length) == Some(false))
}

/// Reads the whole index; `None` when it is not understood.
fn marks(index: &[u8], name_length: usize) -> Option<bool> {
    let (header, mut rest) = index.split_at_checked(HEADER)?;
    let (signature, numbers) = header.split_at_checked(4)?;
    let (version, count) = (number(numbers)?, number(numbers.get(4..)?)?);
    if signature != b"DIRC" || !(2..=4).contains(&version) {
        return None;
    }
    let mut marked = false;
    for _ in 0..count {
        let (mark, length) = entry(rest, version, name_length)?;
        marked |= mark;
        rest = rest.get(length..)?;
    }
    while rest.len() > name_length {
        let (name, after) = rest.split_at_checked(4)?;
        let length = usize::try_from(number(after)?).ok()?;
        rest = after.get(4..)?.get(length..)?;
        if name.first()?.is_ascii_lowercase() && name != SPARSE {
            return None;
        }
    }
    (rest.len() == name_length).then_some(marked)
}

/// Whether the first entry is marked, and how long it is.
fn entry(rest: &[u8], version: u32, name_length: usize) -> Option<(bool, usize)> {
    let mut at = STAMPS + name_length;
    let flags = short(rest.get(at..)?)?;
    at += 2;
    let mut marked = flags & ASSUME_UNCHANGED != 0;
    if flags & EXTENDED != 0 {
        marked |= short(rest.get(at..)?)? & SKIP_WORKTREE != 0;
        at += 2;
    }
    if version == 4 {
        // How much of the name before this one goes, in as many bytes as that takes, and what comes in its place.
        at += rest.get(at..)?.iter().position(|byte| byte & 0x80 == 0)? + 1;
        at += rest.get(at..)?.iter().position(|byte| *byte == 0)? + 1;
        return Some((marked, at));
    }
    let path = match flags & LENGTH {
        LENGTH => rest.get(at..)?.iter().position(|byte| *byte == 0)?,
        length => usize::from(length),
    };
    // At least one NUL, and as many as make the length a multiple of 8.
    let end = (at + path + 8) & !7;
    let padding = rest.get(at + path..end)?;
    (path > 0 && padding.iter().all(|byte| *byte == 0)).then_some((marked, end))
}

fn number(bytes: &[u8]) -> Option<u32> {
    bytes.first_chunk().map(|bytes| u32::from_be_bytes(*bytes))
}

fn short(bytes: &[u8]) -> Option<u16> {
    bytes.first_chunk().map(|bytes| u16::from_be_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index of version 2 with one entry.
    fn index(flags: u16, extra: &[u8], name_length: usize) -> Vec<u8> {
        let mut bytes = b"DIRC\0\0\0\x02\0\0\0\x01".to_vec();
        bytes.resize(bytes.len() + STAMPS + name_length, 7);
        bytes.extend((flags | 4).to_be_bytes());
        bytes.extend(b"file");
        bytes.resize(bytes.len() + 8 - (bytes.len() - HEADER) % 8, 0);
        bytes.extend(extra);
        bytes.resize(bytes.len() + name_length, 1);
        bytes
    }

    fn check(index: &[u8], expect: bool) {
        assert_eq!(may_hold_marks(index), expect, "{index:?}");
    }

    #[test]
    fn marks_are_found_and_what_is_not_understood_counts_as_marked() {
        for length in NAME_LENGTHS {
            check(&index(0, b"", length), false);
            check(&index(0, b"TREE\0\0\0\x03abc", length), false);
            check(&index(ASSUME_UNCHANGED, b"", length), true);
            check(&index(0, b"sdir\0\0\0\0", length), false);
            check(&index(0, b"link\0\0\0\0", length), true);
            check(&index(0, b"TREE\0\0\0\xffabc", length), true);
            check(&index(0, b"x", length), true);
        }
        for text in ["", "DIRC", "DIRC\0\0\0\x05\0\0\0\0", "DIRC\0\0\0\x02\0\0\0\x01short", "no index at all, no index"]
        {
            check(text.as_bytes(), true);
        }
        let whole = index(0, b"", 20);
        for end in 0..whole.len() {
            assert!(may_hold_marks(whole.get(..end).unwrap_or_default()), "{end}");
        }
    }
}
