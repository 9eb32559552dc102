//! Aspiration windows: principal variation search through a window around the value expected.

use std::sync::Arc;

use super::{Pvs, Search};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::{Observer, Unobserved};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::table::Table;

/// Principal variation search that expects the value of the search before, and searches again
/// through a wider window when it was wrong. It wants to be deepened.
#[derive(Clone)]
pub struct Aspiration {
    /// What is known about states from earlier searches.
    pub table: Arc<Table>,
    /// How far the value may lie from the one expected, at first.
    pub margin: i32,
    /// The value expected, if any.
    pub expected: Option<Score>,
}

impl Aspiration {
    /// A search with this table and a margin of 25.
    pub fn new(table: Arc<Table>) -> Aspiration {
        Aspiration { table, margin: 25, expected: None }
    }
}

impl<G: Heuristic> Search<G> for Aspiration {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.observed(game, state, limits, Unobserved)
    }

    fn search_within(
        &mut self,
        game: &G,
        state: &G::State,
        window: Window,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        Pvs { table: self.table.clone(), window }.search(game, state, limits)
    }

    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        Pvs::new(self.table.clone()).reaches(game, state, score, limits)
    }
}

impl Aspiration {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        mut observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let mut margin = self.margin;
        let mut window = self.expected.map_or(Window::FULL, |score| score.within(margin));
        let (mut spent, mut lead) = (Stats::default(), None);
        loop {
            let pvs = Pvs { table: self.table.clone(), window };
            let report = pvs.observed(game, state, &limits.after(&spent), &mut observer);
            let Ok(mut report) = report else {
                return lead.map(|lead| Report { stats: spent, ..lead }).ok_or(Stopped);
            };
            spent.add(&report.stats);
            margin = margin.saturating_mul(4);
            let wider = report.score.within(margin);
            if report.score <= window.alpha && window.alpha > Score::NEG_INFINITY {
                window.alpha = wider.alpha;
            } else if report.score >= window.beta && window.beta < Score::INFINITY {
                window.beta = wider.beta;
                let proven = report.certainty == Certainty::Lower;
                let certainty = if proven { Certainty::Lower } else { Certainty::Estimate };
                lead = Some(Report { certainty, stopped: true, ..report });
            } else {
                self.expected = Some(report.score);
                report.stats = spent;
                return Ok(report);
            }
        }
    }
}
