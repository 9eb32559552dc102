//! How strong the player of 2048 is: the mean of whole games with the network that ships, at one ply and
//! by the clock.
//!
//! `cargo xtask bench 2048-strength 200` plays two hundred games by the clock instead of twenty.

use std::process::Command;

use super::count_or;
use crate::{Outcome, release_example};

/// What is looked ahead, how many games, and the mean that is asked for.
const SERIES: &[(&str, usize, f64)] =
    &[("1p", 1_000, 150_000.0), ("3p", 200, 250_000.0), ("1ms", 20, 350_000.0)];

pub(crate) fn run() -> Outcome {
    let program = release_example("strength_2048")?;
    let mut outcome = Ok(());
    for &(limit, usual, asked) in SERIES {
        let games = if limit.ends_with("ms") { count_or(usual) } else { usual };
        let run = Command::new(&program).args([&games.to_string(), limit]).output();
        let output = run.map_err(|error| format!("strength_2048: {error}"))?;
        let line = String::from_utf8_lossy(&output.stdout);
        println!("  {limit}: {}; asked for {asked}", line.trim());
        let mean =
            mean(&line).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
        if mean < asked && outcome.is_ok() {
            outcome = Err(format!("{limit}: a mean of {mean}, not {asked}"));
        }
    }
    outcome
}

/// The mean in a line of results.
fn mean(line: &str) -> Option<f64> {
    line.split_once("mean ")?.1.split(' ').next()?.parse().ok()
}
