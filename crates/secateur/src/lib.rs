//! Rules in, answers out: a search core for two-player games of perfect information and for games
//! against chance.
//!
//! A game is one trait, [`Game`]. Every search takes every game:
//!
//! ```
//! use secateur::{AlphaBeta, Game, Heuristic, Limits, Score, Search, Turn};
//!
//! /// A pile of matches. Take one, two or three; whoever takes the last one loses.
//! struct Nim;
//!
//! #[derive(Clone)]
//! struct Pile { matches: u32, turn: Turn }
//!
//! impl Game for Nim {
//!     type State = Pile;
//!     type Action = u32;
//!
//!     fn initial(&self) -> Pile {
//!         Pile { matches: 15, turn: Turn::Max }
//!     }
//!     fn to_move(&self, pile: &Pile) -> Turn {
//!         pile.turn
//!     }
//!     fn actions(&self, pile: &Pile, actions: &mut Vec<u32>) {
//!         actions.extend(1..=pile.matches.min(3));
//!     }
//!     fn apply(&self, pile: &mut Pile, taken: u32) {
//!         pile.matches -= taken;
//!         pile.turn = if pile.turn == Turn::Max { Turn::Min } else { Turn::Max };
//!     }
//!     fn utility(&self, pile: &Pile) -> Score {
//!         // The pile is empty: the other side had to take the last match.
//!         if pile.turn == Turn::Max { Score::WIN } else { Score::LOSS }
//!     }
//! }
//! impl Heuristic for Nim {} // no evaluation: the search goes to the end
//!
//! let report = AlphaBeta::default().search(&Nim, &Nim.initial(), &Limits::default())?;
//! assert_eq!(report.best, Some(2)); // leave 13: the other side is lost
//! assert!(report.is_exact());
//! println!("{}: take {:?}", report.score, report.pv);
//! # Ok::<(), secateur::Stopped>(())
//! ```
//!
//! # The searches
//!
//! | search | finds | use it for |
//! |---|---|---|
//! | [`Minimax`] | the value, visiting everything | teaching, and as the oracle of the others |
//! | [`AlphaBeta`] | the same value, visiting what it must | solving and playing |
//! | [`ProofNumber`] | a proof, where the sides have few replies | solving what is forced |
//! | [`Pvs`], [`Aspiration`], [`Mtdf`] | the same value over a [`Table`] | playing deep |
//! | [`Bisection`] | the same value by yes-or-no questions | solving with a game's knowledge |
//! | [`Expectimax`] | the expected value in limited time | games of chance |
//! | [`Mcts`] | what playouts to the end of the game say, and proofs | playing without an evaluation |
//! | [`Deepening`] | the best answer so far at any time | a clock, around any of them |
//!
//! [`analyze`] values every action ([`analyze_by_solving`] to the end of the game where it can,
//! [`analyze_best`] the best few), [`best_actions`] finds all that are equally good. [`WorstCase`]
//! turns chance into an adversary. [`laws::check`] tests the rules of a game, [`laws::perft`] counts
//! its paths. [`Session`] is the same in text, for front ends, and [`advise`] what an engine plays there.
//!
//! # Conventions
//!
//! Rules ([`Game::utility`], [`Heuristic::evaluate`]) speak from Max's side; answers ([`Report`],
//! [`Analysis`], [`Answer`]) to the side to move. A [`Score`] is a plain number, or a win or loss in
//! a counted number of plies. Everything is deterministic: the same question gives the same answer
//! and the same node count, unless a time limit cut it or several [`Threads`] shared the work.

pub mod laws;

mod advice;
mod clock;
mod game;
mod limits;
mod mean;
mod memory;
mod ordering;
mod random;
pub mod record;
mod report;
mod score;
mod search;
mod session;
mod stats;
mod table;
mod threads;
mod turn;
mod worst_case;

pub use advice::{LEVELS, advise, level};
pub use bytemuck::Zeroable;
pub use clock::Clock;
pub use game::{Game, Heuristic, Notation, ParseError};
pub use limits::{Limits, Monitor, Stopped};
pub use mean::Mean;
pub use memory::{prefetch, zeroed_on_large_pages};
pub use random::Random;
pub use record::Recording;
pub use report::{Certainty, Report};
pub use score::{Score, Window};
pub use search::{
    Algorithm, AlphaBeta, Analysis, Aspiration, BestActions, Bisection, Deepening, Expectimax,
    Formula, Mcts, Minimax, Mtdf, ProofNumber, Pvs, Recorded, Search, Textbook, Variation, analyze,
    analyze_best, analyze_by_solving, best_actions,
};
pub use session::{Answer, GameSession, Session, Tuning};
pub use stats::Stats;
pub use table::{Address, Bound, Entry, Table};
pub use threads::Threads;
pub use turn::Turn;
pub use worst_case::WorstCase;
