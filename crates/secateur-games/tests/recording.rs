//! Recordings of written trees: what is shown as pruned is exactly what the search did not visit.
//!
//! The judge is an alpha-beta of its own, as a textbook prints it, on trees of its own.

use std::collections::BTreeSet;

use secateur::record::{Convention, Extent, Recording, Stop};
use secateur::{Algorithm, Bound, Limits, Random, Recorded, Score};
use secateur_games::open;

/// A ragged tree.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

use Tree::{Inner, Leaf};

/// A node by the way from the root: the number of a child at every step.
type Path = Vec<usize>;

impl Tree {
    fn random(random: &mut Random, plies: u32) -> Tree {
        if plies == 0 || random.below(4) == 0 {
            return Leaf(random.below(21) as i32 - 10);
        }
        Inner((0..=random.below(3)).map(|_| Tree::random(random, plies - 1)).collect())
    }

    fn text(&self) -> String {
        match self {
            Leaf(value) => value.to_string(),
            Inner(children) => {
                let children: Vec<_> = children.iter().map(Tree::text).collect();
                format!("({})", children.join(" "))
            }
        }
    }

    fn paths(&self, here: &Path, all: &mut BTreeSet<Path>) {
        all.insert(here.clone());
        if let Inner(children) = self {
            for (i, child) in children.iter().enumerate() {
                child.paths(&[&here[..], &[i]].concat(), all);
            }
        }
    }

    fn at(&self, path: &[usize]) -> &Tree {
        match (path, self) {
            ([], _) => self,
            ([first, rest @ ..], Inner(children)) => children[*first].at(rest),
            (_, Leaf(_)) => panic!("a leaf has no children"),
        }
    }

    fn at_mut(&mut self, path: &[usize]) -> &mut Tree {
        match (path, self) {
            ([], tree) => tree,
            ([first, rest @ ..], Inner(children)) => children[*first].at_mut(rest),
            (_, Leaf(_)) => panic!("a leaf has no children"),
        }
    }

    /// One edit somewhere: another leaf, a leaf grown into a tree, a tree cut back to a leaf, a
    /// child added, taken away or moved.
    fn edit(&mut self, random: &mut Random) {
        let mut paths = BTreeSet::new();
        self.paths(&Path::new(), &mut paths);
        let path = paths.iter().nth(random.below(paths.len())).unwrap();
        let plies = 6_u32.saturating_sub(path.len() as u32);
        let tree = self.at_mut(path);
        let kind = random.below(6);
        match tree {
            Leaf(value) if kind < 3 => *value += random.below(9) as i32 - 4,
            Leaf(_) => *tree = Tree::random(random, plies),
            Inner(_) if kind == 0 => *tree = Tree::random(random, plies),
            Inner(children) if kind < 3 => {
                let at = random.below(children.len() + 1);
                children.insert(at, Tree::random(random, plies.saturating_sub(1)));
                children.truncate(4);
            }
            Inner(children) if kind == 3 && children.len() > 1 => {
                children.remove(random.below(children.len()));
            }
            Inner(children) => children.rotate_left(1),
        }
    }

    fn minimax(&self, max: bool) -> i32 {
        match self {
            Leaf(value) => *value,
            Inner(children) => {
                let values = children.iter().map(|child| child.minimax(!max));
                if max { values.max().unwrap() } else { values.min().unwrap() }
            }
        }
    }

    /// Alpha-beta, printed as for Max and Min apart; notes every node that it visits. `strict` cuts
    /// only when the bounds have crossed. Without `deep` a child is told what its parent has, and
    /// nothing of what is above.
    fn alpha_beta(
        &self,
        (max, mut alpha, mut beta): (bool, i32, i32),
        (strict, deep): (bool, bool),
        here: &Path,
        visited: &mut Vec<Path>,
    ) -> i32 {
        visited.push(here.clone());
        let children = match self {
            Leaf(value) => return *value,
            Inner(children) => children,
        };
        let (above_alpha, above_beta) = (alpha, beta);
        if !deep {
            (alpha, beta) = if max { (i32::MIN, beta) } else { (alpha, i32::MAX) };
        }
        let mut value = if max { i32::MIN } else { i32::MAX };
        for (i, child) in children.iter().enumerate() {
            let window = match (deep, max) {
                (true, _) => (!max, alpha, beta),
                (false, true) => (false, alpha, i32::MAX),
                (false, false) => (true, i32::MIN, beta),
            };
            let path = [&here[..], &[i]].concat();
            let found = child.alpha_beta(window, (strict, deep), &path, visited);
            let (low, high) = if max {
                value = value.max(found);
                alpha = alpha.max(value);
                (alpha, above_beta)
            } else {
                value = value.min(found);
                beta = beta.min(value);
                (above_alpha, beta)
            };
            if low > high || (low == high && !strict) {
                break;
            }
        }
        value
    }
}

fn record(tree: &str, algorithm: Algorithm, convention: Convention) -> Recording<String> {
    let extent = Extent { unvisited: usize::MAX, ..Extent::default() };
    let recorded = Recorded { algorithm, convention, extent };
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
            let other = if node.turn == secateur::Turn::Max { cut.beta } else { cut.alpha };
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
