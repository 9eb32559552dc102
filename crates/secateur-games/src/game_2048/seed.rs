//! The well-known way to search 2048, for teaching ([`Wary`]): alpha-beta, as if the tiles fell where
//! they hurt most. With its own evaluation it is the engine of the challenge's write-up.

use secateur::{
    Algorithm, AlphaBeta, Certainty, Game, Limits, Report, Search, Stopped, Turn, WorstCase,
};

use super::{Action, Game2048, State};

/// A search that takes chance for an opponent, in the game as it is.
pub(super) struct Wary(AlphaBeta);

/// Alpha-beta is wary; the other searches are as usual.
pub(super) fn tuning(algorithm: Algorithm, _: usize) -> Option<Box<dyn Search<Game2048> + Send>> {
    let wary = || Box::new(Wary(AlphaBeta::default())) as Box<dyn Search<Game2048> + Send>;
    (algorithm == Algorithm::AlphaBeta).then(wary)
}

impl Search<Game2048> for Wary {
    /// What the player can count on in the worst case. The line goes on with the tiles it fears.
    fn search(
        &mut self,
        game: &Game2048,
        state: &State,
        limits: &Limits,
    ) -> Result<Report<Action>, Stopped> {
        let report = self.0.search(&WorstCase(*game), state, limits)?;
        if game.to_move(state) != Turn::Chance {
            return Ok(report);
        }
        // The opponent saw it from the other side; chance chooses nothing, and sees it as Max does.
        let certainty = match report.certainty {
            Certainty::Lower => Certainty::Upper,
            Certainty::Upper => Certainty::Lower,
            same => same,
        };
        Ok(Report { score: -report.score, certainty, best: None, ..report })
    }
}
