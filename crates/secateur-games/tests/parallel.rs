//! Games on several threads: exact values are those of one thread, and more threads are faster.

use secateur::{Algorithm, Limits, Random, Session, Threads};

/// The algorithms that share their work.
const SHARING: [Algorithm; 4] =
    [Algorithm::Pvs, Algorithm::Aspiration, Algorithm::Mtdf, Algorithm::Bisection];

/// A game after some random actions; one that is not over.
fn random_position(game: &str, plies: usize, random: &mut Random) -> Box<dyn Session> {
    loop {
        let example = secateur_games::entry(game).unwrap().example;
        let mut session = secateur_games::open(game, None)
            .unwrap_or_else(|_| secateur_games::open(game, Some(example)).unwrap());
        for _ in 0..plies {
            let actions = session.actions();
            if !actions.is_empty() {
                session.play(&actions[random.below(actions.len())]).unwrap();
            }
        }
        if session.utility().is_none() {
            return session;
        }
    }
}

/// The same position without what a search has learnt about it.
fn again(game: &str, session: &dyn Session) -> Box<dyn Session> {
    secateur_games::open(game, Some(&session.position())).unwrap()
}

#[test]
fn exact_values_do_not_depend_on_the_number_of_threads() {
    let games = [
        ("connect-four:columns=5,rows=4", 4, 6),
        ("connect-four:columns=6,rows=5", 12, 3),
        ("tic-tac-toe", 0, 2),
        ("tic-tac-toe:m=4,n=3,k=3", 2, 2),
        ("letters", 0, 1),
    ];
    let mut solves = 0;
    for (game, plies, positions) in games {
        let mut random = Random::new(11);
        for _ in 0..positions {
            let session = random_position(game, plies, &mut random);
            let oracle = session.solve(Algorithm::AlphaBeta, &Limits::default().nodes(20_000));
            let oracle = oracle.ok().filter(|answer| answer.best_complete).unwrap_or_else(|| {
                again(game, &*session).solve(Algorithm::Bisection, &Limits::default()).unwrap()
            });
            for algorithm in SHARING {
                for count in [2, 3, 4, 8] {
                    for threads in [Threads::new(count).eager(), Threads::simulated(count)] {
                        let limits = Limits::default().threads(threads);
                        let answer = again(game, &*session).solve(algorithm, &limits).unwrap();
                        let context =
                            format!("{game} {} {algorithm:?} {threads:?}", session.position());
                        assert_eq!(answer.score, oracle.score, "{context}");
                        assert_eq!(answer.best, oracle.best, "{context}");
                        assert!(answer.best_complete, "{context}");
                        solves += 1;
                    }
                }
            }
        }
    }
    assert!(solves > 400, "{solves} solves");
}

#[test]
fn eight_simulated_threads_are_at_least_five_times_as_fast_as_one() {
    let game = "connect-four";
    let mut random = Random::new(5);
    let mut speed_ups = Vec::new();
    while speed_ups.len() < 3 {
        let session = random_position(game, 10, &mut random);
        let seconds = |count| {
            let limits = Limits::default().nodes(3_000_000).threads(Threads::simulated(count));
            let answer = again(game, &*session).solve(Algorithm::Bisection, &limits).unwrap();
            (answer.stats.time.as_secs_f64(), answer.stats.nodes)
        };
        let (one, nodes) = seconds(1);
        if (150_000..800_000).contains(&nodes) {
            speed_ups.push(one / seconds(8).0);
        }
    }
    let mean = speed_ups.iter().sum::<f64>() / speed_ups.len() as f64;
    assert!(mean >= 5.0, "{speed_ups:?}");
}
