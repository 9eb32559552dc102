//! The exact value by halving: each null window asks whether the value reaches the middle of what
//! is still possible, or less far than that.
//!
//! The way to solve a game whose scores say how well one wins: questions far from the value are
//! cheap, and the table keeps what they proved. Questions on the far side of the value cost most,
//! so those that go on in one direction set out from the last answer with small strides.

use std::sync::Arc;

use super::pvs::report;
use super::team::together;
use super::walk::Walk;
use super::{Pvs, Search};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::{Observer, Unobserved};
use crate::report::{Certainty, Report};
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
        together(game, &self.table, limits, observer, |walk| halve(walk, state, limits))
    }
}

/// The value of `state`, asked for half by half.
fn halve<G: Heuristic, O: Observer<G::Action>>(
    mut walk: Walk<'_, G, O>,
    state: &G::State,
    limits: &Limits,
) -> Result<Report<G::Action>, Stopped> {
    let root = walk.root(state, limits.plies());
    let (mut lower, mut upper) = (Score::NEG_INFINITY, Score::INFINITY);
    let bounds = walk.game.solved(state).map(|score| (score, score)).or(walk.game.bounds(state));
    if let Some((low, high)) = bounds {
        let (low, high) = (low.for_turn(root.turn), high.for_turn(root.turn));
        (lower, upper) = (low.min(high), low.max(high));
    }
    let mut line = Vec::new();
    let mut strides = Strides::default();
    while lower < upper {
        let window = Window::reaches(strides.next(lower, upper));
        walk.line.clear();
        match walk.ask(state, root, window) {
            Ok(score) if score >= window.beta => {
                lower = score;
                strides.go(Direction::Up);
                line = std::mem::take(&mut walk.line);
            }
            Ok(score) => {
                upper = score;
                strides.go(Direction::Down);
            }
            Err(Stopped) if line.is_empty() => return Err(Stopped),
            Err(Stopped) => {
                walk.line = line;
                let report = report(walk, lower, Window::FULL, limits);
                let proven = report.certainty == Certainty::Exact;
                let certainty = if proven { Certainty::Lower } else { Certainty::Estimate };
                return Ok(Report { certainty, stopped: true, ..report });
            }
        }
    }
    walk.find_line(state, lower, limits.plies())?;
    Ok(report(walk, lower, Window::FULL, limits))
}

/// How far each question goes beyond the last answer: a Fibonacci number as long as the answers
/// all point in one direction, and half of what is possible otherwise.
#[derive(Default)]
struct Strides {
    /// Where all answers have pointed so far.
    direction: Option<Direction>,
    turned: bool,
    last: i32,
    next: i32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Up,
    Down,
}

impl Strides {
    fn go(&mut self, direction: Direction) {
        self.turned |= self.direction.is_some_and(|before| before != direction);
        self.direction = Some(direction);
        (self.last, self.next) = (self.next, self.last.saturating_add(self.next).max(1));
    }

    /// The score to ask for: above `lower`, `upper` at most.
    fn next(&self, lower: Score, upper: Score) -> Score {
        let middle = Score::between(lower, upper);
        match self.direction {
            Some(Direction::Up) if !self.turned => middle.min(lower.shifted(self.next)),
            Some(Direction::Down) if !self.turned => middle.max(upper.shifted(1 - self.next)),
            _ => middle,
        }
    }
}
