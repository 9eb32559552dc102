//! `cargo xtask bench`: one file a benchmark, each a claim that can be measured again.

mod challenge_2048;
mod clock;
mod exercise;
mod hooks;
mod letters;
mod parallel;
mod peers;
pub(crate) mod signature;
mod strength_2048;
mod tic_tac_toe;
mod web;

use std::sync::OnceLock;

use crate::Outcome;

type Benchmark = (&'static str, &'static str, fn() -> Outcome);

/// Name, claim, and the benchmark.
const BENCHMARKS: &[Benchmark] = &[
    ("signature", "the search counts the nodes that bench.txt says", signature::run),
    ("tic-tac-toe", "plain alpha-beta solves the empty board in at most 0.7 ms", tic_tac_toe::run),
    (
        "exercise",
        "5^10 leaves are read and solved in the CPU time in which wc counts them",
        exercise::run,
    ),
    ("letters", "a stack of N=26 with Q=100 words takes at most 50 ms a process", letters::run),
    ("clock", "turns of 100 ms are answered within 100 ms, 999 of 1000", clock::run),
    ("hooks", "a hook that a game does not have costs no instruction", hooks::run),
    ("parallel", "two threads solve at least 1.7 times as fast as one", parallel::run),
    (
        "2048",
        "connect reaches 2048 against host in every game, within 5 s of CPU each, whatever the host's \
         switches, and with 150 ms of delay within 210 s",
        challenge_2048::run,
    ),
    (
        "2048-strength",
        "games of 2048 come to 150,000 points at one ply, 250,000 at three, 350,000 at 1 ms a move",
        strength_2048::run,
    ),
    (
        "web",
        "200 clients play against a 20 ms engine, 20 bad ones among them: none is lost",
        web::run,
    ),
    (
        "peers",
        "alpha-beta enters 1.2 times the nodes a second of the fastest generic library, iterative \
         deepening solves in half its time, perft counts as many paths; and 'playouts'",
        peers::libraries,
    ),
    (
        "playouts",
        "Monte Carlo tree search makes 1.5 times the playouts of the fastest generic library, and \
         chooses better in equal time",
        peers::playouts,
    ),
    (
        "connect-four",
        "exact scores take half the time of the faster of bitbully and connect-four-ai",
        peers::connect_four,
    ),
    ("connect-four-empty", "the empty board has score 1", peers::connect_four_empty),
    ("ultimate-laws", "100,000 random games of ultimate tic-tac-toe obey the laws", ultimate_laws),
    (
        "ultimate",
        "ultimate tic-tac-toe: 1.5 times the playouts a second of board-game's search",
        peers::ultimate,
    ),
    (
        "ultimate-match",
        "200 games of it at 100 ms a move against board-game's search; the aim is 90 % of the points",
        peers::ultimate_match,
    ),
];

/// Those that take minutes, or the network: they run when they are named.
const WHEN_NAMED: &[&str] = &[
    "2048",
    "2048-strength",
    "peers",
    "playouts",
    "connect-four",
    "connect-four-empty",
    "ultimate",
    "ultimate-match",
];

/// How much of a benchmark is asked for: a number behind the names.
static COUNT: OnceLock<usize> = OnceLock::new();

/// That number, or a benchmark's own.
fn count_or(usual: usize) -> usize {
    COUNT.get().copied().unwrap_or(usual)
}

pub(crate) fn run(names: &[&str]) -> Outcome {
    let count = names.split_last().and_then(|(last, names)| {
        let count = last.parse().ok().filter(|&count: &usize| count > 0 && !names.is_empty())?;
        Some((count, names))
    });
    let names = match count {
        Some((count, names)) => {
            COUNT.get_or_init(|| count);
            names
        }
        None => names,
    };
    for name in names {
        if !BENCHMARKS.iter().any(|(known, ..)| known == name) {
            let known: Vec<_> = BENCHMARKS.iter().map(|&(name, ..)| name).collect();
            return Err(format!("no benchmark '{name}'; there are: {}", known.join(", ")));
        }
    }
    for (name, claim, benchmark) in BENCHMARKS {
        if names.contains(name) || names.is_empty() && !WHEN_NAMED.contains(name) {
            println!("{name}: {claim}");
            benchmark()?;
        }
    }
    Ok(())
}

fn ultimate_laws() -> Outcome {
    let package = ["test", "--release", "--quiet", "--locked", "--package", "secateur-games"];
    let test = ["--test", "ultimate_tic_tac_toe", "--", "--ignored"];
    crate::run("cargo", &[&package[..], &test].concat())
}

/// The median of some measurements.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
