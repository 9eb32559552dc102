//! The project's own chores: `cargo xtask test`, `cargo xtask bench`, `cargo xtask tidy`.

mod bench;
mod browser;
mod readme;
mod test;
mod tidy;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask test           everything that must pass: format, clippy, docs, tests, README, tidy
cargo xtask readme         every command of the README prints what the README shows
cargo xtask tutorial       so does every command of docs/tutorial.md
cargo xtask bench [NAME]   measure what the README and the issues promise; 'bench 2048 1000': so many games
cargo xtask bench --accept the search was meant to change: write its new signature, bench.txt
cargo xtask browser        the page in a headless Chromium, which is installed where it is missing
cargo xtask tidy           file lengths, forbidden imports, the lists of games and searches";

/// What a chore answers: nothing, or why it failed.
type Outcome = Result<(), String>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["test"] => test::run_all(),
        ["bench", "--accept"] => bench::signature::accept(),
        ["bench", ref names @ ..] => bench::run(names),
        ["tidy"] => tidy::run(),
        ["browser"] => browser::run(),
        ["readme"] => readme::run(),
        ["tutorial"] => readme::run_tutorial(),
        _ => Err(format!("usage:\n{USAGE}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask has a parent").to_path_buf()
}

/// Runs a command in the root of the repository, its output shown as it comes.
fn run(program: &str, args: &[&str]) -> Outcome {
    eprintln!("$ {program} {}", args.join(" "));
    let status = Command::new(program)
        .args(args)
        .current_dir(root())
        .status()
        .map_err(|e| format!("{program}: {e}"))?;
    if status.success() { Ok(()) } else { Err(format!("{program} {} failed", args.join(" "))) }
}

/// The release build of the program, as fast as it ships.
fn release_program() -> Result<PathBuf, String> {
    run("cargo", &["build", "--release", "--quiet"])?;
    Ok(target().join("release").join("secateur"))
}

/// The release build of an example of the games.
fn release_example(name: &str) -> Result<PathBuf, String> {
    run("cargo", &["build", "--release", "--package", "secateur-games", "--example", name])?;
    Ok(target().join("release").join("examples").join(name))
}

/// The program that the tests have built: where they ran, nothing is compiled. Its searches are
/// optimised and their answers checked as they go; a release build would take the checks minutes more.
fn tested_program() -> Result<PathBuf, String> {
    let build = ["build", "--locked", "--bin", "secateur"];
    run("cargo", &[&build[..], OURS].concat())?;
    Ok(target().join("debug").join("secateur"))
}

/// All but the benchmarks against others, which clippy compiles: it need not build the others.
const OURS: &[&str] = &["--workspace", "--exclude", "secateur-bench"];

/// Where builds are.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from)
}
