//! The cache of git packs: one bare repository for each url (rulings 20).

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use assize_git::{GitError, GitProgram};
use assize_schemas::{Sha, Sha256Hex, repo_slug};
use assize_store::{FileLock, StateFolder, StoreError};
use uuid::Uuid;

use crate::packs::git::call::GitCall;
use crate::packs::git::object::{ObjectId, tree_of};
use crate::packs::git::objects::{Found, Objects};
use crate::packs::{FetchError, PackError};

/// The folder of the cache inside the state folder.
const FOLDER: &str = "review-packs";
/// How long to wait before looking again whether another process is done with a repository.
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// The most that is read of what clone and fetch print, in bytes.
const CHATTER: usize = 64 * 1024;
/// The one protocol that packs are fetched with.
const HTTPS: &str = "https";

/// The cache of git packs.
#[derive(Debug, Clone)]
pub(in crate::packs) struct GitPackCache {
    program: GitProgram,
    state: StateFolder,
    /// What git may fetch with, as in `GIT_ALLOW_PROTOCOL`. Tests of this crate have no https server.
    protocols: &'static str,
}

impl GitPackCache {
    /// The cache in a state folder.
    pub(in crate::packs) fn new(program: GitProgram, state: StateFolder) -> Self {
        Self { program, state, protocols: HTTPS }
    }

    /// A cache that fetches from other places as well.
    #[cfg(test)]
    pub(super) fn fetching_with(self, protocols: &'static str) -> Self {
        Self { protocols, ..self }
    }

    /// The objects of the repository, and the tree of the pinned commit. Nothing is fetched when the commit is here.
    pub(super) async fn pinned(&self, url: &str, pin: &Sha) -> Result<(Objects, ObjectId), PackError> {
        let name = folder_name(url);
        let repository = self.state.path(Path::new(FOLDER).join(format!("{name}.git")))?;
        if let Some(found) = self.look(&repository, url, pin).await? {
            return Ok(found);
        }
        let fetched = self.fetch(&repository, &name, url, pin).await;
        let fetched =
            fetched.map_err(|source| PackError::NotFetchable { url: url.to_owned(), sha: pin.clone(), source });
        match (self.look(&repository, url, pin).await?, fetched) {
            (Some(found), _) => Ok(found),
            (None, Err(error)) => Err(error),
            (None, Ok(())) => {
                Err(PackError::NotFetchable { url: url.to_owned(), sha: pin.clone(), source: FetchError::NoSuchCommit })
            }
        }
    }

    /// The pinned commit, if the repository is there and has it.
    async fn look(&self, repository: &Path, url: &str, pin: &Sha) -> Result<Option<(Objects, ObjectId)>, PackError> {
        let Some(id) = ObjectId::of_pin(pin).filter(|_| repository.join("objects").is_dir()) else {
            return Ok(None);
        };
        let mut objects = Objects::open(&self.program, repository)?;
        match objects.structure(id, "commit").await? {
            Found::Object(commit) => match tree_of(&commit) {
                Some(tree) => Ok(Some((objects, tree))),
                None => Err(objects.damaged(format!("the commit {pin} has no tree"))),
            },
            Found::Missing => Ok(None),
            Found::TooLarge => Err(objects.damaged(format!("the commit {pin} is larger than commits are"))),
            Found::OtherKind(kind) => Err(PackError::NotACommit { url: url.to_owned(), sha: pin.clone(), kind }),
        }
    }

    /// Brings the pinned commit into the repository, unless another process just did. Whether it came is not said.
    async fn fetch(&self, repository: &Path, name: &str, url: &str, pin: &Sha) -> Result<(), FetchError> {
        let folder = self.state.make_folder(FOLDER)?;
        let _lock = self.lock(name).await?;
        if !repository.is_dir() {
            self.clone_into(&folder, repository, name, url).await?;
        }
        let object = [pin.as_str(), "^{commit}"].concat();
        let has = self.inside(repository).words(&["cat-file", "-e", &object]).run(CHATTER).await?;
        if has.status == Some(0) {
            return Ok(());
        }
        // Servers may refuse to give a commit away by its name; then everything is asked for.
        let kept = format!("{pin}:refs/pinned/{pin}");
        let by_name = self.fetch_refs(repository, url, &kept).await;
        match by_name {
            Ok(()) => Ok(()),
            Err(_) => self.fetch_refs(repository, url, "+refs/*:refs/fetched/*").await.map_err(FetchError::Git),
        }
    }

    async fn clone_into(&self, folder: &Path, repository: &Path, name: &str, url: &str) -> Result<(), FetchError> {
        let prefix = format!(".clone-{name}-");
        remove_beginning_with(folder, &prefix);
        let temporary = folder.join(format!("{prefix}{}", Uuid::new_v4()));
        let cleanup = RemovedOnDrop(temporary.clone());
        // No template: it could bring hooks. A bare clone checks nothing out, so that no filter and no submodule runs.
        let words = ["clone", "--bare", "--quiet", "--no-tags", "--template=", "--", url].map(OsStr::new);
        self.guarded(GitCall::at(&self.program, folder))
            .command(words.into_iter().chain([temporary.as_os_str()]))
            .ask(CHATTER)
            .await?;
        match fs::rename(&temporary, repository) {
            Ok(()) => drop(cleanup),
            // Somebody who does not know our lock was faster: theirs is looked at like any other.
            Err(_) if repository.is_dir() => {}
            Err(source) => {
                let (action, path) = ("rename a clone to", repository.to_owned());
                return Err(StoreError::Io { action, path, source }.into());
            }
        }
        Ok(())
    }

    async fn fetch_refs(&self, repository: &Path, url: &str, refspec: &str) -> Result<(), GitError> {
        let words = [
            "fetch",
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-auto-maintenance",
            "--recurse-submodules=no",
            "--",
            url,
            refspec,
        ];
        self.guarded(self.inside(repository)).words(&words).ask(CHATTER).await.map(drop)
    }

    fn inside(&self, repository: &Path) -> GitCall {
        GitCall::at(&self.program, repository).global([OsStr::new("--git-dir"), OsStr::new(".")])
    }

    /// A call that may use the network: with one protocol, without questions, and not for ever.
    fn guarded(&self, call: GitCall) -> GitCall {
        call.setting("credential.interactive=false")
            .setting("http.lowSpeedLimit=1")
            .setting("http.lowSpeedTime=60")
            .variable("GIT_ALLOW_PROTOCOL", self.protocols)
            // Set and empty: nothing else is looked for to ask a person with.
            .variable("GIT_ASKPASS", "")
            .variable("GIT_NO_LAZY_FETCH", "1")
    }

    async fn lock(&self, name: &str) -> Result<FileLock, StoreError> {
        let path = Path::new(FOLDER).join(format!("{name}.lock"));
        loop {
            if let Some(lock) = self.state.try_lock(&path)? {
                return Ok(lock);
            }
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    }
}

/// The name of the repository that keeps what comes from `url`: readable, and different for every url.
fn folder_name(url: &str) -> String {
    let place = url.strip_prefix("https://").unwrap_or(url);
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    let readable: String = repo_slug(place).chars().filter(char::is_ascii).take(60).collect();
    let digest = Sha256Hex::of(url);
    format!("{readable}-{}", digest.as_str().get(..16).unwrap_or_default())
}

/// Removes what clones that were killed have left. The lock is held, so that none of them is at work.
fn remove_beginning_with(folder: &Path, prefix: &str) {
    let Ok(listing) = fs::read_dir(folder) else { return };
    for entry in listing.flatten() {
        if entry.file_name().to_string_lossy().starts_with(prefix) {
            drop(fs::remove_dir_all(entry.path()));
        }
    }
}

/// A folder that is removed when this is dropped, if it is still there.
struct RemovedOnDrop(PathBuf);

impl Drop for RemovedOnDrop {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}
