//! The signature of the search: the node counts of `secateur bench`, kept in `bench.txt`, so that
//! nobody changes the search unawares.

use std::fs;
use std::process::Command;
use std::time::Instant;

use crate::{Outcome, root, tested_program};

const FILE: &str = "bench.txt";

/// What the program counts now must be what the file says.
pub(crate) fn run() -> Outcome {
    let started = Instant::now();
    let now = signature()?;
    println!(
        "  {} in {:.1} s",
        now.lines().last().unwrap_or_default(),
        started.elapsed().as_secs_f64()
    );
    let kept = fs::read_to_string(root().join(FILE)).unwrap_or_default();
    let differences = differences(&kept, &now);
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!(
        "the search is another one than {FILE} says (-: kept, +: now):\n{}\n\
         If it was meant to change, `cargo xtask bench --accept` writes the new signature; commit \
         it with the change, and say in the message what it gains.",
        differences.join("\n")
    ))
}

/// Writes the signature of the program as it is.
pub(crate) fn accept() -> Outcome {
    fs::write(root().join(FILE), signature()?).map_err(|e| format!("{FILE}: {e}"))?;
    println!("{FILE} has the signature of the search as it is now");
    Ok(())
}

fn signature() -> Result<String, String> {
    let program = tested_program()?;
    let run = Command::new(program).args(["bench", "--signature"]).output();
    let output = run.map_err(|e| format!("secateur bench: {e}"))?;
    match output.status.success() {
        true => String::from_utf8(output.stdout).map_err(|e| e.to_string()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The lines that only one of the two has; how wide the columns are does not matter.
fn differences(kept: &str, now: &str) -> Vec<String> {
    let lines = |text: &str| -> Vec<String> {
        text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    let (kept, now) = (lines(kept), lines(now));
    let lost = kept.iter().filter(|line| !now.contains(line)).map(|line| format!("- {line}"));
    let new = now.iter().filter(|line| !kept.contains(line)).map(|line| format!("+ {line}"));
    lost.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_count_is_a_difference_and_a_wider_column_is_none() {
        assert!(differences("a  1 nodes\nb  2 nodes\n", "a 1 nodes\nb 2 nodes\n").is_empty());
        let changed = differences("a 1 nodes\nb 2 nodes\n", "a 1 nodes\nb 3 nodes\nc 1 nodes\n");
        assert_eq!(changed, ["- b 2 nodes", "+ b 3 nodes", "+ c 1 nodes"]);
    }
}
