//! Positions as the columns played, or as a drawn board.

use secateur::{Game, Notation, ParseError, Score};

use super::{ConnectFour, Size, State};

impl<S: Size> ConnectFour<S> {
    /// X or O in a cell; X has played first.
    fn mark(&self, state: &State, row: u32, column: u32) -> char {
        let cell = 1 << (column * self.size.stride() + row);
        let own_is_x = state.count().is_multiple_of(2);
        match (state.stones & cell != 0, (state.own & cell != 0) == own_is_x) {
            (false, _) => '.',
            (true, true) => 'X',
            (true, false) => 'O',
        }
    }

    fn row_text(&self, state: &State, row: u32, separator: &str) -> String {
        let marks =
            (0..self.size.columns()).map(|column| self.mark(state, row, column).to_string());
        marks.collect::<Vec<_>>().join(separator)
    }

    /// The state after a sequence of columns.
    fn read_columns(&self, text: &str) -> Result<State, ParseError> {
        let mut state = self.initial();
        for (i, digit) in text.chars().enumerate() {
            let refuse = |why: String| {
                ParseError::new(format!("position '{}': move {}: {why}", short(text), i + 1))
            };
            let column = digit.to_digit(10).filter(|d| (1..=self.size.columns()).contains(d));
            let Some(column) = column else {
                return Err(refuse(format!(
                    "'{digit}' is no column from 1 to {}",
                    self.size.columns()
                )));
            };
            if state.won {
                return Err(refuse("the game is already won".into()));
            }
            if self.playable(&state) & self.size.column(column - 1) == 0 {
                return Err(refuse(format!("column {column} is full")));
            }
            self.apply(&mut state, (column - 1) as u8);
        }
        Ok(state)
    }

    /// The state drawn as rows from the top.
    fn read_board(&self, text: &str) -> Result<State, ParseError> {
        let refuse = |why: String| ParseError::new(format!("position '{}': {why}", short(text)));
        let rows: Vec<&str> = text.split(['/', '\n']).map(str::trim).collect();
        if rows.len() != self.size.rows() as usize {
            return Err(refuse(format!("{} rows instead of {}", rows.len(), self.size.rows())));
        }
        let (mut x, mut o) = (0u64, 0u64);
        for (i, row) in rows.iter().enumerate() {
            let marks: Vec<char> = row.chars().filter(|c| *c != ' ').collect();
            if marks.len() != self.size.columns() as usize {
                let cells = marks.len();
                return Err(refuse(format!(
                    "row {} has {cells} cells instead of {}",
                    i + 1,
                    self.size.columns()
                )));
            }
            for (column, mark) in marks.into_iter().enumerate() {
                let row = self.size.rows() - 1 - i as u32;
                let cell = 1 << (column as u32 * self.size.stride() + row);
                match mark {
                    'X' | 'x' => x |= cell,
                    'O' | 'o' => o |= cell,
                    '.' => {}
                    other => {
                        return Err(refuse(format!(
                            "'{other}' in row {} is not X, O or '.'",
                            i + 1
                        )));
                    }
                }
            }
        }
        self.checked(x, o).map_err(refuse)
    }

    /// The state with these stones, if it can be.
    fn checked(&self, x: u64, o: u64) -> Result<State, String> {
        let (stones, counts) = (x | o, (x.count_ones(), o.count_ones()));
        if counts.0 != counts.1 && counts.0 != counts.1 + 1 {
            return Err(format!(
                "{} X and {} O: X begins, then they take turns",
                counts.0, counts.1
            ));
        }
        if stones & (stones + self.size.bottom()) != 0 {
            return Err("a stone hangs in the air".into());
        }
        let (own, other) = if counts.0 == counts.1 { (x, o) } else { (o, x) };
        if let Some(why) = self.impossible(own, other) {
            return Err(why.into());
        }
        Ok(State {
            own,
            stones,
            own_threats: self.size.completing(own) & !stones,
            other_threats: self.size.completing(other) & !stones,
            won: self.size.has_four(other),
            count: stones.count_ones() as u8,
        })
    }
}

impl<S: Size> Notation for ConnectFour<S> {
    fn show(&self, state: &State) -> String {
        let rows = (0..self.size.rows()).rev().map(|row| self.row_text(state, row, " "));
        let numbers: Vec<_> = (1..=self.size.columns()).map(|column| column.to_string()).collect();
        rows.chain([numbers.join(" ")]).collect::<Vec<_>>().join("\n")
    }

    fn write_state(&self, state: &State) -> String {
        let rows = (0..self.size.rows()).rev().map(|row| self.row_text(state, row, ""));
        rows.collect::<Vec<_>>().join("/")
    }

    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        let text = text.trim();
        match text.contains(['/', '\n', '.']) {
            true => self.read_board(text),
            false => self.read_columns(text),
        }
    }

    fn write_action(&self, _state: &State, column: u8) -> String {
        (column + 1).to_string()
    }

    /// A score is the winner's stones left when it plays the last one: on `before` other stones,
    /// whose number says whose turn it was.
    fn plies_to_end(&self, state: &State, score: Score) -> Option<u32> {
        let (cells, stones) = (self.cells() as i32, state.count() as i32);
        if score == Score::DRAW {
            return Some((cells - stones) as u32);
        }
        let before = cells + 1 - 2 * score.value().abs();
        let mover = stones + i32::from(score < Score::DRAW);
        let before = if (before - mover) % 2 == 0 { before } else { before - 1 };
        u32::try_from(before + 1 - stones).ok()
    }
}

fn short(text: &str) -> String {
    text.chars().take(100).collect()
}
