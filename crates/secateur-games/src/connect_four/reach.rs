//! Whether a drawn board can come about: is there an order in which its stones were played?

use super::{ConnectFour, Size};

impl<S: Size> ConnectFour<S> {
    /// Why no game leads to a board where `own` is to move and `other` has played last. No stone
    /// hangs in the air, and both sides have their number of stones.
    pub(super) fn impossible(&self, own: u64, other: u64) -> Option<&'static str> {
        match (self.size.has_four(own), self.size.has_four(other)) {
            (true, true) => return Some("both sides have four in a row"),
            (true, false) => return Some("the side to move has four in a row already"),
            _ => {}
        }
        // A stone that makes four is the last one: without it, there is none.
        let makes_all = |stone: &u64| !self.size.has_four(other & !stone);
        let last =
            cells_of(top(own | other) & other).filter(makes_all).fold(0, |all, one| all | one);
        if self.size.has_four(other) && last == 0 {
            return Some("no single last stone makes all its fours in a row");
        }
        (!self.can_be_played(own, other, last)).then_some("no sequence of moves leads to it")
    }

    /// Whether two sides that take turns can play these stones from the bottom up, the last one of
    /// `other` and among `last`. The heights of the columns say whose turn it is and what is there,
    /// so each set of heights is looked at once, from the board back to the empty one.
    fn can_be_played(&self, own: u64, other: u64, last: u64) -> bool {
        let radix = self.size.stride() as usize;
        let sets = (0..self.size.columns()).fold(1, |sets, _| sets * radix);
        let mut seen = vec![0u64; sets.div_ceil(64)];
        let all = own | other;
        let mut open: Vec<u64> = cells_of(last).map(|stone| all & !stone).collect();
        let mut reached = all == 0;
        while let Some(stones) = open.pop() {
            reached |= stones == 0;
            let heights = self.heights(stones);
            let (word, bit) = (heights / 64, 1 << (heights % 64));
            if reached || seen[word] & bit != 0 {
                continue;
            }
            seen[word] |= bit;
            let taken = all.count_ones() - stones.count_ones();
            let side = if taken.is_multiple_of(2) { other } else { own };
            open.extend(cells_of(top(stones) & side).map(|stone| stones & !stone));
        }
        reached
    }

    /// The heights of the columns as the digits of a number.
    fn heights(&self, stones: u64) -> usize {
        let height = |column| (stones & self.size.column(column)).count_ones() as usize;
        let radix = self.size.stride() as usize;
        (0..self.size.columns()).fold(0, |number, column| number * radix + height(column))
    }
}

/// The topmost stone of each column.
fn top(stones: u64) -> u64 {
    stones & !(stones >> 1)
}

/// The cells of a set, each by itself.
fn cells_of(cells: u64) -> impl Iterator<Item = u64> {
    (0..u64::BITS).map(|cell| 1 << cell).filter(move |cell| cells & cell != 0)
}
