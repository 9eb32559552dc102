//! A search that a limit stops names an action that is worth what it says, by minimax; and deepening
//! takes it only where it is no worse than the action it had.

mod common;

use std::sync::Arc;

use common::RandomTree;
use secateur::{
    AlphaBeta, Aspiration, Bisection, Certainty, Deepening, Game, Limits, Minimax, Mtdf, Pvs,
    Report, Search, Table, Threads, Turn, Window,
};

/// A search over a table, by name.
type Build = fn(Arc<Table>) -> Box<dyn Search<RandomTree>>;

const SEARCHES: [(&str, Build); 5] = [
    ("alpha-beta", |_| Box::new(AlphaBeta::default())),
    ("pvs", |table| Box::new(Pvs::new(table))),
    ("aspiration", |table| {
        Box::new(Aspiration { margin: 1, expected: None, ..Aspiration::new(table) })
    }),
    ("mtdf", |table| Box::new(Mtdf::new(table))),
    ("bisection", |table| Box::new(Bisection::new(table))),
];

fn build(build: Build) -> Box<dyn Search<RandomTree>> {
    build(Arc::new(Table::with_buckets(64)))
}

/// Trees of all kinds with a choice at their roots.
fn trees(seeds: u64) -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    let tree = move |seed| {
        kinds.map(|(decisive, chance)| {
            let small = RandomTree::small(seed, decisive, chance);
            RandomTree { max_plies: 4 + seed as u32 % 4, branching: 3 + seed as usize % 3, ..small }
        })
    };
    (0..seeds)
        .flat_map(tree)
        .filter(|tree| tree.to_move(&tree.initial()) != Turn::Chance && actions(tree).len() > 1)
}

fn actions(tree: &RandomTree) -> Vec<u8> {
    let mut actions = Vec::new();
    tree.actions(&tree.initial(), &mut actions);
    actions
}

/// What an action of the initial state is worth to a depth, by minimax.
fn value(tree: &RandomTree, action: u8, depth: Option<u32>) -> secateur::Score {
    let limits = Limits { max_depth: depth.map(|depth| depth - 1), ..Limits::default() };
    let mut child = tree.initial();
    let turn = tree.to_move(&child);
    tree.apply(&mut child, action);
    let passed = turn.passes_to(tree.to_move(&child));
    Minimax.search(tree, &child, &limits).unwrap().score.from_child(passed)
}

/// What a stopped search says is true, to its depth and, where it says so, in the end.
fn check(name: &str, tree: &RandomTree, report: &Report<u8>) {
    let best = report.best.expect("a stopped search that answers names an action");
    assert_eq!(report.pv.first(), Some(&best));
    let reached = value(tree, best, report.depth);
    assert!(reached >= report.score, "{name} {report:?} {tree:?}: {reached:?}");
    assert!(report.seen.contains(&best), "{name} {report:?}");
    for &other in &report.seen {
        let other = value(tree, other, report.depth);
        assert!(other <= reached, "{name} {report:?} {tree:?}: {other:?}");
    }
    match report.certainty {
        Certainty::Lower => {
            let exact = value(tree, best, None);
            assert!(exact >= report.score, "{name} {report:?} {tree:?}: {exact:?}");
        }
        certainty => assert!(certainty == Certainty::Estimate && report.depth.is_some()),
    }
}

#[test]
fn a_stopped_search_names_an_action_that_is_worth_what_it_says() {
    for (name, search) in SEARCHES {
        let (mut answers, mut proven, mut later) = (0, 0, 0);
        for tree in trees(120) {
            for depth in [Some(3), Some(4), None] {
                for nodes in [4, 7, 12, 20, 35, 60, 100, 200] {
                    let limits = Limits { max_depth: depth, ..Limits::default().nodes(nodes) };
                    let report = build(search).search(&tree, &tree.initial(), &limits);
                    let Some(report) = report.ok().filter(|report| report.stopped) else {
                        continue;
                    };
                    check(name, &tree, &report);
                    assert!(report.stats.nodes <= nodes);
                    answers += 1;
                    proven += u32::from(report.certainty == Certainty::Lower);
                    later += u32::from(report.seen.len() > 1);
                }
            }
        }
        assert!(answers > 300 && proven > 100 && later > 100, "{name} {answers} {proven} {later}");
    }
}

#[test]
fn stopped_with_several_threads_it_names_such_an_action_too() {
    let mut answers = 0;
    for (name, search) in &SEARCHES[1..] {
        for tree in trees(30) {
            for threads in [Threads::simulated(3).eager(), Threads::new(2).eager()] {
                for nodes in [20, 60, 200] {
                    let limits = Limits::default().nodes(nodes).threads(threads);
                    let report = build(*search).search(&tree, &tree.initial(), &limits);
                    let Some(report) = report.ok().filter(|report| report.stopped) else {
                        continue;
                    };
                    check(name, &tree, &report);
                    answers += 1;
                }
            }
        }
    }
    assert!(answers > 100, "{answers}");
}

/// Outside a window there are upper bounds only: the highest one names no action.
#[test]
fn stopped_below_its_window_a_search_names_nothing() {
    let mut silent = 0;
    for tree in trees(100) {
        let exact = Minimax.search(&tree, &tree.initial(), &Limits::default()).unwrap().score;
        let window = Window { alpha: exact, beta: secateur::Score::INFINITY };
        for (name, search) in &SEARCHES[..2] {
            for nodes in [5, 10, 20, 40] {
                let limits = Limits::default().nodes(nodes);
                let state = tree.initial();
                match build(*search).search_within(&tree, &state, window, &limits) {
                    Ok(report) => assert!(!report.stopped, "{name} {report:?} {tree:?}"),
                    Err(secateur::Stopped) => silent += 1,
                }
            }
        }
    }
    assert!(silent > 200, "{silent}");
}

#[test]
fn deepening_takes_the_best_of_an_unfinished_depth_if_it_is_better() {
    for (name, search) in SEARCHES {
        let mut taken = 0;
        for tree in trees(150) {
            for nodes in (10..150).step_by(7) {
                let mut reports = Vec::new();
                let mut deepening = Deepening::new(build(search)).on_depth(|report| {
                    reports.push(report.clone());
                });
                let limits = Limits::default().nodes(nodes);
                let report = deepening.search(&tree, &tree.initial(), &limits).unwrap();
                drop(deepening);
                let last = reports.pop().expect("depth 1 is always completed");
                assert_eq!((last.best, last.depth), (report.best, report.depth));
                if !report.stopped {
                    continue;
                }
                let before = reports.pop().expect("only a later depth is cut short");
                assert!(!before.stopped && before.depth < report.depth);
                check(name, &tree, &report);
                let (best, old) = (report.best.unwrap(), before.best.unwrap());
                assert_ne!(best, old);
                assert!(value(&tree, best, report.depth) >= value(&tree, old, report.depth));
                taken += 1;
            }
        }
        assert!(taken > 30, "{name}: {taken}");
    }
}
