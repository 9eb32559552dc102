//! What a session's search found, in text: [`Answer`].

use crate::report::{Certainty, Report};
use crate::score::Score;
use crate::search::Algorithm;
use crate::stats::Stats;

/// A [`Report`](crate::Report) in text.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The algorithm that found it.
    pub algorithm: Algorithm,
    /// The value for the side to move.
    pub score: Score,
    /// What the value is worth.
    pub certainty: Certainty,
    /// The first best action, or, from [`Session::solve`](super::Session::solve), all that are
    /// equally good when the value is exact.
    pub best: Vec<String>,
    /// Whether `best` has all that are equally good: the value is exact, and no limit came before
    /// all others were known to be worse.
    pub best_complete: bool,
    /// The principal variation.
    pub pv: Vec<String>,
    /// The depth limit of the search; `None` when it went to the end of the game.
    pub depth: Option<u32>,
    /// What the search counted.
    pub stats: Stats,
    /// What it cost on top to tell which actions are equally good.
    pub ties: Stats,
}

impl Answer {
    /// A report whose principal variation is `pv` in text.
    pub(super) fn of<A>(algorithm: Algorithm, report: &Report<A>, pv: Vec<String>) -> Answer {
        Answer {
            algorithm,
            score: report.score,
            certainty: report.certainty,
            best: pv.first().cloned().into_iter().collect(),
            best_complete: false,
            pv,
            depth: report.depth,
            stats: report.stats,
            ties: Stats::default(),
        }
    }
}
