//! One preset.

use serde::Serialize;

use super::Harness;

/// What a reviewer may do with the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Access {
    /// Read the repository and the system, write its verdict: held by the kernel where it can.
    #[default]
    ReadOnly,
    /// Whatever the user may: there is no sandbox.
    None,
}

/// A reviewer that checks can name. Serializes as `assize presets show --json` prints it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Preset {
    /// The name that REVIEW.md uses.
    pub name: String,
    /// What it is for, in the words of whoever wrote it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The program that runs it.
    pub harness: Harness,
    /// Its arguments, with placeholders: `{prompt_file}`, `{verdict_file}`, `{repo}` and `{model}`.
    pub command: Vec<String>,
    /// The model it is asked to use; recorded on the lane.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Names of variables that are passed through to it.
    pub env: Vec<String>,
    /// Files of the user's home, relative to it, that are copied into its private one.
    pub home_files: Vec<String>,
    /// Whether all of `home_files` have to be there.
    #[serde(skip)]
    pub(crate) home_files_required: bool,
    /// More that it may read: absolute paths, or relative to the user's home with `~/`.
    pub readable: Vec<String>,
    /// What it may do.
    pub access: Access,
    /// Whether it comes with this host and stands in no file.
    pub built_in: bool,
}

impl Preset {
    /// The preset of a harness as it comes with this host.
    pub(crate) fn of_harness(name: &str, harness: Harness) -> Self {
        let profile = harness.profile();
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        Self {
            name: name.to_owned(),
            description: None,
            harness,
            command: texts(profile.command),
            model: None,
            env: texts(profile.env),
            home_files: texts(profile.home_files),
            home_files_required: false,
            readable: Vec::new(),
            access: Access::ReadOnly,
            built_in: true,
        }
    }

    /// The same with a model, which the harness is told in its own way.
    pub(crate) fn with_model(mut self, model: Option<String>) -> Self {
        if model.is_some() {
            self.command.extend(self.harness.profile().model.iter().map(|part| (*part).to_owned()));
        }
        self.model = model;
        self
    }

    /// Whether the prompt is a file among the arguments, and so not on standard input.
    pub(crate) fn takes_prompt_file(&self) -> bool {
        self.command.iter().any(|argument| argument.contains("{prompt_file}"))
    }

    /// The argument that names the program: the first, or what `env` is to start.
    #[must_use]
    pub fn program(&self) -> &str {
        let first = self.command.first().map_or("", String::as_str);
        if first != "env" {
            return first;
        }
        self.command.iter().skip(1).find(|argument| !argument.contains('=')).map_or(first, String::as_str)
    }
}
