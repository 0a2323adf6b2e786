//! `assize effect`, from the first key to a ledger that was cut.

use std::fs;

use serde_json::{Value, json};

use crate::sandbox::Sandbox;

/// A repository with a ledger key.
fn ready() -> Sandbox {
    let sandbox = Sandbox::new();
    let settings = "[effects]\nproject = 'example/repo'\nwriter = 'here'\nkey_file = 'keys/ledger'\n";
    fs::create_dir_all(sandbox.state()).unwrap();
    fs::write(sandbox.state().join("effects.toml"), settings).unwrap();
    assert_eq!(effect(&sandbox, 0, &["keys", "init"])["provisioned"], true);
    sandbox
}

/// The document of a sub-command that must end with `code`.
fn effect(sandbox: &Sandbox, code: i32, args: &[&str]) -> Value {
    let output = sandbox.assize(&[&["effect"], args].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text.lines().count(), 1, "{args:?}: {text}");
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["exitCode"], code, "{args:?}");
    document
}

const DIGEST: &str = "sha256:0000000000000000000000000000000000000000000000000000000000000000";
const TAG: &[&str] = &["--kind", "git.tag", "--target", "git-tag:v1.0.0"];

fn with(first: &str, rest: &[&str]) -> Vec<String> {
    [&[first], TAG, rest].concat().into_iter().map(str::to_owned).collect()
}

fn tag(sandbox: &Sandbox, code: i32, first: &str, rest: &[&str]) -> Value {
    let args = with(first, rest);
    effect(sandbox, code, &args.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn the_worked_identities() {
    let sandbox = ready();
    let id = tag(&sandbox, 0, "id", &[]);
    assert_eq!(id["effectId"], "eff1_ugitdykctocxth3ygipmnwlori4ns6b2t4k4phviz3wi7t77eila");
    assert_eq!(id["schema"], "aiwg.effect.id.v1");
    let comment = ["id", "--kind", "tracker.comment", "--target", "gitea:example/repo#12"];
    for context in [
        &["--issue", "12", "--action", "cycle-comment", "--cycle", "1"][..],
        &["--ctx", "cycle=1", "--ctx", "issue=12", "--ctx", "action=cycle-comment"],
        &["--context", r#"{"cycle":1,"issue":12}"#, "--ctx", "action=cycle-comment"],
    ] {
        let id = effect(&sandbox, 0, &[&comment[..], context].concat());
        assert_eq!(id["effectId"], "eff1_lzgoo46k7z6573pfkz3p5m5mrgqq2greaypilujif3veztq3vwaa", "{context:?}");
    }
    let review = effect(&sandbox, 0, &["id", "--review", "r", "--continuation", "c", "--proposal-version", "2"]);
    assert_eq!(review["idDerivation"], "d13.review/v1");
    assert_eq!(review["scope"]["subsystem"], "review");
}

#[test]
fn a_day_with_the_ledger() {
    let sandbox = ready();
    assert_eq!(tag(&sandbox, 3, "lookup", &[])["found"], false);
    let intent = tag(&sandbox, 0, "intent", &["--payload-digest", DIGEST, "--link", "toolCallId=call-1"]);
    assert_eq!(intent["idempotent"], false);
    assert_eq!(tag(&sandbox, 0, "intent", &["--payload-digest", DIGEST])["idempotent"], true);
    let id = intent["effectId"].as_str().unwrap();
    assert_eq!(effect(&sandbox, 4, &["lookup", id])["status"], "intent");
    let reconciled = effect(&sandbox, 3, &["reconcile", id]);
    assert_eq!(reconciled["verification"]["reason"], "complete-query-no-match");
    sandbox.git(&["tag", "v1.0.0"]);
    assert_eq!(tag(&sandbox, 0, "probe", &[])["verification"]["result"], "present");
    let record = tag(&sandbox, 0, "record", &["--payload-digest", DIGEST]);
    assert_eq!((&record["status"], &record["idempotent"]), (&json!("completed"), &json!(false)));
    assert_eq!(tag(&sandbox, 0, "record", &["--payload-digest", DIGEST])["idempotent"], true);
    assert_eq!(effect(&sandbox, 0, &["lookup", id])["completed"], true);
    let other = tag(&sandbox, 5, "record", &["--payload-digest", &DIGEST.replace("000", "111")]);
    assert_eq!(other["error"]["reason"], "payload-digest-conflict");
    // Checkpoints go to a git ref first.
    let checkpoint = effect(&sandbox, 0, &["checkpoint"]);
    assert_eq!((&checkpoint["sequence"], &checkpoint["records"]), (&json!(0), &json!(3)));
    let published = sandbox.git(&["cat-file", "blob", "refs/aiwg/effects/delivery/checkpoint"]);
    let local = fs::read_to_string(sandbox.root().join(".aiwg/effects/delivery/checkpoints/0.json")).unwrap();
    assert_eq!(published.trim(), local.trim());
    assert_eq!(effect(&sandbox, 0, &["keys", "rotate", "--reason", "custody-change"])["recovered"], false);
    assert_eq!(effect(&sandbox, 0, &["checkpoint"])["sequence"], 1);
    let verified = effect(&sandbox, 0, &["verify"]);
    assert_eq!((&verified["checkpoint"]["source"], &verified["warnings"]), (&json!("sink"), &json!([])));
    let keys = effect(&sandbox, 0, &["keys", "list"]);
    assert_eq!(keys["keys"].as_array().unwrap().len(), 2);
    // Cut the ledger, and take the local checkpoints away: the ref still tells.
    let segment = sandbox.root().join(".aiwg/effects/delivery/segments/here.jsonl");
    let text = fs::read_to_string(&segment).unwrap();
    fs::write(&segment, text.lines().next().unwrap().to_owned() + "\n").unwrap();
    fs::remove_dir_all(sandbox.root().join(".aiwg/effects/delivery/checkpoints")).unwrap();
    let cut = effect(&sandbox, 6, &["verify", "--no-index"]);
    assert_eq!(cut["failures"][0]["code"], "segment-truncated");
}

#[test]
fn an_effect_is_run_once() {
    let sandbox = ready();
    let command = ["--", "sh", "-c", "echo $EFFECT_ID >> ran; git tag v1.0.0"];
    let first = tag(&sandbox, 0, "run", &command);
    assert_eq!(first["outcome"]["phase"], "completed");
    let ran = fs::read_to_string(sandbox.root().join("ran")).unwrap();
    assert_eq!(ran.trim(), first["effectId"].as_str().unwrap());
    let second = tag(&sandbox, 0, "run", &command);
    assert_eq!(second["command"]["ran"], false);
    assert_eq!(fs::read_to_string(sandbox.root().join("ran")).unwrap(), ran);
    // What fails and leaves nothing is recorded as failed.
    let fails = ["run", "--kind", "git.tag", "--target", "git-tag:v2", "--", "false"];
    let failed = effect(&sandbox, 3, &fails);
    assert_eq!(failed["outcome"]["phase"], "failed");
    assert_eq!(effect(&sandbox, 3, &fails)["command"]["ran"], false);
    let missing = effect(&sandbox, 3, &["run", "--kind", "git.tag", "--target", "git-tag:v3", "--", "no-such-program"]);
    assert_eq!(missing["outcome"]["phase"], "failed");
    assert_eq!(effect(&sandbox, 0, &["verify"])["ok"], true);
}

#[test]
fn a_run_that_died_is_settled_by_the_target_and_not_run_again() {
    let sandbox = ready();
    let marker = sandbox.root().join("ran");
    let digest = assize_effects::digest(b"sh\0-c\0echo x >> ran; git tag v1.0.0\0");
    tag(&sandbox, 0, "intent", &["--payload-digest", &digest]);
    let command = ["--", "sh", "-c", "echo x >> ran; git tag v1.0.0"];
    assert_eq!(tag(&sandbox, 3, "run", &command)["outcome"]["phase"], "reconciled");
    sandbox.git(&["tag", "v1.0.0"]);
    assert_eq!(tag(&sandbox, 0, "run", &command)["outcome"]["phase"], "completed");
    assert!(!marker.exists());
}

#[test]
fn usage_errors_are_documents_and_exit_2() {
    let sandbox = ready();
    for args in [
        &["id"][..],
        &["no-such-command"],
        &["id", "--kind", "git.tag"],
        &["id", "--kind", "git.tag", "--target"],
        &["id", "--kind", "git.tag", "--kind", "git.tag", "--target", "git-tag:v"],
        &["id", "--no-such-flag"],
        &["id", "--kind", "git.push", "--target", "git-tag:v"],
        &["id", "--kind", "git.tag", "--target", "git-tag:v", "--context", "[]"],
        &["id", "--kind", "git.tag", "--target", "git-tag:v", "--context", r#"{"a":1,"a":2}"#],
        &["id", "--kind", "git.tag", "--target", "git-tag:v", "--ctx", "a"],
        &["id", "--kind", "git.tag", "--target", "git-tag:v", "--ctx", "a=1", "--ctx", "a=2"],
        &["id", "--kind", "git.tag", "--target", "git-tag:v", "--issue", "1"],
        &["id", "--review", "r"],
        &["intent", "--kind", "git.tag", "--target", "git-tag:v"],
        &["intent", "--kind", "git.tag", "--target", "git-tag:v", "--payload-digest", "x"],
        &["intent", "--kind", "git.tag", "--target", "git-tag:v", "--payload-digest", DIGEST, "--payload-file", "x"],
        &["intent", "--kind", "git.tag", "--target", "git-tag:v", "--payload-digest", DIGEST, "--ctx", "token=x"],
        &["intent", "--kind", "git.tag", "--target", "git-tag:v", "--payload-digest", DIGEST, "--link", "x=y"],
        &["lookup"],
        &["lookup", "x"],
        &["lookup", "eff1_ugitdykctocxth3ygipmnwlori4ns6b2t4k4phviz3wi7t77eila", "--kind", "git.tag"],
        &["reconcile", "eff1_ugitdykctocxth3ygipmnwlori4ns6b2t4k4phviz3wi7t77eila"],
        &["run", "--kind", "git.tag", "--target", "git-tag:v"],
        &["checkpoint"],
        &["keys", "rotate"],
        &["recover-lock", "--lock", "here"],
        &["recover-lock", "--authorize"],
    ] {
        // A key that nothing was signed with cannot be rotated, and nothing recorded cannot be checkpointed.
        let error = effect(&sandbox, 2, args);
        assert_eq!(error["schema"], "aiwg.effect.error.v1", "{args:?}");
        assert_eq!(error["error"]["code"], "usage", "{args:?}");
    }
    let text = sandbox.assize(&["effect", "id", "--no-such-flag", "--format", "text"]).output().unwrap();
    assert_eq!((text.status.code(), text.stdout.is_empty(), text.stderr.is_empty()), (Some(2), true, false));
    sandbox.assize(&["effect", "--help"]).assert().code(0);
}

#[test]
fn a_configured_root_that_is_missing_stops_every_sub_command() {
    let sandbox = ready();
    let path = sandbox.state().join("effects.toml");
    let root = sandbox.beside("mount");
    let settings = fs::read_to_string(&path).unwrap() + &format!("artifact_root = '{}'\n", root.display());
    fs::write(&path, settings).unwrap();
    let payload = ["--payload-digest", DIGEST];
    for first in ["lookup", "probe"] {
        assert_eq!(tag(&sandbox, 7, first, &[])["error"]["code"], "artifact-root-unavailable");
    }
    for first in ["intent", "record"] {
        tag(&sandbox, 7, first, &payload);
    }
    for args in [
        &["verify"][..],
        &["checkpoint"],
        &["kinds"],
        &["keys", "list"],
        &["keys", "init"],
        &["keys", "rotate"],
        &["recover-lock"],
    ] {
        effect(&sandbox, 7, args);
    }
    assert!(!root.exists() && !sandbox.root().join(".aiwg").exists());
}

#[test]
fn keys_are_private() {
    let sandbox = ready();
    let payload = ["--payload-digest", DIGEST];
    use std::os::unix::fs::PermissionsExt as _;
    let key = sandbox.state().join("keys/ledger");
    assert_eq!(fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o644)).unwrap();
    let refused = tag(&sandbox, 1, "intent", &payload);
    assert_eq!(refused["error"]["code"], "key-unavailable");
    fs::set_permissions(&key, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(effect(&sandbox, 0, &["keys", "init"])["provisioned"], false);
    let secret = fs::read_to_string(&key).unwrap();
    for args in [&["keys", "init"][..], &["keys", "list"]] {
        assert!(!effect(&sandbox, 0, args).to_string().contains(secret.trim()));
    }
    let path = sandbox.state().join("effects.toml");
    let settings = fs::read_to_string(&path).unwrap().replace("keys/ledger", "keys/review_ed25519");
    fs::write(&path, settings).unwrap();
    assert_eq!(tag(&sandbox, 2, "intent", &payload)["error"]["reason"], "invalid-settings");
    let command = format!("[effects]\nkey_command = ['cat', '{}']\n", key.display());
    fs::write(&path, command).unwrap();
    assert_eq!(tag(&sandbox, 0, "intent", &payload)["idempotent"], false);
    assert_eq!(effect(&sandbox, 1, &["keys", "rotate"])["error"]["code"], "key-unavailable");
}

#[test]
fn locks_of_the_dead_are_taken_away() {
    let sandbox = ready();
    tag(&sandbox, 0, "intent", &["--payload-digest", DIGEST]);
    let hold = |name: &str, owner: &str| {
        let folder = sandbox.root().join(format!(".aiwg/effects/delivery/locks/{name}.lock"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("owner"), owner).unwrap();
    };
    let token = "6a7a2c1e-0000-4000-8000-000000000000";
    let mut child = std::process::Command::new("true").spawn().unwrap();
    let dead = child.id();
    child.wait().unwrap();
    hold("alive", &format!("{}:{token}", std::process::id()));
    hold("dead", &format!("{dead}:{token}"));
    hold("odd", "nobody");
    let listed = effect(&sandbox, 0, &["recover-lock"]);
    assert_eq!(listed["schema"], "aiwg.effect.locks.v1");
    let states: Vec<_> = listed["locks"].as_array().unwrap().iter().map(|lock| lock["state"].clone()).collect();
    assert_eq!(states, ["live", "stale", "unverifiable"]);
    let recover = |code, name| effect(&sandbox, code, &["recover-lock", "--lock", name, "--authorize"]);
    assert_eq!(recover(5, "alive")["error"]["reason"], "lock-live");
    assert_eq!(recover(4, "odd")["recovered"], false);
    assert_eq!(recover(3, "none")["recovered"], false);
    let recovered = recover(0, "dead");
    assert_eq!(recovered["schema"], "aiwg.effect.lock-recovery.v1");
    let id = recovered["record"]["effectId"].as_str().unwrap();
    assert_eq!(effect(&sandbox, 0, &["lookup", id])["target"], "x-aiwg:effects/delivery/locks/dead");
    recover(3, "dead");
}

#[test]
fn text_is_for_people() {
    let sandbox = ready();
    let args = with("lookup", &["--format", "text"]);
    let output = sandbox.assize(&[&["effect"][..], &args.iter().map(String::as_str).collect::<Vec<_>>()].concat());
    let output = output.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(text.contains("found: false\n") && text.contains("status: none\n"), "{text}");
}
