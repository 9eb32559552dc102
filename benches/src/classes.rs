//! The six classes of Connect Four positions that solvers are measured on, made by seed.
//!
//! The first half of a name says how many stones there are, the second how long the game goes on
//! when both sides play their best.

use std::ops::RangeInclusive;
use std::sync::Arc;

use secateur::{Bisection, Game, Limits, Notation, Random, Score, Search, Table};
use secateur_games::connect_four::{ConnectFour, Standard, State};

const CELLS: usize = 42;

/// A kind of position.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    /// Stones on the board. The field's classes reach down to the empty board, where one position
    /// takes as long as a thousand others.
    stones: RangeInclusive<usize>,
    /// Plies to the end of the game.
    rest: RangeInclusive<usize>,
    /// How many are measured: a thousand where they are cheap.
    pub(crate) measured: u64,
}

pub(crate) const CLASSES: [Class; 6] = [
    Class { name: "end-easy", stones: 29..=40, rest: 0..=13, measured: 1000 },
    Class { name: "middle-easy", stones: 14..=28, rest: 0..=13, measured: 1000 },
    Class { name: "middle-medium", stones: 14..=28, rest: 14..=28, measured: 200 },
    Class { name: "begin-easy", stones: 8..=13, rest: 0..=13, measured: 1000 },
    Class { name: "begin-medium", stones: 8..=13, rest: 14..=28, measured: 20 },
    Class { name: "begin-hard", stones: 8..=13, rest: 29..=41, measured: 5 },
];

/// A position as the columns played, and its exact score for the side to move.
pub(crate) struct Position {
    pub(crate) columns: String,
    pub(crate) score: i32,
}

impl Class {
    /// The position of this class with this number: random moves from the empty board, again and
    /// again until the class fits. Nobody has won or can win at once.
    pub(crate) fn position(&self, number: u64, solver: &mut Solver) -> Position {
        let class = CLASSES.iter().position(|class| class.name == self.name).unwrap_or_default();
        let mut random = Random::new(number << 8 | class as u64);
        let counts: Vec<usize> = self.stones.clone().collect();
        loop {
            let stones = counts[random.below(counts.len())];
            let Some(columns) = random_game(&solver.game, stones, &mut random) else { continue };
            if self.contains_rest(stones, |plies| solver.ends_within(&columns, stones, plies)) {
                let score = solver.score(&solver.state(&columns));
                return Position { columns, score };
            }
        }
    }

    /// Whether a game of so many stones takes as many plies more as this class asks for.
    fn contains_rest(&self, stones: usize, mut ends_within: impl FnMut(usize) -> bool) -> bool {
        let (least, most) = (*self.rest.start(), *self.rest.end());
        (most >= CELLS - stones || ends_within(most)) && (least == 0 || !ends_within(least - 1))
    }
}

/// Prints the first positions of a class, a line each: the columns played, and the score. The test
/// data of secateur-games are such lines.
pub(crate) fn print(class: &str, number: &str) -> Result<(), String> {
    let found = CLASSES.iter().find(|known| known.name == class);
    let class = found.ok_or_else(|| format!("there is no class '{class}'"))?;
    let mut solver = Solver::new(64);
    for number in 0..number.parse().map_err(|e| format!("'{number}': {e}"))? {
        let Position { columns, score } = class.position(number, &mut solver);
        println!("{columns} {score}");
    }
    Ok(())
}

/// The columns of a random game of so many stones, if nobody has won by then or wins at once.
fn random_game(game: &ConnectFour<Standard>, stones: usize, random: &mut Random) -> Option<String> {
    let mut state = game.initial();
    let mut columns = String::new();
    let mut actions = Vec::new();
    for _ in 0..stones {
        actions.clear();
        game.actions(&state, &mut actions);
        let action = *actions.get(random.below(actions.len().max(1)))?;
        columns += &game.write_action(&state, action);
        game.apply(&mut state, action);
    }
    let wins = |column: &u8| {
        let mut next = state;
        game.apply(&mut next, *column);
        game.is_terminal(&next) && game.utility(&next).value() != 0
    };
    actions.clear();
    game.actions(&state, &mut actions);
    (!game.is_terminal(&state) && !actions.iter().any(wins)).then_some(columns)
}

/// Plies to the end of a game of so many stones, when both sides play their best: the winner
/// scores the stones it has left, of 21, the one that wins included.
fn plies_left(stones: usize, score: i32) -> usize {
    let winner_plays = |own: usize| (22 - score.unsigned_abs() as usize).saturating_sub(own);
    match score.signum() {
        0 => CELLS - stones,
        1 => (2 * winner_plays(stones / 2)).saturating_sub(1),
        _ => 2 * winner_plays(stones.div_ceil(2)),
    }
}

/// Our solver, with a table that it keeps from position to position.
pub(crate) struct Solver {
    pub(crate) game: ConnectFour<Standard>,
    search: Bisection,
    /// Nodes of the last position.
    pub(crate) nodes: u64,
}

impl Solver {
    pub(crate) fn new(megabytes: usize) -> Solver {
        let search = Bisection::new(Arc::new(Table::new(megabytes)));
        Solver { game: ConnectFour::new(Standard), search, nodes: 0 }
    }

    /// Whether the side to move wins or loses within so many plies. Two null windows far from the
    /// value cost much less than the value.
    fn ends_within(&mut self, columns: &str, stones: usize, plies: usize) -> bool {
        let soon = |sign: i32| (1..=22).map(|s| sign * s).find(|&s| plies_left(stones, s) <= plies);
        soon(1).is_some_and(|score| self.reaches(columns, score))
            || soon(-1).is_some_and(|score| !self.reaches(columns, score + 1))
    }

    /// 1 when the side to move wins, -1 when it loses, 0 for a draw.
    pub(crate) fn outcome(&mut self, columns: &str) -> i32 {
        match self.reaches(columns, 1) {
            true => 1,
            false if self.reaches(columns, 0) => 0,
            false => -1,
        }
    }

    /// Whether the score for the side to move is at least so much.
    fn reaches(&mut self, columns: &str, score: i32) -> bool {
        let state = self.state(columns);
        let score = Score::new(score);
        let answer = self.search.reaches(&self.game, &state, score, &Limits::default());
        answer.expect("nothing limits it").0.expect("no depth limits it")
    }

    /// The state after these columns.
    pub(crate) fn state(&self, columns: &str) -> State {
        self.game.read_state(columns).expect("columns that were played")
    }

    /// The exact score of a state for the side to move.
    pub(crate) fn score(&mut self, state: &State) -> i32 {
        let report = self.search.search(&self.game, state, &Limits::default());
        let report = report.expect("nothing limits it");
        self.nodes = report.stats.nodes;
        report.score.value()
    }
}
