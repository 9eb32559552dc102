//! The exact value by null windows that narrow down what is still possible, from the ends inwards.
//!
//! The way to solve a game whose scores say how well one wins: a quick win or loss is quick to find,
//! so the first questions ask for those, and the table keeps what they proved.

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

/// Bisection over a transposition table. Stopped early, it answers with the lower bound proven so
/// far.
#[derive(Clone)]
pub struct Bisection {
    /// What is known about states from earlier searches.
    pub table: Arc<Table>,
}

impl Bisection {
    /// A search with this table.
    pub fn new(table: Arc<Table>) -> Bisection {
        Bisection { table }
    }
}

impl<G: Heuristic> Search<G> for Bisection {
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

impl Bisection {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let limits = &Limits { selective: false, ..limits.clone() }; // its line is asked for again
        together(game, &self.table, limits, observer, |walk| halve(walk, state, limits))
    }
}

/// The value of `state`, question by question.
fn halve<G: Heuristic, O: Observer<G::Action>>(
    mut walk: Walk<'_, G, O>,
    state: &G::State,
    limits: &Limits,
) -> Result<Report<G::Action>, Stopped> {
    let root = walk.root(state, limits.plies());
    let (mut lower, mut upper) = walk.known(state, root.turn);
    let (mut questions, mut raised) = (Questions::default(), false);
    while lower < upper {
        let window = Window::reaches(questions.next(lower, upper, raised));
        walk.line.clear();
        let Ok(score) = walk.ask(state, root, window) else {
            return walk.unfinished_report(limits);
        };
        raised = score >= window.beta;
        match raised {
            true => lower = score,
            false => upper = score,
        }
    }
    match walk.find_line(state, lower, limits.plies()) {
        Ok(()) => Ok(report(walk, lower, Window::FULL, limits)),
        Err(Stopped) => walk.unfinished_report(limits),
    }
}

/// What to ask for next: the order that did best on the six classes of Connect Four positions, with
/// up to eight times fewer nodes than halves alone where the game is soon over.
///
/// 1. While both a high win and a high loss are possible, two thirds of the higher one, four times
///    at most.
/// 2. The middle.
/// 3. The score next to the end that has just moved, since what lies far behind the value is dear.
/// 4. The middle, again and again.
#[derive(Default)]
struct Questions {
    high: u32,
    others: u32,
}

impl Questions {
    const HIGH: i32 = 6;
    const HIGH_QUESTIONS: u32 = 4;

    /// The score to ask for, above `lower` and at most `upper`; `raised` says which of the two the
    /// last answer was about.
    fn next(&mut self, lower: Score, upper: Score, raised: bool) -> Score {
        let (low, high) = (lower.value(), upper.value());
        let both = low < 0 && high > 0 && high.max(-low) > Questions::HIGH;
        if both && self.high < Questions::HIGH_QUESTIONS && self.others == 0 {
            self.high += 1;
            let higher = if high > -low { high } else { low };
            return Score::from_value(higher / 3 * 2 + higher % 3 * 2 / 3 + 1);
        }
        self.others += 1;
        match self.others {
            2 if raised => lower.just_above(),
            2 => upper,
            _ => Score::between(lower, upper),
        }
    }
}
