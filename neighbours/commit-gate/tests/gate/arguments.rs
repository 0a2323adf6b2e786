//! The command line: `argv.json` holds calls and what they must say.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;

use serde::Deserialize;

use crate::world::{RUBRIC, World};

pub(crate) const USAGE: &str = "\
usage: git-agent-verdict <msg-file> <gate> [--per-file] --doc <path>... --path <pathspec>...
       git-agent-verdict --rubric-guard --doc <path>...
       git-agent-verdict --reviewer-prompt <gate> --doc <path>...
";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Vector {
    argv: Vec<String>,
    code: i32,
    #[serde(default)]
    stdout: String,
    #[serde(default)]
    stderr: String,
    /// A usage error, in the place of `stderr`.
    detail: Option<String>,
}

#[test]
fn every_call_says_what_it_must() {
    let world = World::new();
    let vectors: Vec<Vector> = serde_json::from_str(include_str!("argv.json")).unwrap();
    for vector in vectors {
        let stdout = vector.stdout.replace("{version}", env!("CARGO_PKG_VERSION")).replace("{usage}", USAGE);
        let stderr = match &vector.detail {
            Some(detail) => format!("git-agent-verdict: {detail}\n{USAGE}"),
            None => vector.stderr.clone(),
        };
        let said = world.gate(&vector.argv);
        assert_eq!((said.code, said.stdout, said.stderr), (vector.code, stdout, stderr), "{:?}", vector.argv);
    }
}

#[test]
fn a_value_is_the_next_token_whatever_it_looks_like() {
    let world = World::new();
    for name in ["--path", "-", "--", "--per-file", "--doc"] {
        world.write(name, "Look.\n");
        let said = world.gate(["--reviewer-prompt", "g", "--doc", name]);
        let line = format!("\n  {}\n", world.root().join(name).display());
        assert!(said.code == 0 && said.stdout.contains(&line), "{said:?}");
    }
    let said = world.gate(["m", "g", "--doc", RUBRIC, "--path", "--doc", "--path", "-x"]);
    let expect = "git-agent-verdict: g: --path names nothing git tracks: --doc, -x\n";
    assert_eq!((said.code, said.stderr.as_str()), (2, expect));
}

#[test]
fn the_last_prompt_counts() {
    let world = World::new();
    let said = world.gate(["--reviewer-prompt", "one", "--doc", RUBRIC, "--reviewer-prompt", "two"]);
    assert_eq!(said.stdout.lines().next(), Some("NEUTRAL REVIEW — gate: two"));
    let said = world.gate(["--reviewer-prompt", "--rubric-guard", "--doc", RUBRIC]);
    assert_eq!(said.stdout.lines().next(), Some("NEUTRAL REVIEW — gate: --rubric-guard"));
}

#[test]
fn bytes_that_are_no_text() {
    let world = World::new();
    let odd = OsStr::from_bytes(b"\xff");
    let said = world.gate([OsStr::from_bytes(b"-\xff")]);
    assert_eq!((said.code, said.stderr), (2, format!("git-agent-verdict: unknown flag '-\u{fffd}'\n{USAGE}")));
    let said = world.gate(["m".as_ref(), odd, "--doc".as_ref(), RUBRIC.as_ref(), "--path".as_ref(), ".".as_ref()]);
    assert!(said.code == 2 && said.stderr.contains("is not valid UTF-8"), "{said:?}");
    // Files and pathspecs can be called anything.
    world.write(odd, "Look.\n");
    let said = world.gate(["--reviewer-prompt".as_ref(), "g".as_ref(), "--doc".as_ref(), odd]);
    assert_eq!(said.code, 0);
    let said = world.gate(["m".as_ref(), "g".as_ref(), "--doc".as_ref(), odd, "--path".as_ref(), odd]);
    let expect = "git-agent-verdict: g: --path names nothing git tracks: \u{fffd}\n";
    assert_eq!((said.code, said.stderr.as_str()), (2, expect));
    world.git(["add", "-A"]);
    let said = world.gate(["m".as_ref(), "g".as_ref(), "--doc".as_ref(), RUBRIC.as_ref(), "--path".as_ref(), odd]);
    assert!(said.code == 2 && said.stderr.starts_with("git-agent-verdict: g: cannot read m: "), "{said:?}");
}
