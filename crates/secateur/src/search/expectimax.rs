//! Expectimax with a probability cut-off, for games of chance.
//!
//! Like [`Minimax`](super::Minimax) it knows neither table nor ordering. What it adds: a path whose
//! outcomes are together less probable than a threshold is evaluated at once, because a mean can
//! hardly feel it.

use super::Search;
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::report::{Certainty, Report};
use crate::score::{Mean, Score, Window};
use crate::turn::Turn;

/// Depth-limited expectimax.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax {
    /// Paths of a smaller probability are evaluated instead of searched. 0: none, and the values
    /// are those of [`Minimax`](super::Minimax). The default is one in a thousand.
    pub min_probability: f32,
}

impl Default for Expectimax {
    fn default() -> Expectimax {
        Expectimax { min_probability: 0.001 }
    }
}

impl<G: Heuristic> Search<G> for Expectimax {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        let mut walk = Walk {
            game,
            budget: Budget::start(limits),
            min_probability: self.min_probability,
            actions: Vec::new(),
            outcomes: Vec::new(),
            line: Vec::new(),
            depth_cuts: 0,
        };
        let turn = game.to_move(state);
        let score = walk.value(state, turn, limits.plies(), 1.0)?;
        let mut pv = std::mem::take(&mut walk.line);
        pv.reverse();
        let stats = walk.budget.finish();
        Ok(Report {
            score,
            certainty: Certainty::of(score, Window::FULL, limits.max_depth, stats.horizon > 0),
            best: pv.first().copied(),
            pv,
            depth: limits.max_depth.filter(|_| walk.depth_cuts > 0),
            stopped: false,
            stats,
        })
    }
}

struct Walk<'g, G: Heuristic> {
    game: &'g G,
    budget: Budget,
    min_probability: f32,
    /// Of all nodes on the current path, one node's after the other's.
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Action, u32)>,
    /// The best lines of all nodes on the current path, each last action first.
    line: Vec<G::Action>,
    /// Unfinished games evaluated because of the depth, not the probability.
    depth_cuts: u64,
}

impl<G: Heuristic> Walk<'_, G> {
    /// The expected value of `state`, reached with `probability`, with `depth` plies to go, seen
    /// by the side to move. Leaves the best line on top of `self.line`.
    fn value(
        &mut self,
        state: &G::State,
        turn: Turn,
        depth: u32,
        probability: f32,
    ) -> Result<Score, Stopped> {
        self.budget.enter()?;
        if depth == 0 || probability < self.min_probability {
            let horizon = self.budget.stats.horizon;
            let score = self.leaf(state, turn);
            let evaluated = self.budget.stats.horizon > horizon;
            self.depth_cuts += u64::from(evaluated && probability >= self.min_probability);
            return Ok(score);
        }
        if turn == Turn::Chance {
            return self.mean(state, depth, probability);
        }
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions);
        let end = self.actions.len();
        if first == end {
            self.budget.stats.terminals += 1;
            return Ok(self.game.utility(state).for_turn(turn));
        }
        let line = self.line.len();
        let mut best = Score::NEG_INFINITY;
        for i in first..end {
            let action = self.actions[i];
            let above = self.line.len();
            let score = self.child(state, turn, action, depth, probability)?;
            if score > best {
                best = score;
                self.line.drain(line..above);
                self.line.push(action);
            } else {
                self.line.truncate(above);
            }
        }
        self.actions.truncate(first);
        Ok(best)
    }

    /// The mean of the outcomes' values, from Max's side.
    fn mean(&mut self, state: &G::State, depth: u32, probability: f32) -> Result<Score, Stopped> {
        let first = self.outcomes.len();
        self.game.chances(state, &mut self.outcomes);
        let end = self.outcomes.len();
        let total: u64 = self.outcomes[first..].iter().map(|&(_, weight)| u64::from(weight)).sum();
        let unit = probability / total as f32;
        let mut mean = Mean::default();
        for i in first..end {
            let (outcome, weight) = self.outcomes[i];
            let above = self.line.len();
            let probability = unit * weight as f32;
            mean.add(self.child(state, Turn::Chance, outcome, depth, probability)?, weight);
            self.line.truncate(above);
        }
        self.outcomes.truncate(first);
        Ok(mean.score())
    }

    /// The value of `state` after `action`, as the side to move in `state` sees it.
    #[inline(always)]
    fn child(
        &mut self,
        state: &G::State,
        turn: Turn,
        action: G::Action,
        depth: u32,
        probability: f32,
    ) -> Result<Score, Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        let next = self.game.to_move(&child);
        let passed = turn.passes_to(next);
        Ok(self.value(&child, next, depth - 1, probability)?.from_child(passed))
    }

    fn leaf(&mut self, state: &G::State, turn: Turn) -> Score {
        let value = if self.game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            self.game.utility(state)
        } else {
            self.budget.stats.horizon += 1;
            self.game.evaluate(state)
        };
        value.for_turn(turn)
    }
}
