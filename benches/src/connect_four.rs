//! Connect Four against the programs written for it: exact scores, one thread, no opening book.

use std::process::Command;

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver};
use secateur::Game;

use crate::bitbully;
use crate::classes::{CLASSES, Class, Position, Solver};
use crate::contest::cpu_seconds;
use crate::program::{Answer, Program};

const MEGABYTES: usize = 64;
/// Of the mean time of the faster of those that a registry has.
const LIMIT: f64 = 0.5;
/// These are the first so many: connect-four-ai and bitbully.
const REGISTERED: usize = 2;

/// Solved by all before the clock starts: so large a table meets the system's memory at first.
const WARM_UP: &str = "17571455616";

/// All classes; `others` are the commands of more programs.
pub(crate) fn run(others: &[&str]) -> Result<(), String> {
    let mut solvers = Solvers::start(others)?;
    let measured = CLASSES.iter().map(|class| solvers.measure(class.name, &positions(class)));
    let failed: Vec<String> = measured.filter_map(Result::err).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

/// The first `number` positions of a file such as those that [`classes`](crate::classes) prints.
pub(crate) fn run_file(path: &str, number: &str, others: &[&str]) -> Result<(), String> {
    let number = number.parse().map_err(|e| format!("'{number}': {e}"))?;
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let read = |line: &str| -> Option<Position> {
        let (columns, score) = line.split_once(' ')?;
        Some(Position { columns: columns.to_string(), score: score.trim().parse().ok()? })
    };
    let positions: Option<Vec<_>> = text.lines().take(number).map(read).collect();
    let positions = positions.ok_or_else(|| format!("{path}: a line should read '4453 2'"))?;
    Solvers::start(others)?.measure(path, &positions)
}

/// All that are measured. They get each position in turn, so that what else the machine does weighs
/// on all alike, and keep their tables from position to position.
struct Solvers {
    secateur: Solver,
    peer: PeerSolver,
    /// bitbully, and others of which secateur must just be ahead.
    programs: Vec<Program>,
}

impl Solvers {
    fn start(others: &[&str]) -> Result<Solvers, String> {
        let mut programs = vec![bitbully::start()?];
        for command in others {
            programs.push(Program::start(command, &mut Command::new(command))?);
        }
        let (secateur, peer) = (Solver::new(MEGABYTES), PeerSolver::empty());
        let mut solvers = Solvers { secateur, peer, programs };
        solvers.solve(WARM_UP)?;
        println!(
            "  mean CPU time and nodes a position; tables of {MEGABYTES} MB (programs: their own)"
        );
        Ok(solvers)
    }

    /// The answers of all, secateur's first.
    fn solve(&mut self, columns: &str) -> Result<Vec<Answer>, String> {
        let state = self.secateur.state(columns);
        let theirs = PeerPosition::from_moves(columns).map_err(|e| format!("{e:?}"))?;
        let (mut ours, mut peers) = (0, 0);
        let our_seconds = cpu_seconds(|| ours = self.secateur.score(&state));
        let seconds = cpu_seconds(|| peers = self.peer.solve(&theirs));
        let peers_nodes = self.peer.explored_positions as u64;
        let mut answers = vec![
            Answer { score: ours, seconds: our_seconds, nodes: self.secateur.nodes },
            Answer { score: i32::from(peers), seconds, nodes: peers_nodes },
        ];
        for program in &mut self.programs {
            answers.push(program.solve(columns)?);
        }
        Ok(answers)
    }

    /// Prints what each takes for the positions, and says where secateur takes too much.
    fn measure(&mut self, name: &str, positions: &[Position]) -> Result<(), String> {
        let names = self.programs.iter().map(|program| program.name.clone());
        let names = ["secateur", "connect-four-ai"].map(String::from).into_iter().chain(names);
        let mut means: Vec<(String, Mean)> = names.map(|name| (name, Mean::default())).collect();
        for Position { columns, score } in positions {
            let answers = self.solve(columns)?;
            if answers.iter().any(|answer| answer.score != *score) {
                return Err(format!("{columns}: {score}, but the solvers say {answers:?}"));
            }
            answers.iter().zip(&mut means).for_each(|(answer, (_, mean))| mean.add(answer));
        }
        let ((_, secateur), rivals) = means.split_first().ok_or("no solver")?;
        println!("  {name}, {} positions: secateur {secateur}", secateur.positions);
        let mut slow = Vec::new();
        for (place, (rival, mean)) in rivals.iter().enumerate() {
            let ratio = secateur.seconds() / mean.seconds();
            println!("    {ratio:.3} of {rival}: {mean}");
            if ratio > if place < REGISTERED { LIMIT } else { 1.0 } {
                slow.push(format!("{ratio:.3} of {rival}"));
            }
        }
        match slow.is_empty() {
            true => Ok(()),
            false => Err(format!("{name} takes {}", slow.join(", "))),
        }
    }
}

/// The empty board, and after each first move, without a book; minutes.
pub(crate) fn run_empty() -> Result<(), String> {
    let mut solver = Solver::new(MEGABYTES);
    let mut score = None;
    let seconds = cpu_seconds(|| score = Some(solver.score(&solver.game.initial())));
    println!("  the empty board: {score:?} in {seconds:.1} CPU s, {} nodes", solver.nodes);
    let mut first = Vec::new();
    let more = cpu_seconds(|| {
        first.extend(["1", "2", "3", "4"].map(|move_| -solver.score(&solver.state(move_))));
    });
    first.extend([first[2], first[1], first[0]]); // in the mirror
    println!("  after each first move: {first:?} in {more:.1} CPU s more");
    match (score, &first[..]) {
        (Some(1), [-2, -1, 0, 1, 0, -1, -2]) => Ok(()),
        _ => Err("these are not the known scores".into()),
    }
}

fn positions(class: &Class) -> Vec<Position> {
    let mut solver = Solver::new(MEGABYTES);
    (0..class.measured).map(|number| class.position(number, &mut solver)).collect()
}

/// Time and nodes over some positions.
#[derive(Default)]
struct Mean {
    positions: u32,
    seconds: f64,
    nodes: u64,
}

impl Mean {
    fn add(&mut self, answer: &Answer) {
        self.positions += 1;
        self.seconds += answer.seconds;
        self.nodes += answer.nodes;
    }

    fn seconds(&self) -> f64 {
        self.seconds / f64::from(self.positions)
    }
}

impl std::fmt::Display for Mean {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let nodes = self.nodes / u64::from(self.positions.max(1));
        write!(f, "{:.1} µs, {nodes} nodes", self.seconds() * 1e6)
    }
}
