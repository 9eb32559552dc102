//! How a subcommand ends when it cannot do its work: one line on stderr and an exit code.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use secateur::ParseError;

/// Why a subcommand gave up.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input is bad: exit code 2.
    Input(String),
    /// The input was fine, but the work failed: exit code 1.
    Work(String),
    /// Nobody reads our output any more, which is their right: exit code 0, no message.
    ReaderGone,
}

impl Failure {
    /// Bad input.
    pub(crate) fn input(message: impl Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Failed work.
    pub(crate) fn work(message: impl Display) -> Failure {
        Failure::Work(message.to_string())
    }

    /// Reports what is wrong with the arguments in one line like everything else; prints help and
    /// version where they were asked for.
    pub(crate) fn arguments(error: &clap::Error) -> ExitCode {
        if !error.use_stderr()
            || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        {
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
        let text = error.render().to_string();
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines = text.lines().map(words).filter(|line| {
            !line.is_empty()
                && !line.starts_with("For more information")
                && !line.starts_with("Usage:")
        });
        let line = lines.collect::<Vec<_>>().join(" ");
        Failure::input(format!("{} (see --help)", line.trim_start_matches("error: "))).report()
    }

    /// Prints the line and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Input(message) => (message, 2),
            Failure::Work(message) => (message, 1),
            Failure::ReaderGone => return ExitCode::SUCCESS,
        };
        eprintln!("secateur: {}", message.lines().collect::<Vec<_>>().join(" "));
        ExitCode::from(code)
    }
}

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Failure {
        Failure::input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::work(error),
        }
    }
}
