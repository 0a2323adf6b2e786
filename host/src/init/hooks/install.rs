//! Bringing the hook into the repository.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use crate::init::files::{Made, PROGRAM, make, replace};
use crate::init::hooks::chain::{Chained, chained};
use crate::init::hooks::script::HookScript;
use crate::init::hooks::tools::{keeper, text_of};
use crate::init::place::InitPlace;
use crate::init::{ChangeAction, InitChange, InitError};

/// Where hooks are in the git folder.
const HOOKS: &str = "hooks";
/// The settings of pre-commit, which moves a hook that it finds aside and runs it first.
const PRE_COMMIT: &str = ".pre-commit-config.yaml";

/// Brings a script into its hook in the repository, or says what a person has to do.
pub(in crate::init) fn install(place: &InitPlace, script: &HookScript) -> Result<InitChange, InitError> {
    let relative: PathBuf = [HOOKS, script.name].iter().collect();
    let path = place.common.join(&relative);
    let hook = text_of(&path);
    if let Some(instead) = keeper(place, script, hook.as_deref()) {
        let shown = place.shown(&instead.file);
        return Ok(if instead.done {
            InitChange::new(shown, ChangeAction::Unchanged)
        } else {
            InitChange::new(shown, ChangeAction::Skipped).noting(Some(instead.advice))
        });
    }
    let shown = place.shown(&path);
    let by_hand = |reason: &str| {
        let note = format!(
            "{shown} is left alone: it {reason}. Put these lines where they run {}\n{}",
            script.place, script.by_hand
        );
        InitChange::new(shown.clone(), ChangeAction::Skipped).noting(Some(note))
    };
    if fs::symlink_metadata(&path).is_err() {
        return Ok(match make(&place.common, Path::new(&relative), &script.whole, PROGRAM)? {
            Made::Created => InitChange::new(shown, ChangeAction::Created).noting(made_note(place, script)),
            Made::Exists => by_hand("came into being just now"),
            Made::Outside => by_hand("would lie outside the repository, behind a link"),
        });
    }
    // What is written is what the link leads to, if it is one: git runs that.
    let Ok(real) = path.canonicalize() else { return Ok(by_hand("is a link that leads nowhere")) };
    if !real.starts_with(&place.root) && !real.starts_with(&place.common) {
        return Ok(by_hand("leads out of the repository, where others may share it"));
    }
    let Some(hook) = hook else { return Ok(by_hand("cannot be read as text")) };
    if fs::metadata(&real).is_ok_and(|metadata| metadata.permissions().mode() & 0o111 == 0) {
        return Ok(by_hand("is not executable, so that git does not run it (chmod +x, then assize init again)"));
    }
    Ok(match chained(script, &hook) {
        Chained::Text(text) if text == hook => InitChange::new(shown, ChangeAction::Unchanged),
        Chained::Text(text) => {
            replace(&real, &text)?;
            let notes = [Some(script.chained), script.made].into_iter().flatten().collect::<Vec<_>>().join("\n");
            InitChange::new(shown, ChangeAction::Changed).noting(Some(notes))
        }
        Chained::ByHand => InitChange::new(shown, ChangeAction::Unchanged),
        Chained::Refused(reason) => by_hand(reason),
    })
}

fn made_note(place: &InitPlace, script: &HookScript) -> Option<String> {
    let name = script.name;
    let pre_commit = place.root.join(PRE_COMMIT).is_file().then(|| {
        format!(
            "pre-commit is set up here: `pre-commit install --hook-type {name}` keeps this hook as {name}.legacy and runs \
             it first; with --overwrite it would be lost"
        )
    });
    let notes: Vec<String> = script.made.map(str::to_owned).into_iter().chain(pre_commit).collect();
    (!notes.is_empty()).then(|| notes.join("\n"))
}
