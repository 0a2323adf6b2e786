//! The rubrics that a gate judges by.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use crate::usage::UsageError;

/// So many links are followed on the way to one rubric; the system itself follows no more.
const MOST_LINKS: usize = 40;

/// A rubric that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Document {
    /// Where it really is, absolute.
    pub(crate) path: PathBuf,
    /// The links on the way to it: whoever turns one of them aside changes the rubric.
    pub(crate) links: Vec<PathBuf>,
}

/// Finds the rubrics, in order.
///
/// # Errors
///
/// [`UsageError::Doc`] with the first that is not there: one that could exempt itself by a typing mistake would guard
/// nothing.
pub(crate) fn resolve(typed: &[OsString]) -> Result<Vec<Document>, UsageError> {
    typed.iter().map(|typed| find(typed).map_err(|error| UsageError::Doc(typed.clone(), error))).collect()
}

fn find(typed: &OsString) -> std::io::Result<Document> {
    let path = Path::new(typed).canonicalize()?;
    let from = std::path::absolute(typed)?;
    let links = if from == path { Vec::new() } else { links_on_the_way(&from) };
    Ok(Document { path, links })
}

/// Every link that an absolute path leads through, each by its own real path.
fn links_on_the_way(path: &Path) -> Vec<PathBuf> {
    let mut links = Vec::new();
    let mut at = PathBuf::from("/");
    let mut rest: VecDeque<OsString> = path.components().map(|part| part.as_os_str().to_owned()).collect();
    while let Some(part) = rest.pop_front() {
        match Path::new(&part).components().next() {
            Some(Component::RootDir) => at = PathBuf::from("/"),
            Some(Component::ParentDir) => drop(at.pop()),
            Some(Component::Normal(name)) => {
                let next = at.join(name);
                let Ok(target) = next.read_link() else {
                    at = next;
                    continue;
                };
                links.push(next);
                if links.len() == MOST_LINKS {
                    break;
                }
                for part in target.components().rev() {
                    rest.push_front(part.as_os_str().to_owned());
                }
            }
            _ => {}
        }
    }
    links
}
