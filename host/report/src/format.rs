//! The formats of a report.

use std::path::Path;

/// The formats of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReportFormat {
    /// One page that needs nothing beside itself.
    Html,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// JUnit's XML, for test reports of CI systems.
    Junit,
    /// The document `assize.report/v1`.
    Json,
    /// A comment for a pull request.
    Markdown,
}

/// Nothing tells what format a file has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the file's name says no format: it ends in .html, .sarif, .xml (JUnit), .json or .md")]
pub struct UnknownFormat;

impl ReportFormat {
    /// The format that the end of a file's name stands for. Capitals are as good as small letters.
    ///
    /// # Errors
    ///
    /// [`UnknownFormat`] for every other name.
    pub fn of_path(path: &Path) -> Result<Self, UnknownFormat> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        match extension.to_ascii_lowercase().as_str() {
            "html" => Ok(Self::Html),
            "sarif" => Ok(Self::Sarif),
            "xml" => Ok(Self::Junit),
            "json" => Ok(Self::Json),
            "md" => Ok(Self::Markdown),
            _ => Err(UnknownFormat),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        let check = |name: &str, expect: Option<ReportFormat>| {
            assert_eq!(ReportFormat::of_path(Path::new(name)).ok(), expect, "{name:?}");
        };
        check("out/report.html", Some(ReportFormat::Html));
        check("a.b.sarif", Some(ReportFormat::Sarif));
        check("TEST.XML", Some(ReportFormat::Junit));
        check("r.json", Some(ReportFormat::Json));
        check("comment.md", Some(ReportFormat::Markdown));
        for name in ["report", "", "-", "/", ".html", "report.htm", "report.html/..", "report.pdf", "html"] {
            check(name, None);
        }
    }
}
