//! Lines of input, one at a time.

use std::io::{self, BufRead};

/// The longest line that is read, in bytes.
const MAX_LINE_BYTES: usize = 64 << 20;

/// One line of input without its ending.
#[derive(Debug)]
pub(super) enum Line {
    /// The line's bytes.
    Whole,
    /// The line was longer than is read; nothing of it is kept.
    TooLong,
}

/// Reads the next line into `buffer`; `None` at the end of the input. No more than the bound is ever kept.
pub(super) fn next_line(input: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<Option<Line>> {
    buffer.clear();
    let (mut some, mut too_long) = (false, false);
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            break;
        }
        some = true;
        let newline = available.iter().position(|byte| *byte == b'\n');
        let (part, used) = match newline {
            Some(at) => (available.get(..at).unwrap_or_default(), at + 1),
            None => (available, available.len()),
        };
        if too_long || buffer.len() + part.len() > MAX_LINE_BYTES {
            too_long = true;
            buffer.clear();
        } else {
            buffer.extend_from_slice(part);
        }
        input.consume(used);
        if newline.is_some() {
            break;
        }
    }
    if !some {
        return Ok(None);
    }
    Ok(Some(if too_long { Line::TooLong } else { Line::Whole }))
}
