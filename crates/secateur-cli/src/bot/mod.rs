//! `secateur bot`: the program at the other end of somebody's pipe.
//!
//! Every bot reads standard input and writes standard output, one flushed line at a time; what is
//! not part of the protocol goes to standard error. The end of the input ends the bot quietly.

mod letters;
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

    /// Solve a letter stack
    ///
    /// Reads 'N Q', N letters (the top of the stack first), and Q times 'WORD SCORE', to the end of
    /// the input; answers the letter to take first and the final scores with best play, such as
    /// 'S 4-1'. A stack has up to 64 letters.
    Letters,
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    match command {
        Command::TicTacToe => tic_tac_toe::run(&mut input, &mut output),
        Command::Letters => letters::run(&mut input, &mut output),
    }
}
