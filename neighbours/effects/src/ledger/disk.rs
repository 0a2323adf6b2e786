//! A ledger's files on disk.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::files::LedgerFiles;

/// The files of a ledger's folder.
#[derive(Debug, Clone)]
pub struct DiskFiles(PathBuf);

impl DiskFiles {
    /// The files in a folder.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    fn file(&self, path: &str) -> io::Result<Option<File>> {
        match File::open(self.0.join(path)) {
            Ok(file) if file.metadata()?.is_file() => Ok(Some(file)),
            Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{path} is not a regular file"))),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

impl LedgerFiles for DiskFiles {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let listing = match fs::read_dir(self.0.join(Path::new(folder))) {
            Ok(listing) => listing,
            Err(error) if is_absence(&error) => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut names = Vec::new();
        for entry in listing {
            // A name that is no text is none of ours.
            if let Ok(name) = entry?.file_name().into_string()
                && !name.starts_with('.')
            {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        let Some(mut file) = self.file(path)? else { return Ok(None) };
        let mut bytes = Vec::new();
        io::Read::read_to_end(&mut file, &mut bytes)?;
        Ok(Some(bytes))
    }

    fn open(&self, path: &str) -> io::Result<Option<Box<dyn BufRead + '_>>> {
        Ok(self.file(path)?.map(|file| Box::new(BufReader::with_capacity(1 << 16, file)) as Box<dyn BufRead + '_>))
    }
}
