//! The stream of objects that `git cat-file --batch` answers with.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::TreeError;
use super::listing::Entry;

/// How much is read at once, in bytes.
const CHUNK: usize = 256 * 1024;
/// The longest first line of an answer.
const HEADER: u64 = 256;

/// Objects one after the other, in the order in which they were asked for. However large one is, only a chunk of it is
/// in memory.
pub(super) struct Contents<R> {
    from: BufReader<R>,
    header: Vec<u8>,
}

impl<R: Read> Contents<R> {
    pub(super) fn new(from: R) -> Self {
        Self { from: BufReader::with_capacity(CHUNK, from), header: Vec::new() }
    }

    /// Copies the next object, which is that of `entry`, to `to`. Its size in bytes.
    pub(super) fn copy_next(&mut self, entry: &Entry<'_>, to: &mut impl Write) -> Result<u64, TreeError> {
        let failed = |error: io::Error| TreeError::io(entry.path, error);
        self.header.clear();
        (&mut self.from).take(HEADER).read_until(b'\n', &mut self.header).map_err(failed)?;
        let size = size_of(&self.header, entry.object)
            .ok_or_else(|| TreeError::refused(entry.path, "is not in the repository as a file"))?;
        let mut left = size;
        while left > 0 {
            let chunk = self.from.fill_buf().map_err(failed)?;
            let part = chunk.get(..usize::try_from(left).unwrap_or(usize::MAX).min(chunk.len())).unwrap_or_default();
            if part.is_empty() {
                return Err(failed(io::ErrorKind::UnexpectedEof.into()));
            }
            to.write_all(part).map_err(failed)?;
            let used = part.len();
            self.from.consume(used);
            left -= used as u64;
        }
        let mut end = [0];
        self.from.read_exact(&mut end).map_err(failed)?;
        if end == *b"\n" { Ok(size) } else { Err(failed(io::ErrorKind::InvalidData.into())) }
    }
}

/// The size in `<object> blob <size>`.
fn size_of(header: &[u8], object: &[u8]) -> Option<u64> {
    let rest = header.strip_suffix(b"\n")?.strip_prefix(object)?.strip_prefix(b" blob ")?;
    std::str::from_utf8(rest).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::listing::Kind;
    use super::*;

    #[test]
    fn objects_in_order() {
        let entry = |object: &'static str| Entry { kind: Kind::File, object: object.as_bytes(), path: b"p" };
        let mut contents = Contents::new(&b"aa blob 3\nx\ny\nbb blob 0\n\ncc missing\n"[..]);
        let mut out = Vec::new();
        assert_eq!(contents.copy_next(&entry("aa"), &mut out).unwrap(), 3);
        assert_eq!(out, b"x\ny");
        assert_eq!(contents.copy_next(&entry("bb"), &mut out).unwrap(), 0);
        assert!(contents.copy_next(&entry("cc"), &mut out).is_err());
        for broken in ["aa blob 9\nabc\n", "aa tree 1\nx\n", "bb blob 1\nx\n", "aa blob 1\nxy", "", "aa blob -1\n\n"] {
            assert!(Contents::new(broken.as_bytes()).copy_next(&entry("aa"), &mut Vec::new()).is_err(), "{broken}");
        }
    }
}
