//! The rules for the crate board-game.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Range;

use board_game::ai::minimax::Heuristic;
use board_game::ai::solver::{SolverHeuristic, SolverValue};
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, Outcome, PlayError, Player};
use board_game::impl_unit_symmetry_board;
use board_game::util::iter::ClonableInternal;

use super::count_node;
use crate::board::{Board as Stones, Columns};

/// The stones, and the outcome as the library's own games keep it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Four {
    stones: Stones,
    outcome: Option<Outcome>,
}

impl From<Stones> for Four {
    fn from(stones: Stones) -> Four {
        Four { stones, outcome: None }
    }
}

impl fmt::Display for Four {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Board for Four {
    type Move = u8;

    #[inline(always)]
    fn next_player(&self) -> Player {
        if self.stones.plies.is_multiple_of(2) { Player::A } else { Player::B }
    }

    fn is_available_move(&self, column: u8) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(self.stones.columns().any(|open| open == column))
    }

    #[inline(always)]
    fn play(&mut self, column: u8) -> Result<(), PlayError> {
        let player = self.next_player();
        self.stones.play(column);
        self.outcome = match () {
            () if self.stones.is_won() => Some(Outcome::WonBy(player)),
            () if self.stones.is_full() => Some(Outcome::Draw),
            () => None,
        };
        Ok(())
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn can_lose_after_move() -> bool {
        false
    }
}

impl Alternating for Four {}

impl_unit_symmetry_board!(Four);

impl<'a> BoardMoves<'a, Four> for Four {
    type AllMovesIterator = ClonableInternal<Range<u8>>;
    type AvailableMovesIterator = ClonableInternal<Columns>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ClonableInternal::new(0..7)
    }

    #[inline(always)]
    fn available_moves(&'a self) -> Result<Self::AvailableMovesIterator, BoardDone> {
        self.check_done()?;
        Ok(ClonableInternal::new(self.stones.columns()))
    }
}

/// Outcomes, soonest win and latest loss, and nothing else.
#[derive(Debug)]
pub(crate) struct Blind<const COUNTED: bool>;

impl<const COUNTED: bool> Heuristic<Four> for Blind<COUNTED> {
    type V = SolverValue;

    #[inline(always)]
    fn value(&self, board: &Four, depth: u32) -> SolverValue {
        if COUNTED {
            count_node();
        }
        SolverHeuristic.value(board, depth)
    }

    #[inline(always)]
    fn merge(old: SolverValue, new: SolverValue) -> (SolverValue, Ordering) {
        SolverValue::merge(old, new)
    }
}
