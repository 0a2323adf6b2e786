//! What a run says to do next, and how it shows what went wrong.

use crate::sandbox::Sandbox;

const ONE: &str = "checks:\n  - {id: a, kind: command, run: 'true'}";

/// Standard output and standard error of a run that exits with `code`.
fn run(sandbox: &Sandbox, args: &[&str], code: i32) -> (String, String) {
    let args: Vec<&str> = ["run"].iter().chain(args).copied().collect();
    let output = sandbox.assize(&args).assert().code(code).get_output().clone();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
}

/// The advice: what stands from `next:` on.
fn next(stdout: &str) -> &str {
    let at = stdout.find("next:").unwrap();
    stdout.get(at..).unwrap().trim_start_matches("next:").trim()
}

#[test]
fn uncommitted_changes_are_to_be_committed() {
    let sandbox = Sandbox::with_checks(ONE);
    sandbox.write("README", "changed\n");
    let (stdout, _) = run(&sandbox, &[], 0);
    assert_eq!(next(&stdout), "commit, and run again: a verdict over uncommitted changes is not accepted by verify");
}

#[test]
fn an_empty_range_has_nothing_to_review() {
    let sandbox = Sandbox::with_checks(ONE);
    let (stdout, _) = run(&sandbox, &["--base", "HEAD"], 0);
    let nothing = "nothing to review: base and head are the same commit";
    assert!(stdout.lines().next().unwrap().ends_with(&format!("→ pass, {nothing}")), "{stdout}");
    let advice =
        "nothing was reviewed, because base and head are the same commit: commit something, or name an older --base";
    assert_eq!(next(&stdout), advice);
}

#[test]
fn what_is_not_recorded_is_said() {
    let sandbox = Sandbox::with_checks(ONE);
    std::fs::write(sandbox.state(), "a file where the folder should be").unwrap();
    run(&sandbox, &[], 3);
    let (stdout, _) = run(&sandbox, &["--headless"], 0);
    assert!(next(&stdout).starts_with("this verdict is recorded nowhere"), "{stdout}");
    assert!(stdout.contains("signature:   none: ") && !stdout.contains("show:"), "{stdout}");
}

#[test]
fn a_folder_that_is_not_there() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true', cwd: nope}");
    let (stdout, _) = run(&sandbox, &[], 2);
    assert_eq!(next(&stdout), "a needs a `cwd` that exists: mend REVIEW.md, commit, and run again");
}

#[test]
fn the_end_by_a_signal_is_not_hidden() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'kill -9 $$'}");
    let (_, stderr) = run(&sandbox, &[], 1);
    assert!(
        stderr.contains("a: high: 'a' exited with code 128, or was ended by a signal\na: $ kill -9 $$\n"),
        "{stderr}"
    );
}

#[test]
fn a_check_that_took_too_long_shows_what_it_said_last() {
    let run_text = "echo first; seq 20; echo last; sleep 60";
    let sandbox =
        Sandbox::with_checks(&format!("checks:\n  - {{id: a, kind: command, run: '{run_text}', timeoutMs: 1000}}"));
    let (stdout, stderr) = run(&sandbox, &[], 2);
    let expect = format!("a: timeout: exceeded 1s and was killed\na: $ {run_text}\na: the last 15 of 22 lines kept");
    assert!(stderr.contains(&expect) && stderr.contains("a | 20\na | last\n"), "{stderr}");
    assert!(!stderr.contains("a | first") && !stderr.contains("1000ms") && !stdout.contains("1000ms"), "{stderr}");
}

#[test]
fn a_long_command_is_one_short_line() {
    let sandbox = Sandbox::with_checks(&format!(
        "checks:\n  - id: a\n    kind: command\n    run: |\n      echo one\n      : \"{}\"\n      exit 1",
        "x".repeat(500)
    ));
    let (_, stderr) = run(&sandbox, &["--quiet"], 1);
    let line = stderr.lines().find(|line| line.starts_with("a: $ ")).unwrap();
    assert!(line.starts_with("a: $ echo one : \"xxx") && line.ends_with('…') && line.chars().count() < 180, "{line}");
}
