//! Which variables git itself puts into the environment of its hooks.

use std::ffi::{OsStr, OsString};

/// What `git rev-parse --local-env-vars` lists, and what git sets besides for its hooks. Each of them would bind a
/// git call, ours or a lane's, to the repository, the index or the settings of the git that called the hook.
const HOOK_VARIABLES: &[&str] = &[
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_EDITOR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INDEX_VERSION",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
    "GIT_REFLOG_ACTION",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Beginnings of the variables that git numbers.
const HOOK_VARIABLE_FAMILIES: &[&str] = &["GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_PUSH_OPTION_"];

/// Variables that a person may set and that change what git's own calls here mean: other pathspec rules, another
/// source of attributes, other answers to prompts.
const MEANING_VARIABLES: &[&str] = &[
    "GIT_ATTR_SOURCE",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_LITERAL_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
    "LANGUAGE",
    "LC_ALL",
];

/// Tells whether git sets the variable for its hooks, so that neither lanes nor git's own calls may inherit it.
#[must_use]
pub fn is_hook_variable(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else { return false };
    HOOK_VARIABLES.contains(&name) || HOOK_VARIABLE_FAMILIES.iter().any(|family| name.starts_with(family))
}

/// The environment without what git sets for its hooks.
#[must_use]
pub fn without_hook_variables(environment: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    environment.iter().filter(|(name, _)| !is_hook_variable(name)).cloned().collect()
}

/// The environment of git's own calls.
pub(crate) fn for_git(environment: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let mut cleaned: Vec<_> = environment
        .iter()
        .filter(|(name, _)| {
            !is_hook_variable(name) && !name.to_str().is_some_and(|name| MEANING_VARIABLES.contains(&name))
        })
        .cloned()
        .collect();
    for (name, value) in [
        // What commits say of their parents holds; a file of the repository cannot move a merge base.
        ("GIT_GRAFT_FILE", "/dev/null"),
        ("GIT_LITERAL_PATHSPECS", "1"),
        ("GIT_NO_REPLACE_OBJECTS", "1"),
        ("GIT_OPTIONAL_LOCKS", "0"),
        ("GIT_TERMINAL_PROMPT", "0"),
        ("LC_ALL", "C"),
    ] {
        cleaned.push((name.into(), value.into()));
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, hook: bool) {
        assert_eq!(is_hook_variable(OsStr::new(name)), hook, "{name}");
    }

    #[test]
    fn what_git_sets_is_known_and_what_people_set_is_left() {
        for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_CONFIG_KEY_0", "GIT_PUSH_OPTION_COUNT"] {
            check(name, true);
        }
        for name in ["PATH", "GIT_SSH_COMMAND", "GIT_CONFIG_GLOBAL", "GIT_AUTHOR_NAME", "GIT_EXEC_PATH", "git_dir"] {
            check(name, false);
        }
    }

    #[test]
    fn gits_own_calls_mean_the_same_everywhere() {
        let given = vec![
            ("LC_ALL".into(), "de_DE.UTF-8".into()),
            ("GIT_GLOB_PATHSPECS".into(), "1".into()),
            ("GIT_DIR".into(), "/elsewhere".into()),
            ("GIT_GRAFT_FILE".into(), "/elsewhere".into()),
            ("HOME".into(), "/home/me".into()),
        ];
        let cleaned = for_git(&given);
        let value = |name: &str| cleaned.iter().filter(|(n, _)| n == name).map(|(_, v)| v.clone()).collect::<Vec<_>>();
        assert_eq!(value("LC_ALL"), ["C"]);
        assert_eq!(value("HOME"), ["/home/me"]);
        assert_eq!(value("GIT_GRAFT_FILE"), ["/dev/null"]);
        assert!(value("GIT_DIR").is_empty() && value("GIT_GLOB_PATHSPECS").is_empty());
    }
}
