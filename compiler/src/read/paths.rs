//! Paths that must stay inside the repository.

use super::Reader;
use crate::problem::{Code, Path, quote};
use crate::yaml::Node;

/// Why a path does not stay inside the directory it is relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PathFault {
    Absolute,
    Escapes,
}

/// Judges a relative path by its text alone; symbolic links are not followed here.
pub(crate) fn path_fault(path: &str) -> Option<PathFault> {
    if path.starts_with('/') {
        return Some(PathFault::Absolute);
    }
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => match depth.checked_sub(1) {
                Some(up) => depth = up,
                None => return Some(PathFault::Escapes),
            },
            _ => depth += 1,
        }
    }
    None
}

impl Reader<'_> {
    /// A path inside the repository. Where commands run and where verdicts are written must be part of what is
    /// reviewed: a path out of the repository would also lead out of an isolated worktree, and so to content that the
    /// verdict does not name.
    pub(super) fn inside<'t>(&mut self, node: Node<'t, '_>, path: &Path<'_>) -> Option<&'t str> {
        let text = self.argument(node, path)?;
        let fault = path_fault(text);
        if let Some(fault) = fault {
            self.problems.add(Code::EscapingPath, node.span(), path, || match fault {
                PathFault::Absolute => {
                    format!("{} is absolute; give a path relative to the root of the repository", quote(text))
                }
                PathFault::Escapes => format!("{} leads out of the repository", quote(text)),
            });
            return None;
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults() {
        for (path, expect) in [
            ("a", None),
            ("a/b/", None),
            (".", None),
            ("./a/../b", None),
            ("a/../../a/..", Some(PathFault::Escapes)),
            ("..", Some(PathFault::Escapes)),
            ("../a", Some(PathFault::Escapes)),
            ("a/../..", Some(PathFault::Escapes)),
            ("..a/b..", None),
            ("/", Some(PathFault::Absolute)),
            ("/etc/..", Some(PathFault::Absolute)),
        ] {
            assert_eq!(path_fault(path), expect, "{path}");
        }
    }
}
