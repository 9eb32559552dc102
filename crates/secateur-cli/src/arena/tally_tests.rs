//! Counts of contests that are made up.

use super::super::contest::{PlayerFault, Warning};
use super::super::fault::Fault;
use super::*;

fn course(player: Option<usize>, utility: Option<i32>, at_fault: Option<usize>) -> Course {
    let fault = |player| PlayerFault {
        player,
        fault: Fault { kind: FaultKind::Crash, note: "it ended".into() },
        position: String::new(),
    };
    Course { player, fault: at_fault.map(fault), utility, ..Course::default() }
}

fn contest(game: u64, players: [usize; 2], winner: Option<usize>, course: Course) -> Contest {
    let (pair, first) = ((game - 1) / 2, Some(players[0]));
    Contest { game, pair, players, first, winner, courses: vec![course] }
}

fn tally(players: &[&str], pairings: &[[usize; 2]], sides: u8) -> Tally {
    let names: Vec<String> = players.iter().map(|&name| name.into()).collect();
    Tally::new(&names, pairings, sides)
}

#[test]
fn counts_by_side_by_pair_and_by_fault() {
    let mut tally = tally(&["a", "b"], &[[1, 2]], 2);
    tally.count(&contest(1, [1, 2], Some(1), course(None, None, None)));
    tally.count(&contest(2, [2, 1], None, course(None, None, None)));
    let warned = Course {
        warnings: vec![Warning { player: 2, note: "hello".into() }; 2],
        ..course(None, None, Some(1))
    };
    tally.count(&contest(3, [1, 2], Some(2), warned));
    tally.finish();
    let [a, b] = &tally.players[..] else { panic!() };
    assert_eq!(a.all, Record { wins: 1, draws: 1, losses: 1 });
    assert_eq!(a.first, Some(Record { wins: 1, draws: 0, losses: 1 }));
    assert_eq!(b.first, Some(Record { wins: 0, draws: 1, losses: 0 }));
    assert_eq!(b.second, Some(Record { wins: 1, draws: 0, losses: 1 }));
    assert_eq!((a.faults.crashes, b.faults.crashes, b.warnings), (1, 0, 1));
    assert_eq!(tally.pairings[0].pentanomial, Pentanomial([0, 0, 0, 1, 0]));
    let table = tally.table();
    assert!(table.contains("1-0-1") && table.lines().count() == 7, "{table}");
}

#[test]
fn where_one_side_decides_the_points_are_averaged() {
    let mut tally = tally(&["a", "b"], &[[1, 2]], 1);
    for (game, (a, b)) in [(1, (10, 4)), (2, (5, 9))] {
        let courses = vec![course(Some(1), Some(a), None), course(Some(2), Some(b), None)];
        let winner = if a > b { Some(1) } else { Some(2) };
        let (pair, players) = (game - 1, [1, 2]);
        tally.count(&Contest { game, pair, players, first: None, winner, courses });
    }
    assert_eq!(tally.players[0].mean_points, Some(7.5));
    assert_eq!(tally.players[1].mean_points, Some(6.5));
    assert_eq!(tally.pairings[0].pentanomial, Pentanomial([1, 0, 0, 0, 1]));
    assert!(tally.table().contains("mean points"));
}

#[test]
fn the_longest_turn_and_what_99_of_100_keep() {
    let mut tally = tally(&["a", "b"], &[[1, 2]], 2);
    let times = (0..400).map(|i| if i % 2 == 0 { 1000 + i } else { 50_000 }).collect();
    let timed = Course { times, ..course(None, None, None) };
    tally.count(&contest(1, [1, 2], None, timed.clone()));
    let late = Course { times: vec![0, 1000, 0, 900_000], ..timed };
    let late = Contest { players: [2, 1], first: Some(2), ..contest(2, [2, 1], None, late) };
    tally.count(&late);
    tally.finish();
    let [a, b] = &tally.players[..] else { panic!() };
    assert_eq!((a.max_ms, b.max_ms, b.p99_ms, b.first_ms), (900.0, 50.0, 50.0, 50.0));
    assert!((1.3..1.4).contains(&a.p99_ms), "{}", a.p99_ms);
}

#[test]
fn the_cross_table_has_everybody_against_everybody() {
    let mut tally = tally(&["a", "b", "c"], &[[1, 2], [1, 3], [2, 3]], 2);
    tally.count(&contest(1, [1, 2], Some(1), course(None, None, None)));
    tally.count(&contest(2, [2, 1], None, course(None, None, None)));
    assert_eq!((tally.points(1, 2), tally.points(2, 1)), ("1.5/2".into(), "0.5/2".into()));
    assert_eq!(tally.points(3, 3), "-");
    tally.finish();
    assert!(tally.table().starts_with("    points against"), "{}", tally.table());
}
