//! Bringing the hook into the repository.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::init::files::{Made, PROGRAM, make, replace};
use crate::init::place::InitPlace;
use crate::init::pre_push::block::{BLOCK, whole_hook};
use crate::init::pre_push::chain::{Chained, chained};
use crate::init::pre_push::tools::{keeper, text_of};
use crate::init::{ChangeAction, InitChange, InitError};

const HOOK: &str = "hooks/pre-push";
/// The settings of pre-commit, which moves a hook that it finds aside and runs it first.
const PRE_COMMIT: &str = ".pre-commit-config.yaml";

/// Brings the block into the repository's `pre-push` hook, or says what a person has to do.
pub(in crate::init) fn install(place: &InitPlace) -> Result<InitChange, InitError> {
    let path = place.common.join(HOOK);
    let hook = text_of(&path);
    if let Some(instead) = keeper(place, hook.as_deref()) {
        let shown = place.shown(&instead.file);
        return Ok(if instead.done {
            InitChange::new(shown, ChangeAction::Unchanged)
        } else {
            InitChange::new(shown, ChangeAction::Skipped).noting(Some(instead.advice))
        });
    }
    let shown = place.shown(&path);
    let by_hand = |reason: &str| {
        let note = format!("{shown} is left alone: it {reason}. Put these lines where they run first\n{BLOCK}");
        InitChange::new(shown.clone(), ChangeAction::Skipped).noting(Some(note))
    };
    if fs::symlink_metadata(&path).is_err() {
        return Ok(match make(&place.common, Path::new(HOOK), &whole_hook(), PROGRAM)? {
            Made::Created => InitChange::new(shown, ChangeAction::Created).noting(pre_commit_note(place)),
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
    Ok(match chained(&hook) {
        Chained::Text(text) if text == hook => InitChange::new(shown, ChangeAction::Unchanged),
        Chained::Text(text) => {
            replace(&real, &text)?;
            let note = "what was in it runs after the review, with the same arguments and standard input";
            InitChange::new(shown, ChangeAction::Changed).noting(Some(note.to_owned()))
        }
        Chained::ByHand => InitChange::new(shown, ChangeAction::Unchanged),
        Chained::Refused(reason) => by_hand(reason),
    })
}

fn pre_commit_note(place: &InitPlace) -> Option<String> {
    place.root.join(PRE_COMMIT).is_file().then(|| {
        "pre-commit is set up here: `pre-commit install --hook-type pre-push` keeps this hook as pre-push.legacy and runs \
         it first; with --overwrite it would be lost"
            .to_owned()
    })
}
