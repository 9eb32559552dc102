//! `cargo xtask test`: everything that must pass before a change lands.

use crate::{OURS, Outcome, bench, browser, readme, run, tidy};

type Step = (&'static str, fn() -> Outcome);

/// The steps in their order, quickest to fail first.
const STEPS: &[Step] = &[
    ("format", || run("cargo", &["fmt", "--all", "--check"])),
    ("tidy", tidy::run),
    ("clippy", clippy),
    ("docs", docs),
    ("tests", || run("cargo", &[&["test", "--locked"][..], OURS].concat())),
    ("signature", bench::signature::run),
    ("browser", browser::run),
    ("tutorial", readme::run_tutorial),
    ("README", readme::run),
];

pub(crate) fn run_all() -> Outcome {
    for (done, (name, step)) in STEPS.iter().enumerate() {
        eprintln!("\n== {name}");
        if let Err(message) = step() {
            println!("{done} passed, 1 failed, {} skipped", STEPS.len() - done - 1);
            return Err(format!("{name}: {message}"));
        }
    }
    println!("{} passed, 0 failed", STEPS.len());
    Ok(())
}

fn clippy() -> Outcome {
    let targets = ["--workspace", "--all-targets", "--locked"];
    run("cargo", &[&["clippy"][..], &targets, &["--", "--deny", "warnings"]].concat())
}

/// The documentation, with every warning an error.
fn docs() -> Outcome {
    let flags = "build.rustdocflags=['--deny', 'warnings']";
    let targets = ["doc", "--no-deps", "--locked", "--config", flags];
    run("cargo", &[&targets[..], OURS].concat())
}
