//! Pruning at chance nodes: the mean is known well enough before all outcomes are.
//!
//! Ballard, *The \*-Minimax Search Procedure for Trees Containing Chance Nodes* (1983); Hauk, Buro &
//! Schaeffer, *Rediscovering \*-Minimax Search* (2004). An outcome that has not been searched is
//! worth something in the [range](crate::Heuristic::range) of the game, so the mean lies between two
//! bounds, which close in with every outcome. Star1 stops as soon as a bound leaves the window, and
//! searches each outcome through the window in which its value can still matter. Star2 asks first,
//! of every outcome, what a single reply is worth: that is one bound on it, for little work.
//!
//! The bounds are kept on the sum of the weighted values, not on the mean, and the ends of the
//! window are carried over to it by the inverse of the mean's rounding: what is pruned is exactly
//! what cannot change the rounded mean.

use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::limits::Stopped;
use crate::mean::Mean;
use crate::record::{Observer, Stop};
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A chance node between its first outcome and its last.
pub(super) struct Star {
    /// The weights of all outcomes together.
    weight: i64,
    /// The weighted sum of the outcomes' values lies between these.
    low: i64,
    high: i64,
    /// Sums up to `alpha` have a mean at or below the window, those from `beta` on at or above it.
    alpha: i64,
    beta: i64,
}

/// One outcome: its weight, and bounds on its value from Max's side.
#[derive(Clone, Copy)]
pub(super) struct Outcome<A> {
    pub(super) action: A,
    weight: i64,
    low: i64,
    high: i64,
}

impl<A: Copy> Outcome<A> {
    /// The action with its weight.
    pub(super) fn weighed(&self) -> (A, u32) {
        (self.action, self.weight as u32)
    }
}

impl Star {
    /// The node through `window`, and its outcomes, about which only the game's range is known.
    pub(super) fn new<G: Heuristic>(
        game: &G,
        state: &G::State,
        window: Window,
    ) -> (Star, Vec<Outcome<G::Action>>) {
        let (low, high) = game.range();
        let (low, high) = (counted(low), counted(high));
        let mut chances = Vec::new();
        game.chances(state, &mut chances);
        let outcome = |&(action, weight): &(G::Action, u32)| {
            let weight = i64::from(weight);
            Outcome { action, weight, low, high }
        };
        let weight = chances.iter().map(|&(_, weight)| i64::from(weight)).sum();
        let star = Star {
            weight,
            low: low * weight,
            high: high * weight,
            alpha: Mean::least_sum(window.alpha.just_above(), weight) - 1,
            beta: Mean::least_sum(window.beta, weight),
        };
        (star, chances.iter().map(outcome).collect())
    }

    /// The mean, or a bound on it, if that is all that the window asks for.
    pub(super) fn answer(&self) -> Option<Score> {
        if self.low >= self.beta || self.low == self.high {
            Some(Mean::rounded(self.low, self.weight))
        } else if self.high <= self.alpha {
            Some(Mean::rounded(self.high, self.weight))
        } else {
            None
        }
    }

    /// The window in which an outcome's value must be known, if it must be: at or below alpha it
    /// takes the mean out of the window even if the other outcomes are as good as they can be; at
    /// or above beta, even if they are as bad.
    ///
    /// It is not empty. With `alpha` < `beta` on the sum, the same holds for what the two leave to
    /// one outcome; without an answer, the outcome's high bound is above this alpha and its low
    /// bound below this beta; and its bounds differ. So its own bounds may narrow the window: a
    /// value at or beyond one of them is that bound.
    pub(super) fn window<A>(&self, outcome: &Outcome<A>) -> Option<Window> {
        if outcome.low == outcome.high || self.answer().is_some() {
            return None;
        }
        let (others_low, others_high) =
            (self.low - outcome.low * outcome.weight, self.high - outcome.high * outcome.weight);
        // Rounded down and up: the largest value that does not pass the sum, the least to reach it.
        let alpha = (self.alpha - others_high).div_euclid(outcome.weight);
        let beta = -(others_low - self.beta).div_euclid(outcome.weight);
        Some(Window {
            alpha: Score::from_value(alpha.max(outcome.low) as i32),
            beta: Score::from_value(beta.min(outcome.high) as i32),
        })
    }

    /// Takes in what a search through its `window` has found out about an outcome.
    pub(super) fn learn<A>(&mut self, outcome: &mut Outcome<A>, window: Window, score: Score) {
        let bound = match () {
            () if score <= window.alpha => Bound::Upper,
            () if score >= window.beta => Bound::Lower,
            () => Bound::Exact,
        };
        self.narrow(outcome, bound, score);
    }

    /// Takes in a bound on an outcome's value.
    fn narrow<A>(&mut self, outcome: &mut Outcome<A>, bound: Bound, score: Score) {
        let value = counted(score).clamp(outcome.low, outcome.high);
        if bound != Bound::Upper {
            self.low += (value - outcome.low) * outcome.weight;
            outcome.low = value;
        }
        if bound != Bound::Lower {
            self.high += (value - outcome.high) * outcome.weight;
            outcome.high = value;
        }
    }
}

/// A score as a mean counts it.
fn counted(score: Score) -> i64 {
    i64::from(score.value().clamp(-Score::PLAIN_MAX, Score::PLAIN_MAX))
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// The mean of the outcomes' values, from Max's side, with the contract of
    /// [`value`](Walk::value).
    pub(super) fn mean(
        &mut self,
        state: &G::State,
        node: Node<G::Action>,
        window: Window,
    ) -> Result<Score, Stopped> {
        let entry = node.address.and_then(|address| self.table.probe(address));
        self.budget.stats.table_probes += u64::from(node.address.is_some());
        if let Some(entry) = entry
            && let Some(score) = self.answer(entry, node.depth, window)
        {
            self.observer.leave(score, Stop::Table, Some(entry.bound));
            return Ok(score);
        }
        let (estimates, entered) = (self.estimates, self.budget.stats.nodes);
        let (mut star, mut outcomes) = Star::new(self.game, state, window);
        self.observer.expand_chance(outcomes.iter().map(Outcome::weighed));
        if window != Window::FULL && node.depth > 1 {
            self.probe_replies(state, node, &mut star, &mut outcomes)?;
        }
        for outcome in &mut outcomes {
            let Some(window) = star.window(outcome) else { continue };
            let (child, below) = self.outcome(state, node, outcome.action);
            let (line, passed) = (self.line.len(), Turn::Chance.passes_to(below.turn));
            self.observer.follow(outcome.action);
            let score = self.value(&child, below, window.for_child(passed))?.from_child(passed);
            self.line.truncate(line);
            star.learn(outcome, window, score);
        }
        let score = star.answer().expect("all outcomes are known");
        let bound = match () {
            () if star.low == star.high => Bound::Exact,
            () if score >= window.beta => Bound::Lower,
            () => Bound::Upper,
        };
        self.remember(&node, (score, None), bound, self.estimates == estimates, entered);
        self.observer.leave(score, Stop::Complete, Some(bound));
        Ok(score)
    }

    /// Star2: bounds on the outcomes from one reply each, the most promising, until they are enough.
    fn probe_replies(
        &mut self,
        state: &G::State,
        node: Node<G::Action>,
        star: &mut Star,
        outcomes: &mut [Outcome<G::Action>],
    ) -> Result<(), Stopped> {
        for outcome in outcomes {
            let Some(window) = star.window(outcome) else { continue };
            let (child, below) = self.outcome(state, node, outcome.action);
            if below.turn == Turn::Chance {
                continue;
            }
            let passed = Turn::Chance.passes_to(below.turn);
            self.observer.follow(outcome.action);
            let Some(score) = self.reply(&child, below, window.for_child(passed))? else {
                continue;
            };
            // The side to move may have something better: no more than one bound, its own.
            let score = score.from_child(passed);
            match below.turn {
                Turn::Min if score < window.beta => star.narrow(outcome, Bound::Upper, score),
                Turn::Max if score > window.alpha => star.narrow(outcome, Bound::Lower, score),
                _ => {}
            }
        }
        Ok(())
    }

    /// What the most promising action of a state is worth through `window`, for the side to move.
    fn reply(
        &mut self,
        state: &G::State,
        node: Node<G::Action>,
        window: Window,
    ) -> Result<Option<Score>, Stopped> {
        self.enter()?;
        self.observer.enter(node.turn, node.depth, Some(window));
        let entry = node.address.and_then(|address| self.table.probe(address));
        let first = self.children.len();
        if self.expand(state, &node, Window::FULL).is_none() {
            if O::WATCHES {
                let score = self.game.utility(state).for_turn(node.turn);
                self.observer.leave(score, Stop::Terminal, None);
            }
            return Ok(None);
        }
        self.prefer(first, entry.and_then(|entry| entry.action));
        self.pick(first);
        let child = self.children[first].clone();
        self.children.truncate(first);
        let line = self.line.len();
        let score = self.child(&child, &node, window, 0)?;
        self.observer.leave(score, Stop::Probe, Some(Bound::Lower));
        self.line.truncate(line);
        Ok(Some(score))
    }

    /// The state after an outcome, as a node.
    fn outcome(
        &self,
        state: &G::State,
        node: Node<G::Action>,
        outcome: G::Action,
    ) -> (G::State, Node<G::Action>) {
        let mut child = state.clone();
        self.game.apply(&mut child, outcome);
        let below = Node { ply: node.ply + 1, ..self.root(&child, node.depth - 1) };
        (child, below)
    }
}
