//! Proven knowledge changes what a search visits, never what it finds.

mod common;

use std::sync::Arc;

use common::{Node, RandomTree};
use secateur::{
    Aspiration, Bisection, Game, Heuristic, Limits, Mcts, Minimax, Mtdf, ProofNumber, Pvs, Random,
    Score, Search, Table, Turn,
};

/// A random tree that knows things about itself: where chance says so, a state's exact value, or
/// bounds on it, or that some actions are no better than others.
struct Knowing(RandomTree);

impl Knowing {
    fn chance(&self, node: &Node, purpose: u64) -> Random {
        let key = self.0.key(node).unwrap();
        Random::new(key.wrapping_mul(0xD6E8_FEB8_6659_FD93) ^ purpose << 40)
    }

    /// The true value, from Max's side.
    fn value(&self, node: &Node) -> Score {
        let report = Minimax.search(&self.0, node, &Limits::default()).unwrap();
        report.score.for_turn(self.0.to_move(node))
    }
}

impl Game for Knowing {
    type State = Node;
    type Action = u8;

    fn initial(&self) -> Node {
        self.0.initial()
    }
    fn to_move(&self, node: &Node) -> Turn {
        self.0.to_move(node)
    }
    fn actions(&self, node: &Node, actions: &mut Vec<u8>) {
        self.0.actions(node, actions);
    }
    fn chances(&self, node: &Node, outcomes: &mut Vec<(u8, u32)>) {
        self.0.chances(node, outcomes);
    }
    fn apply(&self, node: &mut Node, action: u8) {
        self.0.apply(node, action);
    }
    fn utility(&self, node: &Node) -> Score {
        self.0.utility(node)
    }
}

impl Heuristic for Knowing {
    fn key(&self, node: &Node) -> Option<u64> {
        self.0.key(node)
    }

    fn solved(&self, node: &Node) -> Option<Score> {
        (self.chance(node, 1).below(6) == 0).then(|| self.value(node))
    }

    fn bounds(&self, node: &Node) -> Option<(Score, Score)> {
        let mut random = self.chance(node, 2);
        let value = self.value(node);
        if value.is_decisive() || random.below(2) == 0 {
            return None;
        }
        let mut slack = || random.below(3) as i32;
        Some((Score::new(value.value() - slack()), Score::new(value.value() + slack())))
    }

    /// Leaves out some of the actions that are no better than the first best one.
    fn candidates(&self, node: &Node, actions: &mut Vec<u8>) {
        let mut all = Vec::new();
        self.actions(node, &mut all);
        let turn = self.to_move(node);
        let value = |action: &u8| {
            let mut child = *node;
            self.apply(&mut child, *action);
            // Counted as the parent counts it: a win is one ply further away.
            self.value(&child).from_child(false).for_turn(turn)
        };
        let best = all.iter().map(value).max();
        let kept = all.iter().position(|action| Some(value(action)) == best);
        let mut random = self.chance(node, 3);
        let mut index = 0;
        all.retain(|_| {
            index += 1;
            Some(index - 1) == kept || random.below(2) == 0
        });
        actions.extend(all);
    }

    /// Where one candidate is left, chance says whether that is cheap to tell.
    fn forced(&self, node: &Node) -> Option<u8> {
        let mut actions = Vec::new();
        self.candidates(node, &mut actions);
        (actions.len() == 1 && self.chance(node, 5).below(4) > 0).then(|| actions[0])
    }

    fn order(&self, node: &Node, action: u8, _child: &Node) -> i32 {
        self.chance(node, 6 + u64::from(action)).below(3) as i32
    }
}

#[test]
fn knowledge_changes_no_value() {
    let mut saved = 0;
    for seed in 0..1_500 {
        for (decisive, chance) in [(false, false), (true, false), (false, true)] {
            let tree = RandomTree::small(seed, decisive, chance);
            let knowing = Knowing(tree);
            let state = tree.initial();
            let oracle = Minimax.search(&tree, &state, &Limits::default()).unwrap();
            let searches: [Box<dyn Search<Knowing>>; 6] = [
                Box::new(Pvs::new(Arc::new(Table::with_buckets(4)))),
                Box::new(Aspiration::new(Arc::new(Table::with_buckets(4)))),
                Box::new(Mtdf::new(Arc::new(Table::with_buckets(4)))),
                Box::new(Bisection::new(Arc::new(Table::with_buckets(4)))),
                Box::new(ProofNumber::with_buckets(4)),
                Box::new(Mcts::new(1)),
            ];
            for (i, mut search) in searches.into_iter().enumerate() {
                let report = search.search(&knowing, &state, &Limits::default()).unwrap();
                assert_eq!(report.score, oracle.score, "search {i}: {tree:?}");
                assert!(report.is_exact());
                assert_eq!(report.best.is_some(), oracle.best.is_some(), "search {i}: {tree:?}");
                saved += oracle.stats.nodes.saturating_sub(report.stats.nodes);
            }
        }
    }
    assert!(saved > 0);
}
