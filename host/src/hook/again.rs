//! A push that was refused, as the person can make it again.

use std::path::Path;

use assize_git::GitProgram;

use crate::hook::plan::{judged, shell_word, short};
use crate::hook::{REVIEW_BASE_VARIABLE, RefUpdate};
use crate::packs::{GitCall, text_of};

/// The most that is read of the commits without parents, in bytes.
const LIMIT: usize = 64 * 1024;
/// So many refs are written out; of a push with more the person knows best how it was made.
const REFS: usize = 4;

/// The push with the first commit of its history as the base of its reviews, and the push without a review. `None` when
/// the history is not known.
pub(super) async fn again(
    program: &GitProgram,
    directory: &Path,
    remote: &str,
    updates: &[RefUpdate],
) -> Option<[String; 2]> {
    let head = updates.iter().find_map(|update| judged(update).ok())?;
    let call = GitCall::at(program, directory).words(&["rev-list", "--max-parents=0", head.as_str(), "--"]);
    let roots = call.ask(LIMIT).await.ok()?;
    // Of several beginnings the oldest comes last.
    let first = text_of(&roots).lines().last().map(str::to_owned)?;
    let refs = refs(updates).map(|refs| format!(" {} {refs}", shell_word(remote))).unwrap_or_default();
    Some([format!("{REVIEW_BASE_VARIABLE}={first} git push{refs}"), format!("git push --no-verify{refs}")])
}

/// What is pushed, as arguments of `git push`.
fn refs(updates: &[RefUpdate]) -> Option<String> {
    if updates.len() > REFS {
        return None;
    }
    let written = updates.iter().map(|update| {
        let (here, there) = (short(&update.local_ref), short(&update.remote_ref));
        match &update.local {
            None => format!(":{there}"),
            Some(_) if here == there => here.to_owned(),
            // What has no name, or one that the other side cannot have, is told where to go in full.
            Some(_) => format!("{here}:{}", update.remote_ref),
        }
    });
    Some(written.map(|refspec| shell_word(&refspec)).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hook::read_updates;

    #[test]
    fn what_is_pushed_can_be_pushed_again() {
        let (one, none) = ("1".repeat(40), "0".repeat(40));
        let check = |lines: &[&str], expect: Option<&str>| {
            let text = lines.join("\n").replace("NONE", &none).replace("ONE", &one);
            assert_eq!(refs(&read_updates(text.as_bytes()).unwrap()).as_deref(), expect, "{lines:?}");
        };
        check(&["refs/heads/main ONE refs/heads/main NONE"], Some("main"));
        check(
            &["HEAD ONE refs/heads/main NONE", "refs/tags/v1 ONE refs/tags/v1 NONE"],
            Some("HEAD:refs/heads/main refs/tags/v1"),
        );
        check(&["(delete) NONE refs/heads/old ONE"], Some(":old"));
        check(&["refs/heads/a'b ONE refs/heads/a'b NONE"], Some("'a'\\''b'"));
        check(&["refs/heads/a ONE refs/heads/a NONE"; 5], None);
    }
}
