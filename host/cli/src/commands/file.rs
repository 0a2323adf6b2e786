//! Writing files that the command line names.

use std::io::ErrorKind;
use std::path::Path;

use assize_store::write_atomically;

use crate::exit::Exit;
use crate::failure::{Failure, at_path};

/// Permission bits of files for everyone to read.
const READABLE: u32 = 0o644;

/// Writes a file whole or not at all. Only a regular file is ever replaced: a link, a device or a pipe at `path` was
/// put there by somebody for something else.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match std::fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => {
            let kind = if found.is_dir() { "a folder" } else { "not a regular file" };
            let what = format!("{} is {kind}, and is left as it is", path.display());
            return Err(Failure::new(Exit::COULD_NOT_RUN, what).help("another name, or - for standard output"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(at_path("write", path, &error)),
    }
    write_atomically(path, bytes, READABLE).map_err(|error| Failure::from_error(Exit::COULD_NOT_RUN, &error))
}
