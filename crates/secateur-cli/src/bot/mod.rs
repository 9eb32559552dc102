//! `secateur bot`: the program at the other end of somebody's pipe.
//!
//! Every bot reads standard input and writes standard output, one flushed line at a time; what is
//! not part of the protocol goes to standard error. The end of the input ends the bot
//! quietly, unless it was the question that ended too early.

mod cells;
mod letters;
mod minimax_exercise;
mod tic_tac_toe;
mod tokens;
mod ugi;
mod ultimate;

use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use crate::failure::Failure;

/// Speak a protocol on standard input and output, as a bot arena or another program expects
#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// Play tic-tac-toe in a bot arena
    ///
    /// Each turn reads 'opponentRow opponentCol' (-1 -1 when we begin), the number of valid
    /// actions, and that many lines 'row col'; answers 'row col'.
    TicTacToe,

    /// Play ultimate tic-tac-toe in a bot arena
    ///
    /// The protocol is that of 'tic-tac-toe', with rows and columns from 0 to 8. The first turn has
    /// 1 s, later ones 100 ms.
    UltimateTicTacToe(ultimate::Args),

    /// Solve the puzzle "minimax exercise"
    ///
    /// Reads, to the end of the input, the depth D, the branching B and the B^D leaves of a uniform
    /// tree from left to right, all separated by whitespace; Max decides at the root. Answers
    /// 'value nodes': the value of the tree, and how many nodes plain alpha-beta enters to find
    /// it, root and leaves included.
    #[command(after_help = "Example:\n  echo '2 2  1 2 0 4' | secateur bot minimax-exercise")]
    MinimaxExercise,

    /// Speak UGI, the universal game interface, in any game
    ///
    /// The line protocol of chess engines (UCI) for other games: 'secateur arena' and other
    /// controllers play through it. A conversation to type: 'ugi', 'position startpos moves 1,1',
    /// 'go depth 4' (wait for 'bestmove'), 'query result', 'quit'.
    Ugi {
        /// The game, with options behind a colon: tic-tac-toe, tic-tac-toe:m=4,n=4,k=3
        game: String,

        /// Keep back so much of the time for a move, for the answer's way to the controller
        #[arg(long, value_name = "TIME", default_value = "10ms",
              value_parser = humantime::parse_duration)]
        margin: Duration,
    },

    /// Solve a letter stack
    ///
    /// Reads 'N Q', N letters (the top of the stack first), and Q times 'WORD SCORE', to the end of
    /// the input; answers the letter to take first and the final scores with best play, such as
    /// 'S 4-1'. A stack has up to 64 letters.
    Letters,
}

pub(crate) fn run(command: &Command) -> Result<(), Failure> {
    let mut output = stdout().lock();
    match command {
        Command::MinimaxExercise => minimax_exercise::run(&mut stdin().lock(), &mut output),
        Command::TicTacToe => tic_tac_toe::run(&mut stdin().lock(), &mut output),
        Command::UltimateTicTacToe(args) => ultimate::run(args, &mut stdin().lock(), &mut output),
        Command::Ugi { game, margin } => {
            ugi::run(game, *margin, BufReader::new(stdin()), &mut output)
        }
        Command::Letters => letters::run(&mut stdin().lock(), &mut output),
    }
}
