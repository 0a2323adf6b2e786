//! The command that does the effect.

use std::ffi::OsString;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process::Command;

/// The variable that carries the id of the effect.
const EFFECT_ID: &str = "EFFECT_ID";

/// The command that does the effect.
#[derive(Debug)]
pub struct EffectCommand {
    /// The program and its arguments.
    pub argv: Vec<OsString>,
    /// Where it runs.
    pub directory: PathBuf,
    /// Its environment; `EFFECT_ID` is added.
    pub environment: Vec<(OsString, OsString)>,
    /// Where its standard output goes; none for nowhere.
    pub stdout: Option<OwnedFd>,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// It could not be started: nothing was done.
    NotStarted,
    /// It ended with a status; none when a signal ended it.
    With(Option<i32>),
}

impl EffectCommand {
    /// Runs the command to its end.
    pub(super) async fn run(&self, effect_id: &str) -> Ended {
        let Some((program, arguments)) = self.argv.split_first() else { return Ended::NotStarted };
        let stdout = match &self.stdout {
            None => Stdio::null(),
            Some(stdout) => match stdout.try_clone() {
                Ok(stdout) => Stdio::from(stdout),
                Err(_) => return Ended::NotStarted,
            },
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.directory)
            .env_clear()
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .env(EFFECT_ID, effect_id)
            .stdout(stdout)
            .kill_on_drop(true);
        match command.status().await {
            Ok(status) => Ended::With(status.code()),
            Err(_) => Ended::NotStarted,
        }
    }
}
