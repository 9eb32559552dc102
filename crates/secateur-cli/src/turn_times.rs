//! The time that a programming arena gives a bot.

use std::time::Duration;

/// How long a bot may take for its turns.
#[derive(clap::Args)]
pub(crate) struct TurnTimes {
    /// Answer the first turn within this time
    #[arg(long, value_name = "TIME", default_value = "1s",
          value_parser = humantime::parse_duration)]
    pub(crate) first_time: Duration,

    /// Answer later turns within this time
    #[arg(long, value_name = "TIME", default_value = "100ms",
          value_parser = humantime::parse_duration)]
    pub(crate) time: Duration,

    /// Keep back so much of it, for the answer's way to the arena
    #[arg(long, value_name = "TIME", default_value = "8ms",
          value_parser = humantime::parse_duration)]
    pub(crate) margin: Duration,
}
