use crate::sandbox::Sandbox;

#[test]
fn every_command_has_a_page() {
    let sandbox = Sandbox::new();
    let output = sandbox.assize(&["man", "pages/man1"]).assert().code(0).stderr_eq("").get_output().clone();
    let listed = String::from_utf8(output.stdout).unwrap();
    for name in ["assize", "assize-run", "assize-ledger", "assize-ledger-show", "assize-man"] {
        let page = sandbox.root().join("pages/man1").join(format!("{name}.1"));
        assert!(std::fs::read_to_string(&page).unwrap().starts_with(".ie"), "{name}");
        assert!(listed.contains(page.to_str().unwrap()), "{listed}");
    }
    // A second time changes nothing and is no error.
    sandbox.assize(&["man", "pages/man1"]).assert().code(0);
}
