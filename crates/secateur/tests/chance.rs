//! Chance nodes are cut only where that changes nothing: means agree with minimax to the last bit,
//! and outside a window they are true bounds.

mod common;

use std::sync::Arc;

use common::RandomTree;
use secateur::{
    AlphaBeta, Aspiration, Bisection, Certainty, Game, Heuristic, Limits, Minimax, Mtdf,
    ProofNumber, Pvs, Random, Score, Search, Table, Turn, Window,
};

/// Trees with many chance nodes, deeper than the small ones.
fn trees(count: u64) -> impl Iterator<Item = RandomTree> {
    (0..count).map(|seed| RandomTree {
        max_plies: 4 + (seed % 4) as u32,
        branching: 2 + (seed % 2) as usize,
        range: [1, 2, 7, 100, 1_000_000, Score::PLAIN_MAX][(seed % 6) as usize],
        ..RandomTree::small(seed, false, true)
    })
}

fn exact(tree: &RandomTree) -> Score {
    Minimax.search(tree, &tree.initial(), &Limits::default()).unwrap().score
}

#[test]
fn every_search_finds_the_mean_of_minimax() {
    for tree in trees(3_000) {
        for depth in [Some(3), Some(4), None] {
            let limits = Limits { max_depth: depth, ..Limits::default() };
            let oracle = Minimax.search(&tree, &tree.initial(), &limits).unwrap();
            for buckets in [1, 64] {
                let table = || Arc::new(Table::with_buckets(buckets));
                let searches: [Box<dyn Search<RandomTree>>; 6] = [
                    Box::new(AlphaBeta::default()),
                    Box::new(Pvs::new(table())),
                    Box::new(Aspiration { margin: 1, ..Aspiration::new(table()) }),
                    Box::new(Mtdf::new(table())),
                    Box::new(Bisection::new(table())),
                    Box::new(ProofNumber::with_buckets(buckets)),
                ];
                for (i, mut search) in searches.into_iter().enumerate() {
                    let report = search.search(&tree, &tree.initial(), &limits).unwrap();
                    assert_eq!(report.score, oracle.score, "search {i}: {tree:?} {depth:?}");
                    let best = (report.best.is_some(), oracle.best.is_some());
                    assert_eq!(best.0, best.1, "search {i}: {tree:?} {depth:?}");
                }
            }
        }
    }
}

#[test]
fn outside_its_window_a_mean_is_a_true_bound() {
    let mut cut = [0; 2];
    for tree in trees(3_000) {
        let (exact, state) = (exact(&tree), tree.initial());
        let near = [-3, -1, 0, 1, 2, 40];
        for alpha in near.map(|offset| Score::new(exact.value().saturating_add(offset))) {
            for width in [1, 2, 5] {
                let window = Window { alpha, beta: Score::new(alpha.value() + width) };
                if window.alpha >= window.beta {
                    continue; // at the end of all scores
                }
                let pvs = Pvs { window, ..Pvs::new(Arc::new(Table::with_buckets(16))) };
                let searches: [Box<dyn Search<RandomTree>>; 2] =
                    [Box::new(AlphaBeta { window }), Box::new(pvs)];
                for mut search in searches {
                    let report = search.search(&tree, &state, &Limits::default()).unwrap();
                    match report.certainty {
                        Certainty::Exact => assert_eq!(report.score, exact, "{tree:?} {window:?}"),
                        Certainty::Upper => {
                            assert!(exact <= report.score && report.score <= window.alpha);
                            cut[0] += 1;
                        }
                        Certainty::Lower => {
                            assert!(exact >= report.score && report.score >= window.beta);
                            cut[1] += 1;
                        }
                        Certainty::Estimate => panic!("there is no horizon: {tree:?}"),
                    }
                }
            }
        }
    }
    assert!(cut.iter().all(|&count| count > 10_000), "{cut:?}");
}

/// Six plies of a game with dice: the sides take turns, and before each a die is thrown, which says
/// what the moves gain.
struct Dice {
    range_known: bool,
}

#[derive(Clone, Copy)]
struct Throw {
    plies: u32,
    gained: i32,
    number: u64,
}

const MOVES: u8 = 12;

impl Game for Dice {
    type State = Throw;
    type Action = u8;

    fn initial(&self) -> Throw {
        Throw { plies: 0, gained: 0, number: 0 }
    }
    fn to_move(&self, throw: &Throw) -> Turn {
        match throw.plies % 4 {
            1 => Turn::Max,
            3 => Turn::Min,
            _ if throw.plies < 6 => Turn::Chance,
            _ => Turn::Max,
        }
    }
    fn actions(&self, throw: &Throw, actions: &mut Vec<u8>) {
        actions.extend(0..if throw.plies < 6 { MOVES } else { 0 });
    }
    fn chances(&self, _: &Throw, outcomes: &mut Vec<(u8, u32)>) {
        outcomes.extend((0..6).map(|face| (face, 1)));
    }
    fn apply(&self, throw: &mut Throw, action: u8) {
        let mut random = Random::new(throw.number.wrapping_add(u64::from(action)));
        throw.number = random.bits();
        throw.gained += match self.to_move(throw) {
            Turn::Max => random.below(21) as i32,
            Turn::Min => -(random.below(21) as i32),
            Turn::Chance => 0,
        };
        throw.plies += 1;
    }
    fn utility(&self, throw: &Throw) -> Score {
        Score::new(throw.gained)
    }
}

impl Heuristic for Dice {
    fn key(&self, throw: &Throw) -> Option<u64> {
        Some(throw.number)
    }
    fn range(&self) -> (Score, Score) {
        let most = if self.range_known { 60 } else { Score::PLAIN_MAX };
        (Score::new(-most), Score::new(most))
    }
    fn order(&self, throw: &Throw, _: u8, child: &Throw) -> i32 {
        let gain = child.gained - throw.gained;
        if self.to_move(throw) == Turn::Min { -gain } else { gain }
    }
}

#[test]
fn a_known_range_and_a_probe_of_each_outcome_save_nodes() {
    let nodes = |range_known, search: &mut dyn Search<Dice>| {
        let (dice, limits) = (Dice { range_known }, Limits::default().depth(6));
        let report = search.search(&dice, &dice.initial(), &limits).unwrap();
        (report.score, report.stats.nodes)
    };
    let (value, everything) = nodes(true, &mut Minimax);
    let (boundless, last_only) = nodes(false, &mut AlphaBeta::default());
    let (first, star1) = nodes(true, &mut AlphaBeta::default());
    let (second, star2) = nodes(true, &mut Pvs::new(Arc::new(Table::with_buckets(1 << 16))));
    println!("minimax {everything}, no range {last_only}, Star1 {star1}, Star2 {star2}");
    assert_eq!([boundless, first, second], [value; 3]);
    assert!(last_only < everything);
    assert!(star1 < last_only, "{star1} and {last_only} nodes");
    assert!(star2 * 2 < star1, "{star2} and {star1} nodes");
}
