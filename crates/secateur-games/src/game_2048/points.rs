//! The points in a board's tiles, by one look-up a row.

use std::sync::LazyLock;

use super::board::{Board, row_exponents, tile_points};

/// The points in each of the 65,536 rows.
pub(crate) struct Points(Box<[u32]>);

impl Points {
    /// The table, computed when it is first asked for.
    pub(crate) fn table() -> &'static Points {
        static POINTS: LazyLock<Points> = LazyLock::new(|| {
            let points = |row| row_exponents(row).into_iter().map(tile_points).sum();
            Points((0..=u16::MAX).map(points).collect())
        });
        &POINTS
    }

    /// What [`Board::points`] counts.
    #[inline]
    pub(crate) fn of(&self, board: Board) -> u32 {
        board.rows().into_iter().map(|row| self.0[usize::from(row)]).sum()
    }
}
