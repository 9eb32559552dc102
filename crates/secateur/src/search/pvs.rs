//! Principal variation search: after the first action, null windows ask whether there is anything
//! better.
//!
//! Marsland & Campbell, *Parallel Search of Strongly Ordered Game Trees* (1982). The node itself is
//! in [`walk`](super::walk).

use std::sync::Arc;

use super::team::together;
use super::walk::Walk;
use super::{Search, reached};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::{Observer, Unobserved};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::table::Table;

/// Principal variation search over a transposition table, which it keeps from search to search.
#[derive(Clone)]
pub struct Pvs {
    /// What is known about states from earlier searches; several searches may share it.
    pub table: Arc<Table>,
    /// What the caller wants to know, from the side to move: outside it, the answer is a bound.
    pub window: Window,
}

impl Pvs {
    /// A search with this table and the full window.
    pub fn new(table: Arc<Table>) -> Pvs {
        Pvs { table, window: Window::FULL }
    }
}

impl<G: Heuristic> Search<G> for Pvs {
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
        Pvs { window, ..self.clone() }.search(game, state, limits)
    }

    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        let mut search = Pvs { window: Window::reaches(score), ..self.clone() };
        let report = search.search(game, state, limits)?;
        reached(&report, score)
    }
}

impl Pvs {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        &self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        together(game, &self.table, limits, observer, |mut walk| {
            let root = walk.root(state, limits.plies());
            match walk.ask(state, root, self.window) {
                Ok(score) => Ok(report(walk, score, self.window, limits)),
                Err(Stopped) => walk.unfinished_report(limits),
            }
        })
    }
}

/// The report of a finished walk whose line is that of the root.
pub(super) fn report<G: Heuristic, O: Observer<G::Action>>(
    mut walk: Walk<'_, G, O>,
    score: Score,
    window: Window,
    limits: &Limits,
) -> Report<G::Action> {
    // Not only evaluations of this search count, but also those that the table remembered.
    let depth = limits.max_depth.map(|depth| walk.whole(depth));
    let certainty = Certainty::of(score, window, depth, walk.estimates > 0);
    let table_fill = walk.table.fill_permille();
    let seen = if score >= window.beta { walk.take_seen(limits) } else { Vec::new() };
    let stats = Stats { table_fill, ..walk.budget.finish() };
    Report { certainty, seen, ..Report::complete(score, walk.line, limits, stats) }
}
