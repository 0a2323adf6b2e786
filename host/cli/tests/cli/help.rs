use snapbox::{file, str};

use crate::sandbox::Sandbox;

#[test]
fn every_command_explains_itself() {
    let sandbox = Sandbox::new();
    let help = |args: &[&str]| sandbox.assize(args).assert().code(0).stderr_eq("");
    help(&["--help"]).stdout_eq(file!["help/assize.txt"]);
    help(&["-h"]).stdout_eq(file!["help/assize-short.txt"]);
    help(&["check", "--help"]).stdout_eq(file!["help/check.txt"]);
    help(&["graph", "--help"]).stdout_eq(file!["help/graph.txt"]);
    help(&["run", "--help"]).stdout_eq(file!["help/run.txt"]);
    help(&["run", "-h"]).stdout_eq(file!["help/run-short.txt"]);
    help(&["ledger", "--help"]).stdout_eq(file!["help/ledger.txt"]);
    help(&["ledger", "list", "--help"]).stdout_eq(file!["help/ledger-list.txt"]);
    help(&["ledger", "show", "--help"]).stdout_eq(file!["help/ledger-show.txt"]);
    help(&["ledger", "annotate", "--help"]).stdout_eq(file!["help/ledger-annotate.txt"]);
    help(&["ledger", "check", "--help"]).stdout_eq(file!["help/ledger-check.txt"]);
    help(&["verify", "--help"]).stdout_eq(file!["help/verify.txt"]);
    help(&["export", "--help"]).stdout_eq(file!["help/export.txt"]);
    help(&["trailer", "--help"]).stdout_eq(file!["help/trailer.txt"]);
    help(&["key", "--help"]).stdout_eq(file!["help/key.txt"]);
    help(&["key", "show", "--help"]).stdout_eq(file!["help/key-show.txt"]);
    help(&["key", "generate", "--help"]).stdout_eq(file!["help/key-generate.txt"]);
    help(&["presets", "list", "--help"]).stdout_eq(file!["help/presets-list.txt"]);
    help(&["presets", "show", "--help"]).stdout_eq(file!["help/presets-show.txt"]);
    help(&["presets", "test", "--help"]).stdout_eq(file!["help/presets-test.txt"]);
    help(&["init", "--help"]).stdout_eq(file!["help/init.txt"]);
    help(&["hook", "--help"]).stdout_eq(file!["help/hook.txt"]);
    help(&["hook", "pre-push", "--help"]).stdout_eq(file!["help/hook-pre-push.txt"]);
    help(&["plumbing", "--help"]).stdout_eq(file!["help/plumbing.txt"]);
    help(&["completions", "--help"]).stdout_eq(file!["help/completions.txt"]);
    help(&["mcp", "--help"]).stdout_eq(file!["help/mcp.txt"]);
    help(&["man", "--help"]).stdout_eq(file!["help/man.txt"]);
}

#[test]
fn the_version_is_an_answer() {
    Sandbox::new().assize(&["--version"]).assert().code(0).stdout_eq(str![[r#"
assize [..]

"#]]);
}

#[test]
fn usage_errors_exit_64() {
    let sandbox = Sandbox::new();
    for args in [
        &[][..],
        &["ledger"],
        &["no-such-command"],
        &["run", "--no-such-option"],
        &["run", "--jobs", "0"],
        &["run", "--jobs", "-1"],
        &["run", "--pr", "https://github.com/a/b/pull/0"],
        &["run", "--annotate", "gitlab"],
        &["run", "extra"],
        &["run", "--verbose", "--quiet"],
        &["run", "--base", "--upload-pack=x"],
        &["graph", "--format", "png"],
        &["ledger", "list", "--limit", "0"],
        &["ledger", "list", "--range", "xyz"],
        &["ledger", "show"],
        &["verify", "--verdict", "passed"],
        &["verify", "--base", "--upload-pack=x"],
        &["export", "--run", "x", "--range", "a..b"],
        &["key"],
        &["key", "rotate"],
        &["ledger", "annotate", "review-x"],
        &["ledger", "annotate", "review-x", "--pr", "https://example.com/1"],
        &["ledger", "annotate", "review-x", "--pr", "https://github.com/a/b/pull/1", "--state", "draft"],
        &["ledger", "check", "extra"],
        &["init", "--ci", "gitlab"],
        &["init", "--as", "ns"],
        &["init", "--pack", ""],
        &["init", "--pack", "./p", "--as", "Not A Name"],
        &["hook"],
        &["hook", "pre-push", "origin"],
        &["hook", "post-commit", "a", "b"],
        &["completions", "csh"],
        &["plumbing", "no-such-operation"],
        &["--color", "sometimes", "check"],
    ] {
        let output = sandbox.assize(args).output().unwrap();
        assert_eq!(output.status.code(), Some(64), "{args:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}
