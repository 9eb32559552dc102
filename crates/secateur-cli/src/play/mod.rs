//! `secateur play`: people against the engine, each other, or chance.

mod goal;
mod screen;
mod sentences;
mod table;

use std::hash::{BuildHasher, RandomState};
use std::io::{IsTerminal, stdin, stdout};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use secateur::{Limits, Random, Threads, Turn};

use crate::clocks::{Clocks, TimeControl};
use crate::connect::target;
use crate::engine::Engine;
use crate::failure::Failure;
use crate::pace::Pace;
use crate::question::{Question, threads};
use goal::Goal;
use screen::Screen;
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

Ctrl-C while the engine thinks makes it play at once; twice, it ends the program. The end of the
input ends the game. Where only the engine decides, a terminal shows one board that moves.

Examples:
  secateur play tic-tac-toe
  secateur play tic-tac-toe --depth 2 --side second
  secateur play tic-tac-toe:m=5,n=5,k=4 --level 8
  secateur play connect-four --clock 60+1
  secateur play tic-tac-toe 'XO./.../...' --side both
  secateur play tic-tac-toe --side none --seed 7
  secateur play 2048 --side none --time 10ms
  secateur play 2048 --side none --engine seed --level 4 --pause 200ms
  secateur play 2048 --side none --target 2048 --deadline 20s")]
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

    /// Let the engine think so long about each move, such as 10ms
    #[arg(long, value_name = "TIME", conflicts_with_all = ["level", "clock"],
          value_parser = humantime::parse_duration)]
    time: Option<Duration>,

    /// Let each of the engine's moves take so long at least, to be watched
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = humantime::parse_duration)]
    pause: Duration,

    /// In 2048: stop when this tile is made
    #[arg(long, value_name = "TILE", value_parser = target)]
    target: Option<u32>,

    /// In 2048: make the target (2048 if not said) in so long, faster when late, deeper in danger
    #[arg(long, value_name = "TIME", conflicts_with_all = ["level", "depth", "clock"],
          value_parser = humantime::parse_duration)]
    deadline: Option<Duration>,

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
    let goal = args.goal()?;
    let session = args.question.open()?;
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(()));
    let (limits, strength) = args.strength();
    // The highest level would rather look further than value every action.
    let timed = args.clock.is_some() || args.time.is_some() || args.deadline.is_some();
    let by_lot = args.depth.is_some() || !timed && args.level < *secateur::LEVELS.end();
    let mut luck = Random::new(seed);
    let alone = args.side == Persons::None && entry.sides == 1;
    let mut table = Table {
        chance: Random::new(luck.bits()),
        ties: by_lot.then(|| Random::new(luck.bits())),
        session,
        persons: args.side,
        sides: entry.sides,
        engine: Engine { limits: limits.threads(args.threads), ..Engine::default() },
        clocks: args.clock.map(Clocks::new),
        goal,
        pause: args.pause,
        moves: 0,
        started: Instant::now(),
        screen: (alone && stdout().is_terminal()).then(Screen::default),
        by_person: Vec::new(),
        echo: !stdin().is_terminal(),
        input: stdin().lock(),
        output: stdout().lock(),
    };
    table.say(&sentences::greeting(args.side, entry.sides, &strength, seed))?;
    table.play()
}

impl Args {
    /// How far the engine looks where nothing else says so, and the same in words.
    fn strength(&self) -> (Limits, String) {
        let timed = |limits: Limits| match self.time {
            Some(time) => limits.time(time),
            None => limits,
        };
        match (self.depth, self.time) {
            _ if self.deadline.is_some() => {
                (Limits::default(), "the strength its deadline allows".into())
            }
            (Some(depth), _) => (timed(Limits::default().depth(depth)), format!("depth {depth}")),
            (None, Some(time)) => {
                (timed(Limits::default()), format!("{} a move", humantime::format_duration(time)))
            }
            _ if self.clock.is_some() => {
                (Limits::default(), "the strength its clock allows".into())
            }
            _ => (secateur::level(self.level), format!("level {}", self.level)),
        }
    }

    /// What is to be reached, in 2048.
    fn goal(&self) -> Result<Option<Goal>, Failure> {
        let Some(target) = self.target.or(self.deadline.map(|_| 2048)) else { return Ok(None) };
        let entry = secateur_games::entry(&self.question.game)?;
        if entry.name != "2048" {
            let why = format!("--target and --deadline are about tiles; {} has none", entry.name);
            return Err(Failure::input(why));
        }
        let Some(time) = self.deadline else { return Ok(Some(Goal { target, pace: None })) };
        let until = Instant::now().checked_add(time);
        let until = until.ok_or(Failure::input("--deadline: that is beyond the end of time"))?;
        Ok(Some(Goal { target, pace: Some((Pace::new(target, until, self.time), time)) }))
    }
}
