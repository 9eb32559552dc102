//! Proof-number search agrees with minimax whatever its memory, and what it says when it is stopped
//! is true.

mod common;

use common::{Node, RandomTree};
use secateur::{
    AlphaBeta, Certainty, Game, Heuristic, Limits, Minimax, ProofNumber, Report, Score, Search,
    Turn, best_actions,
};

/// Random trees: plain, with counted wins, with chance.
fn trees(count: u64) -> impl Iterator<Item = RandomTree> {
    let kinds = [(false, false), (true, false), (false, true)];
    (0..count)
        .flat_map(move |seed| kinds.map(|(wins, chance)| RandomTree::small(seed, wins, chance)))
}

/// Every depth that makes a difference, and no limit.
fn depths(tree: &RandomTree) -> impl Iterator<Item = Limits> {
    let limited = (0..=tree.max_plies + 1).map(|depth| Limits::default().depth(depth));
    limited.chain([Limits::default()])
}

fn run<G: Heuristic>(
    mut search: impl Search<G>,
    game: &G,
    state: &G::State,
    limits: &Limits,
) -> Report<G::Action> {
    search.search(game, state, limits).expect("nothing stops it")
}

fn minimax(tree: &RandomTree, limits: &Limits) -> Report<u8> {
    run(Minimax, tree, &tree.initial(), limits)
}

/// The value is that of the oracle, and certain where it is the value of the whole tree: a proof may
/// get by without the estimates that minimax has seen.
fn check_value(report: &Report<u8>, oracle: &Report<u8>, tree: &RandomTree, state: &Node) {
    let context = || format!("{tree:?} {state:?} depth {:?}", oracle.depth);
    assert_eq!(report.score, oracle.score, "{}", context());
    assert_eq!(report.best.is_some(), oracle.best.is_some(), "{}", context());
    assert!(!report.stopped);
    if report.certainty != oracle.certainty {
        let exact = run(Minimax, tree, state, &Limits::default()).score;
        assert_eq!((report.certainty, report.score), (Certainty::Exact, exact), "{}", context());
    }
}

#[test]
fn the_value_is_that_of_minimax_at_every_depth_with_any_memory() {
    for tree in trees(2_000) {
        for limits in depths(&tree) {
            let oracle = minimax(&tree, &limits);
            for buckets in [1, 4, 256] {
                let search = ProofNumber::with_buckets(buckets);
                let report = run(search, &tree, &tree.initial(), &limits);
                check_value(&report, &oracle, &tree, &tree.initial());
                if limits.max_depth.is_none() {
                    check_line(&tree, &report);
                }
            }
        }
    }
}

/// The best action is one of the best, and the line leads to the value.
fn check_line(tree: &RandomTree, report: &Report<u8>) {
    let mut state = tree.initial();
    let root = tree.to_move(&state);
    let Some(best) = report.best else { return assert!(report.pv.is_empty()) };
    let (search, limits) = (&mut AlphaBeta::default(), Limits::default());
    let all = best_actions(search, tree, &state, report.score, &limits).actions;
    assert!(all.contains(&best), "{best} is not in {all:?}: {tree:?}");
    for &action in &report.pv {
        let mut actions = Vec::new();
        tree.actions(&state, &mut actions);
        assert!(actions.contains(&action), "{:?} {tree:?}", report.pv);
        tree.apply(&mut state, action);
    }
    assert!(tree.is_terminal(&state) || tree.to_move(&state) == Turn::Chance, "{tree:?}");
    let end = run(Minimax, tree, &state, &Limits::default()).score.for_turn(tree.to_move(&state));
    let value = report.pv.iter().fold(end, |score, _| score.from_child(false));
    assert_eq!(value.for_turn(root), report.score, "{tree:?} {:?}", report.pv);
}

/// Questions in any order on one memory: what an answer left there never misleads the next.
#[test]
fn every_score_is_reached_exactly_when_minimax_says_so() {
    for tree in trees(2_000) {
        let exact = minimax(&tree, &Limits::default()).score;
        for buckets in [1, 64] {
            let mut search = ProofNumber::with_buckets(buckets);
            let near = [0, 2, -1, 1, -2].map(|offset| Score::new(exact.value() + offset));
            let wins = [4, 1, 3, 2].map(Score::win_in);
            let goals = near.into_iter().chain(wins).chain(wins.map(|win| -win)).chain([exact]);
            for goal in goals {
                let (reached, _) =
                    search.reaches(&tree, &tree.initial(), goal, &Limits::default()).unwrap();
                assert_eq!(reached, Some(exact >= goal), "{goal} {buckets} {tree:?}");
            }
        }
    }
}

#[test]
fn a_memory_that_served_other_states_and_depths_changes_nothing() {
    for tree in trees(500) {
        let mut search = ProofNumber::with_buckets(64);
        let mut state = tree.initial();
        loop {
            for depth in [None, Some(2), Some(2), None, Some(1), Some(2)] {
                let limits = Limits { max_depth: depth, ..Limits::default() };
                let oracle = run(Minimax, &tree, &state, &limits);
                let report = run(&mut search, &tree, &state, &limits);
                check_value(&report, &oracle, &tree, &state);
            }
            if tree.is_terminal(&state) {
                break;
            }
            tree.apply(&mut state, 0);
        }
    }
}

/// The same tree without names for its states.
struct Nameless(RandomTree);

impl Game for Nameless {
    type State = Node;
    type Action = u8;

    fn initial(&self) -> Node {
        self.0.initial()
    }
    fn to_move(&self, node: &Node) -> Turn {
        self.0.to_move(node)
    }
    fn actions(&self, node: &Node, actions: &mut Vec<u8>) {
        self.0.actions(node, actions);
    }
    fn chances(&self, node: &Node, outcomes: &mut Vec<(u8, u32)>) {
        self.0.chances(node, outcomes);
    }
    fn apply(&self, node: &mut Node, action: u8) {
        self.0.apply(node, action);
    }
    fn utility(&self, node: &Node) -> Score {
        self.0.utility(node)
    }
}

impl Heuristic for Nameless {
    fn evaluate(&self, node: &Node) -> Score {
        self.0.evaluate(node)
    }
}

#[test]
fn games_without_keys_are_remembered_by_paths() {
    for tree in trees(1_000) {
        let mut search = ProofNumber::with_buckets(16);
        for limits in depths(&tree) {
            let oracle = minimax(&tree, &limits);
            let report = run(&mut search, &Nameless(tree), &tree.initial(), &limits);
            check_value(&report, &oracle, &tree, &tree.initial());
        }
        // One search after another, from different states: paths from one are not from the other.
        let mut child = tree.initial();
        tree.apply(&mut child, 0);
        let oracle = run(Minimax, &tree, &child, &Limits::default());
        let report = run(&mut search, &Nameless(tree), &child, &Limits::default());
        check_value(&report, &oracle, &tree, &child);
    }
}

#[test]
fn a_stopped_search_tells_a_proven_bound_or_nothing() {
    let mut told = [0; 3];
    for tree in trees(2_000) {
        let whole = minimax(&tree, &Limits::default());
        for nodes in [0, 1, 2, 5, 10, 20, 50, 100] {
            let limits = Limits::default().nodes(nodes);
            let answer = ProofNumber::with_buckets(16).search(&tree, &tree.initial(), &limits);
            let Ok(report) = answer else { continue };
            assert!(report.stats.nodes <= nodes);
            match report.certainty {
                Certainty::Exact => assert_eq!(report.score, whole.score, "{tree:?}"),
                Certainty::Lower => assert!(report.score <= whole.score, "{nodes} {tree:?}"),
                Certainty::Upper => assert!(report.score >= whole.score, "{nodes} {tree:?}"),
                Certainty::Estimate => panic!("there is no horizon: {tree:?}"),
            }
            assert_eq!(report.stopped, !report.is_exact());
            assert_eq!(report.pv.first(), report.best.as_ref());
            match report.certainty {
                Certainty::Exact => assert_eq!(report.best.is_some(), whole.best.is_some()),
                certainty => assert_eq!(report.best.is_some(), certainty == Certainty::Lower),
            }
            told[report.certainty as usize] += 1;
        }
    }
    assert!(told.iter().all(|&count| count > 300), "exact, lower, upper: {told:?}");
}

#[test]
fn forgetting_costs_nodes_and_remembering_saves_them() {
    let nodes = |buckets| -> u64 {
        let shape = RandomTree::small(1, false, false);
        let trees = (0..20).map(|seed| RandomTree {
            seed,
            max_plies: 8,
            branching: 4,
            states: 30,
            range: 100,
            ..shape
        });
        let search = |tree: RandomTree| {
            let search = ProofNumber::with_buckets(buckets);
            run(search, &tree, &tree.initial(), &Limits::default()).stats.nodes
        };
        trees.map(search).sum()
    };
    let (small, large) = (nodes(1), nodes(1024));
    assert!(large * 2 < small, "{large} and {small} nodes");
}

/// A forced win at the end of a long path: at every ply the winner has a choice of many actions
/// after which the loser has many, and one that leaves the loser a single reply.
struct Ladder;

impl Game for Ladder {
    /// The rung, whether on the ladder, and plies.
    type State = (u32, bool, u32);
    type Action = u32;

    fn initial(&self) -> Self::State {
        (0, true, 0)
    }
    fn to_move(&self, &(_, _, plies): &Self::State) -> Turn {
        if plies % 2 == 0 { Turn::Max } else { Turn::Min }
    }
    fn actions(&self, &(rung, on, plies): &Self::State, actions: &mut Vec<u32>) {
        if plies < 60 && rung < 20 {
            actions.extend(0..if on && plies % 2 == 1 { 1 } else { 6 });
        }
    }
    fn apply(&self, (rung, on, plies): &mut Self::State, action: u32) {
        if *plies % 2 == 0 {
            *on &= action == 4;
            *rung += u32::from(*on);
        }
        *plies += 1;
    }
    fn utility(&self, &(rung, ..): &Self::State) -> Score {
        if rung == 20 { Score::WIN } else { Score::DRAW }
    }
}

impl Heuristic for Ladder {}

#[test]
fn long_forced_lines_are_found_among_many_others() {
    let limits = Limits::default().nodes(1_000_000);
    let goal = Score::win_in(39);
    let (reached, stats) =
        ProofNumber::default().reaches(&Ladder, &Ladder.initial(), goal, &limits).unwrap();
    assert!(reached == Some(true) && stats.nodes < 5_000, "{stats:?}");
    assert!(AlphaBeta::default().reaches(&Ladder, &Ladder.initial(), goal, &limits).is_err());
}
