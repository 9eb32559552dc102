//! secateur beside other libraries and programs. `cargo xtask bench` runs it.

mod alpha_beta;
mod bitbully;
mod board;
mod classes;
mod connect_four;
mod contest;
mod libraries;
mod moves;
mod perft;
mod playouts;
mod program;
mod solving;
mod ultimate;

use std::process::ExitCode;

const USAGE: &str = "\
secateur-bench peers               generic libraries, on the same rules
secateur-bench playouts            Monte Carlo tree search of the generic libraries: rate and choice
secateur-bench connect-four [PROGRAM ...]
                                   programs written for Connect Four; more of them that read the
                                   columns of a position a line, answer 'score nanoseconds nodes'
secateur-bench connect-four-file FILE N [PROGRAM ...]
                                   the same on N positions of a file, lines such as '4453 2'
secateur-bench connect-four-empty  the empty board
secateur-bench ultimate            ultimate tic-tac-toe: playouts a second
secateur-bench ultimate-match N    ultimate tic-tac-toe: N pairs of games at 100 ms a move
secateur-bench positions CLASS N   N positions of a class, each with its score";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["peers"] => peers(),
        ["playouts"] => all([playouts::run, moves::run]),
        ["connect-four", ref others @ ..] => connect_four::run(others),
        ["connect-four-file", file, number, ref others @ ..] => {
            connect_four::run_file(file, number, others)
        }
        ["connect-four-empty"] => connect_four::run_empty(),
        ["ultimate"] => ultimate::run(),
        ["ultimate-match", pairs] => ultimate::run_match(pairs),
        ["positions", class, number] => classes::print(class, number),
        _ => Err(format!("usage:\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("secateur-bench: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Every claim against the generic libraries.
fn peers() -> Result<(), String> {
    all([alpha_beta::run, solving::run, perft::run, playouts::run, moves::run])
}

/// All are measured, whatever fails.
fn all<const N: usize>(claims: [fn() -> Result<(), String>; N]) -> Result<(), String> {
    let failed: Vec<String> = claims.iter().filter_map(|claim| claim().err()).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}
