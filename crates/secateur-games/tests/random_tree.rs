//! Random trees are what they say.

use secateur::{Game, Heuristic, Limits, Minimax, Score, Search, Turn};
use secateur_games::random_tree::{Kind, Node, RandomTree};

fn children(tree: &RandomTree, node: &Node) -> Vec<Node> {
    let mut actions = Vec::new();
    tree.actions(node, &mut actions);
    let child = |action| {
        let mut child = *node;
        tree.apply(&mut child, action);
        child
    };
    actions.into_iter().map(child).collect()
}

fn value(tree: &RandomTree, node: &Node) -> Score {
    let turn = tree.to_move(node);
    Minimax.search(tree, node, &Limits::default()).unwrap().score.for_turn(turn)
}

/// The values that an ordered tree is built from are those that minimax finds, and the first
/// action is the best one about eight times of ten.
#[test]
fn ordered_trees_are_strongly_ordered() {
    let (mut first, mut early, mut nodes) = (0, 0, 0);
    for seed in 0..150 {
        let tree = RandomTree::new(Kind::Ordered, 8, 3, seed).unwrap();
        assert_eq!(value(&tree, &tree.initial()), Score::new(0), "seed {seed}");
        for node in children(&tree, &tree.initial()).iter().chain([&tree.initial()]) {
            let values: Vec<_> = children(&tree, node).iter().map(|c| value(&tree, c)).collect();
            let best = match tree.to_move(node) {
                Turn::Max => values.iter().max(),
                _ => values.iter().min(),
            };
            let place = values.iter().position(|value| Some(value) == best).unwrap();
            assert_eq!(values.iter().filter(|value| Some(*value) == best).count(), 1);
            nodes += 1;
            first += u32::from(place == 0);
            early += u32::from(place < 2);
        }
    }
    let share = |count| f64::from(count) / f64::from(nodes);
    assert!((0.75..0.88).contains(&share(first)), "{}", share(first));
    assert!((0.90..0.97).contains(&share(early)), "{}", share(early));
}

/// Siblings of an incremental tree differ by two steps at most, those of a uniform one by anything.
#[test]
fn incremental_trees_resemble_games_and_uniform_ones_do_not() {
    let widest = |kind| {
        let tree = RandomTree::new(kind, 30, 2, 3).unwrap();
        let children = children(&tree, &tree.initial());
        let values: Vec<i32> = children.iter().map(|c| tree.evaluate(c).value()).collect();
        values.iter().max().unwrap() - values.iter().min().unwrap()
    };
    assert!((100..=200).contains(&widest(Kind::Incremental)));
    assert!((1000..=2000).contains(&widest(Kind::Uniform)));
}

#[test]
fn the_seed_decides() {
    let root = |seed| {
        let tree = RandomTree::new(Kind::Uniform, 4, 4, seed).unwrap();
        value(&tree, &tree.initial())
    };
    let values: std::collections::BTreeSet<_> = (0..20).map(root).collect();
    assert!(values.len() > 15, "{values:?}");
    assert_eq!(root(3), root(3));
}
