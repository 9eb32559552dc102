//! A game that panics, to see what becomes of the threads that search it.
#![allow(unreachable_pub)] // shared by several test crates

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use secateur::{Game, Heuristic, Score, Turn};

use crate::common::{Node, RandomTree};

/// A random tree whose rules fail after so many moves.
pub struct Faulty {
    pub tree: RandomTree,
    pub left: AtomicU64,
}

impl Game for Faulty {
    type State = Node;
    type Action = u8;

    fn initial(&self) -> Node {
        self.tree.initial()
    }
    fn to_move(&self, node: &Node) -> Turn {
        self.tree.to_move(node)
    }
    fn actions(&self, node: &Node, actions: &mut Vec<u8>) {
        self.tree.actions(node, actions);
    }
    fn chances(&self, node: &Node, outcomes: &mut Vec<(u8, u32)>) {
        self.tree.chances(node, outcomes);
    }
    fn apply(&self, node: &mut Node, action: u8) {
        assert!(self.left.fetch_sub(1, Relaxed) > 0, "the rules fail");
        self.tree.apply(node, action);
    }
    fn utility(&self, node: &Node) -> Score {
        self.tree.utility(node)
    }
}

impl Heuristic for Faulty {
    fn key(&self, node: &Node) -> Option<u64> {
        self.tree.key(node)
    }
}
