//! Monte Carlo tree search: given the playouts, it proves what minimax says; stopped early, it
//! never plays what is proven bad.

mod common;

use std::time::{Duration, Instant};

use common::RandomTree;
use secateur::{
    Certainty, Formula, Game, Heuristic, Limits, Mcts, Minimax, Report, Score, Search, Turn,
};

const TREES: u64 = 1_500;

fn trees() -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..TREES).flat_map(move |seed| {
        kinds.map(|(decisive, chance)| RandomTree::small(seed, decisive, chance))
    })
}

/// A small arena, since there are thousands of trees.
fn mcts() -> Mcts<RandomTree> {
    Mcts::new(1)
}

fn run(mut search: impl Search<RandomTree>, tree: &RandomTree, limits: &Limits) -> Report<u8> {
    search.search(tree, &tree.initial(), limits).expect("nothing stops it")
}

/// What an action is worth to the side that plays it.
fn value(tree: &RandomTree, action: u8) -> Score {
    let state = tree.initial();
    let mut child = state;
    tree.apply(&mut child, action);
    let passed = tree.to_move(&state).passes_to(tree.to_move(&child));
    let report = Minimax.search(tree, &child, &Limits::default()).unwrap();
    report.score.from_child(passed)
}

#[test]
fn given_the_playouts_it_proves_the_value_of_minimax() {
    let enough = Limits::default().nodes(200_000);
    for tree in trees() {
        let oracle = run(Minimax, &tree, &Limits::default());
        for formula in [Formula::Uct(0.7), Formula::Puct(1.5)] {
            let report = run(mcts().formula(formula), &tree, &enough);
            assert_eq!(report.score, oracle.score, "{formula:?} {tree:?}");
            assert_eq!(report.certainty, Certainty::Exact, "{formula:?} {tree:?}");
            assert!(!report.stopped);
            assert_eq!(report.best.is_some(), oracle.best.is_some(), "{tree:?}");
            if let Some(best) = report.best {
                assert_eq!(value(&tree, best), oracle.score, "{formula:?} {tree:?}");
            }
        }
    }
}

#[test]
fn to_a_depth_it_finds_the_value_of_minimax() {
    for tree in trees().step_by(3) {
        for depth in 0..=tree.max_plies {
            let limits = Limits::default().depth(depth);
            let oracle = run(Minimax, &tree, &limits);
            let report = run(mcts(), &tree, &limits);
            assert_eq!(report.score, oracle.score, "{limits:?} {tree:?}");
            if report.is_exact() {
                assert_eq!(report.score, run(Minimax, &tree, &Limits::default()).score);
            }
        }
    }
}

#[test]
fn stopped_early_its_bounds_are_true_and_it_plays_no_proven_loss() {
    let mut bounds = 0;
    for tree in trees().filter(|tree| tree.max_plies > 2) {
        let oracle = run(Minimax, &tree, &Limits::default());
        for nodes in [1, 3, 10, 40, 160] {
            let Ok(report) = mcts().search(&tree, &tree.initial(), &Limits::default().nodes(nodes))
            else {
                panic!("one playout is an answer: {tree:?}");
            };
            assert!(report.stats.nodes <= nodes);
            match report.certainty {
                Certainty::Exact => assert_eq!(report.score, oracle.score, "{nodes} {tree:?}"),
                Certainty::Lower => assert!(report.score <= oracle.score, "{nodes} {tree:?}"),
                Certainty::Upper => assert!(report.score >= oracle.score, "{nodes} {tree:?}"),
                Certainty::Estimate => {}
            }
            bounds += u32::from(report.certainty == Certainty::Lower);
            assert_eq!(report.best.is_some(), oracle.best.is_some(), "{nodes} {tree:?}");
        }
    }
    assert!(bounds > 100, "only {bounds} lower bounds");
}

#[test]
fn a_chance_root_has_a_value_and_no_action() {
    let mut roots = 0;
    for tree in trees().filter(|tree| tree.to_move(&tree.initial()) == Turn::Chance) {
        let report = run(mcts(), &tree, &Limits::default().nodes(50));
        assert_eq!(report.best, None);
        roots += 1;
    }
    assert!(roots > 100);
}

#[test]
fn the_tree_of_one_move_serves_the_next_and_changes_no_value() {
    let (mut anew, mut again) = (0, 0);
    for tree in trees().filter(|tree| tree.max_plies > 3) {
        let mut search = mcts();
        let mut state = tree.initial();
        while !tree.is_terminal(&state) {
            let limits = Limits::default().nodes(12);
            let first = search.search(&tree, &state, &limits).unwrap();
            let kept = search.search(&tree, &state, &Limits::default()).unwrap();
            let fresh = mcts().search(&tree, &state, &Limits::default()).unwrap();
            let oracle = Minimax.search(&tree, &state, &Limits::default()).unwrap();
            assert_eq!((kept.score, kept.certainty), (oracle.score, Certainty::Exact), "{tree:?}");
            assert_eq!((fresh.score, fresh.certainty), (oracle.score, Certainty::Exact));
            again += first.stats.nodes + kept.stats.nodes;
            anew += fresh.stats.nodes;
            let mut outcomes = Vec::new();
            tree.chances(&state, &mut outcomes);
            let next = kept.best.or(outcomes.first().map(|&(outcome, _)| outcome));
            tree.apply(&mut state, next.expect("an unfinished game goes on"));
        }
    }
    assert!(again < anew, "{again} playouts with the old tree, {anew} without");
}

#[test]
fn the_same_seed_gives_the_same_answer_and_another_another_tree() {
    let mut different = 0;
    for tree in trees().step_by(7) {
        let limits = Limits::default().nodes(40);
        let answer = |seed| {
            let report = run(mcts(), &tree, &limits.clone().seed(seed));
            (report.score, report.best, report.pv, report.stats.terminals)
        };
        assert_eq!(answer(1), answer(1), "{tree:?}");
        different += u32::from(answer(1) != answer(2));
    }
    assert!(different > 50, "the seed was felt in {different} trees only");
}

#[test]
fn full_memory_ends_the_tree_and_not_the_search() {
    let mut unsettled = 0;
    for seed in 0..50 {
        let small = RandomTree::small(seed, true, false);
        let tree = RandomTree { max_plies: 12, branching: 4, states: 1_000_000, ..small };
        let report = run(Mcts::new(0), &tree, &Limits::default().nodes(3_000));
        let ample = run(mcts(), &tree, &Limits::default().nodes(3_000));
        assert_eq!(report.stats.nodes == 3_000, report.stopped);
        assert!(report.best.is_some());
        assert!(report.stats.nodes >= ample.stats.nodes, "less memory proves nothing sooner");
        unsettled += u32::from(report.stopped && !ample.stopped);
    }
    assert!(unsettled > 5, "memory mattered in {unsettled} trees only");
}

#[test]
fn an_answer_comes_in_time_however_slow_a_playout_is() {
    /// Plies of a tenth of a millisecond.
    struct Slow(RandomTree);
    impl Game for Slow {
        type State = common::Node;
        type Action = u8;
        fn initial(&self) -> common::Node {
            self.0.initial()
        }
        fn to_move(&self, node: &common::Node) -> Turn {
            self.0.to_move(node)
        }
        fn actions(&self, node: &common::Node, actions: &mut Vec<u8>) {
            self.0.actions(node, actions);
        }
        fn apply(&self, node: &mut common::Node, action: u8) {
            let until = Instant::now() + Duration::from_micros(100);
            self.0.apply(node, action);
            while Instant::now() < until {}
        }
        fn utility(&self, node: &common::Node) -> Score {
            self.0.utility(node)
        }
    }
    impl Heuristic for Slow {}

    let small = RandomTree::small(3, false, false);
    let slow = Slow(RandomTree { max_plies: 30, branching: 4, states: 1_000_000, ..small });
    let limits = Limits::default().time(Duration::from_millis(50));
    let mut times: Vec<Duration> = (0..9)
        .map(|_| {
            let started = Instant::now();
            // Where other programs take all the time there is no playout, and no answer.
            if let Ok(report) = Mcts::new(1).search(&slow, &slow.initial(), &limits) {
                assert!(report.best.is_some());
            }
            started.elapsed()
        })
        .collect();
    times.sort_unstable();
    assert!(times[4] < Duration::from_millis(60), "{times:?}"); // other programs run too
}
