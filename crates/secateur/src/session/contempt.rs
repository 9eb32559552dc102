//! Play to win: the game that a session's search sees ([`Played`]).

use super::Answer;
use crate::game::Heuristic;
use crate::limits::Limits;
use crate::report::Certainty;
use crate::score::Score;
use crate::search::Algorithm;
use crate::turn::Turn;

/// A game as the side to move plays it.
pub(super) struct Played<'g, G> {
    game: &'g G,
    /// The same [against draws](Heuristic::against_draws).
    leaning: Option<G>,
}

impl<'g, G: Heuristic> Played<'g, G> {
    /// The game for a search within these limits.
    pub(super) fn new(
        game: &'g G,
        side: Turn,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Played<'g, G> {
        let plays = limits.selective && algorithm == Algorithm::Pvs;
        Played { game, leaning: plays.then(|| game.against_draws(side)).flatten() }
    }

    /// What is searched.
    pub(super) fn game(&self) -> &G {
        self.leaning.as_ref().unwrap_or(self.game)
    }

    /// An answer about it as one about the game itself: what is proven neither won nor lost is a draw.
    pub(super) fn truth(&self, answer: Answer) -> Answer {
        let proven = answer.certainty != Certainty::Estimate;
        match self.leaning.is_some() && proven && answer.score.plies_to_end().is_none() {
            true => Answer { score: Score::DRAW, ..answer },
            false => answer,
        }
    }
}
