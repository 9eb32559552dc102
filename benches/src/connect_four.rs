//! Connect Four against the programs written for it: exact scores, one thread, no opening book.

use std::iter::once;
use std::process::Command;

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver};
use secateur::Game;

use crate::bitbully;
use crate::classes::{CLASSES, Class, Position, Solver};
use crate::contest::cpu_seconds;
use crate::program::Program;

const MEGABYTES: usize = 64;
/// Of the mean time of the faster of those that a registry has.
const LIMIT: f64 = 0.5;
/// These are the first so many: connect-four-ai and bitbully.
const REGISTERED: usize = 2;

/// All classes: all solvers get each position in turn, so that what else the machine does weighs on
/// all alike. Tables are kept from position to position. Of each of `others`, commands of programs
/// that speak as [`Program`] says, secateur must be ahead.
pub(crate) fn run(others: &[&str]) -> Result<(), String> {
    let mut programs = vec![bitbully::start()?];
    for command in others {
        programs.push(Program::start(command, &mut Command::new(command))?);
    }
    let (mut ours, mut peer) = (Solver::new(MEGABYTES), PeerSolver::empty());
    println!(
        "  mean CPU time and nodes a position; tables of {MEGABYTES} MB (programs: their own)"
    );
    let mut slow = Vec::new();
    for class in &CLASSES {
        let (secateur, rivals) = measure(class, &mut ours, &mut peer, &mut programs)?;
        println!("  {}, {} positions: secateur {secateur}", class.name, secateur.positions);
        for (place, (name, mean)) in rivals.iter().enumerate() {
            let ratio = secateur.seconds() / mean.seconds();
            println!("    {ratio:.3} of {name}: {mean}");
            if ratio > if place < REGISTERED { LIMIT } else { 1.0 } {
                slow.push(format!("{} ({ratio:.3} of {name})", class.name));
            }
        }
    }
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!("too slow: {}", slow.join(", "))),
    }
}

/// What secateur takes for a class, and each of the others by its name.
fn measure(
    class: &Class,
    ours: &mut Solver,
    peer: &mut PeerSolver,
    programs: &mut [Program],
) -> Result<(Mean, Vec<(String, Mean)>), String> {
    let mut secateur = Mean::default();
    let names = programs.iter().map(|program| program.name.clone());
    let mut rivals: Vec<(String, Mean)> =
        once("connect-four-ai".into()).chain(names).map(|name| (name, Mean::default())).collect();
    for Position { columns, score } in positions(class) {
        let state = ours.state(&columns);
        let theirs = PeerPosition::from_moves(&columns).map_err(|e| format!("{e:?}"))?;
        let mut found = vec![0; 2];
        secateur.add(cpu_seconds(|| found[0] = ours.score(&state)), ours.nodes);
        let seconds = cpu_seconds(|| found[1] = i32::from(peer.solve(&theirs)));
        rivals[0].1.add(seconds, peer.explored_positions as u64);
        for (program, (_, mean)) in programs.iter_mut().zip(&mut rivals[1..]) {
            let answer = program.solve(&columns)?;
            mean.add(answer.seconds, answer.nodes);
            found.push(answer.score);
        }
        if found.iter().any(|&found| found != score) {
            return Err(format!("{columns}: {score}, but the solvers say {found:?}"));
        }
    }
    Ok((secateur, rivals))
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
    fn add(&mut self, seconds: f64, nodes: u64) {
        self.positions += 1;
        self.seconds += seconds;
        self.nodes += nodes;
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
