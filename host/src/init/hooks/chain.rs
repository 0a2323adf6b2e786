//! Putting the block into a hook that is there.

use crate::init::hooks::script::{BEGIN, END, HookScript};

/// What a hook would be with the block in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chained {
    /// The hook does the same already, outside a block.
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
pub(super) fn chained(script: &HookScript, hook: &str) -> Chained {
    let block = script.block.as_str();
    if let Some(begin) = line_at(hook, BEGIN) {
        return match hook.get(begin..).and_then(|rest| line_at(rest, END)) {
            Some(_) if script.is_kept => Chained::Text(hook.to_owned()),
            Some(length) => {
                let end = begin + length;
                let after = hook.get(end..).and_then(|rest| rest.find('\n')).map_or(hook.len(), |at| end + at + 1);
                let (before, after) = (hook.get(..begin), hook.get(after..));
                Chained::Text([before.unwrap_or_default(), block, after.unwrap_or_default()].concat())
            }
            None => Chained::Refused("holds the beginning of an earlier block and not its end"),
        };
    }
    if script.is_called_in(hook) {
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
    Chained::Text(format!("{first}\n{block}{rest}"))
}

impl HookScript {
    /// Whether a line that is no comment does what the script does.
    pub(super) fn is_called_in(&self, hook: &str) -> bool {
        let calls = |line: &str| self.calls.iter().any(|call| line.contains(call));
        hook.lines().any(|line| !line.trim_start().starts_with('#') && calls(line))
    }
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
    use crate::init::hooks::{commit_msg, pre_push};

    fn check(hook: &str, expect: Option<&str>) {
        check_script(&pre_push(), hook, expect);
    }

    fn check_script(script: &HookScript, hook: &str, expect: Option<&str>) {
        let found = match chained(script, hook) {
            Chained::Text(text) => {
                assert_eq!(chained(script, &text), Chained::Text(text.clone()), "a second time");
                Some(text)
            }
            Chained::ByHand | Chained::Refused(_) => None,
        };
        assert_eq!(found.as_deref(), expect, "{hook:?}");
    }

    #[test]
    fn after_the_first_line() {
        let block = pre_push().block;
        for first in [
            "#!/bin/sh",
            "#! /bin/sh -e",
            "#!/usr/bin/env bash",
            "#!/usr/bin/env -S bash -eu",
            "#!/bin/bash -x -e",
            "#!/opt/homebrew/bin/zsh",
        ] {
            check(&format!("{first}\nexit 0\n"), Some(&format!("{first}\n{block}exit 0\n")));
        }
        check("#!/bin/sh\n", Some(&format!("#!/bin/sh\n{block}")));
    }

    #[test]
    fn in_the_place_of_an_older_block() {
        let block = pre_push().block;
        let older = format!("#!/bin/sh\necho a\n{BEGIN}\nold\n{END}\necho b");
        check(&older, Some(&format!("#!/bin/sh\necho a\n{block}echo b")));
        check(&format!("#!/bin/sh\n{BEGIN}\nold\n"), None);
        // What a person may have changed stays.
        check_script(&commit_msg(false), &older, Some(&older));
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
        assert_eq!(chained(&pre_push(), "#!/bin/sh\nexec assize hook pre-push \"$@\"\n"), Chained::ByHand);
        assert!(matches!(chained(&pre_push(), "#!/bin/sh\n# assize hook pre-push\n"), Chained::Text(_)));
    }
}
