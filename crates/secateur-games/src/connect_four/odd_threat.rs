//! An odd threat: what the second player cannot prevent when the first one answers in the same
//! column.
//!
//! Allis, *A Knowledge-based Approach of Connect-Four* (1988). On a board with an even number of
//! rows, with the second player to move, the first one holds a threat in an odd row that cannot be
//! played yet. It follows the other side: after each stone it plays on top of it. In the end the
//! only cell left to the second player is the one below the threat.
//!
//! ```text
//!   6  x x . x x x x      T  the first player's threat
//!   5  o o T o o o o      x  the first player's in the end
//!   4  x x o x x ? x      o  the second player's in the end
//!   3  o o X o o O o      ?  the lowest cells of columns of odd height, and that of the threat's
//!   2  x x O O x X x         column when its height is even, go to either
//!   1  o o X X o O o
//! ```

use super::{ConnectFour, Size, State};

impl<S: Size> ConnectFour<S> {
    /// The least that the first player scores, with the other to move: it wins with an odd threat
    /// when all other columns are full, unless it can sooner. `None` where the other side could
    /// complete four before.
    #[inline(always)]
    pub(super) fn odd_threat(&self, state: &State) -> Option<i32> {
        let odd_rows = self.size.odd_rows();
        let playable = self.playable(state);
        let threats = state.other_threats & !playable;
        let mut odd = threats & odd_rows;
        while odd != 0 {
            let place = odd.trailing_zeros();
            let column = self.size.column(place / self.size.stride());
            // Below these threats the second player plays last of all: it gets nothing from there up.
            let beyond = self.size.from(threats & !odd_rows & !column | 1 << place);
            let others = odd_rows & !column | column & !odd_rows;
            if !self.size.has_four(state.own | (others & !state.stones | playable) & !beyond) {
                let rest = (self.size.board() & !beyond).count_ones();
                return Some(self.win_score(rest));
            }
            odd &= !column;
        }
        None
    }
}
