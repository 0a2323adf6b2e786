//! What checks name that is not there. That is no mistake of the text: a prepare check may make it.

use std::path::{Path, PathBuf};

use assize_host::CheckedDocument;
use assize_schemas::Check;
use serde::Serialize;

/// Something that should be known, and is no problem.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Warning {
    /// Where in the document form, such as `checks[0].cwd`.
    path: String,
    message: String,
}

impl Warning {
    /// The warning as people read it.
    pub(super) fn text(&self) -> String {
        format!("{}: {}", self.path, self.message)
    }
}

/// Folders and rubrics that checks name and that are not there. `source` is the file; folders are looked for in the
/// repository around `cwd`, or beside the file where there is none. Where a pack's commands will run is not known.
pub(super) fn absent(document: &CheckedDocument, source: &Path, cwd: &Path) -> Vec<Warning> {
    let beside = source.parent().unwrap_or(cwd);
    let (checks, root) = match document {
        CheckedDocument::Review(manifest) => {
            (manifest.manifest().checks.as_slice(), Some(root(cwd).unwrap_or_else(|| beside.to_owned())))
        }
        CheckedDocument::Pack(pack) => (pack.checks.as_slice(), None),
        _ => return Vec::new(),
    };
    let of = |(at, check): (usize, &Check)| {
        let (member, message) = match (check, &root) {
            (Check::Command(check), Some(root)) => {
                let folder = check.cwd.as_ref().filter(|folder| !root.join(folder).is_dir())?;
                ("cwd", format!("there is no folder {folder:?} in the repository, and without it the check is skipped"))
            }
            (Check::Command(_), None) => return None,
            (Check::Agent(check), _) if beside.join(&check.rubric).is_file() => return None,
            (Check::Agent(check), _) => {
                let rubric = &check.rubric;
                ("rubric", format!("there is no file {rubric:?} beside REVIEW.md, and without it the check is skipped"))
            }
        };
        Some(Warning { path: format!("checks[{at}].{member}"), message })
    };
    checks.iter().enumerate().filter_map(of).collect()
}

/// The nearest folder around `cwd` that is a checkout.
fn root(cwd: &Path) -> Option<PathBuf> {
    cwd.ancestors().find(|folder| folder.join(".git").exists()).map(Path::to_owned)
}
