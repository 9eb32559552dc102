//! Analysis by Monte Carlo tree search: every action has its share, and it may be stopped at any time.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::RandomTree;
use secateur::{
    Analysis, Certainty, Game, Limits, Mcts, Minimax, Monitor, Search, Turn, analyze, analyze_best,
};

fn trees(seeds: u64) -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    let tree =
        move |seed| kinds.map(|(decisive, chance)| RandomTree::small(seed, decisive, chance));
    (0..seeds).flat_map(tree).filter(|tree| tree.to_move(&tree.initial()) != Turn::Chance)
}

fn analysis(tree: &RandomTree, limits: &Limits) -> (Analysis<u8>, usize) {
    let mut rounds = 0;
    let mut search = Mcts::new(1);
    let found = analyze(&mut search, tree, &tree.initial(), limits, &mut |_| rounds += 1);
    (found.expect("nothing stops it"), rounds)
}

/// A tree that nobody settles, with five actions at its root.
fn large_tree() -> RandomTree {
    let small = RandomTree::small(0, false, false);
    let tree = |seed| RandomTree {
        max_plies: 40,
        branching: 5,
        range: 100,
        states: 1 << 40,
        seed,
        ..small
    };
    let is_wide = |tree: &RandomTree| {
        let mut actions = Vec::new();
        tree.actions(&tree.initial(), &mut actions);
        actions.len() == 5
    };
    (0..).map(tree).find(is_wide).expect("there are wide trees")
}

#[test]
fn without_limits_every_action_has_the_value_of_minimax() {
    for tree in trees(150) {
        let (found, _) = analysis(&tree, &Limits::default());
        let state = tree.initial();
        let oracle = analyze(&mut Minimax, &tree, &state, &Limits::default(), &mut |_| {}).unwrap();
        let scores = |analysis: &Analysis<u8>| {
            let mut scores: Vec<_> =
                analysis.variations.iter().map(|v| (v.action, v.score)).collect();
            scores.sort_unstable_by_key(|&(action, _)| action);
            scores
        };
        assert_eq!(scores(&found), scores(&oracle), "{tree:?}");
        assert!(found.variations.iter().all(|v| v.certainty == Certainty::Exact), "{tree:?}");
        assert_eq!(found.depth, None);
        let best =
            analyze_best(&mut Mcts::new(1), &tree, &state, 1, &Limits::default(), &mut |_| {});
        let best = best.unwrap().variations;
        assert_eq!(best.first().map(|v| v.score), found.variations.first().map(|v| v.score));
        assert!(best.len() <= 1);
    }
}

#[test]
fn to_a_depth_it_ends_by_itself() {
    for tree in trees(100) {
        for depth in 1..4 {
            let (found, _) = analysis(&tree, &Limits::default().depth(depth));
            let best = found.variations.first().map(|v| v.score);
            let limits = Limits::default().depth(depth);
            let oracle = Minimax.search(&tree, &tree.initial(), &limits).unwrap();
            assert!(best.is_none_or(|best| best == oracle.score), "{depth} {tree:?}");
        }
    }
}

#[test]
fn a_limit_is_used_up_in_a_few_rounds_and_kept() {
    let tree = large_tree();
    for nodes in [5, 1_000, 20_000, 100_000, 400_000] {
        let (found, rounds) = analysis(&tree, &Limits::default().nodes(nodes));
        assert!(found.stats.nodes <= nodes);
        assert!(found.stats.nodes + 8_000 > nodes, "{} of {nodes}", found.stats.nodes);
        assert_eq!(found.variations.len(), 5);
        assert!((1..8).contains(&rounds), "{rounds}");
    }
    let (started, limit) = (Instant::now(), Duration::from_millis(200));
    analysis(&tree, &Limits::default().time(limit));
    let elapsed = started.elapsed();
    assert!(elapsed >= limit * 9 / 10 && elapsed < limit * 4, "{elapsed:?}"); // others run too
}

#[test]
fn stopped_in_a_later_round_it_has_the_answers_of_the_one_before() {
    let tree = large_tree();
    let monitor = Arc::new(Monitor::default());
    let limits = Limits::default().monitor(monitor.clone());
    let mut search = Mcts::new(1);
    let mut rounds = 0;
    let mut on_round = |_: &Analysis<u8>| {
        rounds += 1;
        if rounds == 3 {
            monitor.stop();
        }
    };
    let found = analyze(&mut search, &tree, &tree.initial(), &limits, &mut on_round).unwrap();
    assert_eq!(found.variations.len(), 5);
    assert!(rounds >= 3 && found.stats.nodes > 10_000);
}
