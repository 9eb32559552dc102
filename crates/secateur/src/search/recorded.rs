//! One search with a recorder beside it ([`Recorded`]).

use std::sync::Arc;

use super::textbook::Textbook;
use super::{Algorithm, AlphaBeta, Aspiration, Bisection, Expectimax, Minimax, Mtdf, Pvs};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::{Convention, Extent, Observer, Recorder, Recording};
use crate::report::Report;
use crate::score::Score;
use crate::table::Table;
use crate::threads::Threads;

/// Enough for as many nodes as anybody looks at.
const TABLE_MEGABYTES: usize = 16;

/// What is searched and how it is told.
#[derive(Clone, Copy, Debug)]
pub struct Recorded {
    /// The search.
    pub algorithm: Algorithm,
    /// When it cuts; other conventions than the default are for [`Algorithm::AlphaBeta`].
    pub convention: Convention,
    /// How much of it is recorded.
    pub extent: Extent,
    /// What MTD(f) guesses first and an aspiration window is put around, from Max's side: when they
    /// are deepened, the value of the depth before. None: MTD(f) guesses a draw, and the first window
    /// of [`Algorithm::Aspiration`] is open.
    pub expected: Option<Score>,
    /// How far from the value expected an aspiration window reaches at first, at least 1.
    pub margin: i32,
}

impl Recorded {
    /// The algorithms that can be recorded.
    pub const ALGORITHMS: &[Algorithm] = &[
        Algorithm::Minimax,
        Algorithm::AlphaBeta,
        Algorithm::Pvs,
        Algorithm::Aspiration,
        Algorithm::Mtdf,
        Algorithm::Bisection,
        Algorithm::Expectimax,
    ];

    /// A recording of this algorithm under the default convention.
    pub fn new(algorithm: Algorithm) -> Recorded {
        Recorded {
            algorithm,
            convention: Convention::default(),
            extent: Extent::default(),
            expected: None,
            margin: 1,
        }
    }

    /// Records one search of `state` within `limits`; `None` for an algorithm that cannot be
    /// recorded, or not under that convention. A search that a limit stopped is recorded as far as
    /// it came. It takes one thread, whatever the limits allow.
    ///
    /// ```
    /// # use secateur::{Game, Heuristic, Limits, Score, Turn};
    /// # struct Coins;
    /// # impl Game for Coins {
    /// #     type State = (u32, Turn);
    /// #     type Action = u32;
    /// #     fn initial(&self) -> (u32, Turn) { (4, Turn::Max) }
    /// #     fn to_move(&self, state: &(u32, Turn)) -> Turn { state.1 }
    /// #     fn actions(&self, state: &(u32, Turn), out: &mut Vec<u32>) { out.extend(1..=state.0.min(2)) }
    /// #     fn apply(&self, state: &mut (u32, Turn), take: u32) {
    /// #         state.0 -= take;
    /// #         state.1 = if state.1 == Turn::Max { Turn::Min } else { Turn::Max };
    /// #     }
    /// #     fn utility(&self, state: &(u32, Turn)) -> Score {
    /// #         if state.1 == Turn::Max { Score::LOSS } else { Score::WIN }
    /// #     }
    /// # }
    /// # impl Heuristic for Coins {}
    /// use secateur::{Algorithm, Recorded};
    ///
    /// let recorded = Recorded::new(Algorithm::AlphaBeta);
    /// let recording = recorded.record(&Coins, &Coins.initial(), &Limits::default()).unwrap();
    /// assert_eq!(recording.value, Some(Score::win_in(3)));
    /// let cut = recording.nodes.iter().find_map(|node| node.cut).unwrap();
    /// assert!(cut.alpha >= cut.beta);
    /// ```
    pub fn record<G: Heuristic>(
        &self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Option<Recording<G::Action>> {
        let mut recorder = Recorder::new(self.extent, self.convention);
        let limits = &Limits { threads: Threads::ONE, ..limits.clone() };
        let report = observed(self, game, state, limits, &mut recorder)?;
        Some(recorder.finish(self.algorithm.name(), limits.max_depth, report.ok().as_ref()))
    }
}

/// An empty table, so that a recording owes nothing to searches before it.
fn table() -> Arc<Table> {
    Arc::new(Table::new(TABLE_MEGABYTES))
}

fn observed<G: Heuristic>(
    recorded: &Recorded,
    game: &G,
    state: &G::State,
    limits: &Limits,
    observer: impl Observer<G::Action>,
) -> Option<Result<Report<G::Action>, Stopped>> {
    let usual = recorded.convention == Convention::default();
    let expected = recorded.expected.map(|score| score.for_turn(game.to_move(state)));
    Some(match recorded.algorithm {
        Algorithm::Minimax if usual => Minimax.observed(game, state, limits, observer),
        Algorithm::AlphaBeta if usual => {
            AlphaBeta::default().observed(game, state, limits, observer)
        }
        Algorithm::AlphaBeta => {
            let textbook = Textbook { convention: recorded.convention };
            textbook.observed(game, state, limits, observer)
        }
        _ if !usual => return None,
        Algorithm::Pvs => Pvs::new(table()).observed(game, state, limits, observer),
        Algorithm::Aspiration => {
            let margin = recorded.margin.max(1);
            Aspiration { expected, margin, ..Aspiration::new(table()) }
                .observed(game, state, limits, observer)
        }
        Algorithm::Mtdf => {
            let guess = expected.unwrap_or(Score::DRAW);
            Mtdf { guess, ..Mtdf::new(table()) }.observed(game, state, limits, observer)
        }
        Algorithm::Expectimax => Expectimax::default().observed(game, state, limits, observer),
        Algorithm::Bisection => Bisection::new(table()).observed(game, state, limits, observer),
        _ => return None,
    })
}
