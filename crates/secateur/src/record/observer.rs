//! Who watches a search: anybody who is told of its steps, or nobody.

use super::Stop;
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// Told of every step of a search. Scores and windows are seen by the side to move at the node.
pub(crate) trait Observer<A> {
    /// Whether anybody looks: what is only for a watcher can be left undone.
    const WATCHES: bool = true;

    /// The next node entered is the one behind this action.
    fn follow(&mut self, action: A);

    /// A node is entered, with `depth` plies to go.
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>);

    /// The actions of the node entered last.
    fn expand(&mut self, actions: &[A]);

    /// The outcomes of the chance node entered last, with their weights.
    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>);

    /// Without a search the value of an action of the node entered last is known to lie between these,
    /// as the node sees it.
    fn know(&mut self, action: A, lower: Score, upper: Score);

    /// Whether the nodes entered from now on are none of the search's tree: it only looks up again
    /// what it has found.
    fn look_aside(&mut self, aside: bool);

    /// The node entered last is left with a value. `bound` says what the value is worth where the
    /// search did not find it out from the nodes below.
    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>);
}

/// Watches nothing, and costs nothing.
pub(crate) struct Unobserved;

impl<A> Observer<A> for Unobserved {
    const WATCHES: bool = false;

    #[inline(always)]
    fn follow(&mut self, _: A) {}
    #[inline(always)]
    fn enter(&mut self, _: Turn, _: u32, _: Option<Window>) {}
    #[inline(always)]
    fn expand(&mut self, _: &[A]) {}
    #[inline(always)]
    fn expand_chance(&mut self, _: impl Iterator<Item = (A, u32)>) {}
    #[inline(always)]
    fn know(&mut self, _: A, _: Score, _: Score) {}
    #[inline(always)]
    fn look_aside(&mut self, _: bool) {}
    #[inline(always)]
    fn leave(&mut self, _: Score, _: Stop, _: Option<Bound>) {}
}

impl<A, O: Observer<A>> Observer<A> for &mut O {
    const WATCHES: bool = O::WATCHES;

    #[inline(always)]
    fn follow(&mut self, action: A) {
        (**self).follow(action);
    }
    #[inline(always)]
    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>) {
        (**self).enter(turn, depth, window);
    }
    #[inline(always)]
    fn expand(&mut self, actions: &[A]) {
        (**self).expand(actions);
    }
    #[inline(always)]
    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>) {
        (**self).expand_chance(outcomes);
    }
    #[inline(always)]
    fn know(&mut self, action: A, lower: Score, upper: Score) {
        (**self).know(action, lower, upper);
    }
    #[inline(always)]
    fn look_aside(&mut self, aside: bool) {
        (**self).look_aside(aside);
    }
    #[inline(always)]
    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>) {
        (**self).leave(score, stop, bound);
    }
}
