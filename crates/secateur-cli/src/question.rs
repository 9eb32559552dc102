//! The arguments that several subcommands share: which game, which position, which limits.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use secateur::{Algorithm, Limits, Session, Threads};

use crate::failure::Failure;

/// A game and a position in it.
#[derive(Args)]
pub(crate) struct Question {
    /// The game, with options behind a colon: tic-tac-toe, tic-tac-toe:m=4,n=4,k=3 ('secateur games' lists them)
    pub(crate) game: String,

    /// The position in the game's notation, '-' to read it from standard input [default: the initial one]
    #[arg(conflicts_with = "file", allow_negative_numbers = true)]
    position: Option<String>,

    /// Read the position from a file
    #[arg(long, short, value_name = "F")]
    file: Option<PathBuf>,

    /// Let another engine than the best search, where a game has one: 2048 has 'seed', the
    /// well-known alpha-beta with smoothness, monotonicity, room and largest tile
    #[arg(long, value_name = "NAME")]
    engine: Option<String>,
}

/// More than any position takes, and little enough for any machine.
const POSITION_LIMIT: u64 = 1 << 30;

impl Question {
    /// The game with all its options.
    pub(crate) fn name(&self) -> Result<String, Failure> {
        match &self.engine {
            Some(engine) => with_engine(&self.game, engine),
            None => Ok(self.game.clone()),
        }
    }

    /// Opens the game in the position.
    pub(crate) fn open(&self) -> Result<Box<dyn Session>, Failure> {
        // A wrong name should be told before a position is waited for.
        secateur_games::entry(&self.game)?;
        let game = self.name()?;
        let text = match (&self.file, self.position.as_deref()) {
            (Some(path), _) => {
                let shown = path.display();
                let file = File::open(path).map_err(|e| Failure::input(format!("{shown}: {e}")))?;
                Some(read_text(file, &shown.to_string())?)
            }
            (None, Some("-")) => Some(read_text(io::stdin().lock(), "standard input")?),
            (None, text) => text.map(String::from),
        };
        Ok(secateur_games::open(&game, text.as_deref())?)
    }
}

/// A game's name with the engine among its options.
///
/// # Errors
/// When the game has no such engine.
pub(crate) fn with_engine(game: &str, engine: &str) -> Result<String, Failure> {
    let entry = secateur_games::entry(game)?;
    if !entry.options.iter().any(|&(option, _)| option == "engine") {
        let why = format!("--engine {engine}: {} has only one engine", entry.name);
        return Err(Failure::input(why));
    }
    let between = if game.contains(':') { ',' } else { ':' };
    let game = format!("{game}{between}engine={engine}");
    // An unknown engine should be told before anything else is done.
    secateur_games::open(&game, None)?;
    Ok(game)
}

fn read_text(source: impl Read, name: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    source
        .take(POSITION_LIMIT + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Failure::input(format!("{name}: {e}")))?;
    if bytes.len() as u64 > POSITION_LIMIT {
        return Err(Failure::input(format!(
            "{name}: a position has at most {POSITION_LIMIT} bytes"
        )));
    }
    String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        Failure::input(format!("{name}: byte {at} is no UTF-8 text"))
    })
}

/// How far a search may go.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Look at most so many plies ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// Visit at most so many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Take at most so long, such as 500ms or 10s
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(crate) time: Option<Duration>,

    /// Search on so many threads, 'all' or 0 for one a processor; with more than one, nodes and the
    /// choice among equally good actions differ from run to run
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads)]
    pub(crate) threads: Threads,

    /// Seed of a search that plays by chance (mcts): alone, the same seed gives the same answer
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

impl LimitArgs {
    /// The limits for a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            max_depth: self.depth,
            max_nodes: self.nodes,
            max_time: self.time,
            threads: self.threads,
            seed: self.seed,
            ..Limits::default()
        }
    }

    /// Whether none was given.
    pub(crate) fn is_empty(&self) -> bool {
        self.depth.is_none() && self.nodes.is_none() && self.time.is_none()
    }
}

/// Reads a number of threads.
///
/// # Errors
/// When it is none, or too large; says what there is.
pub(crate) fn threads(text: &str) -> Result<Threads, String> {
    let most = Threads::MOST;
    match text.parse() {
        _ if text == "all" => Ok(Threads::all()),
        Ok(0) => Ok(Threads::all()),
        Ok(count) if count <= most => Ok(Threads::new(count)),
        _ => Err(format!("a number from 1 to {most}, or 'all', is needed")),
    }
}

/// Reads an algorithm's name as an argument; '--help' lists them all.
pub(crate) fn algorithm_argument() -> impl TypedValueParser<Value = Algorithm> {
    let named = |a: &Algorithm| PossibleValue::new(a.name()).help(a.summary());
    let names = PossibleValuesParser::new(Algorithm::ALL.iter().map(named));
    names.try_map(|name| algorithm(&name))
}

/// The algorithm of this name, or the names that there are.
pub(crate) fn algorithm(name: &str) -> Result<Algorithm, String> {
    Algorithm::ALL.iter().copied().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
        let names: Vec<_> = Algorithm::ALL.iter().map(|algorithm| algorithm.name()).collect();
        format!("there are: {}", names.join(", "))
    })
}
