//! The grid of a 2048 server, as both ends of the line see it: [`Grid`].

/// Sixteen cells, row by row from the top left; 0 where there is no tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid([u32; 16]);

impl Grid {
    /// The grid with these rows.
    pub(crate) fn from_rows(rows: [[u32; 4]; 4]) -> Grid {
        Grid(std::array::from_fn(|cell| rows[cell / 4][cell % 4]))
    }

    /// A line of a server's drawing as a row: four words, each a number or '.', and nothing else.
    pub(crate) fn read_row(line: &str) -> Option<[u32; 4]> {
        Grid::read_cells(line.split_whitespace())
    }

    /// A grid from the position of a session, whatever stands behind its cells.
    pub(crate) fn read_position(position: &str) -> Option<Grid> {
        let mut rows = [[0; 4]; 4];
        let mut texts = position.split_whitespace().next()?.split('/');
        for row in &mut rows {
            *row = Grid::read_cells(texts.next()?.split(','))?;
        }
        texts.next().is_none().then(|| Grid::from_rows(rows))
    }

    fn read_cells<'t>(words: impl Iterator<Item = &'t str>) -> Option<[u32; 4]> {
        let cell = |word: &str| match word {
            "." => Some(0),
            _ if word.bytes().all(|byte| byte.is_ascii_digit()) => word.parse().ok(),
            _ => None,
        };
        let cells: Option<Vec<u32>> = words.map(cell).collect();
        cells?.try_into().ok()
    }

    /// The grid in the notation of the game, to open a session with.
    pub(crate) fn position(&self) -> String {
        let cells: Vec<String> = self.0.iter().map(|&tile| write_cell(tile)).collect();
        let rows: Vec<String> = cells.chunks(4).map(|row| row.join(",")).collect();
        rows.join("/")
    }

    /// The grid as a server draws it: every cell followed by a space, and padded to `width`.
    pub(crate) fn draw(&self, width: usize) -> String {
        let row = |row: &[u32]| -> String {
            row.iter().map(|&tile| format!("{:<width$} ", write_cell(tile))).collect()
        };
        self.0.chunks(4).map(|cells| row(cells) + "\n").collect()
    }

    /// The largest tile.
    pub(crate) fn largest(&self) -> u32 {
        self.0.iter().copied().max().unwrap_or(0)
    }

    /// The sum of all tiles.
    pub(crate) fn sum(&self) -> u64 {
        self.0.iter().copied().map(u64::from).sum()
    }

    /// How many cells have no tile.
    pub(crate) fn room(&self) -> usize {
        self.0.iter().filter(|&&tile| tile == 0).count()
    }

    /// The tile that fell, if `later` is this grid and one tile more.
    pub(crate) fn fallen(&self, later: &Grid) -> Option<u32> {
        let mut changed = self.0.iter().zip(&later.0).filter(|(before, after)| before != after);
        match (changed.next(), changed.next()) {
            (Some((0, &tile)), None) => Some(tile),
            _ => None,
        }
    }

    /// Whether a 4 stands on it.
    pub(crate) fn has_four(&self) -> bool {
        self.0.contains(&4)
    }
}

fn write_cell(tile: u32) -> String {
    if tile == 0 { ".".into() } else { tile.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [[u32; 4]; 4] = [[2, 0, 0, 4], [0; 4], [0, 0, 16, 0], [0, 1024, 0, 0]];

    #[test]
    fn a_drawing_reads_back_row_by_row() {
        let grid = Grid::from_rows(ROWS);
        assert_eq!(grid.draw(1).lines().next(), Some("2 . . 4 "));
        for width in [0, 1, 4, 9] {
            let rows: Option<Vec<_>> = grid.draw(width).lines().map(Grid::read_row).collect();
            assert_eq!(rows.unwrap(), ROWS);
        }
    }

    #[test]
    fn only_four_numbers_or_dots_are_a_row() {
        for line in [
            "",
            "2 . .",
            "2 . . . .",
            "u: Up d: Down l: Left r: Right",
            "> 2 . .",
            "-2 . . .",
            "+2 . . .",
            "2.. . . .",
            "99999999999 . . .",
        ] {
            assert_eq!(Grid::read_row(line), None, "{line}");
        }
        assert_eq!(Grid::read_row("  3\t.  . 7\r"), Some([3, 0, 0, 7]));
    }

    #[test]
    fn a_position_reads_back() {
        let grid = Grid::from_rows(ROWS);
        assert_eq!(grid.position(), "2,.,.,4/.,.,.,./.,.,16,./.,1024,.,.");
        assert_eq!(Grid::read_position(&format!("{} 12 tile", grid.position())), Some(grid));
        for text in ["", "2,2,2,2", "2,2,2,2/2,2,2,2/2,2,2,2/2,2,2", "a"] {
            assert_eq!(Grid::read_position(text), None);
        }
    }

    #[test]
    fn one_more_tile_and_nothing_else() {
        let before = Grid::from_rows(ROWS);
        let with = |row: usize, column: usize, tile| {
            let mut rows = ROWS;
            rows[row][column] = tile;
            Grid::from_rows(rows)
        };
        assert_eq!(before.fallen(&with(1, 1, 2)), Some(2));
        assert_eq!(before.fallen(&with(1, 1, 4)), Some(4));
        for other in [before, with(0, 0, 4), with(0, 0, 0)] {
            assert_eq!(before.fallen(&other), None);
        }
    }
}
