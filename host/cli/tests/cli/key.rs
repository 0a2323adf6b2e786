use std::os::unix::fs::PermissionsExt as _;

use snapbox::str;

use crate::sandbox::Sandbox;

#[test]
fn a_key_is_made_when_there_is_none() {
    let sandbox = Sandbox::new();
    sandbox
        .assize(&["key", "show", "--principal", "ci@example.com"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
fingerprint:    SHA256:[..]
principal:      ci@example.com (as set)
public key:     [..]/state/keys/review_ed25519.pub
trust it with:  ci@example.com namespaces="agentproto-review" ssh-ed25519 [..]

"#]])
        .stderr_eq(str![[r#"
note: there was no key, so one was made

"#]]);
    let key = sandbox.state().join("keys/review_ed25519");
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o7777, 0o600);

    let before = std::fs::read(&key).unwrap();
    sandbox.assize(&["key", "show"]).assert().code(0).stderr_eq("");
    sandbox.assize(&["key", "generate"]).assert().code(0).stderr_eq(str![[r#"
note: there is a key already, and it stays

"#]]);
    assert_eq!(std::fs::read(&key).unwrap(), before);
}

#[test]
fn a_key_is_generated_without_a_word() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["key", "generate"]).assert().code(0).stderr_eq("");
    assert!(sandbox.state().join("keys/review_ed25519.pub").exists());
}

#[test]
fn json_is_one_document() {
    let sandbox = Sandbox::new();
    sandbox.git(&["config", "user.email", "ada@example.com"]);
    let view = sandbox.json(&["key", "show", "--json"]);
    let public = std::fs::read_to_string(view["publicKeyPath"].as_str().unwrap()).unwrap();
    let key: Vec<&str> = public.split(' ').take(2).collect();
    let line = format!("ada@example.com namespaces=\"agentproto-review\" {}", key.join(" "));
    assert_eq!(view["allowedSignersLine"], line.as_str());
    assert_eq!(view["principal"], "ada@example.com");
    let mut list = sandbox.command("ssh-keygen");
    let listed = list.arg("-lf").arg(view["publicKeyPath"].as_str().unwrap()).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert_eq!(listed.split(' ').nth(1), view["fingerprint"].as_str());
}

#[test]
fn the_principal_is_the_given_one_then_the_set_one_then_gits_then_the_hosts() {
    let sandbox = Sandbox::new();
    let principal = |more: &[&str]| {
        let args: Vec<&str> = ["key", "show", "--json"].iter().chain(more).copied().collect();
        sandbox.json(&args)["principal"].as_str().unwrap().to_owned()
    };
    assert!(principal(&[]).starts_with("agentproto-review@"));
    sandbox.git(&["config", "user.email", "git@example.com"]);
    assert_eq!(principal(&[]), "git@example.com");
    std::fs::write(sandbox.state().join("config.toml"), "[signing]\nprincipal = \"set@example.com\"\n").unwrap();
    assert_eq!(principal(&[]), "set@example.com");
    assert_eq!(principal(&["--principal", "given@example.com"]), "given@example.com");
}

#[test]
fn a_name_that_cannot_be_one_is_a_usage_error_where_it_was_given() {
    let sandbox = Sandbox::new();
    sandbox.assize(&["key", "show", "--principal", "a b"]).assert().code(64).stdout_eq("");
    std::fs::create_dir_all(sandbox.state()).unwrap();
    std::fs::write(sandbox.state().join("config.toml"), "[signing]\nprincipal = \"*\"\n").unwrap();
    sandbox.assize(&["key", "show"]).assert().code(3).stdout_eq("");
}

#[test]
fn without_ssh_keygen_there_is_no_key() {
    let sandbox = Sandbox::new();
    let output = sandbox.assize(&["key", "show"]).env("PATH", "/nonexistent").assert().code(3).stdout_eq("");
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("ssh-keygen"), "{said}");
}
