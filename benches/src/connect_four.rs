//! Connect Four against the programs written for it: exact scores, one thread, no opening book.

use connect_four_ai::{Position as PeerPosition, Solver as PeerSolver};
use secateur::Game;

use crate::bitbully::Bitbully;
use crate::classes::{CLASSES, Class, Position, Solver};
use crate::contest::cpu_seconds;

const MEGABYTES: usize = 64;
/// Of the faster peer's mean time.
const LIMIT: f64 = 0.5;

/// All classes: all three solvers get each position in turn, so that what else the machine does
/// weighs on all alike. Tables are kept from position to position.
pub(crate) fn run() -> Result<(), String> {
    let mut bitbully = Bitbully::start()?;
    let (mut ours, mut peer) = (Solver::new(MEGABYTES), PeerSolver::empty());
    println!("  mean CPU time and nodes a position; tables of {MEGABYTES} MB (bitbully: its own)");
    let mut slow = Vec::new();
    for class in &CLASSES {
        let (mut secateur, mut c4ai, mut bully) = <(Mean, Mean, Mean)>::default();
        for position in positions(class) {
            let Position { columns, score } = &position;
            let state = ours.state(columns);
            let theirs = PeerPosition::from_moves(columns).map_err(|e| format!("{e:?}"))?;
            let mut found = [0; 3];
            secateur.add(cpu_seconds(|| found[0] = ours.score(&state)), ours.nodes);
            let seconds = cpu_seconds(|| found[1] = i32::from(peer.solve(&theirs)));
            c4ai.add(seconds, peer.explored_positions as u64);
            let answer = bitbully.solve(columns)?;
            bully.add(answer.seconds, answer.nodes);
            found[2] = answer.score;
            if found != [*score; 3] {
                return Err(format!("{columns}: {score}, but the solvers say {found:?}"));
            }
        }
        let ratio = secateur.seconds() / c4ai.seconds().min(bully.seconds());
        println!(
            "  {:<13} {:4} positions: secateur {secateur}; connect-four-ai {c4ai}; bitbully \
             {bully}; ratio to the faster {ratio:.3}",
            class.name, secateur.positions
        );
        if ratio > LIMIT {
            slow.push(class.name);
        }
    }
    match slow.is_empty() {
        true => Ok(()),
        false => Err(format!("over {LIMIT} of the faster peer's time: {}", slow.join(", "))),
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
