//! What references stand for in a run.

use serde_json::Value;

use crate::{Reference, StepError, reference::walk};

use super::Shared;

impl Shared {
    /// The value a reference stands for, where `sees` says which steps count.
    pub(crate) fn look_up(&self, reference: &Reference, sees: impl Fn(u32) -> bool) -> Result<&Value, StepError> {
        let unknown = |message: String| StepError::failed(message).code("unknown-reference");
        let bound = reference.bind(|id| self.plan().find(id)).map_err(|error| unknown(error.to_string()))?;
        let (root, name) = match bound.step {
            None => (&self.input, "the run's input".to_owned()),
            Some(step) => {
                let name = format!("the output of step `{}`", self.id(step));
                let output = if sees(step) { self.output(step) } else { None };
                let output = output.ok_or_else(|| {
                    unknown(format!("`{reference}`: {name} is not certainly there when this step starts"))
                })?;
                (output, name)
            }
        };
        walk(root, &bound.fields).map_err(|depth| {
            let field = bound.fields.iter().take(depth + 1).map(String::as_str).collect::<Vec<_>>().join(".");
            StepError::failed(format!("`{reference}`: {name} has no field `{field}`")).code("missing-field")
        })
    }
}
