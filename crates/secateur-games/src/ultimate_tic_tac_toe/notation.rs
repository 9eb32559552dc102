//! How positions and moves are written.

use secateur::{Game, Notation, ParseError};

use super::board::{ALL, Cell, State, about, boards};
use super::{Tie, Ultimate};

impl Notation for Ultimate {
    /// The board, who has which small boards, and where to play.
    fn show(&self, state: &State) -> String {
        let mut text = String::from("   0 1 2   3 4 5   6 7 8");
        for row in 0..9 {
            if row % 3 == 0 && row > 0 {
                text += "\n  -------+-------+-------";
            }
            text += &format!("\n{row} ");
            for column in 0..9 {
                let bar = if column % 3 == 0 && column > 0 { " |" } else { "" };
                text += &format!("{bar} {}", shown(state, Cell::at(row, column)));
            }
        }
        text + &self.footing(state)
    }

    fn write_state(&self, state: &State) -> String {
        let row =
            |row| -> String { (0..9).map(|column| mark(state, Cell::at(row, column))).collect() };
        let rows: Vec<String> = (0..9).map(row).collect();
        let side = if state.side == 0 { 'X' } else { 'O' };
        format!("{} {side} {}", rows.join("/"), where_to(state))
    }

    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        read_state(text).map_err(|why| {
            let shown: String = text.chars().take(120).collect();
            ParseError::new(format!("position '{shown}': {why}"))
        })
    }

    fn write_action(&self, _state: &State, cell: Cell) -> String {
        let (row, column) = cell.row_column();
        format!("{row},{column}")
    }

    /// Takes `4,4`, `4 4`, `(4,4)` and `44`.
    fn read_action(&self, state: &State, text: &str) -> Result<Cell, ParseError> {
        let text = text.trim();
        let inner = text.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(text);
        let digits: Vec<u32> = inner
            .chars()
            .filter(|c| !matches!(c, ',' | ' '))
            .map(|c| c.to_digit(10).unwrap_or(9))
            .collect();
        let (&[row @ 0..=8, column @ 0..=8], 2..=4) = (&digits[..], inner.len()) else {
            return Err(ParseError::new(format!(
                "'{text}' is no cell: write row,column such as 4,4, both from 0 to 8"
            )));
        };
        let cell = Cell::at(row as usize, column as usize);
        let (board, name) = (cell.board(), format!("{row},{column}"));
        if self.is_terminal(state) {
            return Err(ParseError::new("the game is over"));
        }
        match mark(state, cell) {
            '.' => {}
            mark => return Err(ParseError::new(format!("{name} is taken by {mark}"))),
        }
        match (state.open >> board & 1, state.playable >> board & 1) {
            (0, _) => Err(ParseError::new(format!("{name} is on a small board that is decided"))),
            (_, 0) => {
                let must = where_to(state);
                Err(ParseError::new(format!("{name} is not on the small board {must}, to play on")))
            }
            _ => Ok(cell),
        }
    }
}

impl Ultimate {
    /// Below the board: where to play, and who has which small boards.
    fn footing(&self, state: &State) -> String {
        let list = |side: usize| {
            let names: Vec<String> = boards(state.won[side]).map(board_name).collect();
            if names.is_empty() { "none".into() } else { names.join(" ") }
        };
        let owned = match self.tie {
            Tie::Draw => format!("boards of X: {}; of O: {}", list(0), list(1)),
            Tie::Boards => format!("boards of X: {}; of O: {}; more win", list(0), list(1)),
        };
        match (state.playable, where_to(state)) {
            (0, _) => format!("\n{owned}"),
            (_, to) => format!("\n{owned}\nnext on board {to}"),
        }
    }
}

/// A cell's mark, or '.'.
fn mark(state: &State, cell: Cell) -> char {
    let has = |side: usize| state.marks[side][cell.board()] >> cell.place() & 1 == 1;
    match (has(0), has(1)) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '.',
    }
}

/// A cell as it is drawn: what cannot be played any more is empty.
fn shown(state: &State, cell: Cell) -> char {
    match mark(state, cell) {
        '.' if state.open >> cell.board() & 1 == 0 => ' ',
        mark => mark,
    }
}

fn board_name(board: usize) -> String {
    format!("{},{}", board / 3, board % 3)
}

/// The small board to play on.
fn where_to(state: &State) -> String {
    match state.playable.count_ones() {
        1 if state.playable != state.open => board_name(state.playable.trailing_zeros() as usize),
        _ => "any".into(),
    }
}

fn read_state(text: &str) -> Result<State, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &[rows, side, to] = &words[..] else {
        return Err("the board, the side to move and where it must play are needed, such as \
                    '…/… X 1,1' or '…/… O any'"
            .into());
    };
    let mut state = State { side: read_side(side)?, ..read_marks(rows)? };
    let count = |side: usize| state.marks[side].iter().map(|set| set.count_ones()).sum::<u32>();
    let (x, o) = (count(0), count(1));
    if x != o + u32::from(state.side) {
        return Err(format!("{x} X and {o} O, but X begins and {side} is to move"));
    }
    let lines = [0, 1].map(|side: usize| about(state.won[side]).has_line);
    if lines[usize::from(state.side)] {
        return Err(format!("{side} has its line already, so it cannot be its turn"));
    }
    if lines[usize::from(state.side ^ 1)] {
        state.playable = 0;
        return Ok(state);
    }
    state.playable = read_where(&state, to)?;
    Ok(state)
}

fn read_side(text: &str) -> Result<u8, String> {
    match text {
        "X" | "x" => Ok(0),
        "O" | "o" => Ok(1),
        _ => Err(format!("'{text}' is no side: X or O is needed")),
    }
}

/// The marks, and which small boards they decide.
fn read_marks(text: &str) -> Result<State, String> {
    let mut state = State::INITIAL;
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        return Err(format!("{} rows instead of 9; '/' stands between rows", rows.len()));
    }
    for (row, cells) in rows.iter().enumerate() {
        if cells.chars().count() != 9 {
            return Err(format!("row {row} has {} cells instead of 9", cells.chars().count()));
        }
        for (column, mark) in cells.chars().enumerate() {
            let cell = Cell::at(row, column);
            match mark {
                'X' | 'x' => state.marks[0][cell.board()] |= 1 << cell.place(),
                'O' | 'o' => state.marks[1][cell.board()] |= 1 << cell.place(),
                '.' => {}
                other => return Err(format!("'{other}' in row {row} is not X, O or '.'")),
            }
        }
    }
    for board in boards(ALL) {
        let lines = [0, 1].map(|side: usize| about(state.marks[side][board]).has_line);
        if lines == [true, true] {
            let name = board_name(board);
            return Err(format!("both sides have a line on the small board {name}"));
        }
        for (won, line) in state.won.iter_mut().zip(lines) {
            *won |= u16::from(line) << board;
        }
        if lines != [false, false] || state.free(board) == 0 {
            state.open &= !(1 << board);
        }
    }
    Ok(state)
}

/// Where the side to move may play: on the small board that the last mark points to.
fn read_where(state: &State, text: &str) -> Result<u16, String> {
    let last = &state.marks[usize::from(state.side ^ 1)];
    let pointed = last.iter().fold(0, |places, marks| places | marks);
    if text == "any" {
        let one = state.open.count_ones() == 1;
        return if *state == State::INITIAL || pointed & !state.open != 0 || one {
            Ok(state.open)
        } else {
            Err("no mark points to a decided board, so 'any' cannot be".into())
        };
    }
    let digits: Vec<u32> = text.split(',').filter_map(|word| word.parse().ok()).collect();
    let &[row @ 0..=2, column @ 0..=2] = &digits[..] else {
        return Err(format!("'{text}' is no small board: 0,0 to 2,2, or 'any', is needed"));
    };
    let bit = 1 << (row * 3 + column);
    match () {
        () if state.open & bit == 0 => Err(format!("the small board {text} is decided: 'any'")),
        () if pointed & bit == 0 => Err(format!("no mark of the last side points to {text}")),
        () => Ok(bit),
    }
}
