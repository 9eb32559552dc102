//! secateur beside other libraries and programs. `cargo xtask bench` runs it.

mod alpha_beta;
mod bitbully;
mod board;
mod classes;
mod connect_four;
mod contest;
mod libraries;
mod perft;
mod playouts;
mod solving;

use std::process::ExitCode;

const USAGE: &str = "\
secateur-bench peers               generic libraries, on the same rules
secateur-bench connect-four        programs written for Connect Four
secateur-bench connect-four-empty  the empty board
secateur-bench positions CLASS N   N positions of a class, each with its score";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["peers"] => peers(),
        ["connect-four"] => connect_four::run(),
        ["connect-four-empty"] => connect_four::run_empty(),
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

/// Every claim against the generic libraries; all are measured, whatever fails.
fn peers() -> Result<(), String> {
    let outcomes = [alpha_beta::run(), solving::run(), perft::run(), playouts::run()];
    let failed: Vec<String> = outcomes.into_iter().filter_map(Result::err).collect();
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}
