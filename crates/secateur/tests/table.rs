//! The searches with a table: cold and warm, with tables from one bucket up, they agree with
//! minimax, and what they call proven is.

mod common;

use std::sync::Arc;

use common::{Node, RandomTree};
use secateur::{
    AlphaBeta, Aspiration, Bisection, Certainty, Deepening, Game, Limits, Minimax, Mtdf, Pvs,
    Report, Search, Stats, Table, best_actions,
};

/// A search over a table, by name.
type Build = fn(Arc<Table>) -> Box<dyn Search<RandomTree>>;

const SEARCHES: [(&str, Build); 4] = [
    ("pvs", |table| Box::new(Pvs::new(table))),
    ("aspiration", |table| Box::new(Aspiration { margin: 1, ..Aspiration::new(table) })),
    ("mtdf", |table| Box::new(Mtdf::new(table))),
    ("bisection", |table| Box::new(Bisection::new(table))),
];

fn trees() -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..1_500)
        .flat_map(move |seed| kinds.map(|(wins, chance)| RandomTree::small(seed, wins, chance)))
}

fn depths(tree: &RandomTree) -> impl Iterator<Item = Limits> {
    let limited = (0..=tree.max_plies + 1).map(|depth| Limits::default().depth(depth));
    limited.chain([Limits::default()])
}

fn run(search: &mut dyn Search<RandomTree>, tree: &RandomTree, limits: &Limits) -> Report<u8> {
    search.search(tree, &tree.initial(), limits).expect("nothing stops it")
}

#[test]
fn a_cold_table_changes_no_value() {
    for (name, build) in SEARCHES {
        for tree in trees() {
            for limits in depths(&tree) {
                let oracle = run(&mut Minimax, &tree, &limits);
                for buckets in [1, 2, 64] {
                    let mut search = build(Arc::new(Table::with_buckets(buckets)));
                    let report = run(&mut *search, &tree, &limits);
                    assert_eq!(report.score, oracle.score, "{name} {buckets} {tree:?} {limits:?}");
                    assert_eq!(
                        report.best.is_some(),
                        oracle.best.is_some(),
                        "{name} {tree:?} {limits:?}"
                    );
                    if oracle.is_exact() {
                        assert!(report.is_exact(), "{name} {tree:?} {limits:?}");
                        check_best(name, &tree, &report);
                    }
                }
            }
        }
    }
}

/// The best action is one of the best, and the line leads from state to state.
fn check_best(name: &str, tree: &RandomTree, report: &Report<u8>) {
    let state = tree.initial();
    if let Some(best) = report.best {
        let all =
            best_actions(&mut AlphaBeta::default(), tree, &state, report.score, &Limits::default())
                .actions;
        assert!(all.contains(&best), "{name}: {best} is not in {all:?}: {tree:?}");
    }
    let mut state: Node = state;
    for &action in &report.pv {
        let mut actions = Vec::new();
        tree.actions(&state, &mut actions);
        assert!(actions.contains(&action), "{name}: {:?} {tree:?}", report.pv);
        tree.apply(&mut state, action);
    }
}

#[test]
fn deepening_over_one_table_gives_every_depth_its_value() {
    for (name, build) in SEARCHES {
        for tree in trees() {
            let table = Arc::new(Table::with_buckets(16));
            let mut scores = Vec::new();
            let mut deepening =
                Deepening::new(build(table)).on_depth(|r| scores.push((r.depth, r.score)));
            deepening.search(&tree, &tree.initial(), &Limits::default()).unwrap();
            drop(deepening);
            for (depth, score) in scores {
                let limits = Limits { max_depth: depth, ..Limits::default() };
                let oracle = run(&mut Minimax, &tree, &limits);
                assert_eq!(score, oracle.score, "{name} {tree:?} {depth:?}");
            }
        }
    }
}

/// A shallower search after a deeper one, on the same table: what it calls exact is exact, and an
/// estimate never comes back as a proven value. (An estimate may be better informed than that of a
/// cold table, since proven values of the deeper search stand in it.)
#[test]
fn a_warm_table_never_passes_an_estimate_for_a_proof() {
    let mut estimates = 0;
    for (name, build) in SEARCHES {
        for tree in trees() {
            let exact = run(&mut Minimax, &tree, &Limits::default()).score;
            let mut search = build(Arc::new(Table::with_buckets(64)));
            for depth in [1, 3, 2, 1, 4, 2, u32::MAX, 2] {
                let limits = match depth {
                    u32::MAX => Limits::default(),
                    depth => Limits::default().depth(depth),
                };
                let report = run(&mut *search, &tree, &limits);
                let (score, deep) = (report.score, report.score.plies_to_end());
                match report.certainty {
                    Certainty::Exact => assert_eq!(score, exact, "{name} {tree:?} {depth}"),
                    Certainty::Estimate => estimates += 1,
                    // A win or loss beyond the horizon, which only the table knows.
                    Certainty::Lower => assert!(score <= exact && deep > Some(depth)),
                    Certainty::Upper => assert!(score >= exact && deep > Some(depth)),
                }
            }
            let solved = run(&mut *search, &tree, &Limits::default());
            assert_eq!((solved.score, solved.certainty), (exact, Certainty::Exact), "{name}");
        }
    }
    assert!(estimates > 1_000, "only {estimates} estimates");
}

#[test]
fn the_table_saves_nodes() {
    let nodes = |buckets| {
        let mut total = Stats::default();
        for seed in 0..20 {
            let shape = RandomTree::small(seed, false, false);
            let tree = RandomTree { max_plies: 9, branching: 4, states: 30, range: 100, ..shape };
            let mut search = Pvs::new(Arc::new(Table::with_buckets(buckets)));
            total.add(&run(&mut search, &tree, &Limits::default()).stats);
        }
        total
    };
    let (small, large) = (nodes(1), nodes(1024));
    assert!(large.nodes * 2 < small.nodes, "{} and {} nodes", large.nodes, small.nodes);
    assert!(large.table_hits > 0);
}

/// At a depth where only some actions are proven, an estimate that happens to be as high is not
/// called best; and what is called complete is.
#[test]
fn best_actions_are_proven_at_every_depth() {
    let (mut complete, mut incomplete) = (0, 0);
    for tree in trees().filter(|tree| !tree.chance) {
        let state = tree.initial();
        let exact = run(&mut Minimax, &tree, &Limits::default()).score;
        let all = best_actions(&mut AlphaBeta::default(), &tree, &state, exact, &Limits::default());
        for (name, build) in SEARCHES {
            for depth in 1..4 {
                let mut search = build(Arc::new(Table::with_buckets(64)));
                let limits = Limits::default().depth(depth);
                let found = best_actions(&mut *search, &tree, &state, exact, &limits);
                let context = format!("{name} depth {depth}: {tree:?}");
                assert!(found.actions.iter().all(|a| all.actions.contains(a)), "{context}");
                assert!(!found.complete || found.actions == all.actions, "{context}");
                complete += u32::from(found.complete);
                incomplete += u32::from(!found.complete);
            }
        }
    }
    assert!(complete > 1_000 && incomplete > 1_000, "{complete} and {incomplete}");
}
