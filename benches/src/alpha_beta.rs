//! Plain alpha-beta to a fixed depth: no table, no evaluation, no order but that of the rules.

use board_game::ai::minimax::minimax_value;
use minimax::Strategy;
use minimax::strategies::negamax::Negamax;
use secateur::{AlphaBeta, Limits, Score, Search};

use crate::board::Board;
use crate::contest::{Contender, contest, cpu_seconds, judge};
use crate::libraries::{self, nodes_of};

const DEPTH: u32 = 13;
const ROUNDS: usize = 9;
/// Of the fastest other library's nodes a second.
const LEAST: f64 = 1.2;

pub(crate) fn run() -> Result<(), String> {
    let board = Board::default();
    let limits = Limits::default().depth(DEPTH);
    let ours = || AlphaBeta::default().search(&libraries::secateur::Four::<false>, &board, &limits);
    let report = ours().map_err(|e| e.to_string())?;
    assert_eq!(report.score, Score::DRAW);
    let peer = board.into();
    let contenders = vec![
        Contender {
            name: "secateur",
            work: report.stats.nodes as f64,
            run: Box::new(|| cpu_seconds(ours)),
        },
        Contender {
            name: "minimax",
            work: mean_nodes(|| negamax::<true>(&board)),
            run: Box::new(|| cpu_seconds(|| negamax::<false>(&board))),
        },
        Contender {
            name: "board-game",
            work: nodes_of(|| alpha_beta::<true>(&peer)) as f64,
            run: Box::new(|| cpu_seconds(|| alpha_beta::<false>(&peer))),
        },
    ];
    println!("plain alpha-beta, empty board, depth {DEPTH}, no table, no evaluation");
    judge("nodes", &contest(ROUNDS, contenders), LEAST)
}

/// Nodes of a search that tries the root's actions in random order.
fn mean_nodes(search: impl Fn()) -> f64 {
    (0..ROUNDS).map(|_| nodes_of(&search)).sum::<u64>() as f64 / ROUNDS as f64
}

fn negamax<const COUNTED: bool>(board: &Board) {
    let mut search = Negamax::new(libraries::minimax::Blind::<COUNTED>, DEPTH as u8);
    search.choose_move(board);
}

fn alpha_beta<const COUNTED: bool>(board: &libraries::board_game::Four) {
    std::hint::black_box(minimax_value(board, &libraries::board_game::Blind::<COUNTED>, DEPTH));
}
