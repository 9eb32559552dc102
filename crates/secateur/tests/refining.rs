//! Expectimax without a limit of depth: it looks farther and at less probable paths until its nodes are
//! spent, and at the end it is minimax.

mod common;

use common::RandomTree;
use secateur::{Deepening, Expectimax, Game, Limits, Minimax, Report, Search};

fn trees(count: u64) -> impl Iterator<Item = RandomTree> {
    (0..count).map(|seed| RandomTree {
        max_plies: 3 + (seed % 4) as u32,
        ..RandomTree::small(seed, false, true)
    })
}

fn refined(tree: &RandomTree, limits: &Limits) -> Report<<RandomTree as Game>::Action> {
    Deepening::new(Expectimax::default()).search(tree, &tree.initial(), limits).unwrap()
}

#[test]
fn with_time_enough_it_finds_the_mean_of_minimax() {
    let mut exact = 0;
    for tree in trees(2_000) {
        let oracle = Minimax.search(&tree, &tree.initial(), &Limits::default()).unwrap();
        let report = refined(&tree, &Limits::default());
        if report.is_exact() {
            assert_eq!(report.score, oracle.score, "{tree:?}");
            assert_eq!(report.best.is_some(), oracle.best.is_some(), "{tree:?}");
            exact += 1;
        }
    }
    assert!(exact > 1_900, "{exact}");
}

#[test]
fn it_keeps_to_its_nodes_and_repeats_itself() {
    let mut farther = 0;
    for tree in trees(1_000) {
        let one_ply = refined(&tree, &Limits::default().nodes(1)).stats.nodes;
        let [few, many] = [20, 500].map(|nodes| {
            let limits = Limits::default().nodes(nodes);
            let report = refined(&tree, &limits);
            assert!(report.stats.nodes <= nodes.max(one_ply), "{nodes}: {tree:?}");
            let again = refined(&tree, &limits);
            assert_eq!((again.stats.nodes, again.score), (report.stats.nodes, report.score));
            report.depth.unwrap_or(u32::MAX)
        });
        assert!(few <= many, "{few} and {many} plies: {tree:?}");
        farther += u32::from(few < many);
    }
    assert!(farther > 500, "{farther}");
}
