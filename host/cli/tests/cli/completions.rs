use crate::sandbox::Sandbox;

#[test]
fn every_shell_has_a_script() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = sandbox.assize(&["completions", shell]).assert().code(0).stderr_eq("").get_output().clone();
        let script = String::from_utf8(output.stdout).unwrap();
        assert!(script.contains("ledger") && script.contains("headless"), "{shell}");
    }
}
