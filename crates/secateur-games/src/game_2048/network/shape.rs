//! The four shapes that the network looks through, and the eight ways to lay one on the board.
//!
//! ```text
//!  1 2 3 4    . . . .    1 2 3 .    . . . .      A shape reads six cells, the first one in the
//!  5 6 . .    1 2 3 4    4 5 6 .    1 2 3 .      lowest nibble: an index of 24 bits.
//!  . . . .    5 6 . .    . . . .    4 5 6 .
//!  . . . .    . . . .    . . . .    . . . .
//! ```
//!
//! The shapes are those of Yeh et al., *Multistage temporal difference learning for 2048-like games*
//! (2016).

use crate::game_2048::board::{Board, ONES};

/// How many shapes there are.
pub(super) const SHAPES: usize = 4;

/// What a shape can read: six nibbles.
pub(super) const READINGS: usize = 1 << 24;

/// All that can be read.
pub(super) const PLACES: usize = SHAPES * READINGS;

/// How many readings make up a value: every shape in eight ways.
pub(super) const PARTS: usize = 8 * SHAPES;

/// The exponent of the smallest tile that [`lowered`] boards do without, 16,384: nibbles of 14 and 15.
const RARE: u8 = 14;

/// Where to look a board up: for every shape in every way, its place among the readings of all
/// shapes, one shape after the other.
#[inline]
pub(super) fn places(board: Board) -> [u32; PARTS] {
    let mut places = [0; PARTS];
    for (place, view) in places.chunks_exact_mut(SHAPES).zip(views(board)) {
        place.copy_from_slice(&readings(view));
    }
    places
}

/// A board that is played alike and has no tile of 16,384 or more, which is seen too seldom while the
/// network learns: as long as it has one, all tiles above the largest one that is missing below its
/// largest are halved. Without a gap it stays as it is. (Guei, *On reinforcement learning for the game
/// of 2048*, 2023: tile downgrading, there for tiles of 32,768.) For those who play: what learns
/// reads boards as they are.
#[inline]
pub(super) fn lowered(board: Board) -> Board {
    let bits = board.bits();
    if bits >> 1 & bits >> 2 & bits >> 3 & ONES == 0 { board } else { lowered_by_gaps(board) }
}

fn lowered_by_gaps(board: Board) -> Board {
    let mut cells = board.exponents();
    while let Some(gap) = gap_below_rare(&cells) {
        for exponent in cells.iter_mut().filter(|exponent| **exponent > gap) {
            *exponent -= 1;
        }
    }
    Board::from_exponents(cells)
}

/// The largest exponent that is missing below the largest one, if that is [`RARE`] or more.
fn gap_below_rare(cells: &[u8; 16]) -> Option<u8> {
    let present = cells.iter().fold(0u16, |set, &exponent| set | 1 << exponent);
    let largest = present.ilog2() as u8;
    let missing = |exponent: &u8| present >> exponent & 1 == 0;
    if largest < RARE { None } else { (1..largest).rev().find(missing) }
}

/// What the shapes read where they are drawn above.
#[inline]
fn readings(board: u64) -> [u32; SHAPES] {
    let below = board >> 16;
    let lines = |board: u64| (board & 0xFF_FFFF) as u32;
    let blocks = |board: u64| (board & 0xFFF | board >> 4 & 0xFF_F000) as u32;
    let found = [lines(board), lines(below), blocks(board), blocks(below)];
    std::array::from_fn(|shape| found[shape] + (shape * READINGS) as u32)
}

/// The board turned and mirrored.
#[inline]
fn views(board: Board) -> [u64; 8] {
    let (rows, columns) = (board.bits(), board.transposed().bits());
    let (turned_rows, turned_columns) = (turned(rows), turned(columns));
    [
        rows,
        upside_down(rows),
        turned_rows,
        upside_down(turned_rows),
        columns,
        upside_down(columns),
        turned_columns,
        upside_down(turned_columns),
    ]
}

/// The last cell first.
#[inline]
fn turned(board: u64) -> u64 {
    let bytes = board.swap_bytes();
    (bytes & 0x0F0F_0F0F_0F0F_0F0F) << 4 | bytes >> 4 & 0x0F0F_0F0F_0F0F_0F0F
}

/// The last row first.
#[inline]
fn upside_down(board: u64) -> u64 {
    let halves = board.rotate_left(32);
    (halves & 0x0000_FFFF_0000_FFFF) << 16 | halves >> 16 & 0x0000_FFFF_0000_FFFF
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a shape, row by row from 0, as drawn at the top.
    const CELLS: [[usize; 6]; SHAPES] =
        [[0, 1, 2, 3, 4, 5], [4, 5, 6, 7, 8, 9], [0, 1, 2, 4, 5, 6], [4, 5, 6, 8, 9, 10]];

    #[test]
    fn every_shape_reads_its_cells_in_eight_ways() {
        let exponents = std::array::from_fn(|cell| cell as u8);
        let mut found = places(Board::from_exponents(exponents));
        let mut expected = Vec::new();
        for way in 0..8 {
            let seen = |cell: usize| {
                let (mut row, mut column) = (cell / 4, cell % 4);
                if way & 1 != 0 {
                    row = 3 - row;
                }
                if way & 2 != 0 {
                    column = 3 - column;
                }
                if way & 4 != 0 {
                    (row, column) = (column, row);
                }
                row * 4 + column
            };
            for (shape, cells) in CELLS.iter().enumerate() {
                let index = cells.iter().rev().fold(0, |index, &cell| index << 4 | seen(cell));
                expected.push((shape * READINGS + index) as u32);
            }
        }
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found.to_vec(), expected);
    }

    #[test]
    fn tiles_above_the_largest_gap_are_halved() {
        let cells = |large: [u8; 4]| {
            let [a, b, c, d] = large;
            Board::from_exponents([a, b, c, d, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0])
        };
        for (board, expected) in [
            ([14, 12, 11, 10], [13, 12, 11, 10]),
            ([14, 13, 11, 10], [13, 12, 11, 10]),
            ([14, 14, 12, 11], [13, 13, 12, 11]),
            ([15, 13, 12, 11], [13, 12, 11, 10]),
            ([15, 14, 12, 11], [13, 12, 11, 10]),
            ([15, 14, 13, 15], [13, 12, 11, 13]),
            ([13, 12, 10, 10], [13, 12, 10, 10]),
        ] {
            assert_eq!(lowered(cells(board)), cells(expected), "{board:?}");
        }
        let no_gap = Board::from_exponents([15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]);
        assert_eq!(lowered(no_gap), no_gap);
    }
}
