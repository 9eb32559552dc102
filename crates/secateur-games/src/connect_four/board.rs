//! The board as words: a bit a cell, a column after the other, an empty row on top.
//!
//! ```text
//!   6 13 20 27 34 41 48     <- always empty, so that no line runs from one column into the next
//!   5 12 19 26 33 40 47
//!   4 11 18 25 32 39 46
//!   3 10 17 24 31 38 45
//!   2  9 16 23 30 37 44
//!   1  8 15 22 29 36 43
//!   0  7 14 21 28 35 42
//! ```

/// The size of a board: the standard one is known when the program is compiled.
pub trait Size: Copy + Send + Sync {
    /// Columns.
    fn columns(self) -> u32;
    /// Rows.
    fn rows(self) -> u32;

    /// From a cell to its neighbour on the right.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// The lowest cell of every column.
    #[inline(always)]
    fn bottom(self) -> u64 {
        (0..self.columns()).fold(0, |cells, column| cells | 1 << (column * self.stride()))
    }

    /// All cells.
    #[inline(always)]
    fn board(self) -> u64 {
        self.bottom() * ((1 << self.rows()) - 1)
    }

    /// The cells of the first, third, fifth … row from below.
    #[inline(always)]
    fn odd_rows(self) -> u64 {
        self.bottom() * (0x5555 & ((1 << self.rows()) - 1))
    }

    /// The cells of a column.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        ((1 << self.rows()) - 1) << (column * self.stride())
    }

    /// The cells that would complete four in a row for `stones`, taken or not, playable or not.
    #[inline(always)]
    fn completing(self, stones: u64) -> u64 {
        // Above three on top of each other.
        let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
        // In each other direction a line lacks one of its four cells.
        for step in [self.stride(), self.stride() - 1, self.stride() + 1] {
            let up = (stones << step) & (stones << (2 * step));
            cells |= up & (stones << (3 * step)); // ● ● ● ○
            cells |= up & (stones >> step); //       ● ● ○ ●
            let down = (stones >> step) & (stones >> (2 * step));
            cells |= down & (stones << step); //     ● ○ ● ●
            cells |= down & (stones >> (3 * step)); // ○ ● ● ●
        }
        cells & self.board()
    }

    /// In each column the lowest of these cells, and all above it.
    #[inline(always)]
    fn from(self, cells: u64) -> u64 {
        // x | -x, in every column by itself.
        let negative = (self.bottom() << self.rows()) - cells;
        (cells | negative) & self.board()
    }

    /// Whether four of the `stones` are in a row.
    #[inline(always)]
    fn has_four(self, stones: u64) -> bool {
        [1, self.stride(), self.stride() - 1, self.stride() + 1].into_iter().any(|step| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        })
    }

    /// The board seen in a mirror.
    #[inline(always)]
    fn mirrored(self, cells: u64) -> u64 {
        let column = (1 << self.stride()) - 1;
        (0..self.columns()).fold(0, |mirrored, i| {
            let cells = cells >> (i * self.stride()) & column;
            mirrored | cells << ((self.columns() - 1 - i) * self.stride())
        })
    }
}

/// Seven columns, six rows.
#[derive(Clone, Copy, Debug)]
pub struct Standard;

impl Size for Standard {
    #[inline(always)]
    fn columns(self) -> u32 {
        7
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        6
    }
}

/// Any other size of at most 64 bits, the empty row included.
#[derive(Clone, Copy, Debug)]
pub struct Custom {
    /// Columns.
    pub columns: u32,
    /// Rows.
    pub rows: u32,
}

impl Size for Custom {
    fn columns(self) -> u32 {
        self.columns
    }

    fn rows(self) -> u32 {
        self.rows
    }
}
