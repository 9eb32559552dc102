//! Monte Carlo tree search of the libraries that have one: playouts a second on the empty board,
//! each a random game to the end and one node more, without knowledge.

use std::hint::black_box;

use board_game::ai::mcts::mcts_build_tree;
use cpu_time::ProcessTime;
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::board::Board;
use crate::contest::{Contender, contest, print};
use crate::libraries;

const PLAYOUTS: u32 = 200_000;
const ROUNDS: usize = 5;

/// A library by name, and a search of so many playouts with it.
type Search = (&'static str, fn(Board));

pub(crate) fn run() -> Result<(), String> {
    let board = Board::default();
    let searches: [Search; 4] = [
        ("treant", |board| {
            black_box(libraries::treant::search(board, PLAYOUTS.into()));
        }),
        ("board-game", |board| {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            let root = libraries::board_game::Four::from(board);
            black_box(mcts_build_tree(&root, PLAYOUTS.into(), 1.0, &mut random));
        }),
        ("minimax", |board| {
            let options = MCTSOptions::default().with_num_threads(1);
            let mut search = MonteCarloTreeSearch::<libraries::minimax::Four<false>>::new(options);
            search.set_max_rollouts(PLAYOUTS);
            search.choose_move(&board);
        }),
        ("mcts", |board| {
            black_box(libraries::mcts::search(board, PLAYOUTS.into()));
        }),
    ];
    let contender = |(name, search): Search| Contender {
        name,
        work: PLAYOUTS.into(),
        // minimax searches on a thread of its own, so the whole process is timed.
        run: Box::new(move || {
            let started = ProcessTime::now();
            search(board);
            started.elapsed().as_secs_f64()
        }),
    };
    println!("Monte Carlo tree search, empty board, {PLAYOUTS} playouts");
    print("playouts", &contest(ROUNDS, searches.map(contender).into()));
    Ok(())
}
