//! The tiles beyond a nibble ([`Giants`]), and how boards slide that have them or may make one.
//!
//! On the [`Board`] a 65,536 and a 131,072 are nibbles of 15, like a 32,768. Which of these cells
//! hold more stands here, beside the board. Larger tiles there are none: the largest full board is
//! 131,072, 65,536, … 8, 4, which add up to 2¹⁸ − 4. Tiles can never add up to more, since a sum
//! takes at least a tile for each of its binary digits, and a tile falls where a cell is empty. So
//! two tiles of 131,072 never meet.

use super::board::{Board, Direction, LARGEST, slide_left, tile_points};

/// The exponent of the largest tile there is, 131,072.
pub(crate) const LARGEST_TILE: u8 = 17;

/// The most that the tiles of a board can add up to.
pub(crate) const LARGEST_SUM: u32 = (1 << (LARGEST_TILE + 1)) - 4;

/// Which cells with nibble 15 hold more than 32,768, a bit a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Giants {
    /// Those that hold 65,536.
    single: u16,
    /// Those that hold 131,072.
    double: u16,
}

impl Giants {
    /// The board with these exponents, row by row, and its giants.
    pub(crate) fn split(cells: [u8; 16]) -> (Board, Giants) {
        let cells_of = |exponent| {
            let bit = |cell: usize| u16::from(cells[cell] == exponent) << cell;
            (0..16).map(bit).fold(0, |mask, bit| mask | bit)
        };
        let giants = Giants { single: cells_of(LARGEST + 1), double: cells_of(LARGEST_TILE) };
        (Board::from_exponents(cells.map(|exponent| exponent.min(LARGEST))), giants)
    }

    /// The exponents of a board's tiles, row by row.
    pub(crate) fn exponents(self, board: Board) -> [u8; 16] {
        let mut cells = board.exponents();
        for (cell, exponent) in cells.iter_mut().enumerate() {
            *exponent += (self.single >> cell & 1) as u8 + 2 * (self.double >> cell & 1) as u8;
        }
        cells
    }

    /// Whether there are none.
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.bits() == 0
    }

    /// All of them in one number.
    #[inline]
    pub(crate) fn bits(self) -> u32 {
        u32::from(self.double) << 16 | u32::from(self.single)
    }

    /// The points in them beyond those of as many 32,768s.
    #[inline]
    pub(crate) fn points(self) -> u32 {
        if self.is_empty() {
            return 0;
        }
        let beyond = |exponent, cells: u16| {
            (tile_points(exponent) - tile_points(LARGEST)) * cells.count_ones()
        };
        beyond(LARGEST + 1, self.single) + beyond(LARGEST_TILE, self.double)
    }

    /// Board and giants after a slide, tile by tile: the tables cannot tell which 15s are equal.
    #[cold]
    pub(crate) fn slide(self, board: Board, direction: Direction) -> (Board, Giants) {
        let before = self.exponents(board);
        let mut after = [0; 16];
        for line in 0..4 {
            // The cells of a line in the order in which its tiles arrive at the wall.
            let place = |step: usize| match direction {
                Direction::Up => 4 * step + line,
                Direction::Down => 4 * (3 - step) + line,
                Direction::Left => 4 * line + step,
                Direction::Right => 4 * line + 3 - step,
            };
            let tiles = std::array::from_fn(|step| before[place(step)]);
            let slid = slide_left(tiles, LARGEST_TILE).into_iter().enumerate();
            slid.for_each(|(step, exponent)| after[place(step)] = exponent);
        }
        Giants::split(after)
    }
}
