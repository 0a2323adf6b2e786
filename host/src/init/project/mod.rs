//! What kind of project a repository holds, as far as its checks go.

mod find;
mod make;
mod node;
mod python;

pub(super) use find::Project;
pub(super) use node::NodeManager;
pub(super) use python::PythonSetup;

/// A command check for a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProjectCheck {
    pub(super) id: &'static str,
    pub(super) run: String,
    pub(super) description: &'static str,
}

impl ProjectCheck {
    fn new(id: &'static str, run: impl Into<String>, description: &'static str) -> Self {
        Self { id, run: run.into(), description }
    }
}
