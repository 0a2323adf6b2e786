//! Where cargo put the examples.

use std::{env, path::PathBuf, process::Command};

/// An example as a command. `cargo test` builds the examples of a package beside its tests.
pub(crate) fn program(name: &str) -> Command {
    let mut path: PathBuf = env::current_exe().expect("the test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push("examples");
    path.push(name);
    assert!(path.is_file(), "{} is missing: `cargo build -p assize-examples --examples`", path.display());
    Command::new(path)
}

/// Output as lines.
pub(crate) fn lines(output: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(output).lines().map(str::to_owned).collect()
}
