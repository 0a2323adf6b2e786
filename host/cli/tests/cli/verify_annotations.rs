use serde_json::json;

use crate::exported::Exported;
use crate::sandbox::Sandbox;

/// The commands that a runner would obey on both streams.
fn commands(exported: &Exported, args: &[&str]) -> (Vec<String>, Vec<String>) {
    let args: Vec<&str> = ["verify", "--annotate", "github"].iter().chain(args).copied().collect();
    let output = exported.sandbox.assize(&args).env("GITHUB_ACTIONS", "true").output().unwrap();
    let lines = |bytes: Vec<u8>| -> Vec<String> {
        let text = String::from_utf8(bytes).unwrap();
        assert!(!text.contains("##["), "{text}");
        text.lines().filter(|line| line.trim_start().starts_with("::")).map(str::to_owned).collect()
    };
    (lines(output.stdout), lines(output.stderr))
}

#[test]
fn each_stage_has_its_title() {
    let exported = Exported::new();
    let check = |args: &[&str], title: &str| {
        let (stdout, stderr) = commands(&exported, args);
        let expected = format!("::error title={title}::");
        assert!(stdout.len() == 1 && stderr.is_empty(), "{args:?}: {stdout:?} {stderr:?}");
        assert!(stdout[0].starts_with(&expected), "{stdout:?}");
        let args: Vec<&str> = args.iter().chain(&["--json"]).copied().collect();
        assert_eq!(commands(&exported, &args), (stderr, stdout), "with --json on standard error");
    };
    check(&["--verdict", "block"], "review attestation invalid");
    check(&["--require-signed"], "review signature invalid");
    check(&["nothing.json"], "review attestation missing");
    check(&["--base", "nope"], "review could not run");
    assert_eq!(commands(&exported, &[]), (vec![], vec![]), "what holds is silent");

    exported.edit(|attestation| {
        attestation["packs"] =
            json!([{"ref": "./p", "id": "p", "version": "1.0.0", "alg": "x", "sha256": "1".repeat(64)}]);
    });
    check(&[], "review pack digest invalid");
    exported.edit(|attestation| {
        attestation.as_object_mut().unwrap().remove("packs");
        attestation["lanes"][0]["composedFrom"] =
            json!({"rangeSha": "1".repeat(64), "headSha": "2".repeat(40), "attestationSha256": "3".repeat(64)});
    });
    check(&[], "review composedFrom invalid");
}

#[test]
fn an_attestation_gives_no_command() {
    let exported = Exported::new();
    let hostile = "100%\r\n::error title=x::owned\n##[error]y\u{1b}[2J";
    exported.edit(|attestation| {
        attestation["verdict"] = json!(hostile);
        attestation["binding"] = json!(hostile);
        attestation["runId"] = json!(hostile);
        attestation["schema"] = json!(hostile);
        attestation["packs"] =
            json!([{"ref": hostile, "id": "p", "version": "1.0.0", "alg": hostile, "sha256": "1".repeat(64)}]);
        attestation["attestor"]["signature"] =
            json!({"alg": "ssh-ed25519", "keyFingerprint": hostile, "principal": hostile, "signedAt": hostile, "sig": hostile});
    });
    for args in [&[][..], &["--json"]] {
        let (stdout, stderr) = commands(&exported, args);
        let all = [stdout, stderr].concat();
        assert!(all.len() > 3, "{all:?}");
        for line in all {
            assert!(line.starts_with("::error title=review ") && !line.contains("title=x::owned\n"), "{line}");
        }
    }
}

#[test]
fn nothing_exported_is_no_error() {
    let sandbox = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    let assert = sandbox.assize(&["verify", "--if-exported", "--annotate", "github"]).assert().code(5);
    assert!(!String::from_utf8(assert.get_output().stdout.clone()).unwrap().contains("::error"));
}
