//! `secateur bundle`: a bot in one file of Rust, to paste into an arena.

mod source;
mod sweep;

use std::path::Path;
use std::time::Duration;

use secateur::ParseError;

use crate::failure::Failure;
use crate::output::print_line;
use crate::turn_times::TurnTimes;
use source::Module;
use sweep::{Nest, Program};

/// Write a bot as one file of Rust that needs no crate
///
/// The file has the rules and a search, and of both what the game needs. It speaks
/// the protocol that 'bot:' players of 'secateur arena' speak. Compile it with
/// 'rustc -O --edition 2021 bot.rs' (Rust 1.63 or later; your own rules may need more).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  secateur bundle ultimate-tic-tac-toe --out bot.rs
  rustc -O --edition 2021 bot.rs
  secateur arena ultimate-tic-tac-toe:tie=boards bot:./bot 'bot:secateur bot ultimate-tic-tac-toe'
  secateur bundle src/rules.rs --out bot.rs

Rules of your own are a file that needs nothing but secateur and the standard library, with an
'impl Game', an 'impl Heuristic' and an 'impl Notation' for one type, see 'secateur new'.")]
pub(crate) struct Args {
    /// tic-tac-toe, ultimate-tic-tac-toe, or the file of your own rules
    game: String,

    /// Write to this file, not to standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,

    /// How your game is made [default: TYPE::default()]
    #[arg(long, value_name = "EXPRESSION")]
    construct: Option<String>,

    /// How the bot searches [default: mcts; ultimate-tic-tac-toe: alpha-beta]
    #[arg(long, value_enum)]
    search: Option<Search>,

    /// End playouts of mcts with an evaluation after so many plies; 0: evaluate at once
    /// [default: 10000; ultimate-tic-tac-toe: 0]
    #[arg(long, value_name = "N")]
    playout_plies: Option<u32>,

    #[command(flatten)]
    times: TurnTimes,
}

/// The searches that can be pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Search {
    /// Monte Carlo tree search: needs no evaluation
    Mcts,
    /// Alpha-beta: needs an evaluation, and a key of states for its table
    AlphaBeta,
}

impl Search {
    fn source(self) -> &'static str {
        match self {
            Search::Mcts => include_str!("pasted/mcts.rs"),
            Search::AlphaBeta => include_str!("pasted/alpha_beta.rs"),
        }
    }
}

/// Arenas take no longer file.
const LONGEST: usize = 100_000;

/// A game of the repository as source.
struct Rules {
    /// The module with the rules, and those inside it.
    nest: Nest,
    /// The type of the game.
    game: String,
    /// Makes one.
    construct: String,
    search: Search,
    playout_plies: u32,
    /// What its notation has where the arena has a space.
    separator: char,
}

/// The files of the library that rules can name; all in one module.
const LIBRARY: [(&str, &str); 4] = [
    ("turn.rs", include_str!("../../../secateur/src/turn.rs")),
    ("score.rs", include_str!("../../../secateur/src/score.rs")),
    ("random.rs", include_str!("../../../secateur/src/random.rs")),
    ("game.rs", include_str!("../../../secateur/src/game.rs")),
];

const TIC_TAC_TOE: &str = include_str!("../../../secateur-games/src/tic_tac_toe.rs");

macro_rules! ultimate {
    ($file:literal) => {
        include_str!(concat!("../../../secateur-games/src/ultimate_tic_tac_toe/", $file))
    };
}

const ULTIMATE: [(&str, &str); 4] = [
    ("board", ultimate!("board.rs")),
    ("evaluation", ultimate!("evaluation.rs")),
    ("network", ultimate!("network.rs")),
    ("notation", ultimate!("notation.rs")),
];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let text = bundle(args)?;
    match &args.out {
        None => print_line(&text.trim_end()),
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::input(format!("bundle {path}: {error}"))),
    }
}

fn bundle(args: &Args) -> Result<String, Failure> {
    let rules = match args.game.as_str() {
        "tic-tac-toe" => Rules {
            nest: Nest::new(Module::read("rules", TIC_TAC_TOE)?),
            game: "TicTacToe".into(),
            construct: "rules::TicTacToe::default()".into(),
            search: Search::Mcts,
            playout_plies: 10_000,
            separator: ',',
        },
        "ultimate-tic-tac-toe" => ultimate()?,
        path if path.ends_with(".rs") => own(path, args.construct.as_deref())?,
        other => {
            return Err(Failure::input(format!(
                "'{other}' cannot be bundled; there are: tic-tac-toe, ultimate-tic-tac-toe, and \
                 files of rules such as src/rules.rs"
            )));
        }
    };
    let text = write(args, rules)?;
    match text.len() <= LONGEST {
        true => Ok(text),
        false => Err(Failure::work(format!(
            "the bundle has {} characters, and arenas take {LONGEST}",
            text.len()
        ))),
    }
}

fn ultimate() -> Result<Rules, ParseError> {
    let mut nest = Nest::new(Module::read("rules", ultimate!("mod.rs"))?);
    for (name, text) in ULTIMATE {
        let included = text.replace(
            "include_str!(\"weights.txt\")",
            &format!("r\"\n{}\"", ultimate!("weights.txt")),
        );
        nest.inner.push(Nest::new(Module::read(name, &included)?));
    }
    Ok(Rules {
        nest,
        game: "Ultimate".into(),
        construct: "rules::Ultimate::new(rules::Tie::Boards)".into(),
        search: Search::AlphaBeta,
        playout_plies: 0,
        separator: ',',
    })
}

/// The largest file of rules that is read.
const LARGEST: u64 = 1 << 20;

/// Rules from a file.
fn own(path: &str, construct: Option<&str>) -> Result<Rules, Failure> {
    let refuse = |why: String| Failure::input(format!("{path}: {why}"));
    let length = std::fs::metadata(path).map_err(|error| refuse(error.to_string()))?.len();
    if length > LARGEST {
        return Err(refuse(format!("{length} bytes of rules, at most {LARGEST} are read")));
    }
    let text = std::fs::read_to_string(Path::new(path)).map_err(|e| refuse(e.to_string()))?;
    let module = Module::read("rules", &text).map_err(|error| refuse(error.to_string()))?;
    for wanted in ["Game", "Heuristic", "Notation"] {
        if Module::implementor(&text, wanted).is_none() {
            return Err(refuse(format!("there is no 'impl {wanted} for' a type in it")));
        }
    }
    let game = Module::implementor(&text, "Game").unwrap_or_default();
    let construct = construct.map_or(format!("rules::{game}::default()"), String::from);
    let (nest, search) = (Nest::new(module), Search::Mcts);
    Ok(Rules { nest, game, construct, search, playout_plies: 10_000, separator: ' ' })
}

fn write(args: &Args, rules: Rules) -> Result<String, ParseError> {
    let mut library = Module { name: "secateur".into(), items: Vec::new() };
    for (name, text) in LIBRARY {
        library.items.extend(Module::read(name, text)?.items);
    }
    let Rules { nest, game, construct, separator, .. } = rules;
    let plies = args.playout_plies.unwrap_or(rules.playout_plies);
    let time = |time: Duration| time.saturating_sub(args.times.margin).as_millis();
    let (first, turn) = (time(args.times.first_time), time(args.times.time));
    let settings = format!(
        "/// After so many plies a playout ends with an evaluation.\nconst PLAYOUT_PLIES: u32 = {plies};\n\n\
         /// Milliseconds for the first turn, and for later ones.\nconst FIRST_MS: u64 = {first};\n\n\
         const TURN_MS: u64 = {turn};\n\n\
         /// What actions have where the arena has a space.\nconst SEPARATOR: char = {separator:?};\n\n\
         fn game() -> rules::{game} {{\n    {construct}\n}}\n"
    );
    let mut root = Module::read("main", include_str!("pasted/turns.rs"))?;
    root.items.extend(Module::read("main", &settings)?.items);
    let search = args.search.unwrap_or(rules.search);
    let search = Nest::new(Module::read("search", search.source())?);
    let mut program = Program::new(root, vec![nest, search, Nest::new(library)]);
    program.mark();
    let version = env!("CARGO_PKG_VERSION");
    let header = format!(
        "//! A bot for {game}, made by 'secateur bundle {}' (secateur {version}): its rules, a search,\n\
         //! and of the library what both use. MIT or Apache-2.0, as you like.\n\
         //!\n//!     rustc -O --edition 2021 FILE\n\n\
         #![allow(dead_code, unused_imports)]\n",
        args.game
    );
    Ok(header + &program.write())
}
