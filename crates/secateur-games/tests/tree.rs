//! The game `tree`: values and node counts, against an oracle that lives here.

use proptest::prelude::*;
use secateur::{AlphaBeta, Heuristic, Limits, Minimax, Score, Search, Turn, laws};
use secateur_games::tree::{NestedTree, UniformTree};

/// A tree as a test thinks of it.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(i32),
    Inner(Vec<Tree>),
}

impl Tree {
    fn uniform(depth: u32, branching: u32, leaves: &[i32]) -> Tree {
        if depth == 0 {
            return Tree::Leaf(leaves[0]);
        }
        let subtrees = leaves.chunks(leaves.len() / branching as usize);
        Tree::Inner(subtrees.map(|leaves| Tree::uniform(depth - 1, branching, leaves)).collect())
    }

    /// The nested notation, with what opens, parts and closes.
    fn write(&self, [open, between, close]: [&str; 3]) -> String {
        match self {
            Tree::Leaf(value) => value.to_string(),
            Tree::Inner(children) => {
                let children = children.iter().map(|child| child.write([open, between, close]));
                format!("{open}{}{close}", children.collect::<Vec<_>>().join(between))
            }
        }
    }

    /// The value for the side that decides at the root, and how many nodes alpha-beta enters.
    fn solve(&self, turn: Turn) -> (i32, u64) {
        let mut nodes = 0;
        let value = self.alpha_beta(turn == Turn::Max, -i32::MAX, i32::MAX, &mut nodes);
        (if turn == Turn::Max { value } else { -value }, nodes)
    }

    /// Alpha-beta with Max and Min written out, so that no change of sides can go wrong.
    fn alpha_beta(&self, max: bool, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let children = match self {
            Tree::Leaf(value) => return *value,
            Tree::Inner(children) => children,
        };
        for child in children {
            let value = child.alpha_beta(!max, alpha, beta, nodes);
            if max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if max { alpha } else { beta }
    }
}

const ROUND: [&str; 3] = ["(", " ", ")"];
const SQUARE: [&str; 3] = ["[", ", ", "]"];

/// Value for the side to move, and nodes.
fn alpha_beta<G: Heuristic>(game: &G) -> (i32, u64) {
    let report = AlphaBeta::default().search(game, &game.initial(), &Limits::default()).unwrap();
    assert!(report.is_exact());
    (report.score.value(), report.stats.nodes)
}

fn minimax<G: Heuristic>(game: &G) -> (i32, u64) {
    let report = Minimax.search(game, &game.initial(), &Limits::default()).unwrap();
    (report.score.value(), report.stats.nodes)
}

/// Trees of any shape; equal values are frequent, the extreme ones occur.
fn trees() -> impl Strategy<Value = Tree> {
    let most = Score::PLAIN_MAX;
    let value = prop_oneof![6 => -9..=9, 1 => Just(most), 1 => Just(-most), 1 => -most..=most];
    value.prop_map(Tree::Leaf).prop_recursive(7, 300, 5, |children| {
        prop::collection::vec(children, 1..=5).prop_map(Tree::Inner)
    })
}

/// Depth, branching and leaves.
fn uniform_trees() -> impl Strategy<Value = (u32, u32, Vec<i32>)> {
    let sizes = prop_oneof![(0..=9u32, 1..=2u32), (0..=5u32, 3..=4u32), (0..=2u32, 1..=20u32)];
    sizes.prop_flat_map(|(depth, branching)| {
        let leaves = prop::collection::vec(-20..=20, branching.pow(depth) as usize);
        (Just(depth), Just(branching), leaves)
    })
}

/// The notation of a uniform tree.
fn write_uniform(depth: u32, branching: u32, leaves: &[i32]) -> String {
    let leaves: Vec<_> = leaves.iter().map(i32::to_string).collect();
    format!("{depth} {branching} {}", leaves.join(" "))
}

/// What can stand in front of a tree, and who decides at the root then.
const PREFIXES: [(&str, Turn); 3] = [("", Turn::Max), ("max ", Turn::Max), ("min ", Turn::Min)];

proptest! {
    #[test]
    fn nested_trees_agree_with_the_oracle(tree in trees()) {
        for (prefix, turn) in PREFIXES {
            for brackets in [ROUND, SQUARE, ["( ", "\r\n", "\t)"]] {
                let text = format!("{prefix}{}", tree.write(brackets));
                let game = NestedTree::parse(&text).unwrap();
                prop_assert_eq!(alpha_beta(&game), tree.solve(turn));
                prop_assert_eq!(minimax(&game).0, tree.solve(turn).0);
            }
        }
    }

    #[test]
    fn uniform_trees_agree_with_the_oracle_and_with_their_nested_form(
        (depth, branching, leaves) in uniform_trees()
    ) {
        let tree = Tree::uniform(depth, branching, &leaves);
        for (prefix, turn) in PREFIXES {
            let text = format!("{prefix}{}", write_uniform(depth, branching, &leaves));
            let uniform = UniformTree::parse(&text).unwrap();
            let nested = NestedTree::parse(&format!("{prefix}{}", tree.write(ROUND))).unwrap();
            prop_assert_eq!(alpha_beta(&uniform), tree.solve(turn));
            prop_assert_eq!(alpha_beta(&nested), tree.solve(turn));
            prop_assert_eq!(minimax(&uniform), minimax(&nested));
            prop_assert_eq!(minimax(&uniform).0, tree.solve(turn).0);
        }
    }

    #[test]
    fn trees_obey_the_laws(
        tree in trees(),
        (depth, branching, leaves) in uniform_trees(),
        seed: u64
    ) {
        for (prefix, _) in PREFIXES {
            let nested = format!("{prefix}{}", tree.write(SQUARE));
            laws::check(&NestedTree::parse(&nested).unwrap(), 2, 100, seed).unwrap();
            let uniform = format!("{prefix}{}", write_uniform(depth, branching, &leaves));
            laws::check(&UniformTree::parse(&uniform).unwrap(), 2, 100, seed).unwrap();
        }
    }
}

/// Published trees (codegolf.stackexchange.com/questions/76438); value, nodes entered, all nodes.
#[test]
fn nested_trees_with_known_answers() {
    let cases = [
        (
            "[[67, [[100, [[67, 47], [86], 21, 16], [[46, [14], 35, 85], [71, [18, 63, 69], 99, \
             22], 3]]], [[18, 32, 42, 80]], [[36, 70], [86, 53, 46, 59], [[41], 86, 35]]], 3]",
            (18, 39, 51),
        ),
        ("[[[84, 35], [44, 60]], [[24, 98], [16, 21]]]", (60, 15, 15)),
        ("[[53, 77], [58, [82, 41]], 52]", (58, 9, 10)),
        ("[[93, [100, 53], 58, 79], [63, 94, 59], [9, [55, 48]], [40, 10, 32]]", (59, 15, 21)),
        (
            "[[20, 10, [[[89, 22, 77, 10], 55], [24, 28, 30, 63]]], [[49, 31]], 17, 56]",
            (56, 15, 23),
        ),
        ("[0]", (0, 2, 2)),
    ];
    for (text, (value, entered, all)) in cases {
        let game = NestedTree::parse(text).unwrap();
        assert_eq!(alpha_beta(&game), (value, entered), "{text}");
        assert_eq!(minimax(&game), (value, all), "{text}");
    }
}

#[test]
fn a_session_tells_all_best_children() {
    let session = secateur_games::open("tree", Some("min ((3 5) (2 (9 1)) 2)")).unwrap();
    let answer = session.solve(session.algorithm(), &Limits::default()).unwrap();
    assert_eq!(answer.score, Score::new(-2));
    assert_eq!(answer.best, ["1", "2"]);
    assert_eq!(answer.pv, ["1", "0"]);
}
