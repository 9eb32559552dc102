//! Connect Four as every library here gets it: the rules and nothing else.

/// Two words and a count. A column has seven bits, the topmost of them always empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// The stones of the side to move.
    own: u64,
    stones: u64,
    /// How many there are: first side to move when even.
    pub(crate) plies: u32,
}

const BOTTOM: u64 = ((1 << 49) - 1) / 0x7f;
const TOP: u64 = BOTTOM << 5;

impl Board {
    pub(crate) const CELLS: u32 = 42;

    #[inline(always)]
    pub(crate) fn play(&mut self, column: u8) {
        self.own ^= self.stones;
        self.stones |= self.stones + (1 << (7 * column));
        self.plies += 1;
    }

    /// Whether the side that moved last has four in a row.
    #[inline(always)]
    pub(crate) fn is_won(&self) -> bool {
        let stones = self.own ^ self.stones;
        [1, 7, 6, 8].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        self.plies == Board::CELLS
    }

    /// The columns that are not full, from the left.
    #[inline(always)]
    pub(crate) fn columns(&self) -> Columns {
        Columns { open: !self.stones & TOP }
    }

    /// The same as a list; most of the time all are open.
    #[inline(always)]
    pub(crate) fn push_columns(&self, columns: &mut Vec<u8>) {
        if self.stones & TOP == 0 {
            columns.extend_from_slice(&[0, 1, 2, 3, 4, 5, 6]);
        } else {
            columns.extend(self.columns());
        }
    }

    /// Different for every position.
    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.own | (self.stones + BOTTOM)
    }
}

/// Columns, from the left.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    /// The top cell of each.
    open: u64,
}

impl Iterator for Columns {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.open == 0 {
            return None;
        }
        let column = self.open.trailing_zeros() / 7;
        self.open &= self.open - 1;
        Some(column as u8)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let columns = self.open.count_ones() as usize;
        (columns, Some(columns))
    }
}

impl ExactSizeIterator for Columns {}
