//! Monte Carlo tree search that proves what it can and keeps its tree from move to move: the
//! library's search in short (UCT; Kocsis & Szepesvári 2006; Winands et al. 2008 for the proofs).

use std::time::Instant;

use secateur::{Game, Heuristic, Random, Turn};

/// The weight of hope against experience.
const EXPLORATION: f32 = 0.5;
/// A larger tree is not kept for the next move.
const MOST_NODES: usize = 8_000_000;

/// What is known about a state: how many playouts went through it, and what came of them for the
/// side that moved there; the least and the most that Max can still get, -1, 0 or 1.
#[derive(Clone, Copy)]
struct Node {
    children: u32,
    count: u16,
    low: i8,
    high: i8,
    visits: u32,
    sum: f32,
}

const NEW: Node = Node { children: 0, count: 0, low: -1, high: 1, visits: 0, sum: 0.0 };

/// A search for one game.
pub struct Engine<G: Game> {
    game: G,
    state: G::State,
    root: usize,
    nodes: Vec<Node>,
    actions: Vec<G::Action>,
    random: Random,
}

impl<G: Heuristic> Engine<G> {
    pub fn new(game: G) -> Engine<G> {
        let state = game.initial();
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        // The root's own action is never looked at.
        actions.truncate(1);
        Engine { game, state, root: 0, nodes: vec![NEW], actions, random: Random::new(1) }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The legal actions.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }

    /// Plays an action; what the tree knows about what follows is kept.
    pub fn play(&mut self, action: G::Action) {
        let child = self.children(self.root).find(|&child| self.actions[child] == action);
        self.game.apply(&mut self.state, action);
        match child {
            Some(child) if self.nodes.len() < MOST_NODES / 2 => self.root = child,
            _ => {
                self.nodes.clear();
                self.nodes.push(NEW);
                self.actions.truncate(1);
                self.root = 0;
            }
        }
    }

    /// The best action found by then.
    pub fn search(&mut self, end: Instant) -> Option<G::Action> {
        let state = self.state.clone();
        self.expand(self.root, &state);
        let mut playouts = 0u32;
        while self.nodes[self.root].low < self.nodes[self.root].high {
            if playouts & 15 == 0 && Instant::now() >= end {
                break;
            }
            playouts += 1;
            self.playout();
        }
        let turn = self.game.to_move(&self.state);
        let sign = if turn == Turn::Min { -1 } else { 1 };
        let worth = |child: usize| {
            let node = self.nodes[child];
            // For the side to move: the least and the most it can get.
            let (low, high) = if sign > 0 { (node.low, node.high) } else { (-node.high, -node.low) };
            let mean = if node.visits == 0 { 0.0 } else { node.sum / node.visits as f32 };
            match (low, high) {
                (1, _) => (3, 0.0),
                (_, -1) => (0, mean),
                (0, 0) => (1, 0.5),
                _ => (2, node.visits as f32),
            }
        };
        let mut best: Option<usize> = None;
        for child in self.children(self.root) {
            if best.map_or(true, |best| worth(child) > worth(best)) {
                best = Some(child);
            }
        }
        // A proven draw is better than what promises less.
        if let Some(open) = best {
            let node = self.nodes[open];
            let mean = node.sum / node.visits.max(1) as f32;
            let draw = self.children(self.root).find(|&child| worth(child).0 == 1);
            if worth(open).0 == 2 && mean < 0.5 {
                best = draw.or(best);
            }
        }
        best.map(|best| self.actions[best])
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        let Node { children, count, .. } = self.nodes[node];
        children as usize..children as usize + usize::from(count)
    }

    fn expand(&mut self, node: usize, state: &G::State) {
        if self.nodes[node].count > 0 || self.nodes.len() >= MOST_NODES {
            return;
        }
        let first = self.nodes.len();
        self.actions.truncate(first);
        self.game.candidates(state, &mut self.actions);
        let count = self.actions.len() - first;
        self.nodes.resize(first + count, NEW);
        self.nodes[node].children = first as u32;
        self.nodes[node].count = count as u16;
    }

    fn playout(&mut self) {
        let mut state = self.state.clone();
        let mut node = self.root;
        let mut path = vec![];
        while self.nodes[node].low < self.nodes[node].high {
            if self.nodes[node].count == 0 && self.nodes[node].visits > 0 {
                self.expand(node, &state);
            }
            if self.nodes[node].count == 0 {
                break;
            }
            let turn = self.game.to_move(&state);
            let child = self.choose(node);
            self.game.apply(&mut state, self.actions[child]);
            path.push((node, turn));
            node = child;
        }
        let share = self.value(node, &mut state);
        let proven = self.nodes[node].low == self.nodes[node].high;
        self.back(node, share, proven, &path);
    }

    /// The child with the best mean and hope of those that are not settled.
    fn choose(&self, node: usize) -> usize {
        let parent = (self.nodes[node].visits.max(1) as f32).ln();
        let (mut best, mut most) = (self.children(node).start, f32::MIN);
        for child in self.children(node) {
            let Node { visits, sum, low, high, .. } = self.nodes[child];
            if low == high {
                continue;
            }
            if visits == 0 {
                return child;
            }
            let visits = visits as f32;
            let rank = sum / visits + EXPLORATION * (parent / visits).sqrt();
            if rank > most {
                (best, most) = (child, rank);
            }
        }
        best
    }

    /// Max's share of a win: proven where the game tells, else by playing on.
    fn value(&mut self, node: usize, state: &mut G::State) -> f32 {
        let Node { low, high, .. } = self.nodes[node];
        if low == high {
            return (f32::from(low) + 1.0) / 2.0;
        }
        let known = match self.game.is_terminal(state) {
            true => Some(self.game.utility(state)),
            false => self.game.solved(state),
        };
        if let Some(score) = known {
            let outcome = score.value().signum() as i8;
            self.nodes[node].low = outcome;
            self.nodes[node].high = outcome;
            return (f32::from(outcome) + 1.0) / 2.0;
        }
        let mut actions = Vec::new();
        for _ in 0..crate::PLAYOUT_PLIES {
            match self.game.playout_action(state, &mut self.random, &mut actions) {
                Some(action) => self.game.apply(state, action),
                None => return (self.game.utility(state).value().signum() + 1) as f32 / 2.0,
            }
        }
        let (low, high) = self.game.range();
        let (low, high) = (low.value() as f32, high.value() as f32);
        (self.game.evaluate(state).value() as f32 - low) / (high - low)
    }

    /// Carries the value up the path, and a proof as far as it changes anything.
    fn back(&mut self, leaf: usize, share: f32, mut proven: bool, path: &[(usize, Turn)]) {
        let mut child = leaf;
        for &(node, turn) in path.iter().rev() {
            self.nodes[child].visits += 1;
            self.nodes[child].sum += if turn == Turn::Min { 1.0 - share } else { share };
            if proven {
                let bounds = |best: fn(i8, i8) -> i8| {
                    let children = &self.nodes[self.children(node)];
                    let (first, rest) = (children[0], &children[1..]);
                    rest.iter().fold((first.low, first.high), |(low, high), child| {
                        (best(low, child.low), best(high, child.high))
                    })
                };
                let (low, high) =
                    if turn == Turn::Min { bounds(i8::min) } else { bounds(i8::max) };
                proven = (low, high) != (self.nodes[node].low, self.nodes[node].high);
                self.nodes[node].low = low;
                self.nodes[node].high = high;
            }
            child = node;
        }
        self.nodes[child].visits += 1;
    }
}
