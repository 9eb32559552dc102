//! MTD(f): the value by null windows that close in on it from a guess.
//!
//! Plaat, Schaeffer, Pijls & de Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996).

use std::sync::Arc;

use super::pvs::report;
use super::team::together;
use super::walk::Walk;
use super::{Pvs, Search};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::{Observer, Unobserved};
use crate::report::Report;
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::table::Table;

/// MTD(f) over a transposition table. Each search starts from the value of the one before, so it
/// wants to be deepened.
#[derive(Clone)]
pub struct Mtdf {
    /// What is known about states from earlier searches.
    pub table: Arc<Table>,
    /// Where to look first: the closer to the value, the fewer the windows.
    pub guess: Score,
}

impl Mtdf {
    /// A search with this table that first guesses a draw.
    pub fn new(table: Arc<Table>) -> Mtdf {
        Mtdf { table, guess: Score::DRAW }
    }
}

impl<G: Heuristic> Search<G> for Mtdf {
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

impl Mtdf {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let limits = &Limits { selective: false, ..limits.clone() }; // its line is asked for again
        let report = together(game, &self.table, limits, observer, |walk| {
            close_in(walk, state, self.guess, limits)
        })?;
        self.guess = report.score;
        Ok(report)
    }
}

/// The value of `state` by null windows from `guess` on.
fn close_in<G: Heuristic, O: Observer<G::Action>>(
    mut walk: Walk<'_, G, O>,
    state: &G::State,
    mut guess: Score,
    limits: &Limits,
) -> Result<Report<G::Action>, Stopped> {
    let root = walk.root(state, limits.plies());
    let (mut lower, mut upper) = (Score::NEG_INFINITY, Score::INFINITY);
    while lower < upper {
        let window = Window::reaches(if guess == lower { guess.just_above() } else { guess });
        walk.line.clear();
        guess = match walk.ask(state, root, window) {
            Ok(score) => score,
            Err(Stopped) => return walk.unfinished_report(limits),
        };
        if guess >= window.beta {
            lower = guess;
        } else {
            upper = guess;
        }
    }
    match walk.find_line(state, guess, limits.plies()) {
        Ok(()) => Ok(report(walk, guess, Window::FULL, limits)),
        Err(Stopped) => walk.unfinished_report(limits),
    }
}
