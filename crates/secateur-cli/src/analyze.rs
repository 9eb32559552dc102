//! `secateur analyze`: what every legal action is worth.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use secateur::{Algorithm, Analysis, Answer, Certainty, Limits, Session};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::question::{LimitArgs, Question, algorithm_argument};
use crate::solve::{Value, certainty_name, certainty_note, seconds, turn_name};
use crate::statistics::{self, Statistics};
use crate::watch::watched;

/// Value every legal action of a position, as deep as time allows
///
/// Searches all actions deeper and deeper until their values are proven or a limit is reached; 5
/// seconds when no limit is given. A game that can be solved is searched to its end, action by
/// action, as far as the time goes. On a terminal the best actions so far are shown meanwhile.
#[derive(clap::Args)]
#[command(after_help = "\
Ctrl-C stops the search and prints the best answer so far.

Examples:
  secateur analyze tic-tac-toe 'OX./.O./...'
  secateur analyze tic-tac-toe:m=5,n=5,k=4 --time 2s
  secateur analyze tic-tac-toe --depth 3 --json
  secateur analyze connect-four --best 3 --time 10s
  secateur analyze 2048 '2,4,8,16/.,2,4,8/.,.,.,2/.,.,.,.' --time 100ms
  secateur analyze 2048 '2,4,8,16/.,2,4,8/.,.,.,2/.,.,.,.' --engine seed --depth 6

The JSON object has the fields of 'secateur solve --json' for the best action, without those of
'..._best', and
  actions          for each action, or each of the --best, best first: action, value, outcome,
                   exact, certainty, plies_to_end, pv
  legend           what actions and values mean, in games where that is not plain; else null")]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,

    /// The search [default: what suits the game]
    #[arg(long, value_parser = algorithm_argument())]
    algorithm: Option<Algorithm>,

    /// Value only the N best actions (multi-PV), which takes less time
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    best: Option<usize>,

    #[command(flatten)]
    limits: LimitArgs,

    /// Print more about the search: leaves, cutoffs, the table, …
    #[arg(long)]
    stats: bool,

    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

const DEFAULT_TIME: std::time::Duration = std::time::Duration::from_secs(5);

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let session = args.question.open()?;
    let algorithm = args.algorithm.unwrap_or(session.analyst());
    let limits = args.limits();
    let analysis = watched(|monitor, bar| {
        let limits = limits.monitor(monitor);
        let mut progress = |analysis: &Analysis<String>| bar.set_message(so_far(analysis));
        match args.best {
            Some(count) => session.analyze_best(algorithm, count, &limits, &mut progress),
            None => session.analyze(algorithm, &limits, &mut progress),
        }
    })
    .map_err(Failure::work)?;
    // Without an action to choose, in a finished game or before chance, the position has a value.
    let whole = match analysis.variations.is_empty() {
        true => watched(|monitor, _| {
            session.search(algorithm, &args.limits().monitor(monitor), &mut |_| {}).ok()
        }),
        false => None,
    };
    if args.json {
        let game = args.question.name()?;
        return print_json(&Json::new(&game, &*session, algorithm, &analysis, whole.as_ref()));
    }
    print_line(&session.show())?;
    print_line(&describe(&*session, algorithm, &analysis, whole.as_ref()))?;
    if args.stats { print_line(&statistics::describe(&analysis.stats)) } else { Ok(()) }
}

impl Args {
    fn limits(&self) -> Limits {
        let limits = self.limits.limits();
        if self.limits.is_empty() { limits.time(DEFAULT_TIME) } else { limits }
    }
}

fn at_least_one(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&count| count > 0).ok_or("a number from 1 on is needed".into())
}

/// The best few actions at a depth, on one line.
fn so_far(analysis: &Analysis<String>) -> String {
    let best = analysis.variations.iter().take(4);
    let best: Vec<_> = best.map(|v| format!("{} ({})", v.action, v.score)).collect();
    let depth = analysis.depth.map_or(String::new(), |depth| format!("depth {depth}: "));
    format!("{depth}{}", best.join(", "))
}

fn describe(
    session: &dyn Session,
    algorithm: Algorithm,
    analysis: &Analysis<String>,
    whole: Option<&Answer>,
) -> String {
    let mut lines = vec![format!("to move   {}", turn_name(session.turn()))];
    if analysis.variations.is_empty() {
        let over = session.utility().is_some();
        lines.push(if over { "the game is over" } else { "there is no action to choose" }.into());
        let value = |answer: &Answer| {
            format!("value     {}{}", answer.score, certainty_note(answer.certainty))
        };
        lines.extend(whole.map(value));
        return lines.join("\n");
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    // A column of its own only where not all is proven.
    let proven = analysis.variations.iter().all(|v| v.certainty == Certainty::Exact);
    let row = |cells: [&str; 4]| -> Vec<String> {
        let kept = cells.iter().enumerate().filter(|&(i, _)| i != 2 || !proven);
        kept.map(|(_, cell)| cell.to_string()).collect()
    };
    table.set_header(row(["action", "value", "which is", "line"]));
    for v in &analysis.variations {
        let certainty = certainty_name(v.certainty);
        table.add_row(row([&v.action, &v.score.to_string(), certainty, &v.pv.join(" ")]));
    }
    table.column_mut(1).expect("at least three columns").set_cell_alignment(CellAlignment::Right);
    lines.push(table.trim_fmt());
    let depth = match analysis.depth {
        Some(depth) => format!("all to depth {depth}"),
        None if proven => "all to the end of the game".into(),
        None => "playouts to the end of the game".into(),
    };
    let (nodes, time) = (analysis.stats.nodes, seconds(analysis.stats.time));
    lines.push(format!("{depth}: {nodes} nodes by {}, in {time}", algorithm.name()));
    lines.extend(session.legend().map(String::from));
    lines.join("\n")
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    position: String,
    turn: &'static str,
    #[serde(flatten)]
    value: Option<Value>,
    best: Vec<&'a str>,
    pv: &'a [String],
    actions: Vec<Action<'a>>,
    legend: Option<&'static str>,
    algorithm: &'static str,
    depth: Option<u32>,
    threads: usize,
    nodes: u64,
    seconds: f64,
    stats: Statistics,
}

#[derive(Serialize)]
struct Action<'a> {
    action: &'a str,
    #[serde(flatten)]
    value: Value,
    pv: &'a [String],
}

impl<'a> Json<'a> {
    fn new(
        game: &'a str,
        session: &dyn Session,
        algorithm: Algorithm,
        analysis: &'a Analysis<String>,
        whole: Option<&Answer>,
    ) -> Json<'a> {
        let first = analysis.variations.first();
        // An estimate as high as a proven value is not known to be as good.
        let is_best = |v: &&secateur::Variation<String>| {
            let exact = |c| c == Certainty::Exact;
            first.is_some_and(|f| f.score == v.score && (!exact(f.certainty) || exact(v.certainty)))
        };
        let action = |v: &'a secateur::Variation<String>| Action {
            action: &v.action,
            value: Value::new(session, v.score, v.certainty),
            pv: &v.pv,
        };
        Json {
            game,
            position: session.position(),
            turn: turn_name(session.turn()),
            value: first
                .map(|v| Value::new(session, v.score, v.certainty))
                .or(whole.map(|answer| Value::new(session, answer.score, answer.certainty))),
            best: analysis.variations.iter().filter(is_best).map(|v| v.action.as_str()).collect(),
            pv: first.map_or(&[], |v| &v.pv),
            actions: analysis.variations.iter().map(action).collect(),
            legend: session.legend(),
            algorithm: algorithm.name(),
            depth: analysis.depth,
            threads: analysis.stats.threads,
            nodes: analysis.stats.nodes,
            seconds: analysis.stats.time.as_secs_f64(),
            stats: Statistics::from(&analysis.stats),
        }
    }
}
