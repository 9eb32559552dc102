//! Late move reductions: what the order says is unpromising is looked at less deep first.
//!
//! Romstad, *An Introduction to Late Move Reductions* (2006).

use super::children::Child;
use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::limits::Stopped;
use crate::record::Observer;
use crate::score::{Score, Window};
use crate::table::Entry;

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// The plies of a search to `depth` in which nothing can have been overlooked, such as a quicker win.
    #[inline(always)]
    pub(super) fn whole(&self, depth: u32) -> u32 {
        if G::REDUCTIONS && self.selective { 0 } else { depth }
    }

    /// The value of a child that is no better than alpha by a less deep search, as its parent sees it,
    /// an upper bound; `None` when it deserves a closer look, or the game has no reduction for it.
    /// `node` is the parent, `below` the child as a node.
    pub(super) fn reduced(
        &mut self,
        child: &Child<G>,
        node: &Node<G::Action>,
        below: Node<G::Action>,
        window: Window,
        nth: usize,
    ) -> Result<Option<Score>, Stopped> {
        let reduction = self.game.reduction(node.depth, nth);
        if reduction == 0 || reduction >= below.depth || node.depth >= Entry::PROVEN {
            return Ok(None);
        }
        // A window that was narrowed to what is proven asks for more than whether it beats alpha.
        if child.lower > window.alpha {
            return Ok(None);
        }
        let (line, estimates, plies) = (self.line.len(), self.estimates, child.plies);
        let passed = node.turn.passes_to(child.turn);
        let less = Node { depth: below.depth - reduction, ..below };
        self.observer.follow(child.action);
        let score = self.value(&child.state, less, window.null().descend(plies, passed))?;
        let score = score.ascend(plies, passed);
        if score <= window.alpha {
            return Ok(Some(score));
        }
        self.line.truncate(line);
        self.estimates = estimates;
        Ok(None)
    }
}
