//! 2048: slide the tiles, equal ones merge, and after every slide chance drops a new tile.
//!
//! ```text
//!  2  .  .  2     left      4  .  .  .     chance     4  .  .  .
//!  4  4  8  .    ─────►     8  8  .  .    ───────►    8  8  .  .
//!  .  .  .  .               .  .  .  .                .  .  2  .
//!  .  .  .  2               2  .  .  .                2  .  .  .
//! ```
//!
//! Max slides; a merge scores the value of the new tile. Chance fills an empty cell, all equally
//! likely, with a 2 (nine times in ten) or a 4. The game ends when no slide changes the board; its
//! value is the points. Nothing ends it at 2048: who wants to stop there can.

mod board;
mod evaluation;
mod giants;
pub mod network;
mod notation;
mod points;
mod seed;

#[cfg(test)]
mod tests;

use secateur::{Algorithm, Game, GameSession, Heuristic, Notation, Random, Score, Turn, WorstCase};

pub use board::{Board, Direction};
pub use evaluation::Evaluation;

use crate::{Entry, Opened, Options, Trainable};
use board::Slides;
use giants::Giants;
use network::{Learner, Network};
use points::Points;

/// 2048 in the list of games.
pub const ENTRY: Entry = Entry {
    name: "2048",
    summary: "slide and merge tiles against chance",
    position: "rows from the top joined by '/', cells ('.' or a tile) by commas; then, where \
               wanted, the points so far, and 'tile' when a tile is to fall before the next slide",
    example: "2,4,8,16/.,2,4,8/.,.,.,2/.,.,.,. 80",
    options: &[
        ("tiles", "'both' or 'twos': whether 4s fall too, one in ten (both)"),
        (
            "engine",
            "'best', or for teaching 'seed': alpha-beta that fears the worst tile, with the \
             evaluation 'seed' (best)",
        ),
        ("chance", "'random', or 'worst': the tile falls where it hurts most (random)"),
        (
            "evaluation",
            "'network': learned from games; 'rows': line by line, by hand; or 'seed': smoothness, \
             monotonicity, room, largest tile (network)",
        ),
    ],
    sides: 1,
    session,
};

/// The network of 2048 in the list of what can be trained.
pub const TRAINABLE: Trainable = Trainable {
    game: ENTRY.name,
    begin: |begin| Box::new(Learner::new(begin.hope, begin.seed)),
    milestones: &[2048, 4096, 8192, 16384, 32768],
};

fn session(options: &Options, position: Option<&str>) -> Opened {
    let fours = options.choice("tiles", &["both", "twos"])? == "both";
    let seed = options.choice("engine", &["best", "seed"])? == "seed";
    let evaluation = match options.choice("evaluation", &["network", "rows", "seed"])? {
        _ if seed && options.get("evaluation").is_none() => Evaluation::Seed,
        "network" => Evaluation::Network(Network::in_use()?),
        "rows" => Evaluation::Rows,
        _ => Evaluation::Seed,
    };
    let game = Game2048::new(fours, evaluation);
    let state = position.map_or(Ok(game.initial()), |text| game.read_state(text))?;
    let random = options.choice("chance", &["random", "worst"])? == "random";
    Ok(match (random, seed) {
        (true, false) => {
            let session = GameSession::new(game, state).suited_by(Algorithm::Expectimax);
            Box::new(session.explained_by(legend::EXPECTED))
        }
        (true, true) => {
            let session = GameSession::new(game, state).suited_by(Algorithm::AlphaBeta);
            Box::new(session.tuned_by(seed::tuning).explained_by(legend::FEARED))
        }
        (false, _) => {
            Box::new(GameSession::new(WorstCase(game), state).explained_by(legend::FEARED))
        }
    })
}

/// What actions and values mean.
mod legend {
    pub(super) const EXPECTED: &str = "\
u, d, l, r: slide up, down, left, right; 2@1,3: a 2 falls into row 1, column 3. A value is the mean,
over the tiles that may fall, of the points so far and a promise for the board: the higher the better";
    pub(super) const FEARED: &str = "\
u, d, l, r: slide up, down, left, right; 2@1,3: a 2 falls into row 1, column 3. A value is what is
left if every tile falls where it hurts most: the points so far and a promise for the board";
}

/// The rules.
#[derive(Clone, Copy)]
pub struct Game2048 {
    slides: &'static Slides,
    points: &'static Points,
    lines: &'static evaluation::Lines,
    evaluation: Evaluation,
    /// Whether 4s fall as well as 2s.
    fours: bool,
}

/// The tiles, what has fallen and what is to fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    board: Board,
    /// Which of the board's 15s are larger tiles.
    giants: Giants,
    /// How many 4s have fallen. Each of them stands for a merge that nobody scored, so that the
    /// points follow from the tiles and this number. A quarter of their sum is the most.
    fours: u16,
    /// How many tiles are to fall before the next slide.
    falling: u8,
}

impl State {
    /// The points scored so far.
    pub fn points(&self) -> u32 {
        self.board.points() + self.giants.points() - FOUR_POINTS * u32::from(self.fours)
    }

    /// The exponents of all tiles, row by row, 0 where a cell is empty.
    fn exponents(&self) -> [u8; 16] {
        self.giants.exponents(self.board)
    }

    /// Whether the tables know its slides: no tile is over 32,768, and no two of these may merge.
    #[inline]
    fn is_plain(&self) -> bool {
        self.giants.is_empty() && !self.board.has_two_largest()
    }

    /// Whether a slide would change a board that is not plain.
    #[cold]
    fn giants_slide(&self, direction: Direction) -> bool {
        self.giants.slide(self.board, direction) != (self.board, self.giants)
    }

    /// The largest tile, 0 on an empty board.
    pub fn largest_tile(&self) -> u32 {
        match self.exponents().into_iter().max() {
            None | Some(0) => 0,
            Some(exponent) => 1 << exponent,
        }
    }
}

/// What a 4 would have scored, had it been merged from two 2s.
const FOUR_POINTS: u32 = 4;

/// What can happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Max pushes all tiles.
    Slide(Direction),
    /// A 2 falls into a cell, counted row by row from 0.
    Two(u8),
    /// A 4 falls into a cell.
    Four(u8),
}

impl Default for Game2048 {
    fn default() -> Game2048 {
        Game2048::new(true, Evaluation::Rows)
    }
}

impl Game2048 {
    /// The game in which 4s fall as well as 2s, or 2s only.
    pub fn new(fours: bool, evaluation: Evaluation) -> Game2048 {
        let (slides, lines) = (Slides::tables(), evaluation::Lines::tables());
        Game2048 { slides, points: Points::table(), lines, evaluation, fours }
    }

    /// What a network promises of an unfinished game, and the points so far, as if all tiles had
    /// begun as 2s: it values boards on which the next tile has yet to fall, so a slide comes first.
    #[inline]
    fn promise(&self, network: &Network, state: &State) -> i32 {
        let worth = |board| self.points.of(board) as i32 + network.value(board);
        if state.falling > 0 {
            return worth(state.board);
        }
        let slid = Direction::ALL.map(|direction| self.slides.slide(state.board, direction));
        let changed = slid.into_iter().filter(|&slid| slid != state.board);
        // Nothing is left but to merge the largest tiles that the tables know.
        changed.map(worth).max().unwrap_or_else(|| self.points.of(state.board) as i32)
    }
}

impl Game for Game2048 {
    type State = State;
    type Action = Action;

    fn initial(&self) -> State {
        State { board: Board::default(), giants: Giants::default(), fours: 0, falling: 2 }
    }

    #[inline]
    fn to_move(&self, state: &State) -> Turn {
        if state.falling > 0 { Turn::Chance } else { Turn::Max }
    }

    #[inline]
    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        let legal = match state.is_plain() {
            true => self.slides.legal(state.board),
            false => Direction::ALL.map(|direction| state.giants_slide(direction)),
        };
        for (direction, legal) in Direction::ALL.into_iter().zip(legal) {
            if legal {
                actions.push(Action::Slide(direction));
            }
        }
    }

    #[inline]
    fn chances(&self, state: &State, outcomes: &mut Vec<(Action, u32)>) {
        for cell in state.board.empty_cells() {
            outcomes.push((Action::Two(cell), 9));
            if self.fours {
                outcomes.push((Action::Four(cell), 1));
            }
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Slide(direction) => {
                match state.is_plain() {
                    true => state.board = self.slides.slide(state.board, direction),
                    false => {
                        (state.board, state.giants) = state.giants.slide(state.board, direction);
                    }
                }
                state.falling = 1;
            }
            Action::Two(cell) => {
                state.board = state.board.with_tile(cell, 1);
                state.falling -= 1;
            }
            Action::Four(cell) => {
                state.board = state.board.with_tile(cell, 2);
                state.fours += 1;
                state.falling -= 1;
            }
        }
    }

    #[inline]
    fn utility(&self, state: &State) -> Score {
        Score::new(state.points() as i32)
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.falling == 0
            && state.board.is_stuck()
            && (state.is_plain() || !Direction::ALL.into_iter().any(|d| state.giants_slide(d)))
    }
}

impl Heuristic for Game2048 {
    #[inline]
    fn evaluate(&self, state: &State) -> Score {
        // What the board alone does not say about the points.
        let beside = state.giants.points() as i32 - (FOUR_POINTS * u32::from(state.fours)) as i32;
        Score::new(match self.evaluation {
            Evaluation::Network(network) => self.promise(network, state) + beside,
            Evaluation::Rows => self.lines.value(state.board) + beside,
            Evaluation::Seed => evaluation::seed(state.board) + beside,
        })
    }

    #[inline]
    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }

    /// A hash of the board, told apart by the few other things.
    #[inline]
    fn key(&self, state: &State) -> Option<u64> {
        let fallen = u64::from(state.fours) << 2 | u64::from(state.falling);
        let others = u64::from(state.giants.bits()) << 32 | fallen;
        Some(Random::new(state.board.bits()).bits() ^ others)
    }
}
