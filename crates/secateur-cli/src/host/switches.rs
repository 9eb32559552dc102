//! What the original server left open, each point a switch ([`Switches`]).

use std::time::Duration;

use clap::ValueEnum;

/// How the server behaves where nobody knows how the original did.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "What the original left open")]
pub(crate) struct Switches {
    /// Which tiles fall: 2s, or one in ten a 4
    #[arg(long, value_enum, default_value = "2")]
    pub(crate) tiles: Tiles,

    /// A move that changes nothing
    #[arg(long, value_enum, default_value = "prompt")]
    pub(crate) unchanged: Unchanged,

    /// A line that is no move
    #[arg(long, value_enum, default_value = "ignore")]
    pub(crate) junk: Junk,

    /// When the deadline counts
    #[arg(long, value_enum, default_value = "close")]
    pub(crate) clock: Clock,

    /// How lines end
    #[arg(long, value_enum, default_value = "lf")]
    pub(crate) newline: Newline,

    /// Pad the cells of the grid to so many columns
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=20))]
    pub(crate) padding: u8,

    /// Send every byte on its own
    #[arg(long)]
    pub(crate) one_byte: bool,

    /// Answer a move with two messages at once: the grid as it slid, and again with the new tile
    #[arg(long)]
    pub(crate) two_boards: bool,

    /// The last grid before the flag
    #[arg(long, value_enum, default_value = "with")]
    pub(crate) win_board: WinBoard,

    /// Wait so long before each answer, such as 150ms
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = humantime::parse_duration)]
    pub(crate) delay: Duration,
}

/// Which tiles fall.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tiles {
    /// 2s only
    #[value(name = "2")]
    Twos,
    /// 2s, and one in ten a 4
    #[value(name = "2,4")]
    TwosAndFours,
}

/// What becomes of a move that changes nothing.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unchanged {
    /// No answer at all
    Ignore,
    /// The same grid and the prompt again
    Prompt,
    /// A tile falls all the same
    Punish,
}

/// What becomes of a line that is no move.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Junk {
    /// No answer at all
    Ignore,
    /// A word of advice, the same grid and the prompt again
    Answer,
}

/// When the deadline counts.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clock {
    /// At the victory: one that comes too late earns no flag
    End,
    /// At once: the connection is closed
    Close,
}

/// How lines end.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newline {
    /// With a line feed
    Lf,
    /// With a carriage return and a line feed
    Crlf,
}

/// Whether a victory is shown before the flag.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WinBoard {
    /// The grid with the winning tile, then the flag
    With,
    /// Nothing but the flag
    Without,
}
