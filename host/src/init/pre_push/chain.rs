//! Putting the block into a hook that is there.

use crate::init::pre_push::block::{BEGIN, BLOCK, CALL, END};

/// What a hook would be with the block in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chained {
    /// The hook calls the review already, outside a block.
    ByHand,
    /// The text of the hook; the same as before when the block is in it.
    Text(String),
    /// The block would not run, or would break the hook. Why, as the end of a sentence that begins with "it".
    Refused(&'static str),
}

/// Shells that run the block.
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"];
/// Options of a shell that leave the block what it is.
const HARMLESS: &str = "euxv";

/// Puts the block into the text of a hook: in the place of the one it has, or right after its first line.
pub(super) fn chained(hook: &str) -> Chained {
    if let Some(begin) = line_at(hook, BEGIN) {
        return match hook.get(begin..).and_then(|rest| line_at(rest, END)) {
            Some(length) => {
                let end = begin + length;
                let after = hook.get(end..).and_then(|rest| rest.find('\n')).map_or(hook.len(), |at| end + at + 1);
                let (before, after) = (hook.get(..begin), hook.get(after..));
                Chained::Text([before.unwrap_or_default(), BLOCK, after.unwrap_or_default()].concat())
            }
            None => Chained::Refused("holds the beginning of an earlier block and not its end"),
        };
    }
    if calls_review(hook) {
        return Chained::ByHand;
    }
    let Some((first, rest)) = hook.split_once('\n') else {
        return Chained::Refused("is empty, or a single line");
    };
    if let Err(reason) = runs_in_shell(first) {
        return Chained::Refused(reason);
    }
    // A script for two interpreters at once, whose second line is not meant for the shell alone.
    if rest
        .lines()
        .take(3)
        .any(|line| line.starts_with("'''") || line.starts_with("\"\"\"") || line.starts_with("\":\""))
    {
        return Chained::Refused("is a script for another interpreter behind a first line for the shell");
    }
    Chained::Text(format!("{first}\n{BLOCK}{rest}"))
}

/// Whether a line that is no comment calls the review.
pub(super) fn calls_review(hook: &str) -> bool {
    hook.lines().any(|line| !line.trim_start().starts_with('#') && line.contains(CALL))
}

/// Where the line begins that is `wanted`.
fn line_at(text: &str, wanted: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_end() == wanted {
            return Some(at);
        }
        at += line.len();
    }
    None
}

/// Whether the interpreter that a first line names is a shell that runs the block.
fn runs_in_shell(first: &str) -> Result<(), &'static str> {
    if first.ends_with('\r') {
        return Err("has lines that end with a carriage return, which no shell takes");
    }
    let Some(command) = first.strip_prefix("#!") else {
        return Err("does not begin with a line that names its interpreter");
    };
    let base = |word: &str| word.rsplit('/').next().unwrap_or_default().to_owned();
    let mut words = command.split_whitespace().peekable();
    let mut program = words.next().map(base);
    if program.as_deref() == Some("env") {
        words.next_if_eq(&"-S");
        program = words.next().map(base);
    }
    if !program.is_some_and(|program| SHELLS.contains(&program.as_str())) {
        return Err("is not a script for a POSIX shell");
    }
    let harmless = |word: &str| {
        word.strip_prefix('-')
            .is_some_and(|flags| !flags.is_empty() && flags.chars().all(|flag| HARMLESS.contains(flag)))
    };
    if words.all(harmless) { Ok(()) } else { Err("gives its shell options that are not understood here") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hook: &str, expect: Option<&str>) {
        let found = match chained(hook) {
            Chained::Text(text) => {
                assert_eq!(chained(&text), Chained::Text(text.clone()), "a second time");
                Some(text)
            }
            Chained::ByHand | Chained::Refused(_) => None,
        };
        assert_eq!(found.as_deref(), expect, "{hook:?}");
    }

    #[test]
    fn after_the_first_line() {
        for first in [
            "#!/bin/sh",
            "#! /bin/sh -e",
            "#!/usr/bin/env bash",
            "#!/usr/bin/env -S bash -eu",
            "#!/bin/bash -x -e",
            "#!/opt/homebrew/bin/zsh",
        ] {
            check(&format!("{first}\nexit 0\n"), Some(&format!("{first}\n{BLOCK}exit 0\n")));
        }
        check("#!/bin/sh\n", Some(&format!("#!/bin/sh\n{BLOCK}")));
    }

    #[test]
    fn in_the_place_of_an_older_block() {
        let older = format!("#!/bin/sh\necho a\n{BEGIN}\nold\n{END}\necho b");
        check(&older, Some(&format!("#!/bin/sh\necho a\n{BLOCK}echo b")));
        check(&format!("#!/bin/sh\n{BEGIN}\nold\n"), None);
    }

    #[test]
    fn not_in_other_languages() {
        for hook in [
            "",
            "#!/bin/sh",
            "echo a\n",
            "#!/usr/bin/env python3\nprint()\n",
            "#!/usr/bin/env node\n1\n",
            "#!/bin/csh\nexit\n",
            "#!/usr/bin/fish\nexit\n",
            "#!/bin/sh\r\nexit 0\r\n",
            "#!/bin/sh -n\nx\n",
            "#!/bin/sh -o posix\nx\n",
            "#!\nx\n",
            "#!/usr/bin/env\nx\n",
            "#!/bin/sh\n'''exec' python3 \"$0\" \"$@\"\n' '''\nprint()\n",
        ] {
            check(hook, None);
        }
        assert_eq!(chained("#!/bin/sh\nexec assize hook pre-push \"$@\"\n"), Chained::ByHand);
        assert!(matches!(chained("#!/bin/sh\n# assize hook pre-push\n"), Chained::Text(_)));
    }
}
