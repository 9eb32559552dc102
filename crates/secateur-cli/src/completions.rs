//! `secateur completions`: tab completion for a shell.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// Print a completion script for a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  secateur completions bash > ~/.local/share/bash-completion/completions/secateur
  secateur completions zsh > ~/.zfunc/_secateur
  secateur completions fish > ~/.config/fish/completions/secateur.fish")]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "secateur", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}
