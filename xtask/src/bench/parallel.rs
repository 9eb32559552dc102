//! Exact solves on several threads: two real ones against one by the clock, and up to 32 simulated
//! ones by virtual time.
//!
//! Positions of Connect Four, drawn by a seed: six to eight random stones, kept when one thread
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
    for (position, one) in positions(&program, 2026).take(POSITIONS) {
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
    let (position, _) = positions(program, 1).next().ok_or("no position")?;
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
    println!("  simulated: virtual time of one thread against N, and nodes of N against one");
    let mut random = Random::new(2026);
    let mut solved = Vec::new();
    while solved.len() < SIMULATED {
        let position = random_position(&mut random).history().concat();
        let one = simulated(&position, 1, SIMULATED_NODES.end)?;
        if SIMULATED_NODES.contains(&one.nodes) {
            solved.push((position, one));
        }
    }
    for threads in [1, 2, 4, 8, 16, 32] {
        let (mut speed_up, mut nodes) = (0.0, 0.0);
        for (position, one) in &solved {
            let many = simulated(position, threads, u64::MAX)?;
            if many.value != one.value {
                return Err(format!("{position}: {} and {}", one.value, many.value));
            }
            speed_up += one.seconds / many.seconds / SIMULATED as f64;
            nodes += many.nodes as f64 / one.nodes as f64 / SIMULATED as f64;
        }
        println!("  {threads:>3} threads  {speed_up:>5.2}  nodes {nodes:.2}");
    }
    Ok(())
}

/// A solve on simulated threads, by a session that knows nothing yet.
fn simulated(position: &str, threads: usize, nodes: u64) -> Result<Solution, String> {
    let session =
        secateur_games::open("connect-four", Some(position)).map_err(|e| e.to_string())?;
    let limits = Limits::default().nodes(nodes).threads(Threads::simulated(threads));
    let answer = session.solve(session.solver(), &limits).map_err(|e| e.to_string())?;
    let (stats, value) = (answer.stats, f64::from(answer.score.value()));
    Ok(Solution { value, nodes: stats.nodes, seconds: stats.time.as_secs_f64() })
}

/// Positions that take one thread a second or more, and what it found.
fn positions(program: &Path, seed: u64) -> impl Iterator<Item = (String, Solution)> {
    let mut random = Random::new(seed);
    let draw = move || random_position(&mut random).history().concat();
    std::iter::repeat_with(draw).filter_map(|position| {
        let solution = solve(program, &position, 1).and_then(Running::finish).ok()?;
        NODES.contains(&solution.nodes).then_some((position, solution))
    })
}

/// Six to eight random stones, after which nobody has won.
fn random_position(random: &mut Random) -> Box<dyn Session> {
    let mut session = secateur_games::open("connect-four", None).expect("the game is there");
    let stones = 6 + random.below(3);
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
