//! Ultimate tic-tac-toe: nine small boards on a large one. A mark's place on its small board says
//! on which small board the other side plays next; three small boards in line win.

mod board;
mod evaluation;
pub mod network;
mod notation;
#[cfg(test)]
mod tests;
pub mod training;

pub use board::{Cell, State};

use board::{about, boards};
use network::Network;
use secateur::{
    Algorithm, Formula, Game, GameSession, Heuristic, Mcts, Notation, Random, Score, Search, Turn,
};

use crate::{Entry, Opened, Options};

/// Ultimate tic-tac-toe in the list of games.
pub const ENTRY: Entry = Entry {
    name: "ultimate-tic-tac-toe",
    summary: "nine boards of tic-tac-toe; each move sends the other side to one of them",
    position: "nine rows from the top with X, O and '.', joined by '/'; behind them the side to \
               move, X or O, and the small board it must play on as row,column (0,0 to 2,2), or \
               'any'",
    example: "........./........./........./...X...../....O..../........./........./........./\
              ......... X 1,1",
    options: &[(
        "tie",
        "when nobody can make a line any more: draw, or boards: more small boards won win (draw)",
    )],
    sides: 2,
    session,
};

fn session(options: &Options, position: Option<&str>) -> Opened {
    let tie = match options.choice("tie", &["draw", "boards"])? {
        "boards" => Tie::Boards,
        _ => Tie::Draw,
    };
    let game = Ultimate::new(tie);
    let state = position.map_or(Ok(game.initial()), |text| game.read_state(text))?;
    Ok(Box::new(GameSession::new(game, state).suited_by(Algorithm::Pvs).tuned_by(tuning)))
}

/// Playouts end where they begin, since the network guesses better than chance plays; and since it is
/// less noisy, half the usual hope is best (11 games of 15 against the usual one).
fn tuning(algorithm: Algorithm, megabytes: usize) -> Option<Box<dyn Search<Ultimate> + Send>> {
    (algorithm == Algorithm::Mcts).then(|| {
        let search = Mcts::new(megabytes.max(LEAST_MEGABYTES)).formula(Formula::Uct(0.35));
        Box::new(search.playout_plies(0)) as Box<dyn Search<Ultimate> + Send>
    })
}

/// A second of search grows so large a tree.
const LEAST_MEGABYTES: usize = 256;

/// Who wins when the board is full and nobody has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Nobody.
    Draw,
    /// The side that won more small boards, as in bot arenas.
    Boards,
}

/// The rules. X is Max and begins.
#[derive(Clone, Copy)]
pub struct Ultimate {
    tie: Tie,
    network: &'static Network,
    /// What a draw is worth to X: 0, but to a player who plays to win.
    drawn: i32,
}

impl Ultimate {
    /// The game with this ending.
    pub fn new(tie: Tie) -> Ultimate {
        Ultimate::with(tie, evaluation::network())
    }

    /// The game with this ending, evaluated by this network.
    pub fn with(tie: Tie, network: &'static Network) -> Ultimate {
        Ultimate { tie, network, drawn: 0 }
    }

    /// How many more small boards X has than O, where that decides.
    #[inline(always)]
    fn lead(&self, state: &State) -> i32 {
        match self.tie {
            Tie::Draw => 0,
            Tie::Boards => state.won[0].count_ones() as i32 - state.won[1].count_ones() as i32,
        }
    }
}

impl Game for Ultimate {
    type State = State;
    type Action = Cell;

    fn initial(&self) -> State {
        State::INITIAL
    }

    #[inline(always)]
    fn to_move(&self, state: &State) -> Turn {
        if state.side == 0 { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn actions(&self, state: &State, actions: &mut Vec<Cell>) {
        for board in boards(state.playable) {
            actions.extend(boards(state.free(board)).map(|place| Cell::new(board, place)));
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, cell: Cell) {
        state.mark(cell);
    }

    #[inline(always)]
    fn utility(&self, state: &State) -> Score {
        match (state.winner(), self.lead(state)) {
            (Some(0), _) => Score::WIN,
            (Some(_), _) => Score::LOSS,
            (None, 1..) => Score::WIN,
            (None, 0) => Score::new(self.drawn),
            (None, _) => Score::LOSS,
        }
    }

    #[inline(always)]
    fn is_terminal(&self, state: &State) -> bool {
        state.playable == 0
    }
}

impl Heuristic for Ultimate {
    fn evaluate(&self, state: &State) -> Score {
        evaluation::evaluate(self.network, state, self.tie, self.drawn)
    }

    fn range(&self) -> (Score, Score) {
        (Score::new(-evaluation::MOST), Score::new(evaluation::MOST))
    }

    /// A hash. What is on a board that is decided does not matter any more.
    #[inline]
    fn key(&self, state: &State) -> Option<u64> {
        let cells = |board: usize| {
            let bit = 1 << board;
            let (x, o) = match () {
                () if state.open & bit != 0 => (state.marks[0][board], state.marks[1][board]),
                () if state.won[0] & bit != 0 => (board::ALL, 0),
                () if state.won[1] & bit != 0 => (0, board::ALL),
                () => (board::ALL, board::ALL),
            };
            u64::from(x) << 9 | u64::from(o)
        };
        let three = |first: usize| cells(first) << 36 | cells(first + 1) << 18 | cells(first + 2);
        let turn = u64::from(state.side) << 63 | u64::from(state.playable) << 54;
        let position = mixed(mixed(mixed(turn | three(0)) ^ three(3)) ^ three(6));
        Some(position ^ mixed(self.drawn as u64))
    }

    /// A line that can be made at once is made.
    #[inline(always)]
    fn solved(&self, state: &State) -> Option<Score> {
        let own = Score::win_in(1).for_turn(self.to_move(state));
        (state.playable != 0 && state.wins_at_once()).then_some(own)
    }

    /// A side that can make no line any more wins at most by its small boards, if at all.
    #[inline]
    fn bounds(&self, state: &State) -> Option<(Score, Score)> {
        if state.playable == 0 {
            return None;
        }
        // What a side cannot have any more: the other's small boards, and those that are full.
        let taken = board::ALL & !state.open;
        let can_win = |side: usize| about(taken & !state.won[side]).leaves_line;
        let (x, o) = (can_win(0), can_win(1));
        if x && o {
            return None;
        }
        let (lead, open) = (self.lead(state), state.open.count_ones() as i32);
        let at_end = Score::win_in(state.cells_left());
        // The best that a side can reach whose lead is at most so large, as that side sees it.
        let best = |line: bool, lead: i32, drawn: i32| match lead {
            _ if line => Score::win_in(1),
            1.. => Score::win_in(1),
            0 => Score::new(drawn),
            _ => -at_end,
        };
        let reach = if self.tie == Tie::Boards { open } else { 0 };
        Some((-best(o, reach - lead, -self.drawn), best(x, reach + lead, self.drawn)))
    }

    /// Small boards won and threats made first, those that leave the other side free last.
    #[inline]
    fn order(&self, state: &State, _cell: Cell, child: &State) -> i32 {
        evaluation::order(state, child)
    }

    const REDUCTIONS: bool = true;

    /// A prototype with these won 60 games, drew 10 and lost 30 against the same without, by 20,000 nodes
    /// a move.
    #[inline(always)]
    fn reduction(&self, depth: u32, nth: usize) -> u32 {
        match nth {
            0..=2 => 0,
            _ if depth < 3 => 0,
            3..=7 => 1,
            _ => 2,
        }
    }

    /// Without the arenas' tie-break much is drawn that a weaker player can be made to lose.
    fn against_draws(&self, side: Turn) -> Option<Ultimate> {
        let drawn = Score::new(-CONTEMPT).for_turn(side).value();
        (self.tie == Tie::Draw).then_some(Ultimate { drawn, ..*self })
    }

    #[inline(always)]
    fn playout_action(
        &self,
        state: &State,
        random: &mut Random,
        _actions: &mut Vec<Cell>,
    ) -> Option<Cell> {
        let playable = state.playable;
        if playable & playable.wrapping_sub(1) == 0 {
            if playable == 0 {
                return None;
            }
            let board = playable.trailing_zeros() as usize;
            let free = state.free(board);
            let place = about(free).listed[random.below(free.count_ones() as usize)];
            return Some(Cell::new(board, place.into()));
        }
        let mut n = random.below(state.cells_left() as usize);
        for board in boards(playable) {
            let free = state.free(board);
            match n.checked_sub(free.count_ones() as usize) {
                Some(rest) => n = rest,
                None => return Some(Cell::new(board, about(free).listed[n].into())),
            }
        }
        None
    }

    #[inline]
    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }

    #[inline(always)]
    fn slot(&self, cell: Cell) -> Option<usize> {
        Some(cell.board() * 9 + cell.place())
    }
}

/// By how much a draw is less than even to a player who plays to win, in units of the evaluation.
const CONTEMPT: i32 = 3_000;

/// All bits of a word in all bits of another (the mix of SplitMix64).
#[inline(always)]
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 29).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 32
}
