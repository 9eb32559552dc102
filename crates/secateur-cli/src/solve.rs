//! `secateur solve`: the exact value of a position, proven.

use std::time::Duration;

use secateur::{Algorithm, Answer, Certainty, Score, Session, Turn};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::question::{LimitArgs, Question, algorithm_argument};
use crate::statistics::{self, Statistics};
use crate::watch::watched;

/// Find the exact value of a position, all best actions and the line of best play
#[derive(clap::Args)]
#[command(after_help = "\
Ctrl-C stops the search and prints the best answer so far.

Examples:
  secateur solve tic-tac-toe
  secateur solve tic-tac-toe 'XXO/OX./O..'
  secateur solve tic-tac-toe 'XXO/OX./O..' --json
  secateur solve tic-tac-toe --algorithm minimax --stats
  secateur solve connect-four 44455554221 --threads all
  secateur solve connect-four 4445555 --weak

The JSON object:
  game, position   as asked; the position as the game writes it
  turn             'max', 'min' or 'chance': whose decision the position waits for
  value            for the side to move; a counted win is 1, a counted loss -1
  outcome          'win', 'draw' or 'loss' for the side to move: the sign of a proven value, or
                   of a bound that tells it; else null
  exact            true when the value is proven
  certainty        'exact', 'lower' or 'upper' (a proven bound), or 'estimate'
  best             the best actions, as far as they are known
  best_complete    true when these are all: the value is exact, and all others are proven worse
  pv               the principal variation
  plies_to_end     with best play, where the value tells, else null
  algorithm, depth the search; depth is null when it went to the end of the game
  nodes, seconds   states entered, and wall-clock time, to find the value
  threads          the threads that took part: never more than one for a search that cannot share
                   its work, or is over at once
  nodes_best, seconds_best
                   the same to find which other actions are equally good
  stats            what else the search for the value counted: leaves (finished, at the horizon or
                   known to the game), deepest (ply entered), nodes_per_second, branching (the
                   effective branching factor: with iterative deepening the nodes of the last depth
                   over those of the one before, else b where nodes = 1 + b + b² + … + b^deepest),
                   cutoffs (by the first action tried, the second, …, the eighth or later),
                   first_cutoffs (the share of the first), known_cuts (nodes cut before any action
                   was searched: the game or the table knew enough), table_probes and table_hits
                   (nodes looked up in the transposition table and answered by it), table_fill (0
                   to 1)")]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,

    /// The search [default: what suits the game]
    #[arg(long, value_parser = algorithm_argument())]
    algorithm: Option<Algorithm>,

    /// Prove no more than win, draw or loss, which mostly takes less time
    #[arg(long)]
    weak: bool,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print more about the search: leaves, cutoffs, the table, …
    #[arg(long)]
    stats: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let session = args.question.open()?;
    let algorithm = args.algorithm.unwrap_or(session.solver());
    let answer = watched(|monitor, _| {
        let limits = args.limits.limits().monitor(monitor);
        if args.weak {
            session.solve_weakly(algorithm, &limits)
        } else {
            session.solve(algorithm, &limits)
        }
    })
    .map_err(Failure::work)?;
    if args.json {
        return print_json(&Solution::new(&args.question.name()?, &*session, &answer));
    }
    print_line(&session.show())?;
    print_line(&describe(&*session, &answer, args.weak))?;
    if args.stats { print_line(&statistics::describe(&answer.stats)) } else { Ok(()) }
}

/// The answer in words, line by line.
fn describe(session: &dyn Session, answer: &Answer, weak: bool) -> String {
    let mut lines = vec![format!("to move   {}", turn_name(session.turn()))];
    lines.push(match outcome(answer.score, answer.certainty).filter(|_| weak) {
        Some(outcome) => format!("outcome   {outcome}"),
        None => format!("value     {}{}", answer.score, certainty_note(answer.certainty)),
    });
    if !answer.best.is_empty() {
        let exact = answer.certainty == Certainty::Exact;
        let more = if exact && !answer.best_complete { " (perhaps others too)" } else { "" };
        lines.push(format!("best      {}{more}", answer.best.join(" ")));
        lines.push(format!("line      {}", answer.pv.join(" ")));
    }
    let ties = match answer.ties.nodes {
        0 => String::new(),
        nodes => format!(", and {nodes} to find all best actions"),
    };
    let time = seconds(answer.stats.time + answer.ties.time);
    lines.push(format!(
        "nodes     {} by {}{ties}, in {time}",
        answer.stats.nodes,
        answer.algorithm.name()
    ));
    lines.join("\n")
}

/// The sign of the value in a word, where the answer proves it.
fn outcome(score: Score, certainty: Certainty) -> Option<&'static str> {
    let counted = score.is_decisive(); // a forced win is one, however quick
    match score.value().signum() {
        1 if counted || matches!(certainty, Certainty::Exact | Certainty::Lower) => Some("win"),
        -1 if counted || matches!(certainty, Certainty::Exact | Certainty::Upper) => Some("loss"),
        0 if certainty == Certainty::Exact => Some("draw"),
        _ => None,
    }
}

/// `max`, `min` or `chance`.
pub(crate) fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
    }
}

/// What a value is worth, in a word.
pub(crate) fn certainty_name(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Lower => "lower",
        Certainty::Upper => "upper",
        Certainty::Estimate => "estimate",
    }
}

/// What a reader must know beyond the number.
pub(crate) fn certainty_note(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "",
        Certainty::Lower => " or better (a proven bound)",
        Certainty::Upper => " or worse (a proven bound)",
        Certainty::Estimate => " (an estimate: the search ended before the game)",
    }
}

/// A time for people.
pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// What `--json` prints; its fields are documented in the help above and stable.
#[derive(Serialize)]
struct Solution<'a> {
    game: &'a str,
    position: String,
    turn: &'static str,
    #[serde(flatten)]
    value: Value,
    best: &'a [String],
    best_complete: bool,
    pv: &'a [String],
    algorithm: &'static str,
    depth: Option<u32>,
    threads: usize,
    nodes: u64,
    nodes_best: u64,
    seconds: f64,
    seconds_best: f64,
    stats: Statistics,
}

impl<'a> Solution<'a> {
    fn new(game: &'a str, session: &dyn Session, answer: &'a Answer) -> Solution<'a> {
        Solution {
            game,
            position: session.position(),
            turn: turn_name(session.turn()),
            value: Value::new(session, answer.score, answer.certainty),
            best: &answer.best,
            best_complete: answer.best_complete,
            pv: &answer.pv,
            algorithm: answer.algorithm.name(),
            depth: answer.depth,
            threads: answer.stats.threads,
            nodes: answer.stats.nodes,
            nodes_best: answer.ties.nodes,
            seconds: answer.stats.time.as_secs_f64(),
            seconds_best: answer.ties.time.as_secs_f64(),
            stats: Statistics::from(&answer.stats),
        }
    }
}

/// A value in JSON, for the side to move.
#[derive(Serialize)]
pub(crate) struct Value {
    value: i32,
    outcome: Option<&'static str>,
    exact: bool,
    certainty: &'static str,
    plies_to_end: Option<u32>,
}

impl Value {
    /// A value in the session's state.
    pub(crate) fn new(session: &dyn Session, score: Score, certainty: Certainty) -> Value {
        let (exact, sign) = (certainty == Certainty::Exact, score.value().signum());
        let counted = score.plies_to_end();
        Value {
            value: if counted.is_some() { sign } else { score.value() },
            outcome: outcome(score, certainty),
            exact,
            certainty: certainty_name(certainty),
            plies_to_end: if exact { session.plies_to_end(score) } else { counted },
        }
    }
}
