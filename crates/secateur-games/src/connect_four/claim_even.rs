//! Claim-even: what the first player cannot prevent when the second one answers in the same column.
//!
//! Allis, *A Knowledge-based Approach of Connect-Four* (1988). On a board with an even number of
//! rows, with the first player to move, the second one follows: after each stone it plays on top of
//! it. So it gets every empty cell of an even row, and the first player those of the odd rows:
//!
//! ```text
//!   6  o o o o o o o      o  the second player's in the end
//!   5  x x x x x x x      x  the first player's in the end
//!   4  o o o ? o o o      ?  a column of odd height: the lowest cell goes to either
//!   3  x x x X o o o
//!   2  o o o O x ? o      Such columns come in pairs. When the first player takes the lowest cell
//!   1  x x x X O X x      of one, the second takes that of the other, and all go on as before.
//! ```

use secateur::Score;

use super::{ConnectFour, Size, State};

impl<S: Size> ConnectFour<S> {
    /// The most that the first player, who is to move, can reach against claim-even: a draw where
    /// its stones and all cells that it could still get hold no four; a loss where besides the other
    /// side has a threat in an even row, at the latest when the rest of the board is full, or
    /// gets a four at all, at the latest with the last stone.
    #[inline(always)]
    pub(super) fn claim_even(&self, state: &State) -> Option<Score> {
        let odd_rows = self.size.odd_rows();
        let playable = self.playable(state);
        let either = playable & !odd_rows;
        let threats = state.other_threats & !odd_rows & !playable;
        // Below such a threat the first player plays last of all, so it gets nothing from there up.
        let beyond = self.size.from(threats);
        if self.size.has_four(state.own | (odd_rows & !state.stones | either) & !beyond) {
            return None;
        }
        if threats != 0 {
            let rest = (self.size.board() & !beyond).count_ones();
            return Some(Score::new(-self.win_score(rest)));
        }
        let even_rows = self.size.board() & !odd_rows;
        let other = state.own ^ state.stones;
        let loses = self.size.has_four(other | even_rows & !state.stones & !either);
        Some(Score::new(-i32::from(loses)))
    }
}
