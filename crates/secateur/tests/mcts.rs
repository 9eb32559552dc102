//! Monte Carlo tree search: given the playouts, it proves what minimax says; stopped early, it
//! never plays what is proven bad.

mod common;

use std::time::{Duration, Instant};

use common::RandomTree;
use secateur::{
    Certainty, Formula, Game, Heuristic, Limits, Mcts, Minimax, Random, Report, Score, Search,
    Threads, Turn,
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

/// Two choices that decide, and then so many plies that do not that nobody proves anything.
struct Matrix {
    turns: [Turn; 2],
    /// The score by the first and the second choice.
    scores: [[i32; 2]; 2],
    /// Weights where chance makes the second choice, or one near the end.
    weights: [u32; 2],
    /// A late choice by chance, worth as much as the second one of the first row.
    late: bool,
}

const NOISE: u32 = 24;
const LATE: u32 = 18;

impl Game for Matrix {
    /// The choices that count, and the plies.
    type State = ([u8; 3], u32, u64);
    type Action = u8;

    fn initial(&self) -> Self::State {
        ([0; 3], 0, 1)
    }
    fn to_move(&self, &(_, plies, _): &Self::State) -> Turn {
        match plies {
            0 | 1 => self.turns[plies as usize],
            LATE if self.late => Turn::Chance,
            _ => Turn::Max,
        }
    }
    fn actions(&self, &(_, plies, _): &Self::State, actions: &mut Vec<u8>) {
        actions.extend(if plies < NOISE { 0..2 } else { 0..0 });
    }
    fn chances(&self, _: &Self::State, outcomes: &mut Vec<(u8, u32)>) {
        outcomes.extend([(0, self.weights[0]), (1, self.weights[1])]);
    }
    fn apply(&self, (choices, plies, path): &mut Self::State, action: u8) {
        match *plies {
            0 | 1 => choices[*plies as usize] = action,
            LATE => choices[2] = action,
            _ => {}
        }
        *path = Random::new(*path ^ u64::from(action)).bits();
        *plies += 1;
    }
    fn utility(&self, &(choices, _, path): &Self::State) -> Score {
        let [first, second, late] = choices.map(usize::from);
        let score = if self.late { self.scores[0][late] } else { self.scores[first][second] };
        Score::new(score + (path % 3) as i32 - 1)
    }
}

impl Heuristic for Matrix {
    fn range(&self) -> (Score, Score) {
        (Score::new(-100), Score::new(100))
    }
}

#[test]
fn estimates_are_those_of_the_side_that_chooses_and_of_the_weights() {
    use Turn::{Chance, Max, Min};
    let (even, skew) = ([1, 1], [1, 9]);
    let cases = [
        ([Max, Min], [[10, 10], [90, -70]], even, 0, 10),
        ([Min, Max], [[-10, -10], [-90, 70]], even, 0, 10),
        ([Max, Max], [[10, 10], [90, -70]], even, 1, 90),
        ([Min, Min], [[10, 10], [90, -70]], even, 1, 70),
        ([Max, Chance], [[-10, -10], [90, -70]], skew, 0, -10),
        ([Min, Chance], [[10, 10], [-90, 70]], skew, 0, -10),
    ];
    for (turns, scores, weights, best, score) in cases {
        for formula in [Formula::Uct(0.7), Formula::Puct(1.5)] {
            let game = Matrix { turns, scores, weights, late: false };
            for threads in [Threads::ONE, Threads::simulated(4)] {
                let limits = Limits::default().nodes(3_000).threads(threads);
                let mut search = Mcts::new(16).formula(formula);
                let report = search.search(&game, &game.initial(), &limits).unwrap();
                assert_eq!(report.certainty, Certainty::Estimate);
                assert_eq!(report.best, Some(best), "{turns:?} {formula:?}");
                let error = report.score.value() - score;
                assert!(error.abs() < 12, "{turns:?} {formula:?}: {}, not {score}", report.score);
            }
        }
    }
}

#[test]
fn playouts_roll_by_the_weights() {
    let scores = [[90, -70], [0, 0]];
    let game = Matrix { turns: [Turn::Max; 2], scores, weights: [1, 9], late: true };
    let limits = Limits::default().nodes(2_000);
    let report = Mcts::new(16).search(&game, &game.initial(), &limits).unwrap();
    assert!((report.score.value() + 54).abs() < 12, "{}", report.score);
}
