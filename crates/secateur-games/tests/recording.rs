//! Recordings of written trees: what is shown as pruned is exactly what the search did not visit.
//!
//! The judge is an alpha-beta of its own, as a textbook prints it, on trees of its own.

mod ragged;

use std::collections::BTreeSet;

use secateur::record::{Convention, Extent, Recording, Stop};
use std::sync::Arc;

use secateur::{Algorithm, Bound, Game, Limits, Random, Recorded, Score, Search, Table, Turn};
use secateur_games::open;
use secateur_games::tree::NestedTree;

use ragged::{Inner, Path, Tree};

fn record(tree: &str, algorithm: Algorithm, convention: Convention) -> Recording<String> {
    let extent = Extent { unvisited: usize::MAX, ..Extent::default() };
    let recorded = Recorded { convention, extent, ..Recorded::new(algorithm) };
    let session = open("tree", Some(tree)).unwrap();
    session.record(&recorded, &Limits::default()).unwrap()
}

/// The paths of the nodes shown as visited, in their order, and of those shown as pruned.
fn shown(recording: &Recording<String>) -> (Vec<Path>, BTreeSet<Path>) {
    let child = |action: &str| action.parse::<usize>().unwrap();
    let mut visited: Vec<Path> = Vec::new();
    let mut pruned: Vec<Option<Path>> = vec![None; recording.unvisited.len()];
    for node in &recording.nodes {
        let mut path = node.parent.map_or(Path::new(), |parent| visited[parent].clone());
        path.extend(node.action.as_deref().map(child));
        for branch in &node.branches {
            assert_eq!(branch.visited, branch.unvisited.is_none());
            assert_eq!(branch.visited, !branch.nodes.is_empty());
            if let Some(behind) = branch.unvisited {
                pruned[behind] = Some([&path[..], &[child(&branch.action)]].concat());
            }
        }
        visited.push(path);
    }
    for i in 0..pruned.len() {
        let path = pruned[i].clone().expect("parents come first");
        for &below in &recording.unvisited[i].children {
            let action = child(&recording.unvisited[below].action);
            pruned[below] = Some([&path[..], &[action]].concat());
        }
    }
    let count = pruned.len();
    let pruned: BTreeSet<Path> = pruned.into_iter().flatten().collect();
    assert_eq!(pruned.len(), count, "no node is shown twice");
    (visited, pruned)
}

/// Holds what a recording shows against the tree and against the judge's search.
fn check(tree: &Tree, convention: Convention) -> Recording<String> {
    let text = tree.text();
    let recording = record(&text, Algorithm::AlphaBeta, convention);
    let (visited, pruned) = shown(&recording);
    let mut judged = Vec::new();
    let rules = (!convention.equal_cuts, convention.deep);
    let value = tree.alpha_beta((true, i32::MIN, i32::MAX), rules, &Path::new(), &mut judged);
    assert_eq!(visited, judged, "{text}");
    assert_eq!(recording.value, Some(Score::new(value)), "{text}");
    assert_eq!(recording.visited, judged.len() as u64);

    let mut all = BTreeSet::new();
    tree.paths(&Path::new(), &mut all);
    let judged: BTreeSet<Path> = judged.into_iter().collect();
    assert_eq!(pruned, all.difference(&judged).cloned().collect(), "{text}");

    for (node, path) in recording.nodes.iter().zip(&visited) {
        let truth = Score::new(tree.at(path).minimax(path.len() % 2 == 0));
        let value = node.value.unwrap();
        match node.bound {
            Bound::Exact => assert_eq!(value, truth, "{text} {path:?}"),
            Bound::Lower => assert!(value <= truth, "{text} {path:?}"),
            Bound::Upper => assert!(value >= truth, "{text} {path:?}"),
        }
        let cut = node.branches.iter().any(|branch| !branch.visited);
        assert_eq!(node.stop == Stop::Cutoff, cut, "{text} {path:?}");
        if let Some(cut) = node.cut {
            let closed =
                if convention.equal_cuts { cut.alpha >= cut.beta } else { cut.alpha > cut.beta };
            assert!(closed, "{text} {path:?}");
            // The bound was set by a value that was really seen, at a node above.
            let (at, by) = (cut.set_at.unwrap(), cut.set_by.unwrap());
            let (at, by) = (&recording.nodes[at as usize - 1], &recording.nodes[by as usize - 1]);
            assert_ne!(at.turn, node.turn);
            assert!(visited[at.visit as usize - 1].len() < path.len());
            let other = if node.turn == Turn::Max { cut.beta } else { cut.alpha };
            assert_eq!(by.value, Some(other), "{text} {path:?}");
            assert_eq!(by.parent.map(|parent| recording.nodes[parent].visit), Some(at.visit));
        }
    }
    recording
}

#[test]
fn after_every_edit_the_pruned_nodes_are_those_not_visited() {
    let mut random = Random::new(7);
    let mut tree = Tree::random(&mut random, 6);
    let (mut cuts, mut largest) = (0, 0);
    for edit in 0..10_000 {
        if edit % 50 == 0 {
            tree = Inner((0..3).map(|_| Tree::random(&mut random, 5)).collect());
        }
        tree.edit(&mut random);
        let recording = check(&tree, Convention::default());
        cuts += recording.nodes.iter().filter(|node| node.cut.is_some()).count();
        largest = largest.max(recording.nodes.len() + recording.unvisited.len());
    }
    assert!(cuts > 10_000 && largest > 100, "{cuts} cuts, trees of up to {largest} nodes");
}

#[test]
fn other_conventions_cut_as_they_say() {
    let mut random = Random::new(8);
    for _ in 0..2_000 {
        let tree = Tree::random(&mut random, 6);
        for (equal_cuts, deep) in [(false, true), (true, false), (false, false)] {
            check(&tree, Convention { equal_cuts, shallow: true, deep });
        }
        // Without any cutoffs it is minimax, and whatever is cut, the value is the same.
        let none = Convention { shallow: false, deep: false, ..Convention::default() };
        let whole = record(&tree.text(), Algorithm::AlphaBeta, none);
        let minimax = record(&tree.text(), Algorithm::Minimax, Convention::default());
        assert_eq!(shown(&whole), shown(&minimax));
        let deep_only = Convention { shallow: false, ..Convention::default() };
        let deep_only = record(&tree.text(), Algorithm::AlphaBeta, deep_only);
        assert_eq!(deep_only.value, minimax.value);
        assert!(deep_only.visited <= minimax.visited);
    }
}

/// Nodes visited, of a tree in any notation.
fn visited(tree: &str, convention: Convention) -> u64 {
    record(tree, Algorithm::AlphaBeta, convention).visited
}

#[test]
fn conventions_differ_where_the_bounds_meet() {
    let crossed = Convention { equal_cuts: false, ..Convention::default() };
    assert_eq!(visited("2 2  1 2 1 4", Convention::default()), 6);
    assert_eq!(visited("2 2  1 2 1 4", crossed), 7);
    // Max has 5; two plies below its other child, Min has 4, where the parent has nothing yet.
    let deep = "(5 (((4 9) 7) 6))";
    let shallow = Convention { deep: false, ..Convention::default() };
    assert!(visited(deep, Convention::default()) < visited(deep, shallow));
}

#[test]
fn a_small_extent_keeps_the_top() {
    let mut random = Random::new(9);
    for _ in 0..300 {
        let tree = Inner((0..4).map(|_| Tree::random(&mut random, 6)).collect());
        let session = open("tree", Some(&tree.text())).unwrap();
        let mut recorded = Recorded::new(Algorithm::AlphaBeta);
        let whole = session.record(&recorded, &Limits::default()).unwrap();
        for (plies, nodes) in [(2, usize::MAX), (u32::MAX, 20), (3, 7), (0, 1), (u32::MAX, 1)] {
            recorded.extent = Extent { plies, nodes, unvisited: 0 };
            let top = session.record(&recorded, &Limits::default()).unwrap();
            assert!(top.nodes.len() <= nodes);
            assert_eq!((top.visited, top.value, &top.pv), (whole.visited, whole.value, &whole.pv));
            // Every node is either recorded or counted once, at a node above it.
            let hidden: u64 = top.nodes.iter().map(|node| node.hidden).sum();
            assert_eq!(top.nodes.len() as u64 + hidden, whole.visited);
            for node in &top.nodes {
                let same = &whole.nodes[node.visit as usize - 1];
                assert_eq!((node.ply, &node.action), (same.ply, &same.action));
                assert_eq!((node.value, node.stop, node.cut), (same.value, same.stop, same.cut));
                assert_eq!((node.entry, node.exit), (same.entry, same.exit));
                let above = node.parent.map(|parent| top.nodes[parent].visit);
                assert_eq!(above, same.parent.map(|parent| whole.nodes[parent].visit));
                // Whatever is below it, a kept branch still knows whether it was taken.
                let taken = |node: &secateur::record::Node<String>| {
                    node.branches.iter().map(|branch| branch.visited).collect::<Vec<_>>()
                };
                assert_eq!(taken(node), taken(same));
            }
        }
    }
}

/// Every search is recorded as it walks when nobody looks, and what a recording says is true.
#[test]
fn every_search_is_recorded_as_it_is() {
    let mut random = Random::new(10);
    for _ in 0..400 {
        let tree = Inner((0..3).map(|_| Tree::random(&mut random, 5)).collect());
        let text = tree.text();
        let nested = NestedTree::parse(&text).unwrap();
        let truth = Score::new(tree.minimax(true));
        for &algorithm in Recorded::ALGORITHMS {
            let recording = record(&text, algorithm, Convention::default());
            let mut search = algorithm.build(None, || Arc::new(Table::new(1)));
            let report = search.search(&nested, &nested.initial(), &Limits::default()).unwrap();
            assert_eq!(recording.visited, report.stats.nodes, "{} {text}", algorithm.name());
            assert_eq!(recording.value, Some(truth), "{} {text}", algorithm.name());
            let pv: Vec<_> = report.pv.iter().map(|child| child.to_string()).collect();
            assert_eq!(recording.pv, pv);
            assert_eq!(recording.nodes.len() as u64 + recording.aside, recording.visited);
            let mut paths: Vec<Path> = Vec::new();
            for node in &recording.nodes {
                let mut path = node.parent.map_or(Path::new(), |parent| paths[parent].clone());
                path.extend(node.action.as_deref().map(|child| child.parse::<usize>().unwrap()));
                let truth = Score::new(tree.at(&path).minimax(path.len() % 2 == 0));
                assert_true(node, truth, &format!("{} {text} {path:?}", algorithm.name()));
                paths.push(path);
            }
        }
    }
}

fn assert_true<A>(node: &secateur::record::Node<A>, truth: Score, place: &str) {
    let value = node.value.unwrap();
    match node.bound {
        Bound::Exact => assert_eq!(value, truth, "{place}"),
        Bound::Lower => assert!(value <= truth, "{place}: {value} {truth}"),
        Bound::Upper => assert!(value >= truth, "{place}: {value} {truth}"),
    }
    let (Some(entry), Some(exit)) = (node.entry, node.exit) else { return };
    assert!(entry.alpha < entry.beta && exit.alpha >= entry.alpha && exit.beta <= entry.beta);
    for end in [entry.alpha, entry.beta, exit.alpha, exit.beta] {
        let open = [Score::NEG_INFINITY, Score::INFINITY].contains(&end);
        assert!(open || (Score::LOSS..=Score::WIN).contains(&end), "{place}: {end}");
    }
    let missing = |branch: &secateur::record::Branch<A>| !branch.visited && branch.known.is_none();
    if node.stop == Stop::Complete {
        assert!(!node.branches.iter().any(missing), "{place}: a branch is missing for no reason");
    }
}

/// The same with a table, ordering and what a game knows about itself, to the end of the game.
#[test]
fn recordings_of_games_are_true() {
    for (game, position) in [
        ("tic-tac-toe", "XO./.X./..O"),
        ("tic-tac-toe", "X.O/.../..."),
        ("connect-four:columns=4,rows=4", "12341"),
    ] {
        let mut judge = open(game, Some(position)).unwrap();
        for &algorithm in Recorded::ALGORITHMS {
            let mut recorded = Recorded::new(algorithm);
            recorded.extent.nodes = 400;
            let session = open(game, Some(position)).unwrap();
            let recording = session.record(&recorded, &Limits::default()).unwrap();
            let place = format!("{} {game} {position}", algorithm.name());
            let hidden: u64 = recording.nodes.iter().map(|node| node.hidden).sum();
            let counted = recording.nodes.len() as u64 + hidden + recording.aside;
            assert_eq!(counted, recording.visited, "{place}");
            for (i, node) in recording.nodes.iter().enumerate() {
                let path = actions(&recording, i);
                path.iter().for_each(|action| judge.play(action).unwrap());
                let truth = judge.solve(Algorithm::AlphaBeta, &Limits::default()).unwrap();
                assert_true(node, truth.score.for_turn(judge.turn()), &format!("{place} {path:?}"));
                path.iter().for_each(|_| drop(judge.undo()));
            }
        }
    }
}

/// Where chance decides, a node is worth the mean of its outcomes, whoever searched it.
#[test]
fn chance_nodes_are_worth_the_mean_of_their_outcomes() {
    let position = "2,4,8,16/4,2,64,128/2,4,512,1024/32,256,.,2048";
    let session = open("2048", Some(position)).unwrap();
    let limits = Limits::default().depth(3);
    let mut values = Vec::new();
    for algorithm in
        [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::Expectimax]
    {
        let recording = session.record(&Recorded::new(algorithm), &limits).unwrap();
        let name = algorithm.name();
        assert_eq!(recording.nodes.len() as u64, recording.visited, "{name}");
        let mut means = 0;
        for node in &recording.nodes {
            let of_chance = node.turn == Turn::Chance && !node.branches.is_empty();
            assert_eq!(of_chance, node.branches.iter().any(|branch| branch.weight > 0), "{name}");
            if !of_chance || node.stop != Stop::Complete || node.bound != Bound::Exact {
                continue;
            }
            let outcome = |branch: &secateur::record::Branch<String>| {
                let last = *branch.nodes.last().unwrap();
                (i64::from(recording.nodes[last].value.unwrap().value()), i64::from(branch.weight))
            };
            let outcomes: Vec<_> = node.branches.iter().map(outcome).collect();
            let total: i64 = outcomes.iter().map(|(_, weight)| weight).sum();
            let sum: i64 = outcomes.iter().map(|(value, weight)| value * weight).sum();
            let value = i64::from(node.value.unwrap().value());
            assert!((value * total - sum).abs() <= total, "{name}: {value} {outcomes:?}");
            means += 1;
        }
        assert!(means > 0, "{name}");
        values.push(recording.value);
    }
    assert!(values.iter().all(|&value| value == values[0]), "{values:?}");
}

/// The actions from the root to a node.
fn actions(recording: &Recording<String>, node: usize) -> Vec<String> {
    let mut path: Vec<String> = Vec::new();
    let mut at = Some(node);
    while let Some(node) = at {
        path.extend(recording.nodes[node].forced.iter().rev().cloned());
        path.extend(recording.nodes[node].action.clone());
        at = recording.nodes[node].parent;
    }
    path.reverse();
    path
}
