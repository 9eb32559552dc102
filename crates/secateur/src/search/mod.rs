//! The searches, one algorithm a file, and the list of them ([`Algorithm`]).

mod alpha_beta;
mod analysis;
mod aspiration;
mod bisection;
mod deepening;
mod expectimax;
mod minimax;
mod mtdf;
mod pvs;
mod walk;

pub use alpha_beta::AlphaBeta;
pub use analysis::{Analysis, Variation, analyze, best_actions};
pub use aspiration::Aspiration;
pub use bisection::Bisection;
pub use deepening::Deepening;
pub use expectimax::Expectimax;
pub use minimax::Minimax;
pub use mtdf::Mtdf;
pub use pvs::Pvs;

use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::report::Report;

/// A way to find the value of a state and the best action in it.
pub trait Search<G: Heuristic> {
    /// The value of `state`, the first best action and the principal variation, within `limits`.
    ///
    /// A search that is stopped early answers with a proven bound where it has one.
    ///
    /// # Errors
    /// [`Stopped`] when a limit was reached before there was anything to say.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped>;
}

impl<G: Heuristic, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        (**self).search(game, state, limits)
    }
}

impl<G: Heuristic> Search<G> for Algorithm {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        Algorithm::search(*self, game, state, limits)
    }
}

/// One line an algorithm: its variant, its name, the search, and what it is in a sentence.
macro_rules! algorithms {
    ($($variant:ident $name:literal $search:expr, $summary:literal;)+) => {
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

            /// Searches `state` once, as [`Search::search`] says.
            ///
            /// # Errors
            /// [`Stopped`] when a limit was reached before there was anything to say.
            pub fn search<G: Heuristic>(
                self,
                game: &G,
                state: &G::State,
                limits: &Limits,
            ) -> Result<Report<G::Action>, Stopped> {
                match self { $(Algorithm::$variant => $search.search(game, state, limits)),+ }
            }
        }
    };
}

algorithms! {
    Minimax "minimax" Minimax,
        "The whole tree, as the textbook prints it: the oracle of all others.";
    AlphaBeta "alpha-beta" AlphaBeta::default(),
        "Minimax without the branches that cannot change the answer, left to right.";
    Expectimax "expectimax" Expectimax::default(),
        "Games of chance in limited time: outcomes too unlikely to matter are evaluated at once.";
}
