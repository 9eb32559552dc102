//! What the hooks of `Heuristic` cost a game that has none: instructions a node, counted by
//! valgrind, so what else the machine does is all the same.
//!
//! The program is `crates/secateur-games/examples/hooks.rs`.

use std::path::Path;
use std::process::Command;

use crate::{Outcome, release_example};

/// Two variants, the depths between which their cost is measured, and by how much the first may
/// cost more than the second.
type Pair = ([&'static str; 2], [u32; 2], f64);

const PAIRS: &[Pair] = &[
    (["generic", "by-hand"], [6, 8], 1.10),
    (["absent", "overridden"], [5, 7], 1.0),
    (["absent-table", "overridden-table"], [7, 9], 1.0),
];

pub(crate) fn run() -> Outcome {
    let program = release_example("hooks")?;
    for &([one, two], depths, limit) in PAIRS {
        let (first, second) = (cost(&program, one, depths)?, cost(&program, two, depths)?);
        let ratio = first / second;
        println!(
            "  {one} {first:.2}, {two} {second:.2} instructions a node: {ratio:.4}; limit {limit}"
        );
        if ratio > limit + 1e-4 {
            return Err(format!("{one} costs {ratio:.4} of {two}"));
        }
    }
    Ok(())
}

/// Instructions a node, of those nodes that the deeper search has more.
fn cost(program: &Path, variant: &str, [shallow, deep]: [u32; 2]) -> Result<f64, String> {
    let (few, short) = count(program, variant, shallow)?;
    let (many, long) = count(program, variant, deep)?;
    Ok((long - short) / (many - few))
}

/// Nodes and instructions of a search.
fn count(program: &Path, variant: &str, depth: u32) -> Result<(f64, f64), String> {
    let output = Command::new("valgrind")
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args([variant, &depth.to_string()])
        .output()
        .map_err(|e| format!("valgrind, which counts the instructions: {e}"))?;
    let (nodes, report) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let instructions = report
        .lines()
        .find_map(|line| line.split_once("I ").and_then(|(_, rest)| rest.split_once("refs:")))
        .and_then(|(_, number)| number.trim().replace(',', "").parse().ok());
    match (nodes.trim().parse(), instructions) {
        (Ok(nodes), Some(instructions)) => Ok((nodes, instructions)),
        _ => Err(format!("hooks {variant} {depth}: {nodes}{report}")),
    }
}
