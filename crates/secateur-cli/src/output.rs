//! Printing to standard output, where a reader may be gone and every line must arrive at once.

use std::fmt::Display;
use std::io::{Write, stdout};

use serde::Serialize;

use crate::failure::Failure;

/// Prints a line, or several, and flushes.
pub(crate) fn print_line(text: &impl Display) -> Result<(), Failure> {
    let mut out = stdout().lock();
    writeln!(out, "{text}")?;
    Ok(out.flush()?)
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::work)?;
    print_line(&text)
}
