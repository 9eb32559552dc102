//! The rules for the crate minimax.

use minimax::{Evaluation, Evaluator, Game, Winner};

use super::count_node;
use crate::board::Board;

pub(crate) struct Four<const COUNTED: bool>;

impl<const COUNTED: bool> Game for Four<COUNTED> {
    type S = Board;
    type M = u8;

    #[inline(always)]
    fn generate_moves(board: &Board, columns: &mut Vec<u8>) -> Option<Winner> {
        if COUNTED {
            count_node();
        }
        if board.is_won() {
            return Some(Winner::PlayerJustMoved);
        }
        board.push_columns(columns);
        columns.is_empty().then_some(Winner::Draw)
    }

    #[inline(always)]
    fn apply(board: &mut Board, column: u8) -> Option<Board> {
        let mut next = *board;
        next.play(column);
        Some(next)
    }

    #[inline(always)]
    fn get_winner(board: &Board) -> Option<Winner> {
        if COUNTED {
            count_node();
        }
        if board.is_won() {
            Some(Winner::PlayerJustMoved)
        } else {
            board.is_full().then_some(Winner::Draw)
        }
    }

    /// The library takes an index from the low bits and verifies by the high ones: a key needs a mix.
    #[inline(always)]
    fn zobrist_hash(board: &Board) -> u64 {
        let mixed = board.key().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ (mixed >> 32)
    }
}

/// Every unfinished game is a draw.
#[derive(Default)]
pub(crate) struct Blind<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Blind<COUNTED> {
    type G = Four<COUNTED>;

    #[inline(always)]
    fn evaluate(&self, _: &Board) -> Evaluation {
        0
    }
}
