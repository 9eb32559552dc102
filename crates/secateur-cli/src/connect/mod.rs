//! `secateur connect`: play a game on somebody's server.

mod challenge_2048;
mod conversation;
mod line;
mod player;
mod reader;

use std::time::{Duration, Instant};

use crate::failure::Failure;
use crate::pace::Pace;
use crate::question::with_engine;

/// Play a game on a server, against the clock, and print what the server says after the win
///
/// Speaks the protocol of the 2048 challenge: the server draws a grid and prompts with '> ', we
/// answer u, d, l or r. Copes with any fragmentation of the stream, padded columns, LF and CR LF,
/// servers that drop 4s as well as 2s, several grids at once, and a last message with or without
/// a grid. Thinks longer where the board is narrow, and spreads the time until the deadline.
#[derive(clap::Args)]
#[command(after_help = "\
Exit code: 0 after a victory, 1 after a defeat, a time-out, a lost connection or a message without
a grid, 2 when the arguments are wrong. Progress is shown where stderr is a terminal.

Examples:
  secateur host 2048 --listen 127.0.0.1:2048 &
  secateur connect 2048 127.0.0.1:2048
  secateur connect 2048 127.0.0.1:2048 --target 512 --deadline 60s
  secateur connect 2048 127.0.0.1:2048 --time 50ms
  secateur connect 2048 127.0.0.1:2048 --engine seed
  secateur connect 2048 127.0.0.1:2048 > flag.txt")]
pub(crate) struct Args {
    /// The game; there is: 2048
    #[arg(value_parser = game)]
    game: String,

    /// The server
    #[arg(value_name = "HOST:PORT", value_parser = line::address)]
    address: String,

    /// The tile that wins
    #[arg(long, value_name = "TILE", default_value = "2048", value_parser = target)]
    target: u32,

    /// Give up after so long, the time to connect included
    #[arg(long, value_name = "TIME", default_value = "210s", value_parser = humantime::parse_duration)]
    deadline: Duration,

    /// Think so long about a move, such as 20ms, while the deadline allows it [default: long where
    /// the board is narrow, short elsewhere]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    /// Let another engine than the best play: 'seed', the well-known alpha-beta with smoothness,
    /// monotonicity, room and largest tile
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    // The network is unpacked before the server's clock runs.
    match &args.engine {
        Some(engine) => drop(with_engine(&args.game, engine)?),
        None => drop(secateur_games::open(&args.game, None)?),
    }
    let Some(deadline) = Instant::now().checked_add(args.deadline) else {
        return Err(Failure::input("--deadline: that is beyond the end of time"));
    };
    let line = line::Line::dial(&args.address, deadline)?;
    let pace = Pace::new(args.target, deadline, args.time);
    challenge_2048::play(line, pace, args.engine.clone())
}

/// Reads the name of a game that has a protocol, for clap.
pub(crate) fn game(name: &str) -> Result<String, String> {
    match name {
        "2048" => Ok(name.to_string()),
        _ => Err("there is: 2048".to_string()),
    }
}

/// Reads the tile that wins, for clap.
pub(crate) fn target(text: &str) -> Result<u32, String> {
    let tile = text.parse().ok().filter(|tile: &u32| tile.is_power_of_two());
    tile.filter(|tile| (8..=131_072).contains(tile))
        .ok_or("a power of two from 8 to 131072 is needed".to_string())
}
