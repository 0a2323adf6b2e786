//! Lines of bounded length.

use std::io;

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// The longest line that is read, in bytes.
pub(super) const LONGEST: usize = 32 * 1024 * 1024;
/// What the buffer may keep from one line to the next, in bytes.
const KEPT: usize = 64 * 1024;

/// What came in.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end.
    Whole(Vec<u8>),
    /// A line that is longer than any may be; it was thrown away.
    TooLong,
    /// Nothing more comes.
    End,
}

/// Reads lines. A read that is dropped half-way loses nothing.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    too_long: bool,
    longest: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, longest: usize) -> Self {
        Self { input: BufReader::with_capacity(KEPT, input), line: Vec::new(), too_long: false, longest }
    }

    /// The next line. A last one without an end is a line too.
    pub(super) async fn next(&mut self) -> io::Result<Line> {
        loop {
            let read = self.input.fill_buf().await?;
            if read.is_empty() {
                return Ok(if self.line.is_empty() && !self.too_long { Line::End } else { self.take() });
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let piece = read.get(..end.unwrap_or(read.len())).unwrap_or(read);
            if self.too_long || self.line.len() + piece.len() > self.longest {
                self.too_long = true;
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(piece);
            }
            let used = piece.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(self.take());
            }
        }
    }

    fn take(&mut self) -> Line {
        let line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.too_long) { Line::TooLong } else { Line::Whole(line) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn check(input: &'static [u8], expect: &[Line]) {
        let mut lines = Lines::new(input, 8);
        let mut found = Vec::new();
        loop {
            match lines.next().await.unwrap() {
                Line::End => break,
                line => found.push(line),
            }
        }
        assert_eq!(found, expect, "{}", String::from_utf8_lossy(input));
        assert_eq!(lines.next().await.unwrap(), Line::End);
    }

    #[tokio::test]
    async fn lines() {
        let whole = |text: &str| Line::Whole(text.as_bytes().to_vec());
        check(b"", &[]).await;
        check(b"a\n\nb", &[whole("a"), whole(""), whole("b")]).await;
        check(b"12345678\n123456789\nx\n", &[whole("12345678"), Line::TooLong, whole("x")]).await;
        check(b"123456789", &[Line::TooLong]).await;
    }

    #[tokio::test]
    async fn a_read_that_is_dropped_loses_nothing() {
        let (mut there, here) = tokio::io::duplex(64);
        let mut lines = Lines::new(here, 64);
        for piece in [&b"ab"[..], b"cd", b"ef\nnext"] {
            tokio::io::AsyncWriteExt::write_all(&mut there, piece).await.unwrap();
            if !piece.contains(&b'\n') {
                // Takes in what is there and is then dropped.
                tokio::select! {
                    biased;
                    line = lines.next() => panic!("{line:?}"),
                    () = tokio::task::yield_now() => {}
                }
            }
        }
        assert_eq!(lines.next().await.unwrap(), Line::Whole(b"abcdef".to_vec()));
    }
}
