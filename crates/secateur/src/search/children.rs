//! A node's candidates before they are searched: prepared, ordered, and sometimes already enough.

use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::score::{Score, Window};
use crate::table::{Bound, Entry};
use crate::turn::Turn;

/// An action, the state it leads to, and what is known about it before it is searched.
pub(super) struct Child<G: Heuristic> {
    pub(super) action: G::Action,
    pub(super) index: usize,
    pub(super) state: G::State,
    pub(super) turn: Turn,
    pub(super) key: Option<u64>,
    /// Proven bounds on the action's value, as the parent sees it.
    pub(super) lower: Score,
    pub(super) upper: Score,
    rank: i64,
}

impl<G: Heuristic> Child<G> {
    /// The part of the window that the action's value can lie in. It may touch both ends, so that
    /// a value at an end is found with its line.
    #[inline(always)]
    pub(super) fn narrow(&self, window: Window) -> Window {
        Window {
            alpha: window.alpha.max(self.lower.just_below()),
            beta: window.beta.min(self.upper),
        }
    }
}

impl<G: Heuristic> Clone for Child<G> {
    fn clone(&self) -> Child<G> {
        Child { state: self.state.clone(), ..*self }
    }
}

impl<G: Heuristic> Walk<'_, G> {
    /// Moves the most promising child from `i` on to `i`; of equals the first in the game's order.
    #[inline(always)]
    pub(super) fn pick(&mut self, i: usize) {
        let rest = &self.children[i..];
        let best = (1..rest.len()).fold(0, |best, j| {
            let better = (rest[j].rank, rest[best].index) > (rest[best].rank, rest[j].index);
            if better { j } else { best }
        });
        self.children.swap(i, i + best);
    }

    /// Pushes the candidates, each with what is known about it.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        first_try: Option<usize>,
    ) {
        let mut actions = std::mem::take(&mut self.actions);
        self.game.candidates(state, &mut actions);
        for (index, &action) in actions.iter().enumerate() {
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let turn = self.game.to_move(&child);
            let passed = node.turn.passes_to(turn);
            let key = if node.depth > 1 { self.game.key(&child) } else { None };
            if let Some(key) = key {
                self.table.prefetch(key);
            }
            let (lower, upper) = self.known(&child, turn, passed);
            let rank = match first_try == Some(index) {
                true => i64::MAX,
                false => {
                    let order = self.game.order(state, action, &child);
                    self.learned.rank(self.game, node.turn, node.ply, node.previous, action, order)
                }
            };
            let child = Child { action, index, state: child, turn, key, lower, upper, rank };
            self.children.push(child);
        }
        actions.clear();
        self.actions = actions;
    }

    /// Proven bounds on a child's value, as its parent sees it, from what the game knows.
    #[inline(always)]
    fn known(&self, child: &G::State, turn: Turn, passed: bool) -> (Score, Score) {
        let solved = self.game.solved(child).map(|score| (score, score));
        let Some((low, high)) = solved.or_else(|| self.game.bounds(child)) else {
            return (Score::NEG_INFINITY, Score::INFINITY);
        };
        let low = low.for_turn(turn).from_child(passed);
        let high = high.for_turn(turn).from_child(passed);
        (low.min(high), low.max(high))
    }

    /// A lower bound of at least `beta` that costs no search: one action is known to reach it, from
    /// the game or (enhanced transposition cutoff) from the table. The table may also know that an
    /// action is no good, which lowers its upper bound.
    #[inline(always)]
    pub(super) fn known_cut(
        &mut self,
        first: usize,
        node: &Node<G::Action>,
        beta: Score,
    ) -> Option<Score> {
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            if let Some(entry) = child.key.and_then(|key| self.table.probe(key))
                && entry.depth == Entry::PROVEN
            {
                let passed = node.turn.passes_to(child.turn);
                let score = entry.score.from_child(passed);
                if entry.bound != if passed { Bound::Lower } else { Bound::Upper } {
                    child.lower = child.lower.max(score);
                }
                if entry.bound != if passed { Bound::Upper } else { Bound::Lower } {
                    child.upper = child.upper.min(score);
                }
            }
            if child.lower >= beta {
                self.line.push(child.action);
                let best = (child.lower, Some(child.index));
                self.remember(node, best, Bound::Lower, true);
                return Some(best.0);
            }
        }
        None
    }
}
