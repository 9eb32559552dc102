//! What an unfinished game of 2048 is worth ([`Evaluation`]): the points so far, and a promise of
//! those to come that is the larger the better the board is arranged.
//!
//! A finished game is worth its points and no promise, so that every living board is worth more
//! than the same board dead.

use std::sync::LazyLock;

use super::board::{Board, row_exponents, tile_points};
use super::network::Network;

/// Which estimate a search asks for at its horizon.
#[derive(Clone, Copy)]
pub enum Evaluation {
    /// Learned from games.
    Network(&'static Network),
    /// Our own by hand: room, order and merges, line by line, each line in one look-up.
    Rows,
    /// The well-known one of smoothness, monotonicity, empty cells and the largest tile.
    Seed,
}

/// The worth of each of the 65,536 lines, a row or a column, read from its first cell.
pub(crate) struct Lines(Box<[i32]>);

/// What a line is worth besides half the points of its tiles; the unit is a point.
///
/// The numbers are round ones, set by hand and moved the way our own hill-climbing pointed; of some
/// ten candidates, a hundred games each, none was clearly better. In trials with these, a player
/// who looks only three plies ahead made 2048 in 196 of 200 games and 4096 in 167.
mod weight {
    /// Of a line as such: a board of eight lines keeps it while it lives.
    pub(super) const PROMISE: f64 = 60_000.0;
    /// Of an empty cell.
    pub(super) const ROOM: f64 = 300.0;
    /// Of two equal tiles with nothing between them.
    pub(super) const MERGE: f64 = 500.0;
    /// Of a step against the line's direction, from one tile's weight to the other's.
    pub(super) const DISORDER: f64 = -20.0;
    /// Of the step from the larger end of a line up to its largest tile.
    pub(super) const INLAND: f64 = -2.0;
    /// Of a tile's presence: many small tiles are worse than one large one.
    pub(super) const CROWD: f64 = -2.0;
}

/// How heavy a tile is in the eyes of order: between its exponent and its value.
fn heaviness(exponent: u8) -> f64 {
    f64::from(exponent).powf(2.7)
}

impl Lines {
    /// The table, computed when it is first asked for.
    pub(crate) fn tables() -> &'static Lines {
        static LINES: LazyLock<Lines> = LazyLock::new(|| {
            Lines((0..=u16::MAX).map(|line| line_value(row_exponents(line))).collect())
        });
        &LINES
    }

    /// The estimate for a board, as if every tile had begun as a 2.
    #[inline]
    pub(crate) fn value(&self, board: Board) -> i32 {
        let lines = |board: Board| board.rows().map(|line| self.0[usize::from(line)]);
        let ([a, b, c, d], [e, f, g, h]) = (lines(board), lines(board.transposed()));
        a + b + c + d + e + f + g + h
    }
}

/// The worth of one line. A tile stands in a row and in a column, so each counts half its points.
fn line_value(cells: [u8; 4]) -> i32 {
    let half_points = cells.iter().map(|&exponent| tile_points(exponent)).sum::<u32>() / 2;
    let heavy = cells.map(heaviness);
    let (rise, fall) = steps(&heavy);
    let largest = heavy.iter().copied().fold(0.0, f64::max);
    let tiles = tiles(cells);
    let merges = tiles.windows(2).filter(|pair| pair[0] == pair[1]).count();
    let crowd: f64 = tiles.iter().map(|&exponent| f64::from(exponent).powi(3)).sum();
    let shape = weight::PROMISE
        + weight::ROOM * (4 - tiles.len()) as f64
        + weight::MERGE * merges as f64
        + weight::DISORDER * rise.min(fall)
        + weight::INLAND * (largest - heavy[0].max(heavy[3]))
        + weight::CROWD * crowd;
    half_points as i32 + shape.round() as i32
}

/// The estimate that the write-up of the challenge uses, with its weights, in thousandths and on
/// top of the points; every tile counts by its exponent.
///
/// - Smoothness: how little each tile differs from the next one in its row and its column.
/// - Monotonicity: how little the rows, all together, rise against their better direction, and the
///   same for the columns.
/// - Room: the logarithm of the number of empty cells; none counts as half a cell, since the
///   logarithm of zero would outweigh everything.
/// - The largest tile.
pub(crate) fn seed(board: Board) -> i32 {
    let (row_roughness, row_disorder) = roughness_and_disorder(board);
    let (column_roughness, column_disorder) = roughness_and_disorder(board.transposed());
    let smoothness = -(row_roughness + column_roughness);
    let monotonicity = -(row_disorder + column_disorder);
    let room = (board.empty_cells().count() as f64).max(0.5).ln();
    let largest = board.exponents().into_iter().max().unwrap_or(0);
    let shape = 0.1 * smoothness + 1.0 * monotonicity + 2.7 * room + 1.0 * f64::from(largest);
    SEED_PROMISE + board.points() as i32 + (1000.0 * shape).round() as i32
}

/// More than the shape of the worst board can take away.
const SEED_PROMISE: i32 = 400_000;

/// Over the four rows: the sum of all steps from tile to tile, and of those against the direction
/// that has fewer.
fn roughness_and_disorder(board: Board) -> (f64, f64) {
    let (mut rises, mut falls) = (0.0, 0.0);
    for row in board.rows() {
        let tiles: Vec<f64> = tiles(row_exponents(row)).into_iter().map(f64::from).collect();
        let (rise, fall) = steps(&tiles);
        rises += rise;
        falls += fall;
    }
    (rises + falls, f64::min(rises, falls))
}

/// The tiles of a line without the gaps between them.
fn tiles(cells: [u8; 4]) -> Vec<u8> {
    cells.into_iter().filter(|&exponent| exponent > 0).collect()
}

/// How far the numbers rise altogether from each to the next, and how far they fall.
fn steps(numbers: &[f64]) -> (f64, f64) {
    let step = |pair: &[f64]| pair[1] - pair[0];
    let steps = || numbers.windows(2).map(step);
    (steps().map(|step| step.max(0.0)).sum(), steps().map(|step| (-step).max(0.0)).sum())
}

#[cfg(test)]
mod tests {
    use secateur::Random;

    use super::*;

    fn board(cells: [u8; 16]) -> Board {
        Board::from_exponents(cells)
    }

    #[test]
    fn a_living_board_is_worth_more_than_its_points() {
        let mut random = Random::new(1);
        for _ in 0..200_000 {
            let highest = 1 + random.below(15);
            let board = board(std::array::from_fn(|_| random.below(highest + 1) as u8));
            for value in [Lines::tables().value(board), seed(board)] {
                assert!(value > board.points() as i32, "{value}: {board:?}");
            }
        }
    }

    #[test]
    fn order_room_and_merges_are_worth_something() {
        let better = [
            // In order along the edge, rather than scattered.
            (
                [8, 7, 6, 5, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                [8, 1, 7, 0, 0, 6, 2, 0, 5, 0, 0, 0, 0, 0, 0, 0],
            ),
            // Five tiles, rather than nine.
            (
                [5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
                [5, 4, 3, 2, 1, 2, 1, 2, 2, 1, 0, 0, 0, 0, 0, 0],
            ),
        ];
        for (good, bad) in better.map(|(good, bad)| (board(good), board(bad))) {
            assert!(Lines::tables().value(good) > Lines::tables().value(bad), "{good:?} {bad:?}");
            assert!(seed(good) > seed(bad), "{good:?} {bad:?}");
        }
    }

    #[test]
    fn the_largest_tile_belongs_into_a_corner() {
        let with_largest_at = |place: usize| {
            let mut cells = [0; 16];
            cells[place] = 8;
            Lines::tables().value(board(cells))
        };
        assert!(with_largest_at(0) > with_largest_at(1));
        assert!(with_largest_at(1) > with_largest_at(5));
    }

    #[test]
    fn a_mirrored_board_is_worth_the_same() {
        let mut random = Random::new(2);
        for _ in 0..1000 {
            let cells: [u8; 16] = std::array::from_fn(|_| random.below(12) as u8);
            let (here, there) = (board(cells), board(cells).transposed());
            assert_eq!(Lines::tables().value(here), Lines::tables().value(there));
            assert_eq!(seed(here), seed(there));
        }
    }
}
