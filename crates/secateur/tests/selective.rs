//! Selective search: late actions are looked at less deep first, where the limits allow it. That may
//! change an estimate, and nothing else.

mod common;

use std::sync::Arc;

use common::{Node, RandomTree};
use secateur::{
    Algorithm, Certainty, Deepening, Game, Heuristic, Limits, Minimax, Report, Score, Search,
    Table, Threads, Turn,
};

/// A random tree that thinks little of late actions.
#[derive(Clone, Copy, Debug)]
struct Hasty(RandomTree);

impl Game for Hasty {
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

impl Heuristic for Hasty {
    const REDUCTIONS: bool = true;

    fn evaluate(&self, node: &Node) -> Score {
        self.0.evaluate(node)
    }
    fn range(&self) -> (Score, Score) {
        self.0.range()
    }
    fn key(&self, node: &Node) -> Option<u64> {
        self.0.key(node)
    }
    fn reduction(&self, depth: u32, nth: usize) -> u32 {
        if depth > 1 { nth as u32 } else { 0 }
    }
}

const ALGORITHMS: [Algorithm; 4] =
    [Algorithm::Pvs, Algorithm::Aspiration, Algorithm::Mtdf, Algorithm::Bisection];

fn trees(seeds: u64) -> impl Iterator<Item = Hasty> {
    let kinds = [(false, false), (true, false), (false, true)];
    let tree = move |seed| {
        kinds.map(|(decisive, chance)| {
            let small = RandomTree::small(seed, decisive, chance);
            let (max_plies, branching) = (4 + seed as u32 % 4, 3 + seed as usize % 2);
            Hasty(RandomTree { max_plies, branching, ..small })
        })
    };
    (0..seeds).flat_map(tree)
}

fn run(search: &mut dyn Search<Hasty>, tree: &Hasty, limits: &Limits) -> Report<u8> {
    search.search(tree, &tree.initial(), limits).expect("nothing stops it")
}

/// What a report calls proven is true.
fn check(report: &Report<u8>, exact: Score) -> bool {
    match report.certainty {
        Certainty::Exact => assert_eq!(report.score, exact, "{report:?}"),
        Certainty::Lower => assert!(report.score <= exact, "{report:?}: {exact:?}"),
        Certainty::Upper => assert!(report.score >= exact, "{report:?}: {exact:?}"),
        Certainty::Estimate => return false,
    }
    true
}

#[test]
fn it_changes_estimates_and_nothing_that_is_proven() {
    let (mut changed, mut proven, mut saved) = (0, 0, 0);
    for tree in trees(150) {
        let exact = run(&mut Minimax, &tree, &Limits::default()).score;
        for algorithm in ALGORITHMS {
            let table = || Arc::new(Table::with_buckets(64));
            let mut search = algorithm.build(Some(1), table);
            for depth in 1..=tree.0.max_plies + 1 {
                let limits = Limits::default().depth(depth);
                let oracle = run(&mut Minimax, &tree, &limits);
                let selective = run(&mut *search, &tree, &limits.clone().selective());
                proven += u32::from(check(&selective, exact));
                // Without leave a search is what it was, though the table has seen the other.
                let usual = run(&mut *search, &tree, &limits);
                check(&usual, exact);
                if usual.certainty == Certainty::Estimate {
                    assert_eq!(usual.score, oracle.score, "{algorithm:?} {tree:?} {depth}");
                }
                assert_eq!(selective.best.is_some(), usual.best.is_some(), "{tree:?}");
                changed += u32::from(selective.score != usual.score);
                saved += u32::from(selective.stats.nodes < usual.stats.nodes);
            }
            let whole = run(&mut *search, &tree, &Limits::default().selective());
            assert!(whole.is_exact());
            assert_eq!(whole.score, exact, "{algorithm:?} {tree:?}");
        }
    }
    assert!(changed > 50 && proven > 300 && saved > 50, "{changed} {proven} {saved}");
}

#[test]
fn deepened_it_ends_with_the_value_of_the_whole_tree() {
    for tree in trees(80) {
        let exact = run(&mut Minimax, &tree, &Limits::default()).score;
        for threads in [Threads::ONE, Threads::simulated(3).eager()] {
            for algorithm in ALGORITHMS {
                let search = algorithm.build(Some(1), || Arc::new(Table::with_buckets(64)));
                let limits = Limits::default().nodes(1 << 40).threads(threads).selective();
                let mut truths = 0;
                let mut deepening = Deepening::new(search).on_depth(|report: &Report<u8>| {
                    truths += u32::from(check(report, exact));
                });
                let report = run(&mut deepening, &tree, &limits);
                drop(deepening);
                assert!(report.is_exact() && truths > 0, "{algorithm:?} {tree:?}");
                assert_eq!(report.score, exact);
            }
        }
    }
}
