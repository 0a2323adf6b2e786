//! Documents that the command line names.

use std::io::Read as _;
use std::path::Path;

use super::exits::{could_not, usage};
use crate::context::Context;
use crate::failure::Failure;

/// Reads a document of at most `limit` bytes; `-` is standard input.
pub(super) fn document(context: &Context, file: &Path, limit: u64) -> Result<String, Failure> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        let read = std::io::stdin().lock().take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| could_not(format!("cannot read standard input: {error}")))?;
        if bytes.len() as u64 > limit {
            return Err(usage(format!("malformed: standard input holds more than {limit} bytes")));
        }
        bytes
    } else {
        let path = context.cwd()?.join(file);
        let read = assize_store::read_bounded(&path, limit).map_err(|error| usage(format!("malformed: {error}")))?;
        read.ok_or_else(|| usage(format!("there is no file {}", path.display())))?
    };
    String::from_utf8(bytes).map_err(|_| usage(format!("malformed: {} is not UTF-8", file.display())))
}
