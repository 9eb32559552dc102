//! Two hundred clients of `secateur web`, alone and among twenty that do not behave.

use crate::Outcome;

pub(super) fn run() -> Outcome {
    let load = ["test", "--release", "--quiet", "--package", "secateur-web", "--test", "load"];
    crate::run("cargo", &[&load[..], &["--", "--ignored", "--nocapture"]].concat())
}
