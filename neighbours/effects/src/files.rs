//! Where a ledger's files come from.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

/// The files of one ledger, by their paths in its folder with `/` between the parts.
pub trait LedgerFiles {
    /// The names of the files directly in a folder, sorted; none when there is no such folder.
    ///
    /// # Errors
    ///
    /// What the system says.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;

    /// What a file holds; `None` when there is none.
    ///
    /// # Errors
    ///
    /// What the system says.
    fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>>;

    /// A file to be read line by line; `None` when there is none.
    ///
    /// # Errors
    ///
    /// What the system says.
    fn open(&self, path: &str) -> io::Result<Option<Box<dyn BufRead + '_>>>;
}

/// Files in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles(BTreeMap<String, Vec<u8>>);

impl MemoryFiles {
    /// These files.
    pub fn new(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Self {
        Self(files.into_iter().collect())
    }
}

impl LedgerFiles for MemoryFiles {
    fn list(&self, folder: &str) -> io::Result<Vec<String>> {
        let inside = |path: &String| {
            let name = path.strip_prefix(folder)?.strip_prefix('/')?;
            (!name.contains('/')).then(|| name.to_owned())
        };
        Ok(self.0.keys().filter_map(inside).collect())
    }

    fn read(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.0.get(path).cloned())
    }

    fn open(&self, path: &str) -> io::Result<Option<Box<dyn BufRead + '_>>> {
        Ok(self.0.get(path).map(|bytes| Box::new(bytes.as_slice()) as Box<dyn BufRead + '_>))
    }
}

/// The writers that have a segment, sorted.
pub(crate) fn writers(files: &dyn LedgerFiles) -> io::Result<Vec<String>> {
    let names = files.list("segments")?;
    Ok(names.iter().filter_map(|name| name.strip_suffix(".jsonl")).map(str::to_owned).collect())
}

/// The path of a writer's segment.
pub(crate) fn segment_path(writer: &str) -> String {
    format!("segments/{writer}.jsonl")
}
