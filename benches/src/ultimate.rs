//! Ultimate tic-tac-toe beside board-game's Monte Carlo tree search: playouts a second, and a match.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::Board;
use board_game::games::sttt::{Coord, STTTBoard};
use cpu_time::ProcessTime;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use secateur::{Game, Limits, Mcts, Monitor, Random, Search, Session, Turn};
use secateur_games::ultimate_tic_tac_toe::{Tie, Ultimate};

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

/// The time of a processor that both have for a move: what else the machine does spoils nothing.
const TIME: Duration = Duration::from_millis(100);
/// Of the points, at least.
const SHARE: f64 = 0.9;

/// So many pairs of games from random openings of two plies, with sides exchanged: ours is the player
/// that the game has when nobody asks for another.
pub(crate) fn run_match(pairs: &str) -> Result<(), String> {
    let pairs: u64 = pairs.parse().map_err(|_| format!("'{pairs}' is no number of pairs"))?;
    println!("ultimate tic-tac-toe against board-game's search, {TIME:?} a move");
    let (mut counts, mut shares) = ([0u32; 3], Vec::new());
    for pair in 0..pairs {
        let values = [Turn::Max, Turn::Min].map(|ours| play(pair, ours));
        values.iter().for_each(|value| counts[(value + 1) as usize] += 1);
        shares.push(0.5 + f64::from(values[0] + values[1]) / 4.0);
        if (pair + 1).is_multiple_of(10) || pair + 1 == pairs {
            let [losses, draws, wins] = counts;
            println!("  after {} games: {wins} won, {draws} drawn, {losses} lost", 2 * (pair + 1));
        }
    }
    let share = shares.iter().sum::<f64>() / shares.len() as f64;
    let squares: f64 = shares.iter().map(|pair| (pair - share).powi(2)).sum();
    let error = 1.96 * squares.sqrt() / shares.len() as f64;
    let of = format!("{:.1} ± {:.1} % of the points", 100.0 * share, 100.0 * error);
    println!("  {of}; limit {:.0} %", 100.0 * SHARE);
    if share >= SHARE { Ok(()) } else { Err(of) }
}

/// A game; 1 when it is won, -1 when it is lost.
fn play(pair: u64, ours: Turn) -> i32 {
    let mut random = Random::new(pair);
    let mut session = secateur_games::open("ultimate-tic-tac-toe", None).expect("a known game");
    let mut board = STTTBoard::default();
    while session.utility().is_none() {
        let played = if session.history().len() < 2 {
            let actions = session.actions();
            actions[random.below(actions.len())].clone()
        } else if session.turn() == ours {
            ours_within(TIME, &*session, random.bits())
        } else {
            let best = theirs(&board, random.bits());
            format!("{},{}", best.y(), best.x())
        };
        session.play(&played).expect("both have the same rules");
        board.play(coordinates(&played)).expect("both have the same rules");
    }
    let value = session.utility().expect("the game is over");
    value.for_turn(ours).value().signum()
}

/// What our search plays, stopped when this process has had so much more of a processor.
fn ours_within(time: Duration, session: &dyn Session, seed: u64) -> String {
    let monitor = Arc::new(Monitor::default());
    let (done, is_done) = channel::<()>();
    let started = ProcessTime::now();
    let watched = &monitor;
    thread::scope(|scope| {
        scope.spawn(move || {
            while is_done.recv_timeout(Duration::from_millis(1)) == Err(RecvTimeoutError::Timeout) {
                if started.elapsed() >= time {
                    watched.stop();
                }
            }
        });
        let limits = Limits::default().seed(seed).monitor(monitor.clone());
        let answer = session.search(session.algorithm(), &limits, &mut |_| {});
        drop(done);
        answer.expect("there is time for a ply").best.swap_remove(0)
    })
}

/// What board-game's search plays: it counts iterations, so a short search tells how many fit.
fn theirs(board: &STTTBoard, seed: u64) -> Coord {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let each = cpu_seconds(|| mcts_build_tree(board, 2_000, 1.0, &mut random)) / 2_000.0;
    let iterations = (TIME.as_secs_f64() / each) as u64;
    mcts_build_tree(board, iterations, 1.0, &mut random).best_move()
}

/// Where `row,column` is on their board.
fn coordinates(cell: &str) -> Coord {
    let (row, column) = cell.split_once(',').expect("a cell");
    let number = |text: &str| text.parse().expect("a row or a column");
    Coord::from_xy(number(column), number(row))
}
