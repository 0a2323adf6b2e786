//! The programs that reviewers are run with, and how each is kept from writing.

use std::fmt;

use serde::Serialize;

/// A program that runs agents. What it needs to review without writing anything but its verdict is known here; a preset
/// can say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Harness {
    /// Any program: the preset's `command`.
    Command,
    /// Claude Code, `claude`.
    ClaudeCode,
    /// Codex, `codex`.
    Codex,
    /// Gemini CLI, `gemini`.
    Gemini,
    /// opencode, `opencode`.
    #[serde(rename = "opencode")]
    OpenCode,
}

/// What is known of a harness.
#[derive(Debug)]
pub(crate) struct HarnessProfile {
    /// The arguments; the prompt is on standard input.
    pub(crate) command: &'static [&'static str],
    /// What follows when a model is named.
    pub(crate) model: &'static [&'static str],
    /// Variables that it finds its model by.
    pub(crate) env: &'static [&'static str],
    /// Where it keeps who is logged in, relative to a home folder.
    pub(crate) home_files: &'static [&'static str],
    /// Files that are written for it into its private home.
    pub(crate) settings: &'static [(&'static str, &'static str)],
    /// Whether the harness itself writes the verdict file, from the agent's last message, so that the agent need not be
    /// able to write at all.
    pub(crate) writes_last_message: bool,
}

/// `--safe-mode` and the setting sources leave out what the reviewed tree says to agents (hooks, servers, instructions).
/// Outside the tools that are allowed everything is refused without asking; only the verdict's path may be written.
const CLAUDE_CODE: HarnessProfile = HarnessProfile {
    command: &[
        "claude",
        "--print",
        "--safe-mode",
        "--setting-sources",
        "user",
        "--strict-mcp-config",
        "--no-session-persistence",
        "--permission-mode",
        "dontAsk",
        "--tools",
        "Read,Grep,Glob,Bash,Write",
        "--allowed-tools",
        "Read,Grep,Glob,Bash(git diff:*),Bash(git log:*),Bash(git show:*),Bash(git blame:*),Bash(git ls-files:*),\
         Edit(/{verdict_file})",
    ],
    model: &["--model", "{model}"],
    env: &["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN"],
    home_files: &[".claude/.credentials.json"],
    settings: &[],
    writes_last_message: false,
};

/// Codex writes the last message itself: what the agent runs may write nowhere. The tree's own instructions are left out.
/// Its own sandbox cannot be set up inside that of the kernel, which holds Codex and all that it runs already.
const CODEX: HarnessProfile = HarnessProfile {
    command: &[
        "codex",
        "exec",
        "--sandbox",
        "{sandbox_mode}",
        "--ignore-user-config",
        "--ignore-rules",
        "--ephemeral",
        "--skip-git-repo-check",
        "--color",
        "never",
        "-c",
        "project_doc_max_bytes=0",
        "--output-last-message",
        "{verdict_file}",
    ],
    model: &["--model", "{model}"],
    env: &["OPENAI_API_KEY", "CODEX_API_KEY"],
    home_files: &[".codex/auth.json"],
    settings: &[],
    writes_last_message: true,
};

/// Without being told that the folder is trusted, Gemini CLI takes no settings from it.
const GEMINI: HarnessProfile = HarnessProfile {
    command: &[
        "gemini",
        "--skip-trust",
        "--approval-mode",
        "default",
        "--extensions",
        "none",
        "--allowed-mcp-server-names",
        "none",
        "--include-directories",
        "{verdict_folder}",
        "--output-format",
        "text",
    ],
    model: &["--model", "{model}"],
    env: &["GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_CLOUD_PROJECT"],
    home_files: &[".gemini/oauth_creds.json"],
    settings: &[(".gemini/policies/review.toml", GEMINI_POLICY)],
    writes_last_message: false,
};

/// What is allowed without asking; where nobody can be asked, the rest is refused.
const GEMINI_POLICY: &str = r#"[[rule]]
toolName = "write_file"
argsPattern = "\\.verdict\\.json\""
decision = "allow"
priority = 200

[[rule]]
toolName = "write_file"
decision = "deny"
priority = 100

[[rule]]
toolName = "replace"
decision = "deny"
priority = 100

[[rule]]
toolName = "run_shell_command"
commandPrefix = ["git diff", "git log", "git show", "git blame", "git ls-files"]
decision = "allow"
priority = 100
"#;

/// The inline settings stand above those of the tree, which are not read. The last rule that fits decides.
const OPENCODE: HarnessProfile = HarnessProfile {
    command: &[
        "env",
        "OPENCODE_DISABLE_PROJECT_CONFIG=1",
        "OPENCODE_DISABLE_AUTOUPDATE=1",
        concat!(
            r#"OPENCODE_CONFIG_CONTENT={"share":"disabled","permission":{"edit":{"*":"deny","*.verdict.json":"allow"},"#,
            r#""external_directory":"allow","webfetch":"deny","websearch":"deny","task":"deny","bash":{"*":"deny","#,
            r#""git diff*":"allow","git log*":"allow","git show*":"allow","git blame*":"allow","git ls-files*":"allow"}}}"#
        ),
        "opencode",
        "run",
        "--pure",
    ],
    model: &["--model", "{model}"],
    env: &["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENROUTER_API_KEY", "GEMINI_API_KEY", "OPENCODE_API_KEY"],
    home_files: &[".local/share/opencode/auth.json"],
    settings: &[],
    writes_last_message: false,
};

const COMMAND: HarnessProfile =
    HarnessProfile { command: &[], model: &[], env: &[], home_files: &[], settings: &[], writes_last_message: false };

impl Harness {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Command, Self::ClaudeCode, Self::Codex, Self::Gemini, Self::OpenCode];

    /// The name in `presets.toml`. Those of all but [`Harness::Command`] are also the names of presets that need no
    /// file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Command => "command",
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::OpenCode => "opencode",
        }
    }

    /// The harness of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|harness| harness.name() == name)
    }

    pub(crate) fn profile(self) -> &'static HarnessProfile {
        match self {
            Self::Command => &COMMAND,
            Self::ClaudeCode => &CLAUDE_CODE,
            Self::Codex => &CODEX,
            Self::Gemini => &GEMINI,
            Self::OpenCode => &OPENCODE,
        }
    }
}

impl fmt::Display for Harness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
