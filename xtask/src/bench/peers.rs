//! secateur beside others, by the package secateur-bench: it alone depends on them.

use crate::{Outcome, run};

pub(crate) fn libraries() -> Outcome {
    measure(&["peers"])
}

pub(crate) fn playouts() -> Outcome {
    measure(&["playouts"])
}

pub(crate) fn connect_four() -> Outcome {
    measure(&["connect-four"])
}

pub(crate) fn connect_four_empty() -> Outcome {
    measure(&["connect-four-empty"])
}

pub(crate) fn ultimate() -> Outcome {
    measure(&["ultimate"])
}

/// A hundred pairs of games.
pub(crate) fn ultimate_match() -> Outcome {
    measure(&["ultimate-match", "100"])
}

fn measure(what: &[&str]) -> Outcome {
    let package = ["run", "--release", "--quiet", "--locked", "--package", "secateur-bench", "--"];
    run("cargo", &[&package[..], what].concat())
}
