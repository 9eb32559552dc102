//! A node's candidates before they are searched: prepared, ordered, and sometimes already enough.

use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::record::Observer;
use crate::score::{Score, Window};
use crate::table::{Address, Bound, Entry};
use crate::turn::Turn;

/// An action, the state it leads to, and what is known about it before it is searched.
///
/// Where replies to it are [forced](Heuristic::forced), they have been played: the state is the
/// first one with a choice.
pub(super) struct Child<G: Heuristic> {
    pub(super) state: G::State,
    pub(super) address: Option<Address>,
    pub(super) rank: i64,
    /// Proven bounds on the action's value, as the parent sees it.
    pub(super) lower: Score,
    pub(super) upper: Score,
    pub(super) index: u32,
    /// From the parent to the state: 1, and one more for each forced reply.
    pub(super) plies: u32,
    pub(super) action: G::Action,
    pub(super) turn: Turn,
}

/// The least depth at which a table is asked about all children before one is searched. Nearer to
/// the leaves that costs more than it saves: a fifth of the time of blind Connect Four, for a tenth
/// fewer nodes.
const LEAST_ENHANCED: u32 = 5;

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

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
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

    /// Pushes the candidates that can matter to the window, each with what the game knows about it,
    /// up to the first that is known to reach beta. Returns the best that the others can reach,
    /// which is at most alpha; `None` if there are no candidates at all.
    ///
    /// In a null window, which asks for no line, forced replies are played.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        window: Window,
    ) -> Option<Score> {
        let mut closed = Score::NEG_INFINITY;
        let mut actions = std::mem::take(&mut self.actions);
        self.game.candidates(state, &mut actions);
        self.observer.expand(&actions);
        for (index, &action) in actions.iter().enumerate() {
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let order = self.game.order(state, action, &child);
            let rank =
                self.learned.rank(self.game, node.turn, node.ply, node.previous, action, order);
            let (mut plies, mut solved) = (1, self.game.solved(&child));
            while window.is_null()
                && plies < node.depth
                && solved.is_none()
                && self.game.to_move(&child) != Turn::Chance
                && let Some(reply) = self.game.forced(&child)
            {
                self.game.apply(&mut child, reply);
                (plies, solved) = (plies + 1, self.game.solved(&child));
            }
            let turn = self.game.to_move(&child);
            let known = solved.map(|score| (score, score)).or_else(|| self.game.bounds(&child));
            let (lower, upper) = match known {
                Some((low, high)) => {
                    let passed = node.turn.passes_to(turn);
                    let low = low.for_turn(turn).ascend(plies, passed);
                    let high = high.for_turn(turn).ascend(plies, passed);
                    (low.min(high), low.max(high))
                }
                None => (Score::NEG_INFINITY, Score::INFINITY),
            };
            if upper <= window.alpha {
                self.observer.know(action, lower, upper);
                closed = closed.max(upper);
                continue;
            }
            let open = lower < window.beta && lower < upper;
            let address = if open && plies < node.depth { self.address(&child) } else { None };
            if let Some(address) = address {
                self.table.prefetch(address);
            }
            let index = index as u32;
            self.children.push(Child {
                state: child,
                address,
                rank,
                lower,
                upper,
                index,
                plies,
                action,
                turn,
            });
            if lower >= window.beta {
                break;
            }
        }
        let some = !actions.is_empty();
        actions.clear();
        self.actions = actions;
        some.then_some(closed)
    }

    /// Puts the action with this index first among the children from `first` on.
    #[inline(always)]
    pub(super) fn prefer(&mut self, first: usize, index: Option<usize>) {
        let Some(index) = index else { return };
        for child in &mut self.children[first..] {
            if child.index as usize == index {
                child.rank = i64::MAX;
            }
        }
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
        if self.children[first..].last().is_some_and(|child| child.lower >= beta) {
            return Some(self.cut_by(self.children.len() - 1, node));
        }
        // A proof of an only child can as well be found when the child is searched.
        let probes = match node.depth >= Entry::PROVEN {
            true => self.children.len() - first > 1,
            false => node.depth >= LEAST_ENHANCED,
        };
        for i in first..self.children.len() {
            let child = &mut self.children[i];
            if probes
                && let Some(entry) = child.address.and_then(|address| self.table.probe(address))
                && entry.depth == Entry::PROVEN
            {
                let passed = node.turn.passes_to(child.turn);
                let score = entry.score.ascend(child.plies, passed);
                if entry.bound != if passed { Bound::Lower } else { Bound::Upper } {
                    child.lower = child.lower.max(score);
                }
                if entry.bound != if passed { Bound::Upper } else { Bound::Lower } {
                    child.upper = child.upper.min(score);
                }
            }
            if child.lower >= beta {
                return Some(self.cut_by(i, node));
            }
        }
        None
    }

    /// The lower bound of a child that is known to be enough, remembered as that of the node.
    fn cut_by(&mut self, i: usize, node: &Node<G::Action>) -> Score {
        self.budget.stats.known_cuts += 1;
        let child = &self.children[i];
        self.observer.know(child.action, child.lower, child.upper);
        self.line.push(child.action);
        let best = (child.lower, Some(child.index as usize));
        self.remember(node, best, Bound::Lower, true, self.budget.stats.nodes);
        best.0
    }
}
