//! The board: sixteen cells in one word, and the tables that slide a row in one look-up.
//!
//! A cell is a nibble that holds the exponent of its tile, 0 when it is empty:
//!
//! ```text
//!  bits 3..0    7..4   11..8   15..12      row 0
//!     19..16  23..20  27..24   31..28      row 1         tile   2  4  8  …  2048  …  32768
//!     35..32  39..36  43..40   47..44      row 2       nibble   1  2  3  …    11  …     15
//!     51..48  55..52  59..56   63..60      row 3
//! ```
//!
//! A row is sixteen bits, so a table of 65,536 rows knows every slide. Columns are the rows of the
//! transposed board. There is no nibble for larger tiles: they are a 15 too, and here two nibbles of
//! 15 do not merge. [`Giants`](super::giants::Giants) tells them apart, and slides boards where that
//! matters.

use std::sync::LazyLock;

/// The largest exponent a nibble can hold; the tables do not merge tiles of it.
pub(crate) const LARGEST: u8 = 15;

/// The lowest bit of every cell.
pub(crate) const ONES: u64 = 0x1111_1111_1111_1111;

/// Sixteen cells, row by row from the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Board(u64);

/// Where a slide pushes the tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards row 3.
    Down,
    /// Towards column 0.
    Left,
    /// Towards column 3.
    Right,
}

impl Direction {
    /// All four, in the order in which the game lists them.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

impl Board {
    /// The board with these exponents, row by row.
    pub(crate) fn from_exponents(cells: [u8; 16]) -> Board {
        Board(cells.iter().rev().fold(0, |bits, &exponent| bits << 4 | u64::from(exponent)))
    }

    /// All cells in one word.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// The exponent in a cell, 0 when it is empty.
    #[inline]
    pub(crate) fn exponent(self, cell: u8) -> u8 {
        (self.0 >> (4 * cell) & 15) as u8
    }

    /// The exponents row by row.
    pub(crate) fn exponents(self) -> [u8; 16] {
        std::array::from_fn(|cell| self.exponent(cell as u8))
    }

    /// The board with one tile more; the cell must be empty.
    #[inline]
    pub(crate) fn with_tile(self, cell: u8, exponent: u8) -> Board {
        debug_assert_eq!(self.exponent(cell), 0, "a tile falls into an empty cell");
        Board(self.0 | u64::from(exponent) << (4 * cell))
    }

    /// The four rows, the cell of column 0 in the lowest nibble.
    #[inline]
    pub(crate) fn rows(self) -> [u16; 4] {
        [self.0 as u16, (self.0 >> 16) as u16, (self.0 >> 32) as u16, (self.0 >> 48) as u16]
    }

    /// The board mirrored at the diagonal from the top left: its rows are this board's columns.
    #[inline]
    pub(crate) fn transposed(self) -> Board {
        let bits = self.0;
        // Swap the off-diagonal cells inside each block of two by two, then the off-diagonal blocks.
        let inside = (bits ^ bits >> 12) & 0x0000_F0F0_0000_F0F0;
        let bits = bits ^ inside ^ inside << 12;
        let blocks = (bits ^ bits >> 24) & 0x0000_0000_FF00_FF00;
        Board(bits ^ blocks ^ blocks << 24)
    }

    /// The empty cells, first to last.
    #[inline]
    pub(crate) fn empty_cells(self) -> impl Iterator<Item = u8> {
        let mut left = zero_cells(self.0);
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| (left.trailing_zeros() / 4) as u8);
            left &= left.wrapping_sub(1);
            cell
        })
    }

    /// Whether there is an empty cell.
    #[inline]
    pub(crate) fn has_room(self) -> bool {
        zero_cells(self.0) != 0
    }

    /// Whether there is no tile at all.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether no slide changes anything: no cell is empty and no neighbours below 15 merge.
    #[inline]
    pub(crate) fn is_stuck(self) -> bool {
        let bits = self.0;
        let beside = zero_cells(bits ^ bits >> 4) & 0x0111_0111_0111_0111;
        let below = zero_cells(bits ^ bits >> 16) & 0x0000_1111_1111_1111;
        !self.has_room() && (beside | below) & !self.largest() == 0
    }

    /// Whether two cells or more hold a 15.
    #[inline]
    pub(crate) fn has_two_largest(self) -> bool {
        let largest = self.largest();
        largest & largest.wrapping_sub(1) != 0
    }

    /// The lowest bit of every cell that holds a 15.
    #[inline]
    fn largest(self) -> u64 {
        let pairs = self.0 & self.0 >> 1;
        pairs & pairs >> 2 & ONES
    }

    /// The points that the tiles are worth when every one of them began as a 2: a tile of 2^k was
    /// made by merges that scored (k − 1) · 2^k. A merge raises this by exactly what it scores.
    pub(crate) fn points(self) -> u32 {
        self.exponents().iter().map(|&exponent| tile_points(exponent)).sum()
    }
}

/// The points in a tile that grew from 2s.
pub(crate) fn tile_points(exponent: u8) -> u32 {
    u32::from(exponent.saturating_sub(1)) << exponent
}

/// The lowest bit of every nibble that is zero.
#[inline]
fn zero_cells(bits: u64) -> u64 {
    let any = bits | bits >> 1;
    !(any | any >> 2) & ONES
}

/// The exponents of a row, column 0 first.
pub(crate) fn row_exponents(row: u16) -> [u8; 4] {
    std::array::from_fn(|column| (row >> (4 * column) & 15) as u8)
}

fn row_from(cells: [u8; 4]) -> u16 {
    cells.iter().rev().fold(0, |row, &exponent| row << 4 | u16::from(exponent))
}

/// Every row after a slide to the left and to the right.
pub(crate) struct Slides {
    left: Box<[u16]>,
    right: Box<[u16]>,
}

impl Slides {
    /// The tables, computed when they are first asked for.
    pub(crate) fn tables() -> &'static Slides {
        static SLIDES: LazyLock<Slides> = LazyLock::new(|| Slides {
            left: (0..=u16::MAX)
                .map(|row| row_from(slide_left(row_exponents(row), LARGEST)))
                .collect(),
            right: (0..=u16::MAX)
                .map(|row| {
                    let mut cells = row_exponents(row);
                    cells.reverse();
                    let mut cells = slide_left(cells, LARGEST);
                    cells.reverse();
                    row_from(cells)
                })
                .collect(),
        });
        &SLIDES
    }

    /// The board after a slide, before the next tile falls.
    #[inline]
    pub(crate) fn slide(&self, board: Board, direction: Direction) -> Board {
        match direction {
            Direction::Left => slide_rows(&self.left, board),
            Direction::Right => slide_rows(&self.right, board),
            Direction::Up => slide_rows(&self.left, board.transposed()).transposed(),
            Direction::Down => slide_rows(&self.right, board.transposed()).transposed(),
        }
    }

    /// Which slides change the board, in the order of [`Direction::ALL`].
    #[inline]
    pub(crate) fn legal(&self, board: Board) -> [bool; 4] {
        let columns = board.transposed();
        [
            slide_rows(&self.left, columns) != columns,
            slide_rows(&self.right, columns) != columns,
            slide_rows(&self.left, board) != board,
            slide_rows(&self.right, board) != board,
        ]
    }
}

#[inline]
fn slide_rows(table: &[u16], board: Board) -> Board {
    let [a, b, c, d] = board.rows().map(|row| u64::from(table[usize::from(row)]));
    Board(a | b << 16 | c << 32 | d << 48)
}

/// One row by the rules: tiles move to the front, equal neighbours merge, no tile merges twice. Tiles
/// of the `largest` exponent stay apart.
pub(crate) fn slide_left(cells: [u8; 4], largest: u8) -> [u8; 4] {
    let mut slid = [0; 4];
    let mut end = 0;
    let mut may_merge = false;
    for exponent in cells.into_iter().filter(|&exponent| exponent > 0) {
        if may_merge && slid[end - 1] == exponent && exponent < largest {
            slid[end - 1] += 1;
            may_merge = false;
        } else {
            slid[end] = exponent;
            end += 1;
            may_merge = true;
        }
    }
    slid
}
