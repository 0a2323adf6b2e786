use snapbox::str;

use crate::sandbox::Sandbox;

#[test]
fn a_line_in_and_a_line_out() {
    let sandbox = Sandbox::new();
    let question = "{\"url\": \"git@GitHub.com:o/r.git\"}\n";
    sandbox.assize(&["plumbing", "repo-remote"]).stdin(question).assert().code(0).stdout_eq(str![[r#"
{"ok":"github.com/o/r"}

"#]]);
    sandbox.assize(&["plumbing", "repo-remote"]).stdin("not json\n").assert().code(3);
}
