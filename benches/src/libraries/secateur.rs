//! The rules for secateur.

use secateur::{Game, Heuristic, Score, Turn};

use crate::board::Board;

/// The rules, with a key for the table or without.
pub(crate) struct Four<const KEYED: bool>;

impl<const KEYED: bool> Game for Four<KEYED> {
    type State = Board;
    type Action = u8;

    fn initial(&self) -> Board {
        Board::default()
    }

    #[inline(always)]
    fn to_move(&self, board: &Board) -> Turn {
        if board.plies.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    #[inline(always)]
    fn actions(&self, board: &Board, actions: &mut Vec<u8>) {
        if !board.is_won() {
            board.push_columns(actions);
        }
    }

    #[inline(always)]
    fn apply(&self, board: &mut Board, column: u8) {
        board.play(column);
    }

    #[inline(always)]
    fn utility(&self, board: &Board) -> Score {
        if board.is_won() { Score::LOSS.for_turn(self.to_move(board)) } else { Score::DRAW }
    }

    #[inline(always)]
    fn is_terminal(&self, board: &Board) -> bool {
        board.is_won() || board.is_full()
    }
}

/// No knowledge of the game.
impl<const KEYED: bool> Heuristic for Four<KEYED> {
    #[inline(always)]
    fn key(&self, board: &Board) -> Option<u64> {
        KEYED.then(|| board.key())
    }
}
