//! Connect Four: stones fall into columns, four in a row win.
//!
//! Scores follow the field's convention: 0 is a draw; a winner scores the stones it has left, the
//! one that wins included (1 for a win with the last own stone).

mod board;
mod claim_even;
mod notation;
mod odd_threat;
mod reach;

pub use board::{Custom, Size, Standard};

use secateur::{
    Algorithm, Game, GameSession, Heuristic, Notation, ParseError, Random, Score, Turn,
};

use crate::{Entry, Opened, Options};

/// Connect Four in the list of games.
pub const ENTRY: Entry = Entry {
    name: "connect-four",
    summary: "four in a row, stones fall; 7 by 6 or another size",
    position: "the columns played, from 1, such as 44455554221; or the rows from the top with X, O \
               and '.', joined by '/'",
    example: "4453",
    options: &[("columns", "columns (7)"), ("rows", "rows (6)")],
    sides: 2,
    session,
};

fn session(options: &Options, position: Option<&str>) -> Opened {
    let columns = options.number("columns", 7, 1..=9)?;
    let rows = options.number("rows", 6, 2..=9)?;
    if (columns, rows) == (7, 6) {
        return open(ConnectFour { size: Standard }, position);
    }
    let size = Custom { columns, rows };
    if columns * size.stride() > 64 {
        return Err(ParseError::new(format!(
            "columns={columns}, rows={rows}: columns times rows plus one must be 64 at most"
        )));
    }
    open(ConnectFour { size }, position)
}

fn open<S: Size + 'static>(game: ConnectFour<S>, position: Option<&str>) -> Opened {
    let state = position.map_or(Ok(game.initial()), |text| game.read_state(text))?;
    let session = GameSession::new(game, state);
    Ok(Box::new(session.suited_by(Algorithm::Pvs).solved_by(Algorithm::Bisection)))
}

/// The rules on a board of some size.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour<S = Standard> {
    size: S,
}

/// Stones and threats. The side to move is "own"; who that is tells the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    own: u64,
    /// All stones.
    stones: u64,
    /// Empty cells that would complete four for the side to move, and for the other side.
    own_threats: u64,
    other_threats: u64,
    /// The side that moved last has four in a row.
    won: bool,
    /// How many stones there are.
    count: u8,
}

impl<S: Size> ConnectFour<S> {
    /// The rules on this board.
    pub const fn new(size: S) -> ConnectFour<S> {
        ConnectFour { size }
    }

    #[inline(always)]
    fn cells(&self) -> u32 {
        self.size.columns() * self.size.rows()
    }

    /// The empty cells that a stone would fall to.
    #[inline(always)]
    fn playable(&self, state: &State) -> u64 {
        (state.stones + self.size.bottom()) & self.size.board()
    }

    /// What a side scores by winning with the stone that is played on `stones` others: the stones
    /// it has left, that one included.
    #[inline(always)]
    fn win_score(&self, stones: u32) -> i32 {
        ((self.cells() + 1).saturating_sub(stones) / 2) as i32
    }

    /// The playable cells that do not let the other side win at once; only when this side has no
    /// win itself.
    #[inline(always)]
    fn not_losing(&self, state: &State) -> u64 {
        let mut cells = self.playable(state);
        let forced = cells & state.other_threats;
        if forced != 0 {
            if forced & (forced - 1) != 0 {
                return 0; // two at once
            }
            cells = forced;
        }
        cells & !(state.other_threats >> 1) // not below a cell where the other side would win
    }

    /// A score of the side to move, from Max's side.
    #[inline(always)]
    fn score(&self, state: &State, own: i32) -> Score {
        Score::new(if self.to_move(state) == Turn::Max { own } else { -own })
    }

    fn push_columns(&self, cells: u64, columns: &mut Vec<u8>) {
        // Without branches: which columns are left cannot be foreseen.
        let (mut list, mut count) = ([0; 9], 0);
        let middle = self.size.columns() / 2;
        for i in 0..self.size.columns() {
            // From the middle outwards: 3 4 2 5 1 6 0.
            let column = if i % 2 == 1 { middle + i.div_ceil(2) } else { middle - i / 2 };
            // With an even number of columns the outermost is on the left.
            let column = if column >= self.size.columns() { 0 } else { column };
            list[count] = column as u8;
            count += usize::from(cells & self.size.column(column) != 0);
        }
        columns.extend_from_slice(&list[..count]);
    }
}

impl<S: Size> Game for ConnectFour<S> {
    type State = State;
    /// A column, from 0 on the left.
    type Action = u8;

    fn initial(&self) -> State {
        State { own: 0, stones: 0, own_threats: 0, other_threats: 0, won: false, count: 0 }
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Turn {
        if state.count.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn actions(&self, state: &State, actions: &mut Vec<u8>) {
        if !state.won {
            self.push_columns(self.playable(state), actions);
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, column: u8) {
        let stone = self.playable(state) & self.size.column(u32::from(column));
        let stones = state.stones | stone;
        let mover = state.own | stone;
        *state = State {
            own: state.own ^ state.stones,
            stones,
            own_threats: state.other_threats & !stone,
            other_threats: self.size.completing(mover) & !stones,
            won: state.own_threats & stone != 0,
            count: state.count + 1,
        };
    }

    fn utility(&self, state: &State) -> Score {
        let loss = if state.won { self.win_score(state.count() - 1) } else { 0 };
        self.score(state, -loss)
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.won || state.stones == self.size.board()
    }
}

impl<S: Size> Heuristic for ConnectFour<S> {
    /// The threats of both sides, each worth a point, while nobody has won.
    fn evaluate(&self, state: &State) -> Score {
        let threats = |cells: u64| cells.count_ones() as i32;
        self.score(state, threats(state.own_threats) - threats(state.other_threats))
    }

    /// The side to move's stones and a bit above each column: the whole state. Early on, mirror
    /// images often meet, so they count as one.
    #[inline(always)]
    fn key(&self, state: &State) -> Option<u64> {
        let key = state.own | (state.stones + self.size.bottom());
        if state.count() > MIRROR_UNTIL {
            return Some(key);
        }
        let mirrored =
            self.size.mirrored(state.own) | (self.size.mirrored(state.stones) + self.size.bottom());
        Some(key.min(mirrored))
    }

    #[inline(always)]
    fn is_endgame(&self, state: &State) -> bool {
        state.count() + ENDGAME > self.cells()
    }

    /// A win with the next stone, a loss with the one after it, and the last two stones.
    #[inline(always)]
    fn solved(&self, state: &State) -> Option<Score> {
        let stones = state.count();
        if self.is_terminal(state) {
            return Some(self.utility(state));
        }
        if self.playable(state) & state.own_threats != 0 {
            return Some(self.score(state, self.win_score(stones)));
        }
        if self.not_losing(state) == 0 {
            return Some(self.score(state, -self.win_score(stones + 1)));
        }
        (stones >= self.cells() - 2).then_some(Score::DRAW)
    }

    /// Neither side wins with its next stone, or the state would be solved; and the first player
    /// may be held by claim-even.
    #[inline(always)]
    fn bounds(&self, state: &State) -> Option<(Score, Score)> {
        let stones = state.count();
        let (best, worst) = (self.win_score(stones + 2), -self.win_score(stones + 3));
        let follows = self.size.rows().is_multiple_of(2);
        if stones % 2 == 1 {
            let least = follows.then(|| self.odd_threat(state)).flatten();
            let least = least.map_or(-best, |score| score.max(-best));
            return Some((Score::new(least), Score::new(-worst)));
        }
        let held = follows.then(|| self.claim_even(state)).flatten();
        let best = held.map_or(best, |score| score.value().min(best));
        Some((Score::new(worst), Score::new(best)))
    }

    /// The winning columns, else those that do not lose at once, else all.
    #[inline(always)]
    fn candidates(&self, state: &State, columns: &mut Vec<u8>) {
        if state.won {
            return;
        }
        let playable = self.playable(state);
        let winning = playable & state.own_threats;
        let cells = if winning != 0 { winning } else { self.not_losing(state) };
        self.push_columns(if cells != 0 { cells } else { playable }, columns);
    }

    /// The only stone that does not lose at once.
    #[inline(always)]
    fn forced(&self, state: &State) -> Option<u8> {
        let cells = self.not_losing(state);
        (cells.is_power_of_two()).then(|| (cells.trailing_zeros() / self.size.stride()) as u8)
    }

    fn range(&self) -> (Score, Score) {
        let most = self.win_score(6);
        (Score::new(-most), Score::new(most))
    }

    /// Four in a row if there is one, else against four in a row, else any column.
    #[inline(always)]
    fn playout_action(
        &self,
        state: &State,
        random: &mut Random,
        _columns: &mut Vec<u8>,
    ) -> Option<u8> {
        if self.is_terminal(state) {
            return None;
        }
        let playable = self.playable(state);
        let urgent = match playable & state.own_threats {
            0 => playable & state.other_threats,
            winning => winning,
        };
        if urgent != 0 {
            return Some((urgent.trailing_zeros() / self.size.stride()) as u8);
        }
        loop {
            let column = random.below(self.size.columns() as usize) as u32;
            if playable & self.size.column(column) != 0 {
                return Some(column as u8);
            }
        }
    }

    #[inline(always)]
    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }

    /// The threats that the stone leaves its side with.
    #[inline(always)]
    fn order(&self, _state: &State, _column: u8, child: &State) -> i32 {
        child.other_threats.count_ones() as i32
    }
}

/// Stones still to come in an endgame.
const ENDGAME: u32 = 14;
/// Stones from which on mirror images hardly meet any more.
const MIRROR_UNTIL: u32 = 10;

impl State {
    /// All stones on the board.
    #[inline(always)]
    fn count(&self) -> u32 {
        u32::from(self.count)
    }
}
