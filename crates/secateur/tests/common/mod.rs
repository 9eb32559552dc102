//! Random game trees, unfolded from a seed while they are walked.
#![allow(unreachable_pub)] // shared by several test crates

use secateur::{Game, Heuristic, Random, Score, Turn};

/// A random game. Its states are numbers: everything about one is drawn from its number, so the
/// same state is the same game whenever it is visited.
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    pub seed: u64,
    /// Every game has ended after so many plies; some end early.
    pub max_plies: u32,
    /// At most so many actions in a state.
    pub branching: usize,
    /// Utilities and evaluations are drawn from `-range ..= range`: a small one makes ties.
    pub range: i32,
    /// Whether finished games can be counted wins and losses.
    pub decisive: bool,
    /// Whether there are chance nodes.
    pub chance: bool,
    /// At most so many different states a ply: a small number makes transpositions.
    pub states: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    number: u64,
    plies: u32,
}

impl RandomTree {
    /// A small tree whose shape is drawn from the seed as well.
    pub fn small(seed: u64, decisive: bool, chance: bool) -> RandomTree {
        let mut random = Random::new(seed);
        RandomTree {
            seed,
            max_plies: 1 + random.below(6) as u32,
            branching: 1 + random.below(4),
            range: [0, 1, 3, 100][random.below(4)],
            decisive,
            chance,
            states: [4, 30, 1_000_000][random.below(3)],
        }
    }

    /// Independent random numbers for each purpose.
    fn draw(&self, node: &Node, purpose: u64) -> Random {
        let state = node.number.wrapping_mul(0x9FB2_1C65_1E98_DF25) ^ u64::from(node.plies);
        let mut random = Random::new(state ^ purpose.wrapping_mul(0xA076_1D64_78BD_642F));
        random.bits();
        random
    }

    fn count(&self, node: &Node) -> usize {
        let mut random = self.draw(node, 1);
        let ends_early = node.plies > 0 && random.below(8) == 0;
        match node.plies == self.max_plies || ends_early {
            true => 0,
            false => 1 + random.below(self.branching),
        }
    }

    fn number(&self, node: &Node, purpose: u64) -> i32 {
        let drawn = self.draw(node, purpose).below(2 * self.range as usize + 1);
        (drawn as i64 - i64::from(self.range)) as i32
    }
}

impl Game for RandomTree {
    type State = Node;
    type Action = u8;

    fn initial(&self) -> Node {
        Node { number: Random::new(self.seed).bits(), plies: 0 }
    }

    /// Turns repeat: who moves has nothing to do with the ply.
    fn to_move(&self, node: &Node) -> Turn {
        let kinds = if self.chance { 3 } else { 2 };
        match self.draw(node, 2).below(kinds) {
            0 => Turn::Max,
            1 => Turn::Min,
            _ if self.count(node) > 0 => Turn::Chance,
            _ => Turn::Max,
        }
    }

    fn actions(&self, node: &Node, actions: &mut Vec<u8>) {
        actions.extend(0..self.count(node) as u8);
    }

    fn chances(&self, node: &Node, outcomes: &mut Vec<(u8, u32)>) {
        let mut random = self.draw(node, 3);
        outcomes.extend((0..self.count(node) as u8).map(|i| (i, 1 + random.below(9) as u32)));
    }

    fn apply(&self, node: &mut Node, action: u8) {
        // Below the seed's own range, so that trees of different seeds are different trees.
        let number = self.draw(node, 4 + u64::from(action)).bits() % self.states;
        node.number = number.wrapping_add(self.seed << 32);
        node.plies += 1;
    }

    fn utility(&self, node: &Node) -> Score {
        match self.draw(node, 5).below(4) {
            0 if self.decisive => Score::WIN,
            1 if self.decisive => Score::LOSS,
            _ => Score::new(self.number(node, 6)),
        }
    }
}

impl Heuristic for RandomTree {
    fn evaluate(&self, node: &Node) -> Score {
        Score::new(self.number(node, 7))
    }

    fn range(&self) -> (Score, Score) {
        match self.decisive {
            false => (Score::new(-self.range), Score::new(self.range)),
            true => (Score::new(-Score::PLAIN_MAX), Score::new(Score::PLAIN_MAX)),
        }
    }

    fn key(&self, node: &Node) -> Option<u64> {
        Some(node.number ^ u64::from(node.plies) << 56)
    }

    fn same(&self, node: &Node, other: &Node) -> bool {
        node == other
    }

    fn slot(&self, action: u8) -> Option<usize> {
        Some(usize::from(action))
    }
}
