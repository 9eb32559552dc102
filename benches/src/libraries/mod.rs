//! The same rules, as each library wants them.

pub(crate) mod board_game;
pub(crate) mod mcts;
mod mcts_manager;
pub(crate) mod minimax;
pub(crate) mod secateur;
pub(crate) mod treant;

use std::cell::{Cell, RefCell};

use ::secateur::Random;

use crate::board::Board;

thread_local! {
    static NODES: Cell<u64> = const { Cell::new(0) };
}

/// Counts a node for a library that does not count its own. Only runs whose time is not measured
/// count.
#[inline(always)]
fn count_node() {
    NODES.set(NODES.get() + 1);
}

/// The nodes that `work` counts.
pub(crate) fn nodes_of(work: impl FnOnce()) -> u64 {
    NODES.set(0);
    work();
    NODES.get()
}

thread_local! {
    static RANDOM: RefCell<Random> = RefCell::new(Random::new(1));
}

/// Plays at random to the end, for a library that has no playouts of its own: 1 when the side that
/// began has won, -1 when it has lost, 0 for a draw.
fn random_result(mut board: Board) -> i64 {
    RANDOM.with_borrow_mut(|random| {
        while !board.is_won() {
            if board.is_full() {
                return 0;
            }
            let mut columns = board.columns();
            let chosen = random.below(columns.len());
            board.play(columns.nth(chosen).expect("one of them"));
        }
        if board.plies.is_multiple_of(2) { -1 } else { 1 }
    })
}
