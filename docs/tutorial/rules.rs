//! The rules of breakthrough, on a board of five by five.
//!
//! Each side has two rows of pawns. A pawn moves one row forward, straight or diagonally, and takes
//! diagonally only. A pawn on the last row wins, and so does a side whose opponent has none left.

use secateur::{Game, Heuristic, Notation, ParseError, Score, Turn};

const SIZE: usize = 5;

#[derive(Clone, Copy, Debug, Default)]
pub struct Breakthrough;

/// The pawns of both sides, a bit a cell, row by row from White's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pawns: [u32; 2],
    black_to_move: bool,
}

/// From which cell to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    from: u8,
    to: u8,
}

const ROW: u32 = (1 << SIZE) - 1;
const LAST_ROWS: [u32; 2] = [ROW << (SIZE * (SIZE - 1)), ROW];

impl State {
    fn side(&self) -> usize {
        usize::from(self.black_to_move)
    }

    /// The side that has won, if one has.
    fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| self.pawns[side] & LAST_ROWS[side] != 0 || self.pawns[1 - side] == 0)
    }
}

impl Game for Breakthrough {
    type State = State;
    type Action = Move;

    fn initial(&self) -> State {
        let two_rows = ROW | ROW << SIZE;
        State { pawns: [two_rows, two_rows << (SIZE * (SIZE - 2))], black_to_move: false }
    }

    fn to_move(&self, state: &State) -> Turn {
        if state.black_to_move { Turn::Min } else { Turn::Max }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Move>) {
        if state.winner().is_some() {
            return;
        }
        let side = state.side();
        let (own, other) = (state.pawns[side], state.pawns[1 - side]);
        for from in (0..SIZE * SIZE).filter(|from| own >> from & 1 == 1) {
            let (row, column) = (from / SIZE, from % SIZE);
            let next = if side == 0 { row + 1 } else { row - 1 };
            for to_column in column.saturating_sub(1)..=(column + 1).min(SIZE - 1) {
                let to = next * SIZE + to_column;
                let taken = if to_column == column { own | other } else { own };
                if taken >> to & 1 == 0 {
                    actions.push(Move { from: from as u8, to: to as u8 });
                }
            }
        }
    }

    fn apply(&self, state: &mut State, Move { from, to }: Move) {
        let side = state.side();
        state.pawns[side] ^= 1 << from | 1 << to;
        state.pawns[1 - side] &= !(1 << to);
        state.black_to_move = !state.black_to_move;
    }

    fn utility(&self, state: &State) -> Score {
        match state.winner() {
            Some(0) => Score::WIN,
            Some(_) => Score::LOSS,
            // Whoever cannot move has lost.
            None => Score::LOSS.for_turn(self.to_move(state)),
        }
    }
}

impl Heuristic for Breakthrough {
    /// A pawn counts ten, and each row that the foremost pawn is ahead one.
    fn evaluate(&self, state: &State) -> Score {
        let [white, black] = state.pawns;
        let ahead = |pawns: u32| (31 - (pawns | 1).leading_zeros()) as i32 / SIZE as i32;
        let turned = black.reverse_bits() >> (32 - SIZE * SIZE);
        let pawns = white.count_ones() as i32 - black.count_ones() as i32;
        Score::new(10 * pawns + ahead(white) - ahead(turned))
    }

    fn range(&self) -> (Score, Score) {
        (Score::new(-110), Score::new(110))
    }

    /// The whole position fits into a number.
    fn key(&self, state: &State) -> Option<u64> {
        let [white, black] = state.pawns.map(u64::from);
        Some(white | black << 25 | u64::from(state.black_to_move) << 50)
    }

    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }
}

fn cell(place: u8) -> String {
    let (row, column) = (place / SIZE as u8, place % SIZE as u8);
    format!("{}{}", char::from(b'a' + column), row + 1)
}

impl Notation for Breakthrough {
    fn show(&self, state: &State) -> String {
        let mark = |place: usize| match state.pawns.map(|pawns| pawns >> place & 1) {
            [1, _] => "W ",
            [_, 1] => "B ",
            _ => ". ",
        };
        let row = |row: usize| -> String {
            let cells: String = (0..SIZE).map(|column| mark(row * SIZE + column)).collect();
            format!("{} {}\n", row + 1, cells.trim_end())
        };
        (0..SIZE).rev().map(row).collect::<String>() + "  a b c d e"
    }

    fn write_state(&self, state: &State) -> String {
        let [white, black] = state.pawns;
        format!("{white:07x} {black:07x} {}", if state.black_to_move { "black" } else { "white" })
    }

    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let pawns = |word: &str| u32::from_str_radix(word, 16).ok().filter(|p| p >> 25 == 0);
        let read = match words[..] {
            [white, black, side @ ("white" | "black")] => {
                pawns(white).zip(pawns(black)).map(|(white, black)| State {
                    pawns: [white, black],
                    black_to_move: side == "black",
                })
            }
            _ => None,
        };
        let whole = read.filter(|state| {
            let wrong_end = |side: usize| state.pawns[side] & LAST_ROWS[side] != 0;
            let both = state.pawns[0] & state.pawns[1] != 0;
            !both && !(wrong_end(0) && wrong_end(1)) && !wrong_end(state.side())
        });
        whole.ok_or_else(|| ParseError::new(format!("'{text}' is no position")))
    }

    fn write_action(&self, _state: &State, Move { from, to }: Move) -> String {
        cell(from) + &cell(to)
    }
}
