//! Files that reports are written to.

use std::path::PathBuf;

use assize_report::{ReportFormat, UnknownFormat};
use clap::builder::{PathBufValueParser, TypedValueParser};

/// A file that a report is written to, and the format that its name asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportFile {
    pub(crate) path: PathBuf,
    pub(crate) format: ReportFormat,
}

impl ReportFile {
    fn read(path: PathBuf) -> Result<Self, UnknownFormat> {
        let format = ReportFormat::of_path(&path)?;
        Ok(Self { path, format })
    }
}

/// Reads such a file from the command line.
pub(crate) fn report_file() -> impl TypedValueParser<Value = ReportFile> {
    PathBufValueParser::new().try_map(ReportFile::read)
}
