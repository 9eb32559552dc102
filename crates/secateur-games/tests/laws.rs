//! Every game obeys the laws of games.

use secateur::laws::{self, perft};
use secateur::{Game, Heuristic, Notation};
use secateur_games::connect_four::{ConnectFour, Custom, Standard};
use secateur_games::random_tree::{Kind, RandomTree};
use secateur_games::tic_tac_toe::TicTacToe;

fn obeys(game: &(impl Heuristic + Notation), games: u32, max_plies: u32) {
    laws::check(game, games, max_plies, 1).unwrap_or_else(|broken| panic!("{broken}"));
}

#[test]
fn tic_tac_toe() {
    obeys(&TicTacToe::default(), 500, 9);
    for (m, n, k) in [(1, 1, 1), (4, 4, 4), (5, 3, 3), (2, 7, 2), (8, 8, 5), (64, 1, 3)] {
        obeys(&TicTacToe::new(m, n, k).unwrap(), 20, 64);
    }
}

#[test]
fn connect_four() {
    obeys(&ConnectFour::new(Standard), 200, 42);
    for (columns, rows) in [(4, 4), (7, 7), (9, 6), (8, 7), (2, 9)] {
        obeys(&ConnectFour::new(Custom { columns, rows }), 50, columns * rows);
    }
}

/// Published counts: tic-tac-toe's games by length, and Connect Four's perft.
#[test]
fn perft_counts_paths() {
    let game = TicTacToe::default();
    let counts: Vec<u64> = (0..=9).map(|depth| perft(&game, &game.initial(), depth)).collect();
    assert_eq!(counts, [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
    let game = ConnectFour::new(Standard);
    let counts: Vec<u64> = (0..=8).map(|depth| perft(&game, &game.initial(), depth)).collect();
    assert_eq!(counts, [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234]);
}

#[test]
fn random_trees() {
    for kind in [Kind::Uniform, Kind::Incremental, Kind::Ordered] {
        for (branching, depth) in [(1, 3), (3, 5), (40, 2)] {
            obeys(&RandomTree::new(kind, branching, depth, 7).unwrap(), 30, depth);
        }
    }
    assert!(RandomTree::new(Kind::Uniform, 2, 56, 1).is_err());
}
