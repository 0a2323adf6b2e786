use snapbox::str;

use crate::sandbox::Sandbox;

fn annotations(checks: &str, args: &[&str]) -> (i32, String, String) {
    let sandbox = Sandbox::with_checks(checks);
    let args: Vec<&str> = ["run", "--annotate", "github", "--quiet"].iter().chain(args).copied().collect();
    let output = sandbox.assize(&args).env("GITHUB_ACTIONS", "true").output().unwrap();
    let lines = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).unwrap();
        text.lines().filter(|line| line.trim_start().starts_with("::")).map(|line| format!("{line}\n")).collect()
    };
    (output.status.code().unwrap(), lines(output.stdout), lines(output.stderr))
}

#[test]
fn a_block_is_an_error_a_finding_and_one_for_all() {
    let checks = "checks:\n  - {id: a, kind: command, run: 'echo 100%; echo ::error::b; exit 1'}\n  \
                  - {id: advice, kind: command, run: 'exit 1', blocking: false}";
    let (code, stdout, stderr) = annotations(checks, &[]);
    assert_eq!((code, stderr.as_str()), (1, ""));
    snapbox::assert_data_eq!(
        stdout,
        str![[r#"
::error title=review a%3A 'a' exited with code 1::100%25%0A::error::b
::error title=review blocked::blocked by a

"#]]
    );
    let (_, stdout, stderr) = annotations(checks, &["--json"]);
    assert_eq!((stdout.as_str(), stderr.lines().count()), ("", 2));
}

#[test]
fn incomplete_is_one_warning_and_a_pass_is_silent() {
    let (code, stdout, _) = annotations("checks:\n  - {id: a, kind: command, run: 'sleep 60', timeoutMs: 50}", &[]);
    assert_eq!((code, stdout.lines().count()), (2, 1));
    assert!(stdout.starts_with("::warning title=review incomplete::no result from a: "), "{stdout}");

    let (code, stdout, _) = annotations("checks:\n  - {id: a, kind: command, run: 'true'}", &[]);
    assert_eq!((code, stdout.as_str()), (0, ""));
}

#[test]
fn could_not_run_is_one_error() {
    let (code, stdout, _) = annotations("checks:\n  - {id: a, kind: command, run: 'true'}", &["--base", "nope"]);
    assert_eq!((code, stdout.lines().count()), (3, 1));
    assert!(stdout.starts_with("::error title=review could not run::"), "{stdout}");
}

#[test]
fn the_json_document_gives_no_command_either() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'echo \"##[error]x\"; exit 1'}");
    let output = sandbox.assize(&["run", "--json"]).env("GITHUB_ACTIONS", "true").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("##["), "{text}");
    let view: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(view["attestation"]["lanes"][0]["findings"][0]["detail"], "##[error]x\n");
}
