//! Finding what cargo has built beside the running test.

use std::path::{Path, PathBuf};

/// The built binary `name`, from the same profile as the running test.
#[must_use]
pub fn binary(name: &str) -> PathBuf {
    built(Path::new(name))
}

/// The built example `name`, from the same profile as the running test.
#[must_use]
pub fn example(name: &str) -> PathBuf {
    built(&Path::new("examples").join(name))
}

/// Cargo puts a test executable into `<target>/<profile>/deps` and what it belongs to one level up.
fn built(relative: &Path) -> PathBuf {
    let test = std::env::current_exe().expect("a running test knows its own path");
    let profile = test.ancestors().nth(2).expect("a test executable lies in target/<profile>/deps");
    let path = profile.join(relative).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(
        path.is_file(),
        "{} is not built: run the tests of the whole workspace (cargo test --workspace)",
        path.display()
    );
    path
}
