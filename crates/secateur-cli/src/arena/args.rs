//! What can be asked of `secateur arena`, and what its `--help` says.

use std::collections::BTreeMap;
use std::time::Duration;

use super::player::Times;
use super::schedule::Schedule;
use super::sprt::Sprt;
use crate::clocks::TimeControl;

/// Let programs play against each other, and find out who is better
///
/// The sides alternate: in games 1, 3, 5 … of two players the one named first has the first side.
/// Where only one side decides, as in a game against chance, each player plays its own game with the
/// same luck, and the higher result wins.
#[derive(clap::Args)]
#[command(after_help = include_str!("help.txt"))]
pub(crate) struct Args {
    /// The game, with options behind a colon: tic-tac-toe, ultimate-tic-tac-toe:tie=boards
    pub(super) game: String,

    /// The players: engine[:OPTIONS], random[:seed=N], cmd:COMMAND or bot:COMMAND
    #[arg(value_name = "PLAYER", num_args = 2.., required = true)]
    pub(super) players: Vec<String>,

    /// Play so many games, each two players that meet
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    pub(super) games: u64,

    /// Who meets whom
    #[arg(long, value_enum, default_value = "round-robin")]
    pub(super) schedule: Schedule,

    /// Seed chance, openings, random players, and the engines' choice among equally good actions
    #[arg(long, value_name = "S")]
    pub(super) seed: Option<u64>,

    /// Begin each pair of games with the same so many random moves
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub(super) random_plies: usize,

    /// Begin each pair of games with the next opening of this file: a line of moves each
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    pub(super) openings: Option<String>,

    /// Think so long for an action, where a player's text does not say otherwise
    #[arg(long, value_name = "TIME", default_value = "100ms",
          value_parser = humantime::parse_duration)]
    pub(super) time: Duration,

    /// Think so long for the first action of a game (as --time; a bot: 1s at least)
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(super) first_time: Option<Duration>,

    /// Forgive a bot so much on top
    #[arg(long, value_name = "TIME", default_value = "50ms",
          value_parser = humantime::parse_duration)]
    pub(super) grace: Duration,

    /// Play with clocks instead: so many seconds for a game, and so many more with each move; a
    /// clock that runs out loses the game
    #[arg(long, value_name = "SECONDS+INCREMENT", conflicts_with_all = ["time", "first_time"])]
    pub(super) clock: Option<TimeControl>,

    /// Keep so much back of an engine's clock
    #[arg(long, value_name = "TIME", default_value = "10ms", requires = "clock",
          value_parser = humantime::parse_duration)]
    pub(super) margin: Duration,

    /// Give a program so long to start, and to make ready for a game
    #[arg(long, value_name = "TIME", default_value = "10s",
          value_parser = humantime::parse_duration)]
    pub(super) start: Duration,

    /// Play so many games at once
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(super) concurrency: u16,

    /// End a game as soon as the solver settles it in so many nodes
    #[arg(long, value_name = "NODES")]
    pub(super) adjudicate: Option<u64>,

    /// Stop as soon as it is decided whether the first player is elo1 points stronger than the
    /// second, or only elo0: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST")]
    pub(super) sprt: Option<Sprt>,

    /// Write every game to this file, a line each; go on from there when it exists
    #[arg(long, value_name = "FILE.jsonl")]
    pub(super) record: Option<String>,

    /// Write a report: the ratings as the games went on, and who did what against whom
    #[arg(long, value_name = "FILE.html|svg")]
    pub(super) report: Option<String>,

    /// Show the board after every action
    #[arg(long, conflicts_with = "json")]
    pub(super) show: bool,

    /// Print one JSON object
    #[arg(long)]
    pub(super) json: bool,
}

/// With --json all games are kept in memory.
const MOST_GAMES: u64 = 1_000_000;

impl Args {
    pub(super) fn times(&self) -> Times {
        Times {
            action: self.time,
            first: self.first_time,
            grace: self.grace,
            margin: self.margin,
            start: self.start,
        }
    }

    /// All that decides how games go and is not a player: what must be the same for a record to go
    /// on.
    pub(super) fn terms(&self) -> BTreeMap<String, String> {
        let text = |time: Duration| humantime::format_duration(time).to_string();
        let mut terms = BTreeMap::new();
        let mut add = |key: &str, value: Option<String>| {
            terms.extend(value.map(|value| (key.to_string(), value)));
        };
        add("time", self.clock.is_none().then(|| text(self.time)));
        add("first-time", self.first_time.map(text));
        add("grace", Some(text(self.grace)));
        add("clock", self.clock.map(|clock| format!("{clock:?}")));
        add("margin", self.clock.map(|_| text(self.margin)));
        add("start", Some(text(self.start)));
        add("openings", self.openings.clone());
        add("random-plies", (self.random_plies > 0).then(|| self.random_plies.to_string()));
        add("adjudicate", self.adjudicate.map(|nodes| nodes.to_string()));
        terms
    }
}
