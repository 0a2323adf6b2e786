//! The end of what a command printed.

/// Keeps the last bytes of a stream in memory that does not grow with the stream.
#[derive(Debug)]
pub(crate) struct Tail {
    /// At most `most` bytes; once full, the oldest byte stands at `start`.
    kept: Vec<u8>,
    start: usize,
    most: usize,
    /// Whether anything was let go.
    cut: bool,
}

impl Tail {
    /// Keeps at most `most` bytes, which must not be 0.
    pub(crate) fn new(most: usize) -> Self {
        Self { kept: Vec::new(), start: 0, most: most.max(1), cut: false }
    }

    /// Takes the next bytes of the stream.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let fresh = match bytes.len().checked_sub(self.most) {
            Some(skipped) => {
                self.cut |= skipped > 0 || !self.kept.is_empty();
                self.kept.clear();
                self.start = 0;
                bytes.get(skipped..).unwrap_or_default()
            }
            None => bytes,
        };
        let room = self.most - self.kept.len();
        let (append, wrap) = fresh.split_at(room.min(fresh.len()));
        self.kept.extend_from_slice(append);
        if !wrap.is_empty() {
            self.cut = true;
            self.overwrite(wrap);
        }
    }

    /// Puts `bytes`, fewer than `most`, over the oldest bytes of a full buffer.
    fn overwrite(&mut self, bytes: &[u8]) {
        let (to_end, from_front) = bytes.split_at((self.most - self.start).min(bytes.len()));
        for (at, part) in [(self.start, to_end), (0, from_front)] {
            if let Some(place) = self.kept.get_mut(at..at + part.len()) {
                place.copy_from_slice(part);
            }
        }
        self.start = (self.start + bytes.len()) % self.most;
    }

    /// The last `most` kept bytes, oldest first.
    pub(crate) fn last(&self, most: usize) -> Vec<u8> {
        let (newer, older) = self.kept.split_at_checked(self.start).unwrap_or_default();
        let skip = self.kept.len().saturating_sub(most);
        older.iter().chain(newer).skip(skip).copied().collect()
    }

    /// Everything kept, as text: bytes that are no UTF-8 become U+FFFD, and a character that was cut in two at the
    /// front is left out.
    pub(crate) fn text(&self) -> String {
        let bytes = self.last(self.most);
        let broken = if self.cut { bytes.iter().take(3).take_while(|byte| **byte & 0xC0 == 0x80).count() } else { 0 };
        String::from_utf8_lossy(bytes.get(broken..).unwrap_or_default()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(most: usize, pushes: &[&str], expect: &str) {
        let mut tail = Tail::new(most);
        for push in pushes {
            tail.push(push.as_bytes());
        }
        assert_eq!(tail.text(), expect, "{pushes:?}");
    }

    #[test]
    fn the_last_bytes_are_kept() {
        check(4, &[], "");
        check(4, &["ab"], "ab");
        check(4, &["abcd"], "abcd");
        check(4, &["abcd", "e"], "bcde");
        check(4, &["abc", "def"], "cdef");
        check(4, &["abcd", "efg", "hi"], "fghi");
        check(4, &["ab", "cdefgh"], "efgh");
        check(4, &["abcdefgh", "i"], "fghi");
        check(4, &["aé", "éé"], "éé");
        check(3, &["éé"], "é");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        let mut tail = Tail::new(8);
        tail.push(b"a\xFF\x80b");
        assert_eq!(tail.text(), "a\u{FFFD}\u{FFFD}b");
    }

    proptest! {
        #[test]
        fn it_equals_the_end_of_the_stream(
            most in 1_usize..40,
            pushes in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 0..12),
            ask in 0_usize..50,
        ) {
            let mut tail = Tail::new(most);
            for push in &pushes {
                tail.push(push);
            }
            let all = pushes.concat();
            let expect = &all[all.len() - all.len().min(most).min(ask)..];
            prop_assert_eq!(tail.last(ask), expect);
            prop_assert!(tail.kept.capacity() <= 2 * most.max(8));
        }
    }
}
