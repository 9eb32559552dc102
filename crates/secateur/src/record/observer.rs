//! Who watches a search: anybody who is told of its steps, or nobody.

use super::Stop;
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// Told of every step of a search. Scores and windows are seen by the side to move at the node.
pub(crate) trait Observer<A> {
    /// The next node entered is the one behind this action.
    fn follow(&mut self, action: A);

    /// A node is entered, with `depth` plies to go.
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>);

    /// The actions of the node entered last.
    fn expand(&mut self, actions: &[A]);

    /// The outcomes of the chance node entered last, with their weights.
    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>);

    /// The node entered last is left with a value. `bound` says what the value is worth where the
    /// search did not find it out from the nodes below.
    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>);
}

/// Watches nothing, and costs nothing.
pub(crate) struct Unobserved;

impl<A> Observer<A> for Unobserved {
    #[inline(always)]
    fn follow(&mut self, _: A) {}
    #[inline(always)]
    fn enter(&mut self, _: Turn, _: u32, _: Option<Window>) {}
    #[inline(always)]
    fn expand(&mut self, _: &[A]) {}
    #[inline(always)]
    fn expand_chance(&mut self, _: impl Iterator<Item = (A, u32)>) {}
    #[inline(always)]
    fn leave(&mut self, _: Score, _: Stop, _: Option<Bound>) {}
}

impl<A, O: Observer<A>> Observer<A> for &mut O {
    fn follow(&mut self, action: A) {
        (**self).follow(action);
    }
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>) {
        (**self).enter(turn, depth, window);
    }
    fn expand(&mut self, actions: &[A]) {
        (**self).expand(actions);
    }
    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>) {
        (**self).expand_chance(outcomes);
    }
    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>) {
        (**self).leave(score, stop, bound);
    }
}
