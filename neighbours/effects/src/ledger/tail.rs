//! The end of a segment.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use super::LedgerError;
use crate::line::Line;

const CHUNK: u64 = 16 * 1024;

/// What the next record of a segment must follow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Tail {
    /// The position of the next record.
    pub(crate) seq: u64,
    /// The hash of the last one.
    pub(crate) prev: Option<String>,
}

/// Reads the end of a segment, however long it is.
pub(crate) fn read_tail(path: &Path, writer: &str) -> Result<Tail, LedgerError> {
    let failed = |error| LedgerError::io("read", path, error);
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Tail::default()),
        Err(error) => return Err(failed(error)),
    };
    let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
    if length == 0 {
        return Ok(Tail::default());
    }
    let Some(last) = line_before(&mut file, length).map_err(failed)? else {
        return Err(LedgerError::integrity(
            "segment-torn",
            format!("{} does not end with a whole line: nothing is appended to it", path.display()),
        ));
    };
    let line = Line::read(&last.1).map_err(|fault| {
        LedgerError::integrity(fault.code, format!("the last record of {}: {}", path.display(), fault.message))
    })?;
    if line.writer != writer {
        let message = format!("the last record of {} is of the writer {}", path.display(), line.writer);
        return Err(LedgerError::integrity("writer-mismatch", message));
    }
    Ok(Tail { seq: line.seq + 1, prev: Some(line.record_hash) })
}

/// The line that ends right before `end`, with where it begins; `None` when no line ends there.
pub(crate) fn line_before(file: &mut File, end: u64) -> io::Result<Option<(u64, Vec<u8>)>> {
    let mut found = Vec::new();
    let mut at = end;
    loop {
        let from = at.saturating_sub(CHUNK);
        let mut chunk = vec![0; usize::try_from(at - from).unwrap_or(0)];
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(&mut chunk)?;
        if at == end && chunk.pop() != Some(b'\n') {
            return Ok(None);
        }
        if let Some(newline) = chunk.iter().rposition(|byte| *byte == b'\n') {
            let begin = from + u64::try_from(newline).unwrap_or(0) + 1;
            let mut line = chunk.split_off(newline + 1);
            line.extend_from_slice(&found);
            return Ok(Some((begin, line)));
        }
        chunk.extend_from_slice(&found);
        found = chunk;
        if from == 0 {
            return Ok(Some((0, found)));
        }
        at = from;
    }
}
