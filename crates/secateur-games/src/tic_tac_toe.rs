//! Tic-tac-toe and its family, the m,n,k-games: *m* columns, *n* rows, *k* in a row wins.
//!
//! A side's marks are one word, a bit a cell, row by row from the top left:
//!
//! ```text
//!  0  1  2        0,0  0,1  0,2
//!  3  4  5        1,0  1,1  1,2      an action is row,column
//!  6  7  8        2,0  2,1  2,2
//! ```

use secateur::{Game, GameSession, Heuristic, Notation, ParseError, Random, Score, Turn};

use crate::{Entry, Opened, Options};

/// Tic-tac-toe in the list of games.
pub const ENTRY: Entry = Entry {
    name: "tic-tac-toe",
    summary: "three in a row; with m, n and k as you like",
    position: "rows from the top with X, O and '.', joined by '/'; ' X' or ' O' behind names the \
               side to move, else the side with fewer marks, else X",
    example: "XXO/OX./O..",
    options: &[("m", "columns (3)"), ("n", "rows (3)"), ("k", "how many in a row win (3)")],
    sides: 2,
    session,
};

fn session(options: &Options, position: Option<&str>) -> Opened {
    let size = |key| options.number(key, 3, 1..=64);
    let game = TicTacToe::new(size("m")?, size("n")?, size("k")?)?;
    let state = position.map_or(Ok(game.initial()), |text| game.read_state(text))?;
    Ok(Box::new(GameSession::new(game, state)))
}

/// The rules: a board of at most 64 cells. X is Max and begins.
#[derive(Clone, Debug)]
pub struct TicTacToe {
    columns: u32,
    rows: u32,
    /// All cells.
    board: u64,
    /// Every set of cells that wins.
    lines: Vec<u64>,
    /// Those of them that go through a cell.
    lines_through: Vec<Vec<u64>>,
}

/// The marks of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    x: u64,
    o: u64,
    x_to_move: bool,
    /// The side that moved last has a line.
    won: bool,
}

/// A cell, 0 at the top left, row by row.
pub type Cell = u8;

impl Default for TicTacToe {
    fn default() -> TicTacToe {
        TicTacToe::new(3, 3, 3).expect("the 3,3,3-game exists")
    }
}

impl TicTacToe {
    /// The game on `columns` × `rows` cells, won by `in_a_row` marks in a row, a column or a diagonal.
    ///
    /// # Errors
    /// When the board is empty or has more than 64 cells, or no line fits on it.
    pub fn new(columns: u32, rows: u32, in_a_row: u32) -> Result<TicTacToe, ParseError> {
        let cells = columns.saturating_mul(rows);
        if !(1..=64).contains(&cells) {
            return Err(ParseError::new(format!(
                "m={columns}, n={rows}: a board has 1 to 64 cells, not {cells}"
            )));
        }
        if !(1..=columns.max(rows)).contains(&in_a_row) {
            return Err(ParseError::new(format!(
                "k={in_a_row}: no such line fits on a board of {columns} by {rows}"
            )));
        }
        let lines = winning_lines(columns, rows, in_a_row);
        let through = |cell| lines.iter().copied().filter(|line| line >> cell & 1 == 1).collect();
        let lines_through = (0..cells).map(through).collect();
        let board = u64::MAX >> (64 - cells);
        Ok(TicTacToe { columns, rows, board, lines, lines_through })
    }

    /// The cell in `row` and `column`, both from 0, if it is on the board.
    pub fn cell(&self, row: u32, column: u32) -> Option<Cell> {
        (row < self.rows && column < self.columns).then(|| (row * self.columns + column) as Cell)
    }

    /// Row and column of a cell, both from 0.
    pub fn row_column(&self, cell: Cell) -> (u32, u32) {
        (u32::from(cell) / self.columns, u32::from(cell) % self.columns)
    }

    fn has_line(&self, marks: u64) -> bool {
        self.lines.iter().any(|&line| line & !marks == 0)
    }

    fn mark(&self, state: &State, cell: Cell) -> char {
        match (state.x >> cell & 1, state.o >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        }
    }
}

/// Every set of `in_a_row` neighbouring cells in one of the four directions.
fn winning_lines(columns: u32, rows: u32, in_a_row: u32) -> Vec<u64> {
    let (columns, rows, reach) = (columns as i32, rows as i32, in_a_row as i32 - 1);
    let mut lines = Vec::new();
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for row in 0..rows {
            for column in 0..columns {
                let (last_row, last_column) = (row + down * reach, column + right * reach);
                if last_row < rows && (0..columns).contains(&last_column) {
                    let cell = |step| (row + down * step) * columns + column + right * step;
                    lines.push((0..=reach).fold(0, |line, step| line | 1 << cell(step)));
                }
            }
        }
    }
    lines.sort_unstable();
    lines.dedup(); // with k = 1 every direction gives the same
    lines
}

impl Game for TicTacToe {
    type State = State;
    type Action = Cell;

    fn initial(&self) -> State {
        State { x: 0, o: 0, x_to_move: true, won: false }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Turn {
        if state.x_to_move { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn actions(&self, state: &State, actions: &mut Vec<Cell>) {
        if state.won {
            return;
        }
        let mut free = self.board & !(state.x | state.o);
        while free != 0 {
            actions.push(free.trailing_zeros() as Cell);
            free &= free - 1;
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, cell: Cell) {
        let own = if state.x_to_move { &mut state.x } else { &mut state.o };
        *own |= 1 << cell;
        state.won = self.lines_through[usize::from(cell)].iter().any(|&line| line & !*own == 0);
        state.x_to_move = !state.x_to_move;
    }

    #[inline]
    fn utility(&self, state: &State) -> Score {
        match (state.won, state.x_to_move) {
            (false, _) => Score::DRAW,
            (true, true) => Score::LOSS,
            (true, false) => Score::WIN,
        }
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.won || state.x | state.o == self.board
    }
}

impl Heuristic for TicTacToe {
    /// The lines still open to one side only, each worth more the fuller it is.
    fn evaluate(&self, state: &State) -> Score {
        let worth = |own: u64, other: u64, line: u64| match line & other {
            0 => 4i32.saturating_pow((own & line).count_ones()) - 1,
            _ => 0,
        };
        let balance = |sum: i32, &line: &u64| {
            let line = worth(state.x, state.o, line).saturating_sub(worth(state.o, state.x, line));
            sum.saturating_add(line)
        };
        Score::new(self.lines.iter().fold(0, balance))
    }

    #[inline]
    fn playout_action(
        &self,
        state: &State,
        random: &mut Random,
        _cells: &mut Vec<Cell>,
    ) -> Option<Cell> {
        if self.is_terminal(state) {
            return None;
        }
        let free = (self.board & !(state.x | state.o)).count_ones();
        Some(self.free_cell(state, random.below(free as usize)))
    }

    #[inline]
    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }
}

impl TicTacToe {
    /// The n-th free cell.
    fn free_cell(&self, state: &State, n: usize) -> Cell {
        let mut free = self.board & !(state.x | state.o);
        (0..n).for_each(|_| free &= free - 1);
        free.trailing_zeros() as Cell
    }
}

impl Notation for TicTacToe {
    /// The board with its row and column numbers.
    fn show(&self, state: &State) -> String {
        let width = self.columns.max(self.rows).saturating_sub(1).to_string().len();
        let mut text = format!("{:width$}", "");
        for column in 0..self.columns {
            text += &format!(" {column:>width$}");
        }
        for row in 0..self.rows {
            text += &format!("\n{row:>width$}");
            for column in 0..self.columns {
                let mark = self.mark(state, (row * self.columns + column) as Cell);
                text += &format!(" {mark:>width$}");
            }
        }
        text
    }

    fn write_state(&self, state: &State) -> String {
        let row = |row| -> String {
            let cells = row * self.columns..(row + 1) * self.columns;
            cells.map(|cell| self.mark(state, cell as Cell)).collect()
        };
        let rows: Vec<String> = (0..self.rows).map(row).collect();
        let text = rows.join("/");
        let side = if state.x_to_move { 'X' } else { 'O' };
        // The side to move is written only where a reader could not tell it from the marks.
        if self.read_state(&text).as_ref() == Ok(state) { text } else { format!("{text} {side}") }
    }

    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        // Rows may also stand on lines of their own.
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let text = &lines.collect::<Vec<_>>().join("/");
        let (marks, side) = split_side(text)?;
        let (x, o) = self.read_marks(marks)?;
        let (x_count, o_count) = (x.count_ones(), o.count_ones());
        if x_count.abs_diff(o_count) > 1 {
            return Err(refuse(
                text,
                format!(
                    "{x_count} X and {o_count} O: the sides play in turn, so they differ by one at most"
                ),
            ));
        }
        let (x_line, o_line) = (self.has_line(x), self.has_line(o));
        if x_line && o_line {
            return Err(refuse(text, "both sides have a line, but the first one ends the game"));
        }
        let x_to_move = match (x_count.cmp(&o_count), side) {
            (std::cmp::Ordering::Less, Some(false)) => {
                return Err(refuse(text, "O has one mark more, so X is to move"));
            }
            (std::cmp::Ordering::Less, _) => true,
            (std::cmp::Ordering::Greater, Some(true)) => {
                return Err(refuse(text, "X has one mark more, so O is to move"));
            }
            (std::cmp::Ordering::Greater, _) => false,
            (std::cmp::Ordering::Equal, side) => side.unwrap_or(!x_line),
        };
        if (x_to_move && x_line) || (!x_to_move && o_line) {
            let side = if x_line { 'X' } else { 'O' };
            return Err(refuse(text, format!("{side} has a line, so it cannot be {side}'s turn")));
        }
        let last = if x_to_move { o } else { x };
        if (x_line || o_line) && !self.one_mark_made_every_line(last) {
            return Err(refuse(
                text,
                "the lines have no mark in common, but one move ended the game",
            ));
        }
        Ok(State { x, o, x_to_move, won: x_line || o_line })
    }

    fn write_action(&self, _state: &State, cell: Cell) -> String {
        let (row, column) = self.row_column(cell);
        format!("{row},{column}")
    }

    /// Takes `1,2`, `1 2`, `(1,2)` and, on a board below ten by ten, `12`.
    fn read_action(&self, state: &State, text: &str) -> Result<Cell, ParseError> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
        let words = inner.split([',', ' ']).filter(|word| !word.is_empty());
        let mut numbers: Vec<u32> = words.map_while(|word| word.parse().ok()).collect();
        if let ([pair], 2) = (&numbers[..], inner.len()) {
            numbers = vec![pair / 10, pair % 10];
        }
        let [row, column] = numbers[..] else {
            return Err(ParseError::new(format!(
                "'{text}' is no cell: write row,column such as 1,2"
            )));
        };
        let Some(cell) = self.cell(row, column) else {
            return Err(ParseError::new(format!(
                "{row},{column} is not on the board: rows go from 0 to {}, columns to {}",
                self.rows - 1,
                self.columns - 1
            )));
        };
        if self.is_terminal(state) {
            return Err(ParseError::new("the game is over"));
        }
        match self.mark(state, cell) {
            '.' => Ok(cell),
            mark => Err(ParseError::new(format!("{row},{column} is taken by {mark}"))),
        }
    }
}

impl TicTacToe {
    /// The marks of X and O on a board written row by row.
    fn read_marks(&self, text: &str) -> Result<(u64, u64), ParseError> {
        let rows: Vec<&str> = text.split('/').map(str::trim).collect();
        if rows.len() != self.rows as usize {
            return Err(refuse(
                text,
                format!("{} rows instead of {}; '/' stands between rows", rows.len(), self.rows),
            ));
        }
        let (mut x, mut o, mut cell) = (0u64, 0u64, 0);
        for (i, row) in rows.iter().enumerate() {
            if row.chars().count() != self.columns as usize {
                let cells = row.chars().count();
                return Err(refuse(
                    text,
                    format!("row {i} has {cells} cells instead of {}", self.columns),
                ));
            }
            for mark in row.chars() {
                match mark {
                    'X' | 'x' => x |= 1 << cell,
                    'O' | 'o' => o |= 1 << cell,
                    '.' => {}
                    other => {
                        return Err(refuse(
                            text,
                            format!("'{other}' in row {i} is not X, O or '.'"),
                        ));
                    }
                }
                cell += 1;
            }
        }
        Ok((x, o))
    }

    /// Whether a single mark lies on all lines, as it must when one move completed them.
    fn one_mark_made_every_line(&self, marks: u64) -> bool {
        let lines = self.lines.iter().filter(|&&line| marks & line == line);
        lines.fold(u64::MAX, |common, &line| common & line) != 0
    }
}

/// The board's text and the side named behind it: `true` for X.
fn split_side(text: &str) -> Result<(&str, Option<bool>), ParseError> {
    let mut words = text.split_whitespace();
    let board = words.next().ok_or_else(|| refuse(text, "an empty text is no board"))?;
    let side = match words.next() {
        None => None,
        Some("X" | "x") => Some(true),
        Some("O" | "o") => Some(false),
        Some(word) => return Err(refuse(text, format!("'{word}' is no side: X or O is needed"))),
    };
    match words.next() {
        None => Ok((board, side)),
        Some(word) => Err(refuse(text, format!("'{word}' behind the side means nothing"))),
    }
}

fn refuse(text: &str, why: impl std::fmt::Display) -> ParseError {
    let shown: String = text.chars().take(100).collect();
    ParseError::new(format!("position '{shown}': {why}"))
}
