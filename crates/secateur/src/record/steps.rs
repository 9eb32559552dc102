//! A recording step by step, as a reader follows it.

use super::{Node, Recording};

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The node it happens at, as an index into [`Recording::nodes`].
    pub node: usize,
    /// What happens.
    pub event: Event,
}

/// What happens at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is entered, to be searched.
    Enter,
    /// It is left with a value. A leaf is entered and left in this one step.
    Leave,
}

impl<A> Recording<A> {
    /// The steps in which the recorded nodes were entered and left.
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::with_capacity(2 * self.nodes.len());
        let mut open: Vec<usize> = Vec::new();
        let leave = |node| Step { node, event: Event::Leave };
        for (node, recorded) in self.nodes.iter().enumerate() {
            while open.last().is_some_and(|&last| Some(last) != recorded.parent) {
                steps.extend(open.pop().map(leave));
            }
            if !recorded.is_leaf() {
                steps.push(Step { node, event: Event::Enter });
            }
            open.push(node);
        }
        steps.extend(open.into_iter().rev().map(leave));
        steps
    }
}

impl<A> Node<A> {
    /// Whether nothing was searched below it.
    pub fn is_leaf(&self) -> bool {
        self.hidden == 0
            && self.rehearsals.is_empty()
            && self.branches.iter().all(|branch| !branch.visited)
    }
}
