//! What tests ask of git for themselves.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::Scratch;

impl Scratch {
    /// Runs git in the repository and answers what it printed, without blanks around it.
    pub fn git(&self, arguments: &[&str]) -> String {
        self.git_in(self.root(), arguments)
    }

    /// Runs git in another directory.
    pub fn git_in(&self, directory: &Path, arguments: &[&str]) -> String {
        let output = self.try_git_in(directory, arguments);
        if !output.status.success() {
            panic!("git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
        String::from_utf8(output.stdout).expect("git prints UTF-8").trim().to_owned()
    }

    /// Runs git in another directory, however that ends.
    pub fn try_git_in(&self, directory: &Path, arguments: &[&str]) -> Output {
        let mut command = self.command("git");
        // Clones of what lies beside.
        command.args(["-c", "protocol.file.allow=always"]).args(arguments).current_dir(directory);
        command.output().expect("git runs")
    }

    /// Writes a file and commits it alone; answers the commit's name.
    pub fn commit(&self, path: &str, text: &str) -> String {
        self.write(path, text);
        self.git(&["add", "--", path]);
        self.git(&["commit", "--quiet", "--message", path]);
        self.head()
    }

    /// Commits everything there is, if only the message; answers the commit's name.
    pub fn commit_all(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self.head()
    }

    /// The name of the commit that is checked out.
    #[must_use]
    pub fn head(&self) -> String {
        self.sha("HEAD")
    }

    /// The name of an object.
    #[must_use]
    pub fn sha(&self, of: &str) -> String {
        self.git(&["rev-parse", "--verify", of])
    }

    /// A clone beside the repository, made from its `file://` address.
    #[must_use]
    pub fn clone_to(&self, name: &str, options: &[&str]) -> PathBuf {
        let address = format!("file://{}", self.root().display());
        let target = self.beside(name);
        let arguments = [&["clone", "--quiet"], options, &[address.as_str(), name]].concat();
        self.git_in(self.outside(), &arguments);
        target
    }
}
