//! `secateur bench`: fixed searches whose node counts are the signature of the search.

use std::time::Duration;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use secateur::{Algorithm, Answer, Limits, Session};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::question;

/// Run fixed searches in every game; their nodes are the signature of the search
///
/// The same program answers the same everywhere, so a change that is not meant to change the search
/// must leave every line but the times as it was.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  secateur bench
  secateur bench connect-four
  secateur bench --signature > signature.txt

The JSON array has for each search: game, position (null: the initial one), algorithm, until, nodes,
value (for the side to move), pv, and seconds.")]
pub(crate) struct Args {
    /// Only the searches of this game
    game: Option<String>,

    /// Print what must not change, and no times
    #[arg(long, conflicts_with = "json")]
    signature: bool,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

/// One search of the benchmark: game, position, algorithm, and how far it goes. Each begins with
/// empty tables.
type Search = (&'static str, Option<&'static str>, &'static str, Until);

/// How far a search goes. By nodes, value and line must show what the count cannot.
#[derive(Clone, Copy)]
enum Until {
    /// To the end of the game, and which actions are equally good.
    Solved,
    /// By iterative deepening to so many plies.
    Depth(u32),
    /// By iterative deepening to so many nodes.
    Nodes(u64),
}
use Until::{Depth, Nodes, Solved};

/// A few seconds in all. Every game of the list and every algorithm has a line.
const SEARCHES: &[Search] = &[
    ("tree", Some("((3 5) (2 (9 1)))"), "alpha-beta", Solved),
    ("tree", Some("((3 12 8) (2 4 6) (14 5 2))"), "pvs", Solved),
    ("random-tree", None, "alpha-beta", Solved),
    ("random-tree:kind=ordered,branching=12", None, "pvs", Depth(6)),
    ("letters", Some(LETTERS), "alpha-beta", Solved),
    ("letters", Some(LETTERS), "pvs", Depth(8)),
    ("tic-tac-toe", None, "minimax", Solved),
    ("tic-tac-toe", None, "alpha-beta", Solved),
    ("tic-tac-toe:m=4,n=4,k=4", None, "pvs", Depth(6)),
    ("tic-tac-toe:m=5,n=5,k=4", None, "mtdf", Depth(4)),
    ("ultimate-tic-tac-toe", None, "alpha-beta", Depth(5)),
    ("connect-four", None, "alpha-beta", Depth(8)),
    ("connect-four", None, "pvs", Depth(14)),
    ("connect-four", Some("4453"), "aspiration", Depth(14)),
    ("connect-four", Some("4453"), "mtdf", Depth(12)),
    ("connect-four", Some("44455554221"), "bisection", Solved),
    ("connect-four", Some("7422341735647741166133573473242566"), "proof-number", Solved),
    ("connect-four:columns=5,rows=5", Some("33"), "bisection", Solved),
    ("connect-four", Some("44455554221"), "mcts", Nodes(50_000)),
    ("tic-tac-toe", None, "mcts", Solved),
    ("2048:evaluation=rows", None, "expectimax", Depth(5)),
    ("2048:evaluation=rows", None, "alpha-beta", Depth(4)),
    ("2048:chance=worst,evaluation=rows", None, "pvs", Nodes(100_000)),
];

const LETTERS: &str = "12 6 Q U I C K L Y S T O N E KIN 4 SO 3 TOY 5 QUICK 9 LEN 2 YES 4";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(game) = &args.game {
        secateur_games::entry(game)?;
    }
    let wanted = |&&(game, ..): &&Search| {
        args.game.as_deref().is_none_or(|name| game.split(':').next() == Some(name))
    };
    let searches = SEARCHES.iter().filter(wanted);
    let results = searches.map(Ran::new).collect::<Result<Vec<_>, Failure>>()?;
    if args.json {
        return print_json(&results);
    }
    print_line(&table(&results, args.signature))
}

/// A search that has been run.
#[derive(Serialize)]
struct Ran {
    game: &'static str,
    position: Option<&'static str>,
    algorithm: &'static str,
    until: String,
    nodes: u64,
    value: String,
    pv: Vec<String>,
    seconds: f64,
}

impl Ran {
    fn new(&(game, position, name, until): &Search) -> Result<Ran, Failure> {
        let session = secateur_games::open(game, position)?;
        let algorithm = question::algorithm(name).map_err(Failure::input)?;
        let answer = until.search(&*session, algorithm).map_err(Failure::work)?;
        let time = answer.stats.time + answer.ties.time;
        Ok(Ran {
            game,
            position,
            algorithm: name,
            until: until.describe(),
            nodes: answer.stats.nodes + answer.ties.nodes,
            value: answer.score.to_string(),
            pv: answer.pv,
            seconds: time.as_secs_f64(),
        })
    }
}

impl Until {
    fn search(
        self,
        session: &dyn Session,
        algorithm: Algorithm,
    ) -> Result<Answer, secateur::Stopped> {
        let limits = Limits::default();
        match self {
            Solved => session.solve(algorithm, &limits),
            Depth(plies) => session.search(algorithm, &limits.depth(plies), &mut |_| {}),
            Nodes(nodes) => session.search(algorithm, &limits.nodes(nodes), &mut |_| {}),
        }
    }

    fn describe(self) -> String {
        match self {
            Solved => "solved".into(),
            Depth(plies) => format!("depth {plies}"),
            Nodes(nodes) => format!("{nodes} nodes"),
        }
    }
}

/// A line a search and one for all; what depends on the machine only where asked for.
fn table(results: &[Ran], signature: bool) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    let mut row = |cells: [String; 6], seconds: f64, nodes: u64| {
        let mut cells = Vec::from(cells);
        if !signature {
            let time = Duration::from_secs_f64(seconds);
            cells.insert(4, format!("{:.3} s", time.as_secs_f64()));
            cells.insert(5, format!("{:.0} nodes/s", nodes as f64 / seconds.max(1e-9)));
        }
        table.add_row(cells);
    };
    for ran in results {
        // A long line needs no more than its beginning to be told from another.
        let line = ran.pv.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(" ");
        let game = match ran.position {
            Some(position) => format!("{} '{position}'", ran.game),
            None => ran.game.into(),
        };
        let (until, nodes) = (ran.until.clone(), format!("{} nodes", ran.nodes));
        let cells = [game, ran.algorithm.into(), until, nodes, ran.value.clone(), line];
        row(cells, ran.seconds, ran.nodes);
    }
    let nodes = results.iter().map(|ran| ran.nodes).sum();
    let seconds = results.iter().map(|ran| ran.seconds).sum();
    let none = String::new;
    row(["total".into(), none(), none(), format!("{nodes} nodes"), none(), none()], seconds, nodes);
    let numbers = if signature { 3..4 } else { 3..6 };
    for column in numbers {
        let column = table.column_mut(column).expect("all rows have this column");
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_and_every_algorithm_has_a_line() {
        for entry in secateur_games::GAMES {
            let is_in = |&(game, ..): &Search| game.split(':').next() == Some(entry.name);
            assert!(SEARCHES.iter().any(is_in), "{}", entry.name);
        }
        for algorithm in Algorithm::ALL {
            let is_in = |&(_, _, name, _): &Search| name == algorithm.name();
            assert!(SEARCHES.iter().any(is_in), "{}", algorithm.name());
        }
    }
}
