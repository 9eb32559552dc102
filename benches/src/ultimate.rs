//! Ultimate tic-tac-toe beside board-game's Monte Carlo tree search: playouts a second, and a match.

use std::hint::black_box;
use std::time::{Duration, Instant};

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board;
use board_game::games::sttt::{Coord, STTTBoard};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use secateur::{Game, Limits, Mcts, Random, Search, Turn};
use secateur_games::ultimate_tic_tac_toe::{Cell, Tie, Ultimate};

use crate::contest::{Contender, contest, cpu_seconds, judge};

const PLAYOUTS: u32 = 200_000;
const ROUNDS: usize = 5;

/// Playouts a second from the empty board, each a random game to the end and one node more.
pub(crate) fn run() -> Result<(), String> {
    println!("ultimate tic-tac-toe, empty board, {PLAYOUTS} playouts");
    let game = Ultimate::new(Tie::Draw);
    let ours = |name, plies: u32| Contender {
        name,
        work: PLAYOUTS.into(),
        run: Box::new(move || {
            cpu_seconds(|| {
                let limits = Limits::default().nodes(PLAYOUTS.into());
                let mut search = Mcts::new(256).playout_plies(plies);
                black_box(search.search(&game, &game.initial(), &limits))
            })
        }),
    };
    let theirs = Contender {
        name: "board-game",
        work: PLAYOUTS.into(),
        run: Box::new(|| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            cpu_seconds(|| {
                black_box(mcts_build_tree(&STTTBoard::default(), PLAYOUTS.into(), 1.0, &mut random))
            })
        }),
    };
    let results = contest(ROUNDS, vec![ours("secateur", 10_000), theirs, ours("network", 0)]);
    let (network, played) = (&results[2], &results[..2]);
    println!("  with the network instead of playouts: {:.2} M/s", network.rate / 1e6);
    judge("playouts", played, 1.5)
}

/// The time that both have for a move.
const TIME: Duration = Duration::from_millis(100);

/// So many pairs of games from random openings, with sides exchanged.
pub(crate) fn run_match(pairs: &str) -> Result<(), String> {
    let pairs: u64 = pairs.parse().map_err(|_| format!("'{pairs}' is no number of pairs"))?;
    let mut counts = [0u32; 3];
    for pair in 0..pairs {
        for ours in [Turn::Max, Turn::Min] {
            counts[(play(pair, ours) + 1) as usize] += 1;
        }
        let [losses, draws, wins] = counts;
        println!("after {} games: {wins} won, {draws} drawn, {losses} lost", 2 * pair + 2);
    }
    let [losses, draws, wins] = counts.map(f64::from);
    let share = (wins + draws / 2.0) / (wins + draws + losses);
    println!("{:.1} % of the points; limit 90 %", 100.0 * share);
    if share >= 0.9 { Ok(()) } else { Err(format!("{:.1} % of the points", 100.0 * share)) }
}

/// A game; 1 when it is won, -1 when it is lost.
fn play(pair: u64, ours: Turn) -> i32 {
    let (game, mut random) = (Ultimate::new(Tie::Draw), Random::new(pair));
    let (mut state, mut board) = (game.initial(), STTTBoard::default());
    let mut search = Mcts::new(256).playout_plies(0);
    let mut actions = Vec::new();
    for ply in 0.. {
        actions.clear();
        game.actions(&state, &mut actions);
        if actions.is_empty() {
            break;
        }
        let cell = if ply < 2 {
            actions[random.below(actions.len())]
        } else if game.to_move(&state) == ours {
            let limits = Limits::default().time(TIME).seed(random.bits());
            let report = search.search(&game, &state, &limits).expect("there is time for playouts");
            report.best.expect("the game is not over")
        } else {
            theirs(&board, random.bits())
        };
        game.apply(&mut state, cell);
        board.play(coordinates(cell)).expect("both have the same rules");
    }
    game.utility(&state).for_turn(ours).value().signum()
}

/// What board-game's search plays: it counts iterations, so a short search tells how many fit.
fn theirs(board: &STTTBoard, seed: u64) -> Cell {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let started = Instant::now();
    black_box(mcts_build_tree(board, 2_000, 1.0, &mut random));
    let each = started.elapsed().as_secs_f64() / 2_000.0;
    let iterations = (TIME.as_secs_f64() / each) as u64;
    let tree = mcts_build_tree(board, iterations, 1.0, &mut random);
    let best = tree.best_move();
    let (row, column) = (usize::from(best.y()), usize::from(best.x()));
    Cell::at(row, column)
}

fn coordinates(cell: Cell) -> Coord {
    let (row, column) = cell.row_column();
    Coord::from_xy(column as u8, row as u8)
}
