//! Monte Carlo tree search by several threads in one tree: what is proven is what minimax says,
//! whatever the number of threads and whoever is quicker. Simulated threads make an interleaving
//! that can be had again, real ones all others.

mod common;
mod faulty;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;
use std::time::{Duration, Instant};

use common::RandomTree;
use faulty::Faulty;
use secateur::{
    Certainty, Formula, Game, Heuristic, Limits, Mcts, Minimax, Monitor, Report, Score, Search,
    Threads,
};

fn trees(seeds: u64) -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..seeds).flat_map(move |seed| {
        kinds.map(|(decisive, chance)| RandomTree::small(seed, decisive, chance))
    })
}

/// Numbers of threads, eager to share whatever there is.
fn threads() -> impl Iterator<Item = Threads> {
    let simulated = [1, 2, 5].map(Threads::simulated);
    let real = [2, 4].map(Threads::new);
    simulated.into_iter().chain(real).map(Threads::eager)
}

/// More playouts than it takes to settle a small tree: a search that would never end fails instead.
const ENOUGH: u64 = 4_000_000;

fn run<G: Heuristic>(mut search: impl Search<G>, game: &G, limits: &Limits) -> Report<G::Action> {
    search.search(game, &game.initial(), limits).expect("nothing stops it")
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
fn every_number_of_threads_proves_the_value_of_minimax() {
    let mut shared = 0;
    for tree in trees(150) {
        let oracle = run(Minimax, &tree, &Limits::default());
        for threads in threads() {
            for formula in [Formula::Uct(0.7), Formula::Puct(1.5)] {
                let limits = Limits::default().threads(threads).nodes(ENOUGH);
                let report = run(Mcts::new(1).formula(formula), &tree, &limits);
                let context = format!("{threads:?} {formula:?} {tree:?}");
                assert_eq!(report.score, oracle.score, "{context}");
                assert_eq!(report.certainty, Certainty::Exact, "{context}");
                assert_eq!(report.best.is_some(), oracle.best.is_some(), "{context}");
                if let Some(best) = report.best {
                    assert_eq!(value(&tree, best), oracle.score, "{context}");
                }
                shared += u32::from(report.stats.threads > 1);
            }
        }
    }
    assert!(shared > 500, "{shared} searches were shared");
}

/// A node whose children are all taken out of the choice must be settled by whoever took the last
/// one: a rare meeting of threads in trees with counted wins, so many small ones are tried.
#[test]
fn a_node_without_a_choice_is_settled() {
    let limits = Limits::default().threads(Threads::new(4).eager()).nodes(ENOUGH);
    for seed in 0..6_000 {
        let tree = RandomTree::small(seed, true, false);
        let report = run(Mcts::new(1), &tree, &limits);
        assert_eq!(report.certainty, Certainty::Exact, "{tree:?}");
    }
}

#[test]
fn with_hardly_any_memory_bounds_are_true_and_limits_are_kept() {
    let mut unsettled = 0;
    for tree in trees(100) {
        let tree = RandomTree { max_plies: 6, branching: 4, ..tree };
        let oracle = run(Minimax, &tree, &Limits::default());
        for threads in threads() {
            for nodes in [1, 40, 1_000] {
                let limits = Limits::default().threads(threads).nodes(nodes);
                let report = run(Mcts::new(0), &tree, &limits);
                let context = format!("{threads:?} {nodes} {tree:?}");
                assert!(report.stats.nodes <= nodes, "{context}");
                match report.certainty {
                    Certainty::Exact => assert_eq!(report.score, oracle.score, "{context}"),
                    Certainty::Lower => assert!(report.score <= oracle.score, "{context}"),
                    Certainty::Upper => assert!(report.score >= oracle.score, "{context}"),
                    Certainty::Estimate => unsettled += 1,
                }
                assert_eq!(report.best.is_some(), oracle.best.is_some(), "{context}");
            }
        }
    }
    assert!(unsettled > 500, "memory or playouts ran out {unsettled} times only");
}

#[test]
fn a_tree_grown_by_several_threads_serves_the_next_move() {
    for tree in trees(60).filter(|tree| tree.max_plies > 3) {
        for threads in threads() {
            let mut search = Mcts::new(1);
            let mut state = tree.initial();
            while !tree.is_terminal(&state) {
                let limits = Limits::default().threads(threads).nodes(ENOUGH);
                search.search(&tree, &state, &limits.clone().nodes(12)).unwrap();
                let kept = search.search(&tree, &state, &limits).unwrap();
                let oracle = Minimax.search(&tree, &state, &limits).unwrap();
                assert_eq!((kept.score, kept.certainty), (oracle.score, Certainty::Exact));
                let mut outcomes = Vec::new();
                tree.chances(&state, &mut outcomes);
                let next = kept.best.or(outcomes.first().map(|&(outcome, _)| outcome));
                tree.apply(&mut state, next.expect("an unfinished game goes on"));
            }
        }
    }
}

/// A tree that nobody settles.
fn large_tree() -> RandomTree {
    let small = RandomTree::small(3, false, true);
    RandomTree { max_plies: 40, branching: 5, range: 100, states: 1 << 40, ..small }
}

#[test]
fn a_simulation_repeats_itself_and_takes_the_time_of_one_thread() {
    let tree = large_tree();
    let answer = |threads| {
        let limits = Limits::default().nodes(4_000).threads(threads);
        let report = run(Mcts::new(1), &tree, &limits);
        (report.score, report.best, report.pv, report.stats)
    };
    let (score, best, pv, stats) = answer(Threads::ONE);
    let alone = answer(Threads::simulated(1));
    assert_eq!((alone.0, alone.1, alone.2), (score, best, pv));
    assert_eq!((alone.3.nodes, alone.3.terminals), (stats.nodes, stats.terminals));
    assert_eq!(alone.3.time, Duration::from_micros(4_000));
    let four = answer(Threads::simulated(4));
    assert_eq!(four, answer(Threads::simulated(4)));
    assert_eq!((four.3.nodes, four.3.threads), (4_000, 4));
    assert!((1_000..=1_064).contains(&four.3.time.as_micros()), "{four:?}");
}

#[test]
fn time_and_the_monitor_stop_all_threads() {
    let tree = large_tree();
    for count in [2, 4] {
        let limits = Limits::default().threads(Threads::new(count));
        let started = Instant::now();
        let limit = Duration::from_millis(50);
        let report = run(Mcts::new(1), &tree, &limits.clone().time(limit));
        assert!(report.stopped && report.stats.threads == count);
        assert!(started.elapsed() < limit + Duration::from_millis(500)); // other programs run too

        let monitor = Arc::new(Monitor::default());
        let stopper = monitor.clone();
        let stop = thread::spawn(move || {
            while stopper.nodes() < 20_000 {
                thread::yield_now();
            }
            stopper.stop();
        });
        let report = run(Mcts::new(1), &tree, &limits.monitor(monitor.clone()));
        stop.join().unwrap();
        assert!(report.stopped && report.best.is_some());
        assert_eq!(monitor.nodes(), report.stats.nodes);
        assert!(monitor.nodes() < 5_000_000, "{} playouts", monitor.nodes());
    }
}

#[test]
fn a_panic_in_any_thread_ends_the_search() {
    for moves in [0, 1_000, 50_000, 70_001, 90_002] {
        for threads in [Threads::new(2), Threads::new(4), Threads::simulated(3)] {
            let game = Faulty { tree: large_tree(), left: AtomicU64::new(moves) };
            let search = || {
                let limits = Limits::default().threads(threads);
                Mcts::new(1).search(&game, &game.initial(), &limits)
            };
            let panic = catch_unwind(AssertUnwindSafe(search)).expect_err("the rules fail");
            assert_eq!(panic.downcast_ref(), Some(&"the rules fail"), "{threads:?}");
        }
    }
}
