//! The encoding of keys and signatures (RFC 4251, section 5).

/// Reads the encoding from its beginning to its end.
#[derive(Debug)]
pub(crate) struct WireReader<'b>(&'b [u8]);

impl<'b> WireReader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self(bytes)
    }

    /// The next `count` bytes; `None` when there are not so many.
    pub(crate) fn bytes(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next number.
    pub(crate) fn number(&mut self) -> Option<u32> {
        Some(u32::from_be_bytes(self.bytes(4)?.try_into().ok()?))
    }

    /// The next string: its length and its bytes.
    pub(crate) fn string(&mut self) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        self.bytes(length)
    }

    /// Whether everything was read.
    pub(crate) fn is_at_end(&self) -> bool {
        self.0.is_empty()
    }
}
