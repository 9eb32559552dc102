//! Plain alpha-beta on the empty board, as `secateur solve` measures it.

use std::process::Command;

use super::median;
use crate::{Outcome, release_program};

const RUNS: usize = 101;
const LIMIT_MS: f64 = 0.7;

pub(crate) fn run() -> Outcome {
    let program = release_program()?;
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let args = ["solve", "tic-tac-toe", "--algorithm", "alpha-beta", "--json"];
        let output = Command::new(&program).args(args).output().map_err(|e| e.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let field = |name: &str| -> Result<f64, String> {
            let (_, rest) = text.split_once(&format!("\"{name}\": ")).ok_or("no such field")?;
            rest.split([',', '\n']).next().and_then(|n| n.parse().ok()).ok_or("no number".into())
        };
        times.push(field("seconds")? * 1e3);
    }
    let median = median(times);
    println!("  {median:.3} ms (median of {RUNS} processes); limit {LIMIT_MS} ms");
    if median <= LIMIT_MS { Ok(()) } else { Err(format!("{median:.3} ms is over {LIMIT_MS} ms")) }
}
