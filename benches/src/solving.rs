//! Exact solutions by iterative deepening with a table and no knowledge of the game.

use std::sync::Arc;

use minimax::{IterativeOptions, IterativeSearch, Strategy};
use secateur::{Deepening, Limits, Pvs, Random, Search, Table};

use crate::board::Board;
use crate::contest::{Contender, contest, cpu_seconds, judge};
use crate::libraries::minimax::Blind;
use crate::libraries::secateur::Four;

const POSITIONS: usize = 50;
const PLIES: u32 = 22;
const SEED: u64 = 22;
const ROUNDS: usize = 5;
const MEGABYTES: usize = 64;
/// Of the fastest other library's positions a second.
const LEAST: f64 = 2.0;

pub(crate) fn run() -> Result<(), String> {
    let positions = positions();
    println!(
        "{POSITIONS} random positions of {PLIES} stones, solved with a table of {MEGABYTES} MB and \
         no game knowledge (board-game has no table: 9 s at 24 stones)"
    );
    let (ours, nodes): (Vec<i32>, Vec<u64>) =
        positions.iter().map(|board| by_secateur(&mut secateur(), board)).unzip();
    let theirs: Vec<i32> =
        positions.iter().map(|board| by_minimax(&mut minimax(), board)).collect();
    if ours != theirs {
        return Err(format!("secateur finds {ours:?}, minimax {theirs:?}"));
    }
    println!("  all values agree; secateur enters {} nodes", nodes.iter().sum::<u64>());
    // A new table a round, or it would know the answers; making it is part of the work.
    let contenders = vec![
        Contender {
            name: "secateur",
            work: POSITIONS as f64,
            run: Box::new(|| {
                cpu_seconds(|| {
                    let mut search = secateur();
                    positions.iter().map(|board| by_secateur(&mut search, board).1).sum::<u64>()
                })
            }),
        },
        Contender {
            name: "minimax",
            work: POSITIONS as f64,
            run: Box::new(|| {
                cpu_seconds(|| {
                    let mut search = minimax();
                    positions.iter().map(|board| by_minimax(&mut search, board)).sum::<i32>()
                })
            }),
        },
    ];
    judge("positions", &contest(ROUNDS, contenders), LEAST)
}

/// Unfinished games after random moves.
fn positions() -> Vec<Board> {
    let mut random = Random::new(SEED);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut board = Board::default();
        while board.plies < PLIES && !board.is_won() {
            let columns: Vec<u8> = board.columns().collect();
            board.play(columns[random.below(columns.len())]);
        }
        if !board.is_won() {
            positions.push(board);
        }
    }
    positions
}

fn secateur() -> Pvs {
    Pvs::new(Arc::new(Table::new(MEGABYTES)))
}

/// 1, 0 or -1 for the side to move, and the nodes it took.
fn by_secateur(search: &mut Pvs, board: &Board) -> (i32, u64) {
    let report = Deepening::new(search).search(&Four::<true>, board, &Limits::default());
    let report = report.expect("nothing limits it");
    assert!(report.is_exact());
    (report.score.value().signum(), report.stats.nodes)
}

fn minimax() -> IterativeSearch<Blind<false>> {
    IterativeSearch::new(Blind, IterativeOptions::new().with_table_byte_size(MEGABYTES << 20))
}

/// 1, 0 or -1 for the side to move.
fn by_minimax(search: &mut IterativeSearch<Blind<false>>, board: &Board) -> i32 {
    search.set_max_depth((Board::CELLS - board.plies) as u8);
    search.choose_move(board);
    i32::from(search.root_value()).signum()
}
