//! Plain alpha-beta, fail-soft, left to right.
//!
//! Knuth & Moore, *An Analysis of Alpha-Beta Pruning* (1975); fail-soft after Fishburn (1983);
//! chance nodes after Ballard (1983), see [`star`](super::star).

use std::ops::Range;

use super::star::{Outcome, Star};
use super::{Search, reached};
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::record::{Observer, Stop, Unobserved};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::turn::Turn;

/// Plain alpha-beta: the actions in the game's order, the window handed down the whole path (deep
/// cutoffs), cut when `alpha >= beta`. Chance nodes are cut as soon as the outcomes left over cannot
/// bring their mean back into the window (Star1, see [`Heuristic::range`]).
///
/// The number of nodes is part of its contract: a node counts when it is entered, root and leaves
/// included.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta {
    /// What the caller wants to know, from the side to move: outside it, the answer is a bound.
    pub window: Window,
}

impl Default for AlphaBeta {
    fn default() -> AlphaBeta {
        AlphaBeta { window: Window::FULL }
    }
}

impl<G: Heuristic> Search<G> for AlphaBeta {
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
        AlphaBeta { window }.search(game, state, limits)
    }

    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        let report = AlphaBeta { window: Window::reaches(score) }.search(game, state, limits)?;
        reached(&report, score)
    }
}

impl AlphaBeta {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let (budget, plies) = (Budget::start(limits), limits.plies());
        let (actions, line) = (Vec::new(), Vec::new());
        let mut walk = Walk { game, budget, observer, plies, actions, line };
        let (score, seen) = walk.root(state, plies, self.window)?;
        let stats = walk.budget.finish();
        let (depth, estimates) = (limits.max_depth, stats.horizon > 0);
        let certainty = match seen {
            Some(_) => Certainty::of_stopped(score, depth, estimates),
            None => Certainty::of(score, self.window, depth, estimates),
        };
        let (stopped, seen) = (seen.is_some(), seen.unwrap_or_default());
        Ok(Report { certainty, stopped, seen, ..Report::complete(score, walk.line, limits, stats) })
    }
}

/// The actions completed, where the search was stopped.
type Seen<A> = Option<Vec<A>>;

struct Walk<'g, G: Heuristic, O> {
    game: &'g G,
    budget: Budget,
    observer: O,
    /// The depth of the root.
    plies: u32,
    /// The actions of all nodes on the current path, one node's after the other's.
    actions: Vec<G::Action>,
    /// The best lines of all nodes on the current path, each last action first, so that the line
    /// of a child is extended by a push.
    line: Vec<G::Action>,
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// As [`value`](Walk::value). Where the search was stopped, the value is that of the best of the
    /// actions completed so far, and these come with it.
    fn root(
        &mut self,
        state: &G::State,
        depth: u32,
        mut window: Window,
    ) -> Result<(Score, Seen<G::Action>), Stopped> {
        let (turn, alpha) = (self.game.to_move(state), window.alpha);
        if turn == Turn::Chance || depth == 0 || self.game.is_terminal(state) {
            return Ok((self.value(state, turn, depth, window)?, None));
        }
        self.budget.enter()?;
        self.observer.enter(turn, depth, Some(window));
        self.game.actions(state, &mut self.actions);
        self.observer.expand(&self.actions);
        let mut best = Score::NEG_INFINITY;
        for i in 0..self.actions.len() {
            let action = self.actions[i];
            let above = self.line.len();
            let Ok(score) = self.child(state, turn, action, depth, window) else {
                if best <= alpha {
                    return Err(Stopped); // what is known lies outside the window
                }
                self.line.truncate(above);
                return Ok((best, Some(self.actions[..i].to_vec())));
            };
            if score > best {
                best = score;
                self.keep(0, above, action);
                window.alpha = window.alpha.max(score);
                if window.alpha >= window.beta {
                    self.budget.stats.cut(i);
                    break;
                }
            } else {
                self.line.truncate(above);
            }
        }
        self.observer.leave(best, Stop::Complete, None);
        Ok((best, None))
    }

    /// The value of `state` with `depth` plies to go, seen by the side to move, such that
    ///
    /// - inside the window it is exact,
    /// - at or below alpha it is an upper bound,
    /// - at or above beta it is a lower bound.
    ///
    /// Leaves the best line on top of `self.line`; inside the window it is the principal variation.
    fn value(
        &mut self,
        state: &G::State,
        turn: Turn,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta, "an empty window");
        self.budget.enter()?;
        self.observer.enter(turn, depth, Some(window));
        self.budget.stats.reach(self.plies - depth);
        if depth == 0 {
            return Ok(self.leaf(state, turn).0.for_turn(turn));
        }
        if turn == Turn::Chance {
            return self.mean(state, depth, window);
        }
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions);
        let end = self.actions.len();
        if first == end {
            return Ok(self.terminal(state, turn));
        }
        self.observer.expand(self.actions.get(first..).unwrap_or_default());
        let score = match depth {
            1 => self.best_leaf(state, turn, first..end, window)?,
            _ => self.best_child(state, turn, first..end, depth, window)?,
        };
        self.actions.truncate(first);
        self.observer.leave(score, Stop::Complete, None);
        Ok(score)
    }

    /// The value of `state` by its `actions`, with the contract of [`value`](Walk::value).
    #[inline(always)]
    fn best_child(
        &mut self,
        state: &G::State,
        turn: Turn,
        actions: Range<usize>,
        depth: u32,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let (first, line) = (actions.start, self.line.len());
        let mut best = Score::NEG_INFINITY;
        for i in actions {
            let action = self.actions[i];
            let above = self.line.len();
            let score = self.child(state, turn, action, depth, window)?;
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    self.keep(line, above, action);
                    if window.alpha >= window.beta {
                        self.budget.stats.cut(i - first);
                        break;
                    }
                    continue;
                }
            }
            self.line.truncate(above);
        }
        Ok(best)
    }

    /// As [`best_child`](Walk::best_child) one ply above the horizon. Most nodes are leaves below
    /// here: they are entered like others, but by no call of their own, and have no line.
    #[inline(always)]
    fn best_leaf(
        &mut self,
        state: &G::State,
        turn: Turn,
        actions: Range<usize>,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let (first, mut best, mut better) = (actions.start, Score::NEG_INFINITY, None);
        self.budget.stats.reach(self.plies);
        for i in actions {
            let action = self.actions[i];
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let next = self.game.to_move(&child);
            self.observer.follow(action);
            self.budget.enter()?;
            self.observer.enter(next, 0, Some(window.for_child(turn.passes_to(next))));
            // Seen from above at once: a finished game is a ply further from there, and an
            // evaluation the same.
            let (score, finished) = self.leaf(&child, next);
            let score = score.for_turn(turn);
            let score = if finished { score.from_child(false) } else { score };
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    better = Some(action);
                    if score >= window.beta {
                        self.budget.stats.cut(i - first);
                        break;
                    }
                }
            }
        }
        self.line.extend(better);
        Ok(best)
    }

    /// The value of `state` after `action`, as the side to move in `state` sees it.
    #[inline(always)]
    fn child(
        &mut self,
        state: &G::State,
        turn: Turn,
        action: G::Action,
        depth: u32,
        window: Window,
    ) -> Result<Score, Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        let next = self.game.to_move(&child);
        let passed = turn.passes_to(next);
        self.observer.follow(action);
        Ok(self.value(&child, next, depth - 1, window.for_child(passed))?.from_child(passed))
    }

    /// The mean of the outcomes' values, from Max's side, with the contract of
    /// [`value`](Walk::value).
    fn mean(&mut self, state: &G::State, depth: u32, window: Window) -> Result<Score, Stopped> {
        let (mut star, mut outcomes) = Star::new(self.game, state, window);
        self.observer.expand_chance(outcomes.iter().map(Outcome::weighed));
        for outcome in &mut outcomes {
            let Some(window) = star.window(outcome) else { continue };
            let above = self.line.len();
            let score = self.child(state, Turn::Chance, outcome.action, depth, window)?;
            self.line.truncate(above);
            star.learn(outcome, window, score);
        }
        let score = star.answer().expect("all outcomes are known");
        self.observer.leave(score, Stop::Complete, None);
        Ok(score)
    }

    /// The value of a finished game, or the estimate of an unfinished one, from Max's side; and
    /// whether it is finished.
    #[inline(always)]
    fn leaf(&mut self, state: &G::State, turn: Turn) -> (Score, bool) {
        let finished = self.game.is_terminal(state);
        let (score, stop) = if finished {
            self.budget.stats.terminals += 1;
            (self.game.utility(state), Stop::Terminal)
        } else {
            self.budget.stats.horizon += 1;
            (self.game.evaluate(state), Stop::Horizon)
        };
        self.observer.leave(score.for_turn(turn), stop, None);
        (score, finished)
    }

    fn terminal(&mut self, state: &G::State, turn: Turn) -> Score {
        self.budget.stats.terminals += 1;
        let score = self.game.utility(state).for_turn(turn);
        self.observer.leave(score, Stop::Terminal, None);
        score
    }

    /// The line of the child on top (from `above`) followed up by `action` replaces the one from
    /// `line` on.
    #[inline(always)]
    fn keep(&mut self, line: usize, above: usize, action: G::Action) {
        self.line.drain(line..above);
        self.line.push(action);
    }
}
