//! Several threads find what one finds: exact values are equal to minimax whatever the number of
//! threads and whoever is quicker. Simulated threads make an interleaving that can be had again,
//! real ones all others.

mod common;
mod faulty;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use common::{Node, RandomTree};
use faulty::Faulty;
use secateur::{
    AlphaBeta, Aspiration, Bisection, Certainty, Deepening, Game, Heuristic, Limits, Minimax,
    Monitor, Mtdf, Pvs, Report, Search, Stats, Table, Threads, Turn, Window, best_actions,
};

/// A search over a table, by name.
type Build = fn(Arc<Table>) -> Box<dyn Search<RandomTree>>;

const SEARCHES: [(&str, Build); 4] = [
    ("pvs", |table| Box::new(Pvs::new(table))),
    ("aspiration", |table| Box::new(Aspiration { margin: 1, ..Aspiration::new(table) })),
    ("mtdf", |table| Box::new(Mtdf::new(table))),
    ("bisection", |table| Box::new(Bisection::new(table))),
];

/// Trees of all kinds, large enough for several threads.
fn trees(seeds: u64) -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..seeds).flat_map(move |seed| {
        kinds.map(|(decisive, chance)| {
            let small = RandomTree::small(seed, decisive, chance);
            RandomTree { max_plies: 5 + seed as u32 % 4, branching: 3 + seed as usize % 2, ..small }
        })
    })
}

/// Numbers of threads, eager to share whatever there is.
fn threads() -> impl Iterator<Item = Threads> {
    let simulated = [1, 2, 3, 4, 8].map(Threads::simulated);
    let real = [2, 3, 4, 8].map(Threads::new);
    simulated.into_iter().chain(real).map(Threads::eager)
}

fn run<G: Heuristic>(search: &mut dyn Search<G>, game: &G, limits: &Limits) -> Report<G::Action> {
    search.search(game, &game.initial(), limits).expect("nothing stops it")
}

#[test]
fn every_number_of_threads_finds_the_value_of_minimax() {
    let mut shared = 0;
    for tree in trees(60) {
        let oracle = run(&mut Minimax, &tree, &Limits::default());
        let best = tree.to_move(&tree.initial()) != Turn::Chance;
        for threads in threads() {
            let limits = Limits::default().threads(threads);
            for (name, build) in SEARCHES {
                for buckets in [1, 64] {
                    let mut search = build(Arc::new(Table::with_buckets(buckets)));
                    let report = run(&mut *search, &tree, &limits);
                    let context = format!("{name} {threads:?} {buckets} {tree:?}");
                    assert_eq!(report.score, oracle.score, "{context}");
                    assert!(report.is_exact(), "{context}");
                    assert_eq!(report.best.is_some(), best && oracle.best.is_some(), "{context}");
                    check_line(&context, &tree, &report);
                    shared += u32::from(report.stats.threads > 1);
                }
            }
        }
    }
    assert!(shared > 1_000, "{shared} searches were shared");
}

/// The best action is one of the best, and the line leads from state to state to the value, unless
/// the table cut it short.
fn check_line(context: &str, tree: &RandomTree, report: &Report<u8>) {
    let turn = tree.to_move(&tree.initial());
    if let Some(best) = report.best {
        let search = &mut AlphaBeta::default();
        let all =
            best_actions(search, tree, &tree.initial(), report.score, &Limits::default()).actions;
        assert!(all.contains(&best), "{best} is not in {all:?}: {context}");
    }
    let state = follow(context, tree, &report.pv);
    if tree.is_terminal(&state) {
        let mut score = tree.utility(&state);
        (0..report.pv.len()).for_each(|_| score = score.from_child(false));
        assert_eq!(score.for_turn(turn), report.score, "{:?}: {context}", report.pv);
    }
}

/// The state that the actions lead to, which are legal.
fn follow(context: &str, tree: &RandomTree, line: &[u8]) -> Node {
    line.iter().fold(tree.initial(), |mut state, &action| {
        let mut actions = Vec::new();
        tree.actions(&state, &mut actions);
        assert!(actions.contains(&action), "{line:?}: {context}");
        tree.apply(&mut state, action);
        state
    })
}

#[test]
fn a_bound_has_a_line_that_can_be_played() {
    for tree in trees(60) {
        let state = tree.initial();
        let value = run(&mut Minimax, &tree, &Limits::default()).score;
        for threads in threads() {
            let mut search = Pvs::new(Arc::new(Table::with_buckets(64)));
            let limits = Limits::default().threads(threads);
            let window = Window::reaches(value);
            let report = search.search_within(&tree, &state, window, &limits).unwrap();
            let context = format!("{threads:?} {tree:?}");
            assert!(report.score >= value, "{context}");
            follow(&context, &tree, &report.pv);
        }
    }
}

#[test]
fn every_depth_has_its_value_and_no_estimate_passes_for_a_proof() {
    let mut estimates = 0;
    for tree in trees(25) {
        let exact = run(&mut Minimax, &tree, &Limits::default()).score;
        for threads in threads() {
            for (name, build) in SEARCHES {
                let table = Arc::new(Table::with_buckets(64));
                let mut depths = Vec::new();
                let mut deepening =
                    Deepening::new(build(table)).on_depth(|r| depths.push(r.clone()));
                run(&mut deepening, &tree, &Limits::default().threads(threads));
                drop(deepening);
                for report in depths {
                    let limits = Limits { max_depth: report.depth, ..Limits::default() };
                    let oracle = run(&mut Minimax, &tree, &limits);
                    let context = format!("{name} {threads:?} {:?} {tree:?}", report.depth);
                    assert_eq!(report.score, oracle.score, "{context}");
                    match report.certainty {
                        Certainty::Exact => assert_eq!(report.score, exact, "{context}"),
                        Certainty::Estimate => estimates += 1,
                        bound => panic!("{bound:?}: {context}"),
                    }
                    assert!(report.is_exact() || !oracle.is_exact(), "{context}");
                }
            }
        }
    }
    assert!(estimates > 1_000, "only {estimates} estimates");
}

/// A tree that takes more than a hundred thousand nodes.
fn large_tree() -> RandomTree {
    let tree = |seed| {
        let shape = RandomTree::small(seed, false, false);
        RandomTree { max_plies: 20, branching: 5, range: 1_000_000, states: 1 << 40, ..shape }
    };
    let is_large = |tree: &RandomTree| {
        let limits = Limits::default().nodes(100_000);
        Pvs::new(Arc::new(Table::new(1))).search(tree, &tree.initial(), &limits).is_err()
    };
    (0..).map(tree).find(is_large).expect("there are large trees")
}

#[test]
fn a_simulation_repeats_itself_and_counts_the_time_of_the_longest_thread() {
    let tree = large_tree();
    let stats = |threads| {
        let mut search = Pvs::new(Arc::new(Table::new(4)));
        let limits = Limits::default().depth(15).threads(Threads::simulated(threads));
        run(&mut search, &tree, &limits).stats
    };
    let alone = stats(1);
    let plain = Pvs::new(Arc::new(Table::new(4)))
        .search(&tree, &tree.initial(), &Limits::default().depth(15))
        .unwrap();
    assert_eq!(alone, Stats { time: alone.time, ..plain.stats });
    assert!(alone.time.as_micros() as u64 <= alone.nodes);
    assert!(alone.time.as_micros() as u64 + 64 >= alone.nodes);
    let four = stats(4);
    assert_eq!(four, stats(4));
    assert_eq!(four.threads, 4);
    assert!(4 * four.time.as_micros() as u64 + 256 >= four.nodes, "{four:?}");
    assert!(four.time < alone.time, "{four:?} against {alone:?}");
}

#[test]
fn limits_stop_all_threads_and_count_all_nodes() {
    let tree = RandomTree { max_plies: 40, ..large_tree() };
    for (name, build) in SEARCHES {
        for count in [2, 4] {
            let threads = Threads::new(count);
            let search = |limits: Limits| {
                let mut search = Deepening::new(build(Arc::new(Table::new(1))));
                let started = Instant::now();
                let limits = limits.threads(threads);
                let report = search.search(&tree, &tree.initial(), &limits).unwrap();
                (report, started.elapsed())
            };
            let (report, _) = search(Limits::default().nodes(100_000));
            assert!(report.stats.nodes <= 100_000 && !report.is_exact(), "{name} {report:?}");

            let limit = Duration::from_millis(50);
            let (_, elapsed) = search(Limits::default().time(limit));
            assert!(elapsed < limit + Duration::from_millis(500), "{name}: {elapsed:?}");

            let monitor = Arc::new(Monitor::default());
            let stopper = monitor.clone();
            let stop = thread::spawn(move || {
                while stopper.nodes() < 50_000 {
                    thread::yield_now();
                }
                stopper.stop();
            });
            search(Limits::default().monitor(monitor.clone()));
            stop.join().unwrap();
            assert!(monitor.nodes() < 5_000_000, "{name}: {} nodes", monitor.nodes());
        }
    }
}

#[test]
fn a_panic_in_any_thread_ends_the_search() {
    for moves in [0, 100, 20_000, 30_001, 40_002, 50_003] {
        for threads in [Threads::new(2), Threads::new(4), Threads::simulated(3)] {
            let game = Faulty { tree: large_tree(), left: AtomicU64::new(moves) };
            let search = || {
                let mut search = Bisection::new(Arc::new(Table::new(1)));
                search.search(&game, &game.initial(), &Limits::default().threads(threads))
            };
            let panic = catch_unwind(AssertUnwindSafe(search)).expect_err("the rules fail");
            assert_eq!(panic.downcast_ref(), Some(&"the rules fail"), "{threads:?}");
            game.left.store(1 << 40, Relaxed);
        }
    }
}
