//! `secateur bot`: the program at the other end of somebody's pipe.
//!
//! Every bot reads standard input and writes standard output, one flushed line at a time; what is
//! not part of the protocol goes to standard error. The end of the input ends the bot quietly.

mod minimax_exercise;
mod tic_tac_toe;
mod tokens;

use std::io::{stdin, stdout};

use crate::failure::Failure;

/// Speak a protocol on standard input and output, as a bot arena or another program expects
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Play tic-tac-toe in a bot arena
    ///
    /// Each turn reads 'opponentRow opponentCol' (-1 -1 when we begin), the number of valid
    /// actions, and that many lines 'row col'; answers 'row col'.
    TicTacToe,

    /// Solve the puzzle "minimax exercise"
    ///
    /// Reads, to the end of the input, the depth D, the branching B and the B^D leaves of a uniform
    /// tree from left to right, all separated by whitespace; Max decides at the root. Answers
    /// 'value nodes': the value of the tree, and how many nodes plain alpha-beta enters to find
    /// it, root and leaves included.
    #[command(after_help = "Example:\n  echo '2 2  1 2 0 4' | secateur bot minimax-exercise")]
    MinimaxExercise,
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    match command {
        Command::TicTacToe => tic_tac_toe::run(&mut input, &mut output),
        Command::MinimaxExercise => minimax_exercise::run(&mut input, &mut output),
    }
}
