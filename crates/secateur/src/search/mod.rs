//! The searches, one algorithm a file, and the list of them ([`Algorithm`]).

mod alpha_beta;
mod analysis;
mod aspiration;
mod best_few;
mod bisection;
mod busy;
mod children;
mod deepening;
mod expectimax;
mod line;
mod mcts;
mod minimax;
mod mtdf;
mod pace;
mod proof_number;
mod proof_table;
mod pvs;
mod recorded;
mod remembered;
mod rounds;
mod selective;
mod star;
mod team;
mod textbook;
mod unfinished;
mod unsettled;
mod walk;

pub use alpha_beta::AlphaBeta;
pub use analysis::{Analysis, BestActions, Variation, analyze, analyze_by_solving, best_actions};
pub use aspiration::Aspiration;
pub use best_few::analyze_best;
pub use bisection::Bisection;
pub use deepening::Deepening;
pub use expectimax::Expectimax;
pub use mcts::{Formula, Mcts};
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use proof_number::ProofNumber;
pub use pvs::Pvs;
pub use recorded::Recorded;
pub use textbook::Textbook;

use std::sync::Arc;

use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::report::Report;
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::table::Table;

/// A way to find the value of a state and the best action in it.
pub trait Search<G: Heuristic> {
    /// The value of `state`, the first best action and the principal variation, within `limits`.
    ///
    /// A search that is stopped early answers with the best of the actions it has seen by then, and
    /// what that reaches at least, where it has one.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was reached before there was anything to say.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped>;

    /// As [`search`](Search::search) where only a value inside `window` (for the side to move)
    /// matters: a value outside may come as a bound that lies outside as well, which can be much
    /// less work.
    ///
    /// # Errors
    /// As [`search`](Search::search).
    fn search_within(
        &mut self,
        game: &G,
        state: &G::State,
        _window: Window,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.search(game, state, limits)
    }

    /// Whether the value of `state` reaches `score`, for the side to move, `None` where the depth
    /// allows no more than an estimate; and what it cost to tell. Most searches can answer this
    /// with much less work than the value takes.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was reached first.
    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        let report = self.search(game, state, limits)?;
        reached(&report, score)
    }

    /// As [`search`](Search::search), for a search whose answer gets better by itself the longer it
    /// goes on: calls `on_report` with the answer so far every now and then, and with the last one.
    /// `None`: this is another kind of search; it looks as deep as it is told.
    fn anytime(
        &mut self,
        _game: &G,
        _state: &G::State,
        _limits: &Limits,
        _on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Option<Result<Report<G::Action>, Stopped>> {
        None
    }
}

/// A pointer to a search is that search.
macro_rules! delegates {
    ($($pointer:ty),+) => {
        $(
            impl<G: Heuristic, S: Search<G> + ?Sized> Search<G> for $pointer {
                fn search(
                    &mut self,
                    game: &G,
                    state: &G::State,
                    limits: &Limits,
                ) -> Result<Report<G::Action>, Stopped> {
                    (**self).search(game, state, limits)
                }

                fn search_within(
                    &mut self,
                    game: &G,
                    state: &G::State,
                    window: Window,
                    limits: &Limits,
                ) -> Result<Report<G::Action>, Stopped> {
                    (**self).search_within(game, state, window, limits)
                }

                fn reaches(
                    &mut self,
                    game: &G,
                    state: &G::State,
                    score: Score,
                    limits: &Limits,
                ) -> Result<(Option<bool>, Stats), Stopped> {
                    (**self).reaches(game, state, score, limits)
                }

                fn anytime(
                    &mut self,
                    game: &G,
                    state: &G::State,
                    limits: &Limits,
                    on_report: &mut dyn FnMut(&Report<G::Action>),
                ) -> Option<Result<Report<G::Action>, Stopped>> {
                    (**self).anytime(game, state, limits, on_report)
                }
            }
        )+
    };
}

delegates! { &mut S, Box<S> }

/// What a search's report says to the question of [`Search::reaches`].
fn reached<A>(report: &Report<A>, score: Score) -> Result<(Option<bool>, Stats), Stopped> {
    match report.reaches(score) {
        None if report.stopped => Err(Stopped),
        reached => Ok((reached, report.stats)),
    }
}

/// One line an algorithm: its variant, its name, how to build it, and what it is in a sentence.
macro_rules! algorithms {
    ($memory:ident, $table:ident; $($variant:ident $name:literal $search:expr, $summary:literal;)+) => {
        /// The algorithms by name, for whoever lets a user choose one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Algorithm { $(#[doc = $summary] $variant,)+ }

        impl Algorithm {
            /// All of them, simplest first.
            pub const ALL: &[Algorithm] = &[$(Algorithm::$variant),+];

            /// The name, as a user types it.
            pub fn name(self) -> &'static str {
                match self { $(Algorithm::$variant => $name),+ }
            }

            /// What it does, in a sentence.
            pub fn summary(self) -> &'static str {
                match self { $(Algorithm::$variant => $summary),+ }
            }

            /// The search; those that use a table ask for one. Others that remember what they found
            /// take so many megabytes at most, where a number is given.
            pub fn build<G: Heuristic + 'static>(
                self,
                $memory: Option<usize>,
                $table: impl FnOnce() -> Arc<Table>,
            ) -> Box<dyn Search<G> + Send> {
                match self { $(Algorithm::$variant => Box::new($search)),+ }
            }
        }
    };
}

algorithms! { memory, table;
    Minimax "minimax" Minimax,
        "The whole tree, as the textbook prints it: the oracle of all others.";
    AlphaBeta "alpha-beta" AlphaBeta::default(),
        "Minimax without the branches that cannot change the answer, left to right.";
    Pvs "pvs" Pvs::new(table()),
        "Principal variation search over a transposition table: null windows after the first action.";
    Aspiration "aspiration" Aspiration::new(table()),
        "Principal variation search through a window around the value of the depth before.";
    Mtdf "mtdf" Mtdf::new(table()),
        "The value by null windows alone, closing in from the value of the depth before.";
    Bisection "bisection" Bisection::new(table()),
        "The exact value by halving what is still possible: for solving.";
    ProofNumber "proof-number" memory.map(ProofNumber::new).unwrap_or_default(),
        "Goes where the fewest states must be settled for a proof: for solving what is forced.";
    Expectimax "expectimax" Expectimax::default(),
        "Games of chance in limited time: outcomes too unlikely to matter are evaluated at once.";
    Mcts "mcts" memory.map(Mcts::new).unwrap_or_default(),
        "Monte Carlo tree search: plays thousands of games to the end, and proves what they show.";
}
