//! The node kind of `gate`: a command that must succeed.

use std::{
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
};

use assize_engine::{ConfigError, Node, NodeKind, OnCancel, StepContext, StepError, async_trait};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::process;

/// The kind's name.
pub(crate) const GATE: &str = "case.gate";

pub(crate) struct GateKind;

/// All texts are meant as they stand: no reference is looked for in them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Gate {
    command: String,
    #[serde(default)]
    args: Vec<String>,
    cwd: Option<PathBuf>,
    report: Option<PathBuf>,
}

impl NodeKind for GateKind {
    fn name(&self) -> &str {
        GATE
    }

    fn instantiate(&self, config: &Value) -> Result<Box<dyn Node>, ConfigError> {
        let gate = Gate::deserialize(config)?;
        if gate.command.trim().is_empty() {
            return Err(ConfigError::new("a command is needed").at("command"));
        }
        Ok(Box::new(gate))
    }
}

#[async_trait]
impl Node for Gate {
    async fn run(&self, context: StepContext) -> Result<Value, StepError> {
        let ended = process::run(&self.command, &self.args, self.cwd.as_deref(), context.cancelled()).await;
        let ended = ended.map_err(|error| {
            StepError::failed(format!("`{}` could not be started: {error}", self.command)).code("spawn").source(error)
        })?;
        let Some(ended) = ended else {
            return Err(StepError::failed(format!("`{}` was stopped", self.command)));
        };
        let report = self.report(&ended.stdout).await;
        let code = ended.status.code();
        if code == Some(0) {
            return Ok(json!({"ok": true, "exitCode": 0, "report": report}));
        }
        let code = code.unwrap_or(128);
        let signal = ended.status.signal().map(|signal| format!(" (signal {signal})")).unwrap_or_default();
        let mut message = format!("`{}` ended with exitCode {code}{signal}", self.command);
        let stderr = String::from_utf8_lossy(&ended.stderr);
        if let Some(last) = stderr.lines().rev().find(|line| !line.trim().is_empty()) {
            message.push_str(": ");
            message.extend(last.trim().chars().take(400));
        }
        Err(StepError::failed(message).code("exit").details(json!({"exitCode": code, "report": report})))
    }

    /// A command may have something to put in order before it ends.
    fn on_cancel(&self) -> OnCancel {
        OnCancel::Finish
    }
}

impl Gate {
    /// Standard output where all of it is JSON, else the report file where that is, else nothing.
    async fn report(&self, stdout: &[u8]) -> Value {
        if let Ok(report) = serde_json::from_slice(stdout) {
            return report;
        }
        let Some(path) = &self.report else { return Value::Null };
        let path = self.cwd.as_deref().unwrap_or(Path::new("")).join(path);
        let regular = tokio::fs::metadata(&path).await.is_ok_and(|metadata| metadata.is_file());
        let text = if regular { tokio::fs::read(&path).await.ok() } else { None };
        text.and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
    }
}
