//! Exact solves on several threads: two real ones against one by the clock, and up to 32 simulated
//! ones by virtual time.
//!
//! Positions of Connect Four, drawn by a seed: eight to ten random stones, kept when one thread
//! takes a second or more to solve them.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use secateur::{Limits, Random, Session, Threads};

use super::median;
use crate::{Outcome, release_program};

/// Positions for the clock, and for the simulation.
const POSITIONS: usize = 20;
const SIMULATED: usize = 8;
/// The least median of the ratios.
const LEAST_RATIO: f64 = 1.7;
/// Nodes of a position that one thread works on for a second and more, but not too long.
const NODES: std::ops::Range<u64> = 3_000_000..12_000_000;
/// The same for the simulation, which takes longer.
const SIMULATED_NODES: std::ops::Range<u64> = 500_000..2_000_000;

pub(crate) fn run() -> Outcome {
    simulate()?;
    let program = release_program()?;
    let ceiling = ceiling(&program)?;
    let mut ratios = Vec::new();
    println!("  position       one thread          two threads");
    for (position, one) in positions(&program, 2026, NODES)?.take(POSITIONS) {
        let two = solve(&program, &position, 2)?.finish()?;
        if two.value != one.value {
            return Err(format!("{position}: {} and {}", one.value, two.value));
        }
        let ratio = one.seconds / two.seconds;
        println!(
            "  {position:<12} {:>9} {:>6.2} s  {:>9} {:>6.2} s  {ratio:.2}",
            one.nodes, one.seconds, two.nodes, two.seconds
        );
        ratios.push(ratio);
    }
    let ratio = median(ratios);
    println!(
        "  two threads against one: {ratio:.2} (median of {POSITIONS}), {:.2} of what two processors \
         give two programs; limit {LEAST_RATIO}",
        ratio / ceiling
    );
    match ratio >= LEAST_RATIO {
        true => Ok(()),
        false => Err(format!("two threads are {ratio:.2} times as fast, not {LEAST_RATIO}")),
    }
}

/// What two processors can give at most here: the work of two programs at once against one alone.
fn ceiling(program: &Path) -> Result<f64, String> {
    let (position, _) = positions(program, 1, NODES)?.next().ok_or("no position")?;
    let mut ratios = Vec::new();
    for _ in 0..3 {
        let alone = solve(program, &position, 1)?.finish()?.seconds;
        let both = [solve(program, &position, 1)?, solve(program, &position, 1)?];
        let both = both.map(Running::finish);
        let slower = both.into_iter().try_fold(0.0, |slower: f64, solution| {
            solution.map(|solution| slower.max(solution.seconds))
        })?;
        ratios.push(2.0 * alone / slower);
    }
    let ceiling = median(ratios);
    println!("  two programs at once do {ceiling:.2} times the work of one (median of 3)");
    Ok(ceiling)
}

/// The speed-up that a simulation shows, as a table.
fn simulate() -> Outcome {
    println!("  simulated speed-up (virtual time; nodes against one thread's)");
    let mut random = Random::new(2026);
    let mut sums = [
        (1, 0.0, 0.0),
        (2, 0.0, 0.0),
        (4, 0.0, 0.0),
        (8, 0.0, 0.0),
        (16, 0.0, 0.0),
        (32, 0.0, 0.0),
    ];
    let mut found = 0;
    while found < SIMULATED {
        let session = random_position(&mut random);
        let solve = |threads| {
            // A new session for each: the table would know the answer.
            let position: String = session.history().concat();
            let session = secateur_games::open("connect-four", Some(&position)).expect("was read");
            let limits = Limits::default().threads(Threads::simulated(threads));
            let limits = limits.nodes(SIMULATED_NODES.end * 4);
            session.solve(session.solver(), &limits).map_err(|e| e.to_string())
        };
        let one = solve(1)?;
        if !SIMULATED_NODES.contains(&one.stats.nodes) {
            continue;
        }
        found += 1;
        for (threads, speed_ups, nodes) in &mut sums {
            let answer = solve(*threads)?;
            if answer.score != one.score {
                return Err(format!("{threads} threads: {}, not {}", answer.score, one.score));
            }
            *speed_ups += one.stats.time.as_secs_f64() / answer.stats.time.as_secs_f64();
            *nodes += answer.stats.nodes as f64 / one.stats.nodes as f64;
        }
    }
    for (threads, speed_ups, nodes) in sums {
        let (speed_up, nodes) = (speed_ups / found as f64, nodes / found as f64);
        println!("  {threads:>3} threads  {speed_up:>5.2}  nodes {nodes:.2}");
    }
    Ok(())
}

/// Positions that take so many nodes on one thread, and what it found.
fn positions<'p>(
    program: &'p Path,
    seed: u64,
    nodes: std::ops::Range<u64>,
) -> Result<impl Iterator<Item = (String, Solution)> + 'p, String> {
    let mut random = Random::new(seed);
    Ok(std::iter::repeat_with(move || random_position(&mut random).history().concat()).filter_map(
        move |position| {
            let solution = solve(program, &position, 1).and_then(Running::finish).ok()?;
            nodes.contains(&solution.nodes).then_some((position, solution))
        },
    ))
}

/// Eight to ten random stones, after which nobody has won.
fn random_position(random: &mut Random) -> Box<dyn Session> {
    let mut session = secateur_games::open("connect-four", None).expect("the game is there");
    let stones = 8 + random.below(3);
    while session.history().len() < stones && session.utility().is_none() {
        let actions = session.actions();
        session.play(&actions[random.below(actions.len())]).expect("it is legal");
    }
    match session.utility() {
        None => session,
        Some(_) => random_position(random),
    }
}

/// What the program found.
struct Solution {
    value: f64,
    nodes: u64,
    seconds: f64,
}

/// The program at work.
struct Running(Child);

fn solve(program: &Path, position: &str, threads: usize) -> Result<Running, String> {
    let mut command = Command::new(program);
    command.args(["solve", "connect-four", position, "--json", "--threads", &threads.to_string()]);
    if threads == 1 {
        command.args(["--nodes", &NODES.end.to_string()]); // too much is all the same
    }
    let child = command.stdout(Stdio::piped()).spawn();
    child.map(Running).map_err(|e| e.to_string())
}

impl Running {
    fn finish(self) -> Result<Solution, String> {
        let output = self.0.wait_with_output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let field = |name: &str| -> Result<f64, String> {
            let (_, rest) = text.split_once(&format!("\"{name}\": ")).ok_or("no such field")?;
            rest.split([',', '\n']).next().and_then(|n| n.parse().ok()).ok_or("no number".into())
        };
        let nodes = field("nodes")? as u64;
        Ok(Solution { value: field("value")?, nodes, seconds: field("seconds")? })
    }
}
