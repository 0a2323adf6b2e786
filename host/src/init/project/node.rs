//! Node projects.

use serde_json::Value;

use crate::init::project::ProjectCheck;
use crate::init::project::find::Root;

/// What installs a project's Node packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::init) enum NodeManager {
    Npm,
    Pnpm,
    Yarn,
}

impl NodeManager {
    /// The command that installs exactly what the lock file says.
    pub(in crate::init) fn install(self) -> &'static str {
        match self {
            Self::Npm => "npm ci",
            Self::Pnpm => "pnpm install --frozen-lockfile",
            Self::Yarn => "yarn install --frozen-lockfile",
        }
    }

    /// Whether it comes with Node only when asked for.
    pub(in crate::init) fn needs_corepack(self) -> bool {
        self != Self::Npm
    }
}

/// The package manager that the package names, or whose lock file is there.
pub(super) fn node_manager(root: &Root) -> NodeManager {
    let package = serde_json::from_str::<Value>(&root.text("package.json")).unwrap_or_default();
    let named = package.get("packageManager").and_then(Value::as_str).unwrap_or_default();
    match named.split('@').next() {
        Some("pnpm") => NodeManager::Pnpm,
        Some("yarn") => NodeManager::Yarn,
        Some("npm") => NodeManager::Npm,
        _ if root.has("pnpm-lock.yaml") => NodeManager::Pnpm,
        _ if root.has("yarn.lock") => NodeManager::Yarn,
        _ => NodeManager::Npm,
    }
}

/// The check that runs the package's tests, when it has any.
pub(super) fn node_check(root: &Root, manager: NodeManager) -> Option<ProjectCheck> {
    let package = serde_json::from_str::<Value>(&root.text("package.json")).ok()?;
    let script = package.get("scripts")?.get("test")?.as_str()?.trim();
    // What `npm init` writes.
    if script.is_empty() || script.contains("no test specified") {
        return None;
    }
    let (id, run) = match manager {
        NodeManager::Npm => ("npm-test", "npm test"),
        NodeManager::Pnpm => ("pnpm-test", "pnpm test"),
        NodeManager::Yarn => ("yarn-test", "yarn test"),
    };
    Some(ProjectCheck::new(id, run, "The package's test script passes."))
}
