//! The puzzle "minimax exercise": the value of a uniform tree, and how many nodes alpha-beta enters
//! to find it.
//!
//! The whole input is one question, read to its end, so that a leaf too many is noticed.

use std::io::{Read, Write};

use secateur::{AlphaBeta, Game, Limits, Search};
use secateur_games::tree::{ReadError, UniformTree};

use crate::failure::Failure;

/// Answers the tree on `input` with its value and the number of nodes entered.
pub(crate) fn run(input: impl Read, output: &mut impl Write) -> Result<(), Failure> {
    let tree = UniformTree::read(input).map_err(|error| match error {
        ReadError::Text(error) => Failure::input(error),
        ReadError::Source(error) => Failure::input(format!("standard input: {error}")),
    })?;
    let report = AlphaBeta::default()
        .search(&tree, &tree.initial(), &Limits::default())
        .map_err(Failure::work)?;
    writeln!(output, "{} {}", report.score, report.stats.nodes)?;
    Ok(output.flush()?)
}
