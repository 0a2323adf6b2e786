use serde_json::{Value, json};
use snapbox::str;

use crate::exported::Exported;
use crate::sandbox::Sandbox;

fn codes(view: &Value) -> Vec<&str> {
    view["problems"].as_array().unwrap().iter().map(|problem| problem["code"].as_str().unwrap()).collect()
}

#[test]
fn an_exported_pass_is_verified_and_what_it_lacks_is_said() {
    let exported = Exported::new();
    exported.verify(&[]).code(0).stdout_eq(str![[r#"
verified: compared .reviews/sample-default-[..].json with the range [..]..[..] of local:[..] under REVIEW.md: all of it matches, the verdict is pass, and it is not signed
signature: none

"#]])
    .stderr_eq(str![[r#"
note: REVIEW.md differs between the base and what it is verified with: the change brings review rules of its own
note: the attestation is not signed

"#]]);
    let view = exported.json(&[]);
    assert_eq!((&view["ok"], &view["exitCode"], &view["problems"]), (&json!(true), &json!(0), &json!([])));
    assert_eq!((&view["verdict"], &view["signature"]), (&json!("pass"), &json!({"status": "none"})));
}

#[test]
fn a_committed_export_is_about_the_parent() {
    let exported = Exported::new();
    exported.sandbox.commit_all("the export");
    exported.verify(&["--quiet"]).code(0);
    exported.sandbox.commit_all("more");
    let assert = exported.verify(&[]).code(4).stderr_eq("");
    let said = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(said.starts_with("not found: there is one attestation in .reviews, and it is not of "), "{said}");
}

#[test]
fn everything_that_does_not_hold_is_printed() {
    let exported = Exported::new();
    exported.edit(|attestation| {
        attestation["lanes"][0]["status"] = json!("fail");
        attestation["manifestSha"] = json!("0".repeat(64));
    });
    let assert = exported.verify(&[]).code(1);
    let output = assert.get_output().clone();
    let (stdout, stderr) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(stdout.starts_with("not verified: compared .reviews/"), "{stdout}");
    assert!(stdout.contains("this does not hold: verdict-fold, manifest-sha"), "{stdout}");
    assert_eq!(stderr.lines().filter(|line| line.starts_with("attestation: ")).count(), 2, "{stderr}");
    assert_eq!(codes(&exported.json(&[])), ["verdict-fold", "manifest-sha"]);
}

#[test]
fn exit_statuses() {
    let exported = Exported::new();
    let check = |args: &[&str], code: i32| {
        let output = exported.verify(args).get_output().clone();
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        let usage = code == 64;
        assert!(usage || exported.json(args)["exitCode"] == code, "{args:?}");
    };
    check(&[".reviews"], 0);
    check(&["--binding", "default", "--base", "origin/main", "--head", "HEAD", "--deep"], 0);
    check(&["--verdict", "any"], 0);
    check(&["--verdict", "block"], 1);
    check(&["--base", "no-such-ref"], 3);
    check(&["--manifest", "no/REVIEW.md"], 3);
    check(&["--binding", "other"], 4);
    check(&["nothing.json"], 4);
    check(&["--require-signed"], 6);
    check(&["--verdict", "passed"], 64);
    check(&["a", "b"], 64);
    check(&["--annotate", "gitlab"], 64);

    let bare = Sandbox::with_checks("checks:\n  - {id: a, kind: command, run: 'true'}");
    bare.assize(&["verify"]).assert().code(64).stdout_eq("");
    bare.assize(&["verify", "--if-exported"]).assert().code(5).stderr_eq("").stdout_eq(str![[r#"
not exported: REVIEW.md exports no attestations

"#]]);
    assert_eq!(bare.json(&["verify", "--if-exported", "--json"])["reason"], "not_exported");
    bare.write("REVIEW.md", "nothing\n");
    let assert = bare.assize(&["verify"]).assert().code(3).stdout_eq("");
    assert!(String::from_utf8(assert.get_output().stderr.clone()).unwrap().starts_with("error: "));
    assert_eq!(bare.json(&["verify", "--json"])["exitCode"], 3);
}

#[test]
fn a_name_stands_for_somebody_only_when_its_key_is_trusted() {
    let exported = Exported::new();
    let line = exported.sign("ci@example.com");
    exported.verify(&["--quiet"]).code(0).stdout_eq(str![[r#"
verified: compared [..]: all of it matches, the verdict is pass, and it is signed as ci@example.com, which is claimed, not verified
signature: ci@example.com with the key SHA256:[..]: claimed, not verified

"#]]);
    exported.verify(&["--require-signed", "--base", "origin/main"]).code(6);

    exported.sandbox.write("trusted", format!("{line}\n"));
    exported.verify(&["--allowed-signers", "trusted", "--require-signed"]).code(0).stdout_eq(str![[r#"
verified: compared [..]: all of it matches, the verdict is pass, and it is signed by ci@example.com
signature: verified, ci@example.com with the key SHA256:[..]

"#]]);
    let view = exported.json(&["--allowed-signers", "trusted"]);
    assert_eq!(
        (&view["signature"]["status"], &view["signature"]["principal"]),
        (&json!("verified"), &json!("ci@example.com"))
    );

    exported.sandbox.write("trusted", line.replace("ci@", "eve@"));
    let assert = exported.verify(&["--allowed-signers", "trusted"]).code(6);
    let stdout = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(stdout.contains("\nsignature: invalid; ci@example.com with the key SHA256:"), "{stdout}");
    assert!(stdout.ends_with(": claimed, not verified\n"), "{stdout}");

    exported.edit(|attestation| attestation["lanes"][0]["durationMs"] = json!(987_654));
    assert_eq!(codes(&exported.json(&["--allowed-signers", "trusted"])).first(), Some(&"principal"));
    exported.verify(&[]).code(6);
}

#[test]
fn packs_are_resolved_as_a_run_would() {
    let pack = "---\nkind: review-pack\nid: base\nversion: 1.0.0\nchecks:\n  \
                - {id: look, kind: agent, preset: p, rubric: ./r.md}\n---\n";
    let check = |reference: &str, exit_code: i32, code: &str| {
        let uses = format!("uses:\n  - {{pack: {reference}, as: team}}\n");
        let exported = Exported::with(&format!("{uses}bindings:\n  default: {{checks: [a]}}\n"), |sandbox| {
            sandbox.write("packs/base/REVIEW.md", pack);
            sandbox.write("packs/base/r.md", "Look.\n");
        });
        let record = |sha256: &str| {
            exported.edit(|attestation| {
                attestation["packs"] = json!([{"ref": reference, "id": "base", "version": "1.0.0",
                    "alg": "agentproto-pack-digest/v1", "sha256": sha256}]);
            });
            exported.json(&[])
        };
        let view = record(&"0".repeat(64));
        assert_eq!(view["exitCode"], exit_code, "{view}");
        assert!(view.to_string().contains(code), "{view}");
        if code == "pack-sha256" {
            // The sentence names the digest that would be right.
            let message = view["problems"][0]["message"].as_str().unwrap();
            let is = message.split_whitespace().rfind(|word| word.len() == 64).unwrap();
            assert_eq!(record(is)["exitCode"], 0);
        }
    };
    check("./packs/base", 1, "pack-sha256");
    check("./packs/none", 1, "\"stage\":\"packs\"");
    check("no-such-package", 0, "packs-not-here");
}
