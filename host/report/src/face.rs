//! What is written on a step.

use std::time::Duration;

use assize_engine::{Step, StepKind};
use assize_schemas::{
    AGENT_LANE_NODE, COMMAND_LANE_NODE, Check, FREEZE_NODE, FreezeConfig, GATE_NODE, GateConfig, LaneConfig,
    VERDICT_NODE, VerdictConfig,
};
use serde::Deserialize;
use serde_json::Value;

use crate::mark::Mark;

/// What is written on a step, in full; it is cut to the box when it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Face {
    /// The step's name.
    pub(crate) title: String,
    /// What it does, in few words.
    pub(crate) detail: String,
    /// Everything, for the tooltip.
    pub(crate) tooltip: String,
    /// Which colours it has.
    pub(crate) tone: Tone,
    /// Whether it cannot change the outcome.
    pub(crate) advisory: bool,
    /// What came of it, where it ran.
    pub(crate) mark: Option<Mark>,
}

/// The colours of a step, by what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Gate,
    Transform,
    Command,
    Agent,
    Verdict,
}

impl Tone {
    /// The class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Gate => "gate",
            Self::Transform => "transform",
            Self::Command => "command",
            Self::Agent => "agent",
            Self::Verdict => "verdict",
        }
    }
}

impl Face {
    /// The face of a step that is not `parallel`, under the name `title`.
    pub(crate) fn of(step: &Step, title: &str) -> Self {
        let mut face = review_face(step).unwrap_or_else(|| Self::plain(step));
        face.title = title.to_owned();
        let mut lines = vec![title.to_owned()];
        if step.id() != title {
            lines.push(format!("step {}", step.id()));
        }
        lines.push(format!("{} {}", step.kind().as_str(), step.node().unwrap_or_default()));
        if !face.detail.is_empty() && step.node() != Some(face.detail.as_str()) {
            lines.push(face.detail.clone());
        }
        if face.advisory {
            lines.push("advisory: cannot change the verdict".to_owned());
        }
        lines.append(&mut std::mem::take(&mut face.tooltip).lines().map(str::to_owned).collect());
        if let Some(timeout) = step.declared_timeout() {
            lines.push(format!("at most {}", duration(timeout)));
        }
        face.tooltip = lines.join("\n");
        face
    }

    /// The face of a step of which nothing but the engine's own words is known.
    fn plain(step: &Step) -> Self {
        let tone = if step.kind() == StepKind::Gate { Tone::Gate } else { Tone::Transform };
        Self::new(tone, step.node().unwrap_or_default().to_owned())
    }

    fn new(tone: Tone, detail: String) -> Self {
        Self { title: String::new(), detail, tooltip: String::new(), tone, advisory: false, mark: None }
    }
}

/// The face of a review node; none when the node is another or its configuration is not what it should be.
fn review_face(step: &Step) -> Option<Face> {
    match step.node()? {
        GATE_NODE => {
            let config: GateConfig = read(step.config())?;
            Some(Face::new(Tone::Gate, gate_command(&config)))
        }
        FREEZE_NODE => {
            let config: FreezeConfig = read(step.config())?;
            Some(Face::new(Tone::Transform, format!("base {}", config.base)))
        }
        COMMAND_LANE_NODE | AGENT_LANE_NODE => {
            let config: LaneConfig = read(step.config())?;
            let (tone, detail) = match &config.check {
                Check::Command(check) => (Tone::Command, format!("$ {}", check.run)),
                Check::Agent(check) => {
                    (Tone::Agent, format!("{} · {}", check.preset.as_deref().unwrap_or("agent"), check.rubric))
                }
            };
            let mut face = Face::new(tone, detail);
            face.advisory = !config.check.blocking();
            face.tooltip = format!("at most {}", duration(Duration::from_millis(config.check.timeout_ms())));
            Some(face)
        }
        VERDICT_NODE => {
            let config: VerdictConfig = read(step.config())?;
            let quorum = serde_json::to_value(config.quorum).ok()?;
            Some(Face::new(Tone::Verdict, quorum.as_str().unwrap_or_default().to_owned()))
        }
        _ => None,
    }
}

fn read<'v, T: Deserialize<'v>>(config: &'v Value) -> Option<T> {
    T::deserialize(config).ok()
}

/// The command of a gate as its author wrote it: without the shell around it where that can be told.
fn gate_command(config: &GateConfig) -> String {
    match config.argv.as_slice() {
        [shell, flag, command] if flag == "-c" && shell.ends_with("sh") => format!("$ {command}"),
        argv => format!("$ {}", argv.join(" ")),
    }
}

/// A span of time as the engine's dumps and the command line write it: `500ms`, `1.5s`, `15min`, `1min30s`, `2h`.
fn duration(span: Duration) -> String {
    let seconds = span.as_secs();
    if seconds < 60 || span.subsec_nanos() > 0 {
        return format!("{span:?}");
    }
    let parts = [(seconds / 3_600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count}{unit}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn lane(node: &'static str, check: &Value) -> Face {
        Face::of(&Step::transform("lane-x", node, json!({ "check": check })), "x")
    }

    #[test]
    fn says_what_a_lane_does() {
        let command = json!({
            "id": "x", "kind": "command", "run": "cargo test", "blocking": false, "timeoutMs": 600_000, "effects": false
        });
        let face = lane(COMMAND_LANE_NODE, &command);
        assert_eq!((face.detail.as_str(), face.advisory, face.tone), ("$ cargo test", true, Tone::Command));
        assert_eq!(
            face.tooltip,
            "x\nstep lane-x\ntransform review.lane.command\n$ cargo test\nadvisory: cannot change the verdict\nat most 10min"
        );
    }

    #[test]
    fn a_configuration_it_cannot_read_is_no_obstacle() {
        let face = lane(COMMAND_LANE_NODE, &json!({ "unknown": true }));
        assert_eq!((face.detail.as_str(), face.tone), (COMMAND_LANE_NODE, Tone::Transform));
    }

    #[test]
    fn spans_of_time() {
        for (milliseconds, expect) in [(500, "500ms"), (1_500, "1.5s"), (90_000, "1min30s"), (7_200_000, "2h")] {
            assert_eq!(duration(Duration::from_millis(milliseconds)), expect);
        }
    }
}
