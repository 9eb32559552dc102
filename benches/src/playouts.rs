//! Monte Carlo tree search beside the libraries that have one: playouts a second on the empty board,
//! each a random game to the end and one node more, without knowledge.

use board_game::ai::mcts::mcts_build_tree;
use cpu_time::ProcessTime;
use minimax::{MCTSOptions, MonteCarloTreeSearch, Strategy};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use secateur::{Limits, Mcts, Search as _};

use crate::board::Board;
use crate::contest::{Contender, contest, judge};
use crate::libraries;

const PLAYOUTS: u64 = 200_000;
const ROUNDS: usize = 9;
/// Of the fastest other library's playouts a second.
const LIMIT: f64 = 1.5;

/// A library by name, and a search with it.
pub(crate) type Search = (&'static str, Choose);

/// The column that a search of so many playouts plays. It takes a seed where the library does; the
/// others differ from time to time anyway.
pub(crate) type Choose = fn(Board, u64, u64) -> Option<u8>;

/// Ours first. Each has the constant that its authors chose.
pub(crate) const SEARCHES: [Search; 5] = [
    ("secateur", |board, playouts, seed| {
        let mut search = Mcts::new(64);
        let limits = Limits::default().nodes(playouts).seed(seed);
        search.search(&libraries::secateur::Four::<false>, &board, &limits).ok()?.best
    }),
    ("board-game", |board, playouts, seed| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let root = libraries::board_game::Four::from(board);
        Some(mcts_build_tree(&root, playouts, 1.0, &mut random).best_move())
    }),
    ("minimax", |board, playouts, _| {
        let options = MCTSOptions::default().with_num_threads(1);
        let mut search = MonteCarloTreeSearch::<libraries::minimax::Four<false>>::new(options);
        search.set_max_rollouts(playouts as u32);
        search.choose_move(&board)
    }),
    ("treant", |board, playouts, _| libraries::treant::search(board, playouts)),
    ("mcts", |board, playouts, _| libraries::mcts::search(board, playouts)),
];

pub(crate) fn run() -> Result<(), String> {
    let contender = |(name, search): Search| Contender {
        name,
        work: PLAYOUTS as f64,
        run: Box::new(move || {
            cpu_seconds(|| {
                search(Board::default(), PLAYOUTS, 1);
            })
        }),
    };
    println!("Monte Carlo tree search, empty board, {PLAYOUTS} playouts");
    judge("playouts", &contest(ROUNDS, SEARCHES.map(contender).into()), LIMIT)
}

/// The CPU seconds that `work` takes on all threads: minimax searches on one of its own.
pub(crate) fn cpu_seconds(work: impl FnOnce()) -> f64 {
    let started = ProcessTime::now();
    work();
    started.elapsed().as_secs_f64()
}
