//! The refs that a push updates, as git tells its hooks.

use assize_schemas::Sha;

use crate::hook::PrePushError;

/// One ref that a push updates.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RefUpdate {
    /// What is pushed, as the person or git named it.
    pub local_ref: String,
    /// The commit that is pushed; `None` when the remote ref is deleted.
    pub local: Option<Sha>,
    /// The full name of the ref on the remote.
    pub remote_ref: String,
    /// What the remote has there, as far as git knows; `None` when the ref is new.
    pub remote: Option<Sha>,
}

/// Reads what git writes to the standard input of a `pre-push` hook: a line for each ref, `<local ref> <local object>
/// <remote ref> <remote object>`. Nothing at all when nothing is pushed.
///
/// # Errors
///
/// [`PrePushError::NotUnderstood`] for a line that is something else. A push whose list cannot be read must not go on
/// as if it were empty.
pub fn read_updates(text: &[u8]) -> Result<Vec<RefUpdate>, PrePushError> {
    let text = String::from_utf8_lossy(text);
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| read_update(line).ok_or_else(|| PrePushError::NotUnderstood { line: line.to_owned() })).collect()
}

fn read_update(line: &str) -> Option<RefUpdate> {
    // The local side may be an expression such as `HEAD@{1 day ago}`, blanks included.
    let mut words = line.rsplitn(4, ' ');
    let (remote, remote_ref, local, local_ref) = (words.next()?, words.next()?, words.next()?, words.next()?);
    if local_ref.is_empty() || !remote_ref.starts_with("refs/") {
        return None;
    }
    Some(RefUpdate {
        local_ref: local_ref.to_owned(),
        local: object(local)?,
        remote_ref: remote_ref.to_owned(),
        remote: object(remote)?,
    })
}

/// An object, or none where git writes zeros. The outer `None`: neither.
fn object(text: &str) -> Option<Option<Sha>> {
    let sha = Sha::parse(text).ok()?;
    Some((!text.bytes().all(|byte| byte == b'0')).then_some(sha))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Option<&[(&str, bool, &str, bool)]>) {
        let found = read_updates(text.as_bytes()).ok();
        let found = found.as_ref().map(|updates| {
            let row = |update: &RefUpdate| {
                (update.local_ref.clone(), update.local.is_some(), update.remote_ref.clone(), update.remote.is_some())
            };
            updates.iter().map(row).collect::<Vec<_>>()
        });
        let expect = expect.map(|rows| {
            let row = |&(local, has, remote, had): &(&str, bool, &str, bool)| (local.into(), has, remote.into(), had);
            rows.iter().map(row).collect::<Vec<_>>()
        });
        assert_eq!(found, expect, "{text:?}");
    }

    #[test]
    fn lines() {
        let (one, zero, long) = ("1".repeat(40), "0".repeat(40), "a".repeat(64));
        check("", Some(&[]));
        check("\n", Some(&[]));
        check(
            &format!("refs/heads/a {one} refs/heads/b {zero}\n(delete) {zero} refs/heads/c {one}\n"),
            Some(&[("refs/heads/a", true, "refs/heads/b", false), ("(delete)", false, "refs/heads/c", true)]),
        );
        check(
            &format!("HEAD@{{1 day ago}} {long} refs/heads/größe {}", "0".repeat(64)),
            Some(&[("HEAD@{1 day ago}", true, "refs/heads/größe", false)]),
        );
        for wrong in [
            "rubbish".to_owned(),
            format!("refs/heads/a {one} refs/heads/b"),
            format!("refs/heads/a {one} refs/heads/b {one}0"),
            format!("refs/heads/a {} refs/heads/b {zero}", "x".repeat(40)),
            format!("refs/heads/a {one} main {zero}"),
            format!(" {one} refs/heads/b {zero}"),
        ] {
            check(&wrong, None);
        }
    }
}
