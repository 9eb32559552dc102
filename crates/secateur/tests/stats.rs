//! What searches count, on random trees.

mod common;

use std::sync::Arc;

use common::RandomTree;
use secateur::{
    Algorithm, AlphaBeta, Deepening, Game, Limits, Minimax, Report, Search, Table, laws,
};

fn search(algorithm: Algorithm, tree: &RandomTree, depth: u32) -> Report<u8> {
    let mut search = algorithm.build(Some(1), || Arc::new(Table::with_buckets(64)));
    search.search(tree, &tree.initial(), &Limits::default().depth(depth)).unwrap()
}

#[test]
fn minimax_counts_every_path() {
    for seed in 0..300 {
        let tree = RandomTree::small(seed, false, false);
        let depth = 1 + seed as u32 % 6;
        let stats = search(Algorithm::Minimax, &tree, depth).stats;
        let paths = (0..=depth).map(|plies| laws::perft(&tree, &tree.initial(), plies));
        let paths: Vec<u64> = paths.take_while(|&paths| paths > 0).collect();
        assert_eq!(stats.nodes, paths.iter().sum::<u64>(), "seed {seed}");
        assert_eq!(stats.deepest as usize, paths.len() - 1, "seed {seed}");
        let deepest = *paths.last().unwrap();
        assert!(stats.horizon <= deepest && deepest <= stats.leaves(), "seed {seed}");
        assert_eq!(stats.cutoffs.iter().sum::<u64>() + stats.table_probes, 0, "seed {seed}");
    }
}

#[test]
fn counts_of_a_search_fit_together() {
    let (mut cut, mut answered, mut late) = (0, 0, 0);
    for seed in 0..500 {
        let tree = RandomTree::small(seed, seed % 2 == 0, seed % 3 == 0);
        let depth = 1 + seed as u32 % 6;
        let whole = search(Algorithm::Minimax, &tree, depth).stats;
        for &algorithm in Algorithm::ALL {
            let stats = search(algorithm, &tree, depth).stats;
            let context = format!("seed {seed} by {}: {stats:?}", algorithm.name());
            let cutoffs: u64 = stats.cutoffs.iter().sum();
            assert!(
                stats.leaves() + cutoffs + stats.known_cuts + stats.table_hits <= stats.nodes,
                "{context}"
            );
            assert!(stats.table_hits <= stats.table_probes, "{context}");
            assert!(stats.table_probes <= stats.nodes, "{context}");
            assert!(stats.table_fill <= 1000, "{context}");
            assert!(stats.deepest <= whole.deepest, "{context}");
            assert!(stats.branching().is_none_or(|b| b >= 1.0), "{context}");
            cut += cutoffs;
            answered += stats.table_hits;
            late += stats.cutoffs[1..].iter().sum::<u64>();
        }
    }
    assert!(cut > 1_000 && answered > 300 && late > 300, "{cut} {answered} {late}");
}

/// In the best order alpha-beta cuts with the first action or not at all.
#[test]
fn a_cutoff_stands_at_the_place_of_its_action() {
    for seed in 0..200 {
        let tree = RandomTree { range: 0, ..RandomTree::small(seed, false, false) };
        let stats = search(Algorithm::AlphaBeta, &tree, 6).stats;
        assert_eq!(stats.cutoffs[1..].iter().sum::<u64>(), 0, "seed {seed}: all values are equal");
    }
}

#[test]
fn deepening_keeps_the_nodes_of_its_last_depths() {
    for seed in 0..100 {
        let tree = RandomTree::small(seed, false, false);
        let limits = Limits::default().depth(5);
        let nodes = |depth| search(Algorithm::Minimax, &tree, depth).stats.nodes;
        for (limits, step) in [(limits.clone().nodes(u64::MAX), 1), (limits.clone(), 2)] {
            let report = Deepening::new(Minimax).search(&tree, &tree.initial(), &limits).unwrap();
            let Some(depth) = report.depth.filter(|&depth| depth > step) else { continue };
            let stats = report.stats;
            assert_eq!(stats.last_depths, [nodes(depth - step), nodes(depth)], "seed {seed}");
            assert_eq!(stats.depth_step, step);
            let growth = nodes(depth) as f64 / nodes(depth - step) as f64;
            assert!((stats.branching().unwrap().powi(step as i32) - growth).abs() < 1e-9);
        }
        let shallow = AlphaBeta::default().search(&tree, &tree.initial(), &limits.clone().depth(1));
        assert_eq!(shallow.unwrap().stats.last_depths, [0, 0], "seed {seed}");
    }
}
