//! What the tests stand on.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::init::{ChangeAction, InitError, InitRequest, InitView};
use crate::packs::testing::Repo;
use crate::{Host, HostSettings};

pub(super) async fn try_init(repo: &Repo, request: InitRequest) -> Result<InitView, InitError> {
    Host::new(HostSettings::new(repo.state().root(), repo.environment(), "here")).init(&request).await
}

pub(super) async fn init(repo: &Repo) -> InitView {
    try_init(repo, InitRequest::new(repo.root())).await.unwrap()
}

/// A pack in a folder of the repository.
pub(super) fn write_pack(repo: &Repo, folder: &str) {
    let text = "---\nkind: review-pack\nid: p\nversion: 1.0.0\nchecks:\n  - {id: c, kind: command, run: 'true'}\n---\n";
    repo.write(format!("{folder}/REVIEW.md"), text);
}

/// The action and the note for a path.
pub(super) fn change(view: &InitView, path: &str) -> (ChangeAction, String) {
    let change = view.changes.iter().find(|change| change.path == path).unwrap_or_else(|| panic!("{path}: {view:?}"));
    (change.action, change.note.clone().unwrap_or_default())
}

/// Everything below a folder, but git's own files other than hooks.
pub(super) fn everything(root: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    fn walk(folder: &Path, found: &mut BTreeMap<PathBuf, (u32, Vec<u8>)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            if metadata.is_dir() {
                walk(&path, found);
            } else {
                let content = if metadata.is_symlink() {
                    fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
                } else {
                    fs::read(&path).unwrap()
                };
                found.insert(path, (metadata.permissions().mode(), content));
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(root, &mut found);
    found
}
