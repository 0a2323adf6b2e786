//! Where packs come from.

use std::path::PathBuf;
use std::sync::Arc;

use assize_compiler::{CheckedManifest, PackRef, ResolveError, Resolved, resolve_packs};
use assize_git::{GitError, GitProgram};
use assize_schemas::PackUse;
use assize_store::StateFolder;
use futures::future::join_all;
use indexmap::IndexSet;

use crate::packs::folder::ConfinedFolder;
use crate::packs::git::GitPackCache;
use crate::packs::npm::package_root;
use crate::packs::trust::is_tracked;
use crate::packs::{LoadedPacks, Pack, PackError};

/// The places that the packs of one manifest come from.
#[derive(Debug, Clone)]
pub struct PackPlaces {
    program: GitProgram,
    cache: GitPackCache,
    repository: PathBuf,
    manifest_folder: PathBuf,
}

impl PackPlaces {
    /// The places for a manifest in `manifest_folder` of the repository whose work tree is at `repository`, both
    /// absolute. Git packs are kept in `state`.
    #[must_use]
    pub fn new(
        program: GitProgram,
        state: StateFolder,
        repository: impl Into<PathBuf>,
        manifest_folder: impl Into<PathBuf>,
    ) -> Self {
        let cache = GitPackCache::new(program.clone(), state);
        Self { program, cache, repository: repository.into(), manifest_folder: manifest_folder.into() }
    }

    /// Loads what the entries of `uses` name, each reference once. A pack that cannot be had does not keep the others
    /// from being loaded.
    pub async fn load_all(&self, uses: &[PackUse]) -> LoadedPacks {
        let named: IndexSet<&str> = uses.iter().map(|entry| entry.pack.as_str()).collect();
        let loading = named.into_iter().map(async |name| (name.to_owned(), self.load(name).await.map_err(Arc::new)));
        LoadedPacks::new(join_all(loading).await.into_iter().collect())
    }

    /// Loads the packs of a manifest and merges them into it. A manifest without packs comes back as it is.
    ///
    /// # Errors
    ///
    /// [`ResolveError`]: everything that is wrong, and whether all of it is that packs are not here (rulings 24).
    pub async fn resolve(&self, checked: &CheckedManifest) -> Result<(Resolved, LoadedPacks), ResolveError> {
        let loaded = self.load_all(&checked.manifest().uses).await;
        let resolved = resolve_packs(checked, &loaded)?;
        Ok((resolved, loaded))
    }

    /// Loads one pack: its REVIEW.md, whether it is trusted, and the rubrics its agent checks name.
    ///
    /// # Errors
    ///
    /// [`PackError`]; [`PackError::is_not_here`] tells the two kinds apart. A rubric that cannot be had is no error yet:
    /// it only matters when its check is selected.
    pub async fn load(&self, reference: &str) -> Result<Pack, PackError> {
        match PackRef::parse(reference)? {
            PackRef::Path(path) => {
                // An absolute path stays what it is.
                let mut pack = self.in_folder(reference, self.manifest_folder.join(path)).await?;
                if let Some(file) = pack.real_source() {
                    pack.trust(is_tracked(&self.program, &self.repository, &file).await);
                }
                Ok(pack)
            }
            PackRef::Npm(name) => {
                let from = self.repository.clone();
                let root = blocking(move || package_root(&name, &from)).await?;
                self.in_folder(reference, root).await
            }
            PackRef::Git { url, sha } => self.cache.load(reference, &url, &sha).await,
        }
    }

    async fn in_folder(&self, reference: &str, root: PathBuf) -> Result<Pack, PackError> {
        let reference = reference.to_owned();
        blocking(move || {
            let folder = ConfinedFolder::open(&root)?;
            Pack::in_folder(&reference, folder)
        })
        .await
    }
}

/// Reads files where waiting for a disk holds nobody up.
async fn blocking<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, PackError> + Send + 'static,
) -> Result<T, PackError> {
    let done = tokio::task::spawn_blocking(read).await;
    done.unwrap_or_else(|error| Err(PackError::Git(GitError::Io(std::io::Error::other(error)))))
}
