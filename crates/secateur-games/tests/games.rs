//! Every game in the list, held against minimax through its session: from random positions, to
//! every shallow depth, each search finds the same value.

use secateur::{Algorithm, Certainty, Limits, Random, Session};
use secateur_games::GAMES;

/// Games and options that the list alone does not show.
const VARIANTS: &[&str] = &[
    "tic-tac-toe:m=4,n=3,k=3",
    "ultimate-tic-tac-toe:tie=boards",
    "connect-four:columns=4,rows=4",
    "2048:chance=worst",
    "random-tree:kind=ordered",
    "random-tree:kind=incremental,branching=3,depth=7",
];

fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|entry| entry.name).chain(VARIANTS.iter().copied())
}

/// Opens a game where it starts: some exist only by their position.
fn open(game: &str) -> Box<dyn Session> {
    let example = secateur_games::entry(game).unwrap().example;
    secateur_games::open(game, None)
        .or_else(|_| secateur_games::open(game, Some(example)))
        .unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Plays up to `plies` random actions.
fn play_randomly(session: &mut dyn Session, plies: usize, random: &mut Random) {
    for _ in 0..plies {
        let actions = session.actions();
        if actions.is_empty() {
            if session.roll(random).is_none() {
                return;
            }
        } else {
            session.play(&actions[random.below(actions.len())]).unwrap();
        }
    }
}

#[test]
fn to_a_depth_every_plain_search_finds_the_value_of_minimax() {
    for game in games() {
        let mut random = Random::new(7);
        for round in 0..8 {
            let mut session = open(game);
            play_randomly(&mut *session, random.below(12), &mut random);
            for depth in 1..=3 {
                let limits = Limits::default().depth(depth);
                let solve = |algorithm| session.solve(algorithm, &limits).unwrap();
                let (oracle, pruned) = (solve(Algorithm::Minimax), solve(Algorithm::AlphaBeta));
                let context =
                    format!("{game} '{}' depth {depth}, round {round}", session.position());
                assert_eq!(pruned.score, oracle.score, "{context}");
                assert_eq!(pruned.pv, oracle.pv, "{context}");
                assert_eq!(pruned.certainty, oracle.certainty, "{context}");
                assert!(pruned.stats.nodes <= oracle.stats.nodes, "{context}");
            }
        }
    }
}

/// To the end of the game the knowledge of a game has its say too, and changes nothing.
#[test]
fn to_the_end_every_search_finds_the_value_of_minimax() {
    const ENOUGH: u64 = 100_000;
    let (mut solved, mut by_playouts) = (0, 0);
    for game in games() {
        let mut random = Random::new(11);
        for _ in 0..20 {
            let mut session = open(game);
            play_randomly(&mut *session, 4 + random.below(40), &mut random);
            let limits = Limits::default().nodes(ENOUGH);
            let oracle = session.solve(Algorithm::AlphaBeta, &limits).unwrap();
            if oracle.algorithm != Algorithm::AlphaBeta || oracle.certainty != Certainty::Exact {
                continue; // stopped: what came out is another search's answer, or a bound
            }
            solved += 1;
            for &algorithm in Algorithm::ALL {
                let limits = match algorithm {
                    Algorithm::Expectimax => continue, // estimates on purpose
                    Algorithm::Minimax | Algorithm::Mcts => Limits::default().nodes(ENOUGH),
                    _ => Limits::default(),
                };
                let answer = session.solve(algorithm, &limits).unwrap();
                let unsettled = answer.algorithm != algorithm || !answer.best_complete;
                if limits.max_nodes.is_some() && unsettled && !answer.best.is_empty() {
                    continue; // too large for it
                }
                by_playouts += u32::from(algorithm == Algorithm::Mcts);
                let context = format!("{game} '{}' by {}", session.position(), algorithm.name());
                assert_eq!(answer.score, oracle.score, "{context}");
                assert_eq!(answer.certainty, Certainty::Exact, "{context}");
                assert_eq!(answer.best, oracle.best, "{context}");
            }
        }
    }
    assert!(solved >= 20, "only {solved} positions could be solved");
    assert!(by_playouts >= 20, "only {by_playouts} positions could be solved by playouts");
}

#[test]
fn every_example_opens_and_every_unknown_option_is_refused() {
    for entry in GAMES {
        secateur_games::open(entry.name, Some(entry.example)).unwrap();
        let unknown = format!("{}:no-such-option=1", entry.name);
        let error = secateur_games::open(&unknown, None).err().expect("refused").to_string();
        assert!(error.contains("no-such-option"), "{error}");
    }
}

/// What a session may take binds the searches that have no table too: with next to no memory a proof
/// is forgotten and found again, and a tree of playouts soon stops growing.
#[test]
fn the_memory_of_a_session_binds_every_search() {
    let stats = |algorithm, megabytes: Option<usize>, limits: &Limits| {
        let mut session = open("connect-four:columns=4,rows=4");
        if let Some(megabytes) = megabytes {
            session.set_megabytes(megabytes);
        }
        session.search(algorithm, limits, &mut |_| {}).unwrap().stats
    };
    let playouts = Limits::default().nodes(20_000);
    let (free, bound) =
        (stats(Algorithm::Mcts, None, &playouts), stats(Algorithm::Mcts, Some(0), &playouts));
    assert!(bound.deepest < free.deepest, "{} {}", bound.deepest, free.deepest);
    let proof = Limits::default().nodes(2_000_000);
    let (free, bound) = (
        stats(Algorithm::ProofNumber, None, &proof),
        stats(Algorithm::ProofNumber, Some(0), &proof),
    );
    assert!(bound.nodes > free.nodes, "{} {}", bound.nodes, free.nodes);
}
