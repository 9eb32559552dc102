//! The tree goes on from move to move: the state to search now is often in the tree already.

use std::collections::VecDeque;

use super::Tree;
use super::arena::Place;
use crate::game::Heuristic;

/// A move of each side, and what chance made of both.
const PLIES: u32 = 4;
/// States to look at.
const STATES: usize = 10_000;

impl<G: Heuristic> Tree<G> {
    /// Makes the node of `state` the root, if it is in the tree near the root and the tree leaves
    /// room to grow.
    pub(super) fn advance(&mut self, game: &G, state: &G::State) -> bool {
        if !game.same(state, state) || self.arena.len() > self.arena.capacity() / 2 {
            return false;
        }
        let Some(root) = self.find(game, state) else { return false };
        self.arena.set_root(root);
        self.state = state.clone();
        // What the game's knowledge says about a state does not say what to play there.
        self.arena.widen(root);
        let mut outcomes = Vec::new();
        game.chances(state, &mut outcomes);
        self.arena.conclude(root, outcomes.iter().map(|&(_, weight)| weight));
        true
    }

    /// The node of a state, breadth first.
    fn find(&self, game: &G, wanted: &G::State) -> Option<Place> {
        let mut queue = VecDeque::from([(self.arena.root(), self.state.clone(), 0)]);
        let mut seen = 0;
        while let Some((place, state, plies)) = queue.pop_front() {
            if game.same(&state, wanted) {
                return Some(place);
            }
            seen += 1;
            let block = self.arena.children(place).filter(|_| plies < PLIES && seen < STATES);
            for child in block.iter().flat_map(|block| block.places()) {
                let mut next = state.clone();
                game.apply(&mut next, self.arena.action(child, block?));
                queue.push_back((child, next, plies + 1));
            }
        }
        None
    }
}
