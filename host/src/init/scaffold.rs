//! Setting a repository up.

use std::fs;
use std::path::{Path, PathBuf};

use assize_compiler::{MAX_SOURCE_BYTES, PackRef, parse_manifest, parse_pack};
use assize_git::{GitError, GitProgram};
use assize_schemas::PackNamespace;
use assize_store::read_bounded;

use crate::init::files::{Made, PLAIN, make, replace};
use crate::init::hooks::{commit_msg, install, pre_push};
use crate::init::notes::{about, about_problems};
use crate::init::place::InitPlace;
use crate::init::project::Project;
use crate::init::review_md::review_md;
use crate::init::uses::{Added, NewUse, add_use, namespace_of};
use crate::init::workflow::{WORKFLOW, workflow};
use crate::init::{ChangeAction, CiSystem, InitChange, InitError, InitRequest, InitView, RUBRIC};
use crate::{Host, PackPlaces};

const REVIEW_MD: &str = "REVIEW.md";
/// What the gate for prose is about, where there is one.
const README: &str = "README.md";
/// The starter rubrics of the commit gate, in the order of the gates.
const GATE_RUBRICS: [(&str, &str); 3] = [
    ("docs/repo-standards.md", include_str!("text/repo-standards.md")),
    ("docs/annotation-guide.md", include_str!("text/annotation-guide.md")),
    ("docs/communication-style.md", include_str!("text/communication-style.md")),
];
/// The starter rubric.
const RUBRIC_TEXT: &str = include_str!("text/correctness.md");

impl Host {
    /// Sets a repository up for reviews: REVIEW.md, a starter rubric, the `pre-push` hook, and what else was asked for.
    /// A second call with the same request changes nothing.
    ///
    /// # Errors
    ///
    /// [`InitError`]. What can be known beforehand is found before anything is written.
    pub async fn init(&self, request: &InitRequest) -> Result<InitView, InitError> {
        let new = new_use(request)?;
        let program = GitProgram::find(&self.settings().environment)?;
        let place = InitPlace::find(&program, &request.cwd).await?;
        if let Some(new) = &new {
            self.look_at(new, &program, &place).await?;
        }
        let request = request.clone();
        let done = tokio::task::spawn_blocking(move || set_up(&place, &request, new.as_ref())).await;
        done.unwrap_or_else(|error| Err(GitError::Io(std::io::Error::other(error)).into()))
    }

    /// Loads the pack that is to be imported, as a run would. What has to be installed or fetched first may be missing.
    async fn look_at(&self, new: &NewUse, program: &GitProgram, place: &InitPlace) -> Result<(), InitError> {
        if let PackRef::Git { .. } = PackRef::parse(&new.pack)? {
            return Ok(());
        }
        let places = PackPlaces::new(program.clone(), self.state().clone(), &place.root, &place.root);
        match places.load(&new.pack).await {
            Ok(pack) => match parse_pack(pack.source()) {
                Ok(_) => Ok(()),
                Err(problems) => Err(InitError::PackInvalid { pack: new.pack.clone(), problems }),
            },
            Err(error) if error.is_not_here() => Ok(()),
            Err(error) => Err(InitError::PackNotLoaded { pack: new.pack.clone(), source: Box::new(error) }),
        }
    }
}

fn new_use(request: &InitRequest) -> Result<Option<NewUse>, InitError> {
    let Some(pack) = &request.pack else {
        return if request.namespace.is_some() { Err(InitError::NamespaceWithoutPack) } else { Ok(None) };
    };
    let reference = PackRef::parse(pack)?;
    let namespace = match &request.namespace {
        Some(namespace) => PackNamespace::parse(namespace.clone())?,
        None => namespace_of(&reference)?,
    };
    Ok(Some(NewUse { pack: pack.clone(), namespace }))
}

/// Writes what is missing. Blocks the thread.
fn set_up(place: &InitPlace, request: &InitRequest, new: Option<&NewUse>) -> Result<InitView, InitError> {
    let project = Project::at(&place.root);
    let mut changes = vec![manifest(place, &project, request.ci.is_some(), new)?];
    changes.push(starter(place, RUBRIC, RUBRIC_TEXT)?);
    changes.push(install(place, &pre_push())?);
    if request.ci == Some(CiSystem::Github) {
        changes.push(starter(place, WORKFLOW, &workflow(&project))?);
    }
    if request.commit_gate {
        for (path, text) in GATE_RUBRICS {
            changes.push(starter(place, path, text)?);
        }
        changes.push(install(place, &commit_msg(place.root.join(README).is_file()))?);
    }
    Ok(InitView { changes })
}

/// A file that is made once and then is a person's.
fn starter(place: &InitPlace, relative: &str, text: &str) -> Result<InitChange, InitError> {
    let skipped = |note: &str| InitChange::new(relative, ChangeAction::Skipped).noting(Some(note.to_owned()));
    Ok(match make(&place.root, Path::new(relative), text, PLAIN)? {
        Made::Created => InitChange::new(relative, ChangeAction::Created),
        Made::Exists if place.root.join(relative).is_file() => InitChange::new(relative, ChangeAction::Unchanged),
        Made::Exists => skipped("there is something else of that name"),
        Made::Outside => skipped("it would lie outside the repository, behind a link"),
    })
}

fn manifest(place: &InitPlace, project: &Project, ci: bool, new: Option<&NewUse>) -> Result<InitChange, InitError> {
    let path = place.root.join(REVIEW_MD);
    if fs::symlink_metadata(&path).is_ok() {
        return existing_manifest(place, &path, ci, new);
    }
    let mut text = review_md(&place.root, &place.base, project, ci);
    if let Some(new) = new
        && let Added::Text(with_pack) = add_use(&path, &text, new)?
    {
        text = with_pack;
    }
    let change = starter(place, REVIEW_MD, &text)?;
    Ok(change.noting(new.map(pack_note)))
}

fn existing_manifest(place: &InitPlace, path: &Path, ci: bool, new: Option<&NewUse>) -> Result<InitChange, InitError> {
    let unchanged = InitChange::new(REVIEW_MD, ChangeAction::Unchanged);
    let limit = u64::try_from(MAX_SOURCE_BYTES).unwrap_or(u64::MAX);
    let Some(new) = new else {
        let bytes = read_bounded(path, limit).ok().flatten().unwrap_or_default();
        return Ok(unchanged.noting(match parse_manifest(&bytes) {
            Ok(checked) => about(checked.manifest(), ci),
            Err(problems) => Some(about_problems(&problems)),
        }));
    };
    let real = inside(place, path)?;
    let bytes = read_bounded(&real, limit)?.unwrap_or_default();
    let checked = parse_manifest(&bytes).map_err(|problems| InitError::Manifest { path: path.to_owned(), problems })?;
    let note = about(checked.manifest(), ci);
    // Valid, so it is text.
    let source = String::from_utf8_lossy(&bytes);
    match add_use(path, &source, new)? {
        Added::Already(namespace) => {
            let renamed =
                (namespace != new.namespace).then(|| format!("it imports the pack already, as {namespace:?}"));
            Ok(unchanged.noting(join([renamed, note])))
        }
        Added::Text(text) => {
            replace(&real, &text)?;
            Ok(InitChange::new(REVIEW_MD, ChangeAction::Changed).noting(join([Some(pack_note(new)), note])))
        }
    }
}

/// The file behind a path, when it lies in the repository.
fn inside(place: &InitPlace, path: &Path) -> Result<PathBuf, InitError> {
    let real = path.canonicalize().map_err(|source| InitError::Io { action: "read", path: path.to_owned(), source })?;
    if real.starts_with(&place.root) { Ok(real) } else { Err(InitError::OutsideManifest { path: path.to_owned() }) }
}

fn pack_note(new: &NewUse) -> String {
    format!(
        "name the pack's checks in a binding, as {}/<check>; commands of a pack that this repository does not track run \
         only with allowCommands: true",
        new.namespace
    )
}

fn join(notes: [Option<String>; 2]) -> Option<String> {
    let notes: Vec<_> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join("\n"))
}
