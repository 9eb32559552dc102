//! Alpha-beta under the conventions that textbooks differ in, to show what they cost.
//!
//! Cut when the bounds meet or only when they cross; by what the parent has (shallow cutoffs), by
//! what ancestors above it have (deep cutoffs), by both, or by neither, which is minimax. The value
//! is the same; the nodes are not. Knuth & Moore (1975) tell shallow from deep; with everything on
//! this is [`AlphaBeta`](super::AlphaBeta), node for node.

use super::Search;
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::mean::Mean;
use crate::record::{Convention, Observer, Stop, Unobserved};
use crate::report::Report;
use crate::score::{Score, Window};
use crate::turn::Turn;

/// Plain alpha-beta under a [`Convention`]. Chance nodes are never cut.
#[derive(Clone, Copy, Debug, Default)]
pub struct Textbook {
    /// When it cuts.
    pub convention: Convention,
}

impl<G: Heuristic> Search<G> for Textbook {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.observed(game, state, limits, Unobserved)
    }
}

impl Textbook {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let budget = Budget::start(limits);
        let mut walk = Walk { game, convention: self.convention, budget, observer };
        let (score, line) = walk.value(state, limits.plies(), Bounds::NONE)?;
        Ok(Report::complete(score, line, limits, walk.budget.finish()))
    }
}

/// What a node knows of its ancestors' best values so far, from the side to move.
#[derive(Clone, Copy)]
struct Bounds {
    /// What this side has already, at nodes of its own above.
    alpha: Score,
    /// What the other side has at the nearest node of its own.
    near: Score,
    /// What it has farther above.
    far: Score,
}

impl Bounds {
    const NONE: Bounds =
        Bounds { alpha: Score::NEG_INFINITY, near: Score::INFINITY, far: Score::INFINITY };

    /// What a child knows when this node's best value so far is `best`.
    fn for_child(self, best: Score, passed: bool) -> Bounds {
        let across = |alpha, beta| Window { alpha, beta }.for_child(passed);
        if passed {
            let nearest = across(best, self.near.min(self.far));
            let far = across(self.alpha, self.far).beta;
            Bounds { alpha: nearest.alpha, near: nearest.beta, far }
        } else {
            let nearest = across(self.alpha.max(best), self.near);
            Bounds { alpha: nearest.alpha, near: nearest.beta, far: across(best, self.far).beta }
        }
    }

    /// The window that a convention makes of them.
    fn window(self, convention: Convention) -> Window {
        let near = if convention.shallow { self.near } else { Score::INFINITY };
        let far = if convention.deep { self.far } else { Score::INFINITY };
        let alpha = if convention.deep { self.alpha } else { Score::NEG_INFINITY };
        Window { alpha, beta: near.min(far) }
    }
}

/// A value and its line, last action first.
type Valued<A> = (Score, Vec<A>);

struct Walk<'g, G, O> {
    game: &'g G,
    convention: Convention,
    budget: Budget,
    observer: O,
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// The value of `state` with `depth` plies to go, seen by the side to move, and its line. It
    /// may be a bound where it is at or beyond one of `bounds`.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        bounds: Bounds,
    ) -> Result<Valued<G::Action>, Stopped> {
        self.budget.enter()?;
        let turn = self.game.to_move(state);
        let window = bounds.window(self.convention);
        self.observer.enter(turn, depth, Some(window));
        if self.game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            let score = self.game.utility(state).for_turn(turn);
            return Ok((self.leave(score, Stop::Terminal), Vec::new()));
        }
        if depth == 0 {
            self.budget.stats.horizon += 1;
            let score = self.game.evaluate(state).for_turn(turn);
            return Ok((self.leave(score, Stop::Horizon), Vec::new()));
        }
        if turn == Turn::Chance {
            return self.mean(state, depth);
        }
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        self.observer.expand(&actions);
        let mut best = (Score::NEG_INFINITY, Vec::new());
        for action in actions {
            let (score, mut line) =
                self.successor(state, action, depth, |passed| bounds.for_child(best.0, passed))?;
            if score > best.0 {
                line.push(action);
                best = (score, line);
            }
            let beyond = best.0 > window.beta;
            if beyond || (best.0 == window.beta && self.convention.equal_cuts) {
                break;
            }
        }
        Ok((self.leave(best.0, Stop::Complete), best.1))
    }

    /// The mean of the outcomes' values, from Max's side.
    fn mean(&mut self, state: &G::State, depth: u32) -> Result<Valued<G::Action>, Stopped> {
        let mut outcomes = Vec::new();
        self.game.chances(state, &mut outcomes);
        self.observer.expand_chance(outcomes.iter().copied());
        let mut mean = Mean::default();
        for (outcome, weight) in outcomes {
            mean.add(self.successor(state, outcome, depth, |_| Bounds::NONE)?.0, weight);
        }
        Ok((self.leave(mean.score(), Stop::Complete), Vec::new()))
    }

    /// The value of `state` after `action`, as `state` sees it, and its line.
    fn successor(
        &mut self,
        state: &G::State,
        action: G::Action,
        depth: u32,
        bounds: impl FnOnce(bool) -> Bounds,
    ) -> Result<Valued<G::Action>, Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        let passed = self.game.to_move(state).passes_to(self.game.to_move(&child));
        self.observer.follow(action);
        let (score, line) = self.value(&child, depth - 1, bounds(passed))?;
        Ok((score.from_child(passed), line))
    }

    fn leave(&mut self, score: Score, stop: Stop) -> Score {
        self.observer.leave(score, stop, None);
        score
    }
}
