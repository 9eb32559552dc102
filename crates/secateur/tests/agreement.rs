//! Minimax is the oracle: every search agrees with it on thousands of random trees with ties,
//! repeated turns, early ends, counted wins and chance, at every depth.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{Node, RandomTree};
use secateur::{
    Algorithm, AlphaBeta, Certainty, Deepening, Expectimax, Game, Limits, Minimax, Report, Score,
    Search, Table, Turn, Window, analyze, analyze_best, analyze_by_solving, best_actions,
};

const TREES: u64 = 2_000;

/// Random trees of all kinds.
fn trees() -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..TREES).flat_map(move |seed| {
        kinds.map(|(decisive, chance)| RandomTree::small(seed, decisive, chance))
    })
}

/// Every depth that makes a difference, and no limit.
fn depths(tree: &RandomTree) -> impl Iterator<Item = Limits> {
    let limited = (0..=tree.max_plies + 1).map(|depth| Limits::default().depth(depth));
    limited.chain([Limits::default()])
}

fn search(mut search: impl Search<RandomTree>, tree: &RandomTree, limits: &Limits) -> Report<u8> {
    search.search(tree, &tree.initial(), limits).expect("nothing stops it")
}

fn minimax(tree: &RandomTree, state: &Node, limits: &Limits) -> Report<u8> {
    Minimax.search(tree, state, limits).expect("nothing stops it")
}

#[test]
fn every_search_finds_the_value_the_action_and_the_line_of_minimax() {
    let (mut saved, mut remembered) = (0, 0);
    for tree in trees() {
        for limits in depths(&tree) {
            let oracle = search(Minimax, &tree, &limits);
            let pruned = search(AlphaBeta::default(), &tree, &limits);
            let chances = search(Expectimax { min_probability: 0.0 }, &tree, &limits);
            for report in [&pruned, &chances] {
                assert_eq!(report.score, oracle.score, "{tree:?} {limits:?}");
                assert_eq!(report.best, oracle.best, "{tree:?} {limits:?}");
                assert_eq!(report.pv, oracle.pv, "{tree:?} {limits:?}");
            }
            assert!(pruned.stats.nodes <= oracle.stats.nodes);
            assert!(chances.stats.nodes <= oracle.stats.nodes);
            if chances.stats.table_hits == 0 {
                let secateur::Stats { time, table_probes, .. } = chances.stats;
                let expected = secateur::Stats { time, table_probes, ..oracle.stats };
                assert_eq!(chances.stats, expected);
            }
            saved += oracle.stats.nodes - pruned.stats.nodes;
            remembered += oracle.stats.nodes - chances.stats.nodes;
        }
    }
    assert!(saved > 0, "alpha-beta never cut anything");
    assert!(remembered > 0, "expectimax never met a chance node again");
}

#[test]
fn the_principal_variation_leads_to_the_value() {
    for tree in trees().filter(|tree| !tree.chance) {
        let report = search(AlphaBeta::default(), &tree, &Limits::default());
        let mut state = tree.initial();
        let root = tree.to_move(&state);
        report.pv.iter().for_each(|&action| tree.apply(&mut state, action));
        assert!(tree.is_terminal(&state));
        let mut score = tree.utility(&state);
        (0..report.pv.len()).for_each(|_| score = score.from_child(false));
        assert_eq!(score.for_turn(root), report.score, "{tree:?}");
    }
}

#[test]
fn outside_its_window_alpha_beta_returns_true_bounds() {
    for tree in trees() {
        let exact = search(Minimax, &tree, &Limits::default()).score;
        let offsets = [-3, -1, 0, 1, 3].map(|offset| Score::new(exact.value() + offset));
        for low in offsets.into_iter().chain([Score::win_in(2)]) {
            for high in offsets.into_iter().chain([Score::win_in(1)]).filter(|&high| high > low) {
                let window = Window { alpha: low, beta: high };
                let report = search(AlphaBeta { window }, &tree, &Limits::default());
                match report.certainty {
                    Certainty::Exact => assert_eq!(report.score, exact, "{tree:?} {window:?}"),
                    Certainty::Upper => assert!(exact <= report.score && report.score <= low),
                    Certainty::Lower => assert!(exact >= report.score && report.score >= high),
                    Certainty::Estimate => panic!("no horizon was reached: {tree:?}"),
                }
            }
        }
    }
}

#[test]
fn certainty_is_exact_only_for_the_value_of_the_whole_tree() {
    for tree in trees() {
        let exact = search(Minimax, &tree, &Limits::default()).score;
        for limits in depths(&tree) {
            let report = search(AlphaBeta::default(), &tree, &limits);
            if report.is_exact() {
                assert_eq!(report.score, exact, "{tree:?} {limits:?}");
            } else {
                assert_eq!(report.certainty, Certainty::Estimate);
            }
        }
    }
}

#[test]
fn a_stopped_search_returns_a_true_lower_bound_or_nothing() {
    let mut bounds = 0;
    for tree in trees().filter(|tree| tree.max_plies > 3) {
        let whole = search(AlphaBeta::default(), &tree, &Limits::default());
        for nodes in [0, 1, 2, 5, 10, 50] {
            let limits = Limits::default().nodes(nodes);
            let stopped = AlphaBeta::default().search(&tree, &tree.initial(), &limits);
            assert_eq!(
                stopped.is_err() || stopped.as_ref().is_ok_and(|r| r.stopped),
                whole.stats.nodes > nodes
            );
            if let Ok(report) = stopped {
                assert!(report.score <= whole.score);
                assert!(report.stats.nodes <= nodes);
                bounds += u32::from(report.certainty == Certainty::Lower);
            }
        }
    }
    assert!(bounds > 100, "only {bounds} searches were stopped with a bound");
}

#[test]
fn deepening_ends_with_the_value_of_the_whole_tree() {
    for tree in trees() {
        let oracle = search(Minimax, &tree, &Limits::default());
        for limits in [Limits::default(), Limits::default().nodes(u64::MAX)] {
            let mut deepening = Deepening::new(AlphaBeta::default());
            let report = deepening.search(&tree, &tree.initial(), &limits).unwrap();
            assert_eq!(report.score, oracle.score, "{tree:?}");
            assert!(report.is_exact());
        }
        let limited = Limits::default().nodes(1);
        let first = Deepening::new(Minimax).search(&tree, &tree.initial(), &limited).unwrap();
        assert_eq!(first.best.is_some(), oracle.best.is_some(), "a player must have a move");
    }
}

#[test]
fn every_depth_is_searched_that_may_be_the_last_else_every_second_one() {
    let deep = |seed| RandomTree { max_plies: 9, ..RandomTree::small(seed, false, false) };
    let is_deep = |tree: &RandomTree| {
        let six = AlphaBeta::default().search(tree, &tree.initial(), &Limits::default().depth(6));
        !six.unwrap().is_exact()
    };
    let tree = (0..).map(deep).find(is_deep).unwrap();
    let depths = |limits: Limits| {
        let mut depths = Vec::new();
        let mut deepening =
            Deepening::new(AlphaBeta::default()).on_depth(|report| depths.push(report.depth));
        deepening.search(&tree, &tree.initial(), &limits).unwrap();
        drop(deepening);
        depths.into_iter().flatten().collect::<Vec<_>>()
    };
    assert_eq!(depths(Limits::default().depth(6)), [1, 2, 4, 6]);
    assert_eq!(depths(Limits::default().depth(5)), [1, 3, 5]);
    assert_eq!(depths(Limits::default().depth(1)), [1]);
    let patient = Duration::from_secs(3_600);
    let unlimited = Limits::default;
    let stoppable = [
        unlimited().nodes(1 << 40),
        unlimited().time(patient),
        unlimited().monitor(Arc::default()),
    ];
    for limits in stoppable {
        assert_eq!(depths(limits.depth(6)), [1, 2, 3, 4, 5, 6]);
    }
}

/// What the actions of the initial state are worth to a depth, by minimax.
fn values(tree: &RandomTree, actions: &[u8], depth: Option<u32>) -> Vec<Score> {
    let limits = Limits { max_depth: depth.map(|depth| depth - 1), ..Limits::default() };
    let turn = tree.to_move(&tree.initial());
    let value = |&action: &u8| {
        let mut child = tree.initial();
        tree.apply(&mut child, action);
        let passed = turn.passes_to(tree.to_move(&child));
        minimax(tree, &child, &limits).score.from_child(passed)
    };
    actions.iter().map(value).collect()
}

#[test]
fn analysis_and_best_actions_are_those_of_minimax() {
    for tree in trees() {
        let state = tree.initial();
        if tree.to_move(&state) == Turn::Chance {
            continue;
        }
        let mut actions = Vec::new();
        tree.actions(&state, &mut actions);
        let values = values(&tree, &actions, None);
        let best_value = *values.iter().max().unwrap();
        let best: Vec<u8> = actions
            .iter()
            .zip(&values)
            .filter(|&(_, &v)| v == best_value)
            .map(|(&a, _)| a)
            .collect();

        let report = minimax(&tree, &state, &Limits::default());
        let search = &mut AlphaBeta::default();
        let found = best_actions(search, &tree, &state, report.score, &Limits::default());
        assert_eq!(found.actions, best, "{tree:?}");
        assert!(found.complete);

        let limits = Limits::default();
        let search = &mut AlphaBeta::default();
        let by_depth = analyze(search, &tree, &state, &limits, &mut |_| {}).unwrap();
        let by_solving = analyze_by_solving(search, &tree, &state, &limits, &mut |_| {}).unwrap();
        for analysis in [by_depth, by_solving] {
            assert_eq!(analysis.depth, None);
            assert_eq!(analysis.variations.len(), actions.len());
            for variation in &analysis.variations {
                assert_eq!(variation.score, values[usize::from(variation.action)], "{tree:?}");
                assert_eq!(variation.certainty, Certainty::Exact);
                assert_eq!(variation.pv[0], variation.action);
            }
            assert!(analysis.variations.is_sorted_by(|a, b| a.score >= b.score));
        }
    }
}

/// The best few actions to every depth have the values of minimax, and are proven where it is.
#[test]
fn the_best_few_actions_have_the_values_of_minimax() {
    let mut complete = 0;
    for tree in trees().filter(|tree| !tree.chance) {
        let state = tree.initial();
        let mut actions = Vec::new();
        tree.actions(&state, &mut actions);
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Mtdf] {
            for count in 1..=3 {
                let mut search = algorithm.build(Some(1), || Arc::new(Table::with_buckets(8)));
                let mut on_depth = |analysis: &secateur::Analysis<u8>| {
                    complete += usize::from(analysis.depth.is_none());
                    if algorithm != Algorithm::AlphaBeta && analysis.depth.is_some() {
                        return; // a table may know better than minimax to this depth
                    }
                    let mut values = values(&tree, &actions, analysis.depth);
                    let found: Vec<_> = analysis.variations.iter().map(|v| v.score).collect();
                    for variation in &analysis.variations {
                        let i = actions.iter().position(|&a| a == variation.action).unwrap();
                        assert_eq!(variation.score, values[i], "{tree:?} {algorithm:?}");
                    }
                    values.sort_by(|a, b| b.cmp(a));
                    values.truncate(count);
                    assert_eq!(found, values, "{tree:?} {algorithm:?} {:?}", analysis.depth);
                };
                let limits = Limits::default().depth(tree.max_plies + 1);
                analyze_best(&mut search, &tree, &state, count, &limits, &mut on_depth).unwrap();
            }
        }
    }
    assert!(complete > 300, "{complete}");
}

#[test]
fn the_probability_cut_off_leaves_likely_paths_alone() {
    let mut changed = 0;
    for tree in trees().filter(|tree| tree.chance) {
        let oracle = search(Minimax, &tree, &Limits::default());
        let cut = search(Expectimax { min_probability: 0.2 }, &tree, &Limits::default());
        assert!(cut.stats.nodes <= oracle.stats.nodes);
        assert_eq!(cut.is_exact(), cut.stats.horizon == 0);
        if cut.is_exact() {
            assert_eq!(cut.score, oracle.score);
        }
        changed += u32::from(cut.stats.nodes < oracle.stats.nodes);
    }
    assert!(changed > 100, "the cut-off was felt in {changed} trees only");
}
