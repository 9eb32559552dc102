//! `secateur play`: people against the engine, each other, or chance.

mod sentences;
mod table;

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stdin, stdout};

use clap::ValueEnum;
use secateur::{Limits, Random, Threads, Turn};

use crate::clocks::{Clocks, TimeControl};
use crate::engine::Engine;
use crate::failure::Failure;
use crate::question::{Question, threads};
use table::Table;

/// Play against the engine in the terminal
///
/// Type actions in the game's notation when you are asked; 'help' lists what else there is: undo,
/// hint, moves, resign, quit.
#[derive(clap::Args)]
#[command(after_help = "\
Level 1 to 9 looks so many plies ahead, level 10 as far as it comes; all within two seconds. --depth
looks exactly so far, whatever time that takes: in tic-tac-toe, depth 9 never loses. Among actions
that are equally good as far as it saw, the engine chooses by lot, at level 10 the first.

Ctrl-C while the engine thinks makes it play at once; else it ends the program. The end of the input
ends the game.

Examples:
  secateur play tic-tac-toe
  secateur play tic-tac-toe --depth 2 --side second
  secateur play tic-tac-toe:m=5,n=5,k=4 --level 8
  secateur play connect-four --clock 60+1
  secateur play tic-tac-toe 'XO./.../...' --side both
  secateur play tic-tac-toe --side none --seed 7")]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,

    /// The side that a person plays
    #[arg(long, value_enum, default_value_t = Persons::First)]
    side: Persons,

    /// The engine's level, from 1 to 10
    #[arg(long, value_name = "L", default_value_t = 5, conflicts_with = "depth",
          value_parser = clap::value_parser!(u32).range(1..=10))]
    level: u32,

    /// Let the engine look exactly so many plies ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Give the engine a clock: so many seconds for the game, and so many more with each move
    #[arg(long, value_name = "SECONDS+INCREMENT", conflicts_with_all = ["level", "depth"])]
    clock: Option<TimeControl>,

    /// Let the engine think on so many threads, 'all' or 0 for one a processor; with more than one a
    /// seed does not repeat a game
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    threads: Threads,

    /// Seed chance and the engine's choice among equally good actions [default: a new one]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// Which sides people play; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Persons {
    /// The side that begins the game
    First,
    /// The other side
    Second,
    /// Two people play each other
    Both,
    /// The engine plays itself
    None,
}

impl Persons {
    /// Whether a person decides here.
    fn decide(self, turn: Turn) -> bool {
        match self {
            Persons::First => turn == Turn::Max,
            Persons::Second => turn == Turn::Min,
            Persons::Both => turn != Turn::Chance,
            Persons::None => false,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let entry = secateur_games::entry(&args.question.game)?;
    if entry.sides == 1 && args.side == Persons::Second {
        let name = entry.name;
        return Err(Failure::input(format!(
            "--side second: only one side decides in {name}; 'first' plays it, 'none' watches it"
        )));
    }
    let session = args.question.open()?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let (limits, strength) = match (args.depth, args.clock) {
        (Some(depth), _) => (Limits::default().depth(depth), format!("depth {depth}")),
        (None, Some(_)) => (Limits::default(), "the strength its clock allows".into()),
        (None, None) => (secateur::level(args.level), format!("level {}", args.level)),
    };
    // The highest level would rather look further than value every action.
    let weak = args.clock.is_none() && args.level < *secateur::LEVELS.end();
    let by_lot = args.depth.is_some() || weak;
    let mut luck = Random::new(seed);
    let mut table = Table {
        chance: Random::new(luck.bits()),
        ties: by_lot.then(|| Random::new(luck.bits())),
        session,
        persons: args.side,
        sides: entry.sides,
        engine: Engine { limits: limits.threads(args.threads), ..Engine::default() },
        clocks: args.clock.map(Clocks::new),
        by_person: Vec::new(),
        echo: !stdin().is_terminal(),
        input: stdin().lock(),
        output: stdout().lock(),
    };
    table.say(&sentences::greeting(args.side, entry.sides, &strength, seed))?;
    table.play()
}
