//! `assize completions`.

use clap::Args;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  assize completions bash > ~/.local/share/bash-completion/completions/assize
  assize completions zsh > ~/.zfunc/_assize
  assize completions fish > ~/.config/fish/completions/assize.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub(crate) shell: Shell,
}
