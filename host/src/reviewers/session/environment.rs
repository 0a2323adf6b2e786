//! What a reviewer finds in its environment.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use super::super::Preset;

/// What is passed on to every reviewer.
const PASSED: &[&str] = &["PATH", "USER", "LANG", "TZ", "TERM"];
/// The beginning of the names of locale settings, which are passed on too.
const LOCALE: &str = "LC_";
/// Where programs are looked for when nothing says so.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The environment of a session: a fixed list, what the preset names, and what is the session's own.
pub(super) fn environment(
    host: &[(OsString, OsString)],
    preset: &Preset,
    home: &Path,
    temporary: &Path,
    own: &[(&str, OsString)],
) -> Vec<(OsString, OsString)> {
    let passed = |name: &OsStr| {
        name.to_str().is_some_and(|name| {
            PASSED.contains(&name) || name.starts_with(LOCALE) || preset.env.iter().any(|wanted| wanted == name)
        })
    };
    let mut environment: Vec<_> = host.iter().filter(|(name, _)| passed(name)).cloned().collect();
    if variable(host, "PATH").is_none() {
        environment.push(("PATH".into(), PATH.into()));
    }
    environment.push(("HOME".into(), home.into()));
    environment.push(("TMPDIR".into(), temporary.into()));
    environment.extend(own.iter().map(|(name, value)| (OsString::from(name), value.clone())));
    environment
}

/// The value of a variable that is set and not empty.
pub(crate) fn variable<'e>(environment: &'e [(OsString, OsString)], name: &str) -> Option<&'e OsStr> {
    let (_, value) = environment.iter().rev().find(|(known, _)| known == name)?;
    (!value.is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::super::Harness;
    use super::*;

    #[test]
    fn nothing_else_is_passed_on() {
        let host = [("PATH", "/bin"), ("LC_ALL", "C"), ("SECRET", "x"), ("KEY", "k"), ("HOME", "/home/me")];
        let host: Vec<_> = host.map(|(name, value)| (name.into(), value.into())).into();
        let mut preset = Preset::of_harness("x", Harness::Command);
        preset.env = vec!["KEY".to_owned(), "UNSET".to_owned()];
        let own = [("REVIEW_LABEL", OsString::from("l"))];
        let found = environment(&host, &preset, Path::new("/h"), Path::new("/t"), &own);
        let expect = ["PATH=/bin", "LC_ALL=C", "KEY=k", "HOME=/h", "TMPDIR=/t", "REVIEW_LABEL=l"];
        let found: Vec<_> =
            found.iter().map(|(name, value)| format!("{}={}", name.display(), value.display())).collect();
        assert_eq!(found, expect);
        let bare = environment(&[], &preset, Path::new("/h"), Path::new("/t"), &[]);
        assert_eq!(variable(&bare, "PATH").unwrap(), PATH);
    }
}
