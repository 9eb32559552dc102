//! The session of 2048: options, and the searches behind it.

use secateur::{Algorithm, Limits, Turn};
use secateur_games::game_2048::ENTRY;

/// One cell is empty, and a tile is to fall into it.
const NARROW: &str = "2,4,8,16/4,8,16,32/8,16,32,64/16,32,128,. tile";

#[test]
fn the_options_choose_the_variants() {
    let open = |game| secateur_games::open(game, Some(NARROW)).unwrap();
    assert!(secateur_games::open("2048", Some(ENTRY.example)).is_ok());
    assert_eq!(open("2048").algorithm(), Algorithm::Expectimax);
    assert_eq!(open("2048").outcomes().len(), 2);
    assert_eq!(open("2048:tiles=twos").outcomes().len(), 1);
    assert_eq!(open("2048:chance=worst").turn(), Turn::Min);
    assert_eq!(open("2048:chance=worst,evaluation=seed").actions(), ["2@3,3", "4@3,3"]);
    assert_eq!(open("2048:engine=seed").algorithm(), Algorithm::AlphaBeta);
    assert_eq!(open("2048:engine=seed").turn(), Turn::Chance);
    for refused in
        ["2048:engine=deep", "2048:tiles=4", "2048:chance=no", "2048:evaluation=x", "2048:target=1"]
    {
        assert!(secateur_games::open(refused, None).is_err(), "{refused}");
    }
}

#[test]
fn a_search_takes_the_merge_that_keeps_the_game_alive() {
    let position = "2,4,8,16/4,8,16,32/8,16,32,64/16,32,64,64";
    for game in
        ["2048", "2048:tiles=twos", "2048:chance=worst", "2048:evaluation=seed", "2048:engine=seed"]
    {
        let session = secateur_games::open(game, Some(position)).unwrap();
        let limits = Limits::default().depth(4);
        let answer = session.search(session.algorithm(), &limits, &mut |_| {}).unwrap();
        assert!(session.actions().contains(&answer.best[0]), "{game}");
    }
}

/// The seed's engine plays the game as it is, and values it as the worst case is worth.
#[test]
fn the_engine_for_teaching_fears_the_worst_tile() {
    let before_a_tile = format!("{} tile", ENTRY.example);
    for position in [ENTRY.example, &before_a_tile] {
        let open = |game| secateur_games::open(game, Some(position)).unwrap();
        let (wary, worst) = (open("2048:engine=seed"), open("2048:chance=worst,evaluation=seed"));
        for depth in 1..=4 {
            let limits = Limits::default().depth(depth);
            let search = |session: &dyn secateur::Session| {
                session.search(Algorithm::AlphaBeta, &limits, &mut |_| {}).unwrap()
            };
            let (found, expected) = (search(&*wary), search(&*worst));
            let sign = if worst.turn() == Turn::Min { -1 } else { 1 };
            assert_eq!(found.score.value(), sign * expected.score.value(), "{position}");
            assert_eq!(found.pv, expected.pv, "{position}");
            let analyze = |session: &dyn secateur::Session| {
                let analysis = session.analyze(Algorithm::AlphaBeta, &limits, &mut |_| {}).unwrap();
                let values = analysis.variations.into_iter().map(|v| (v.action, v.score));
                values.collect::<Vec<_>>()
            };
            if worst.turn() == Turn::Max {
                assert_eq!(analyze(&*wary), analyze(&*worst));
            }
        }
    }
}
