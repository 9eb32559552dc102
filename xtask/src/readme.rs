//! Runs every command of the README, and of the tutorial, and compares what it prints with what the
//! text shows.
//!
//! A `console` block is a session at a shell: a command behind `$ `, then its output. A line `...`
//! in the output stands for any lines, and `[..]` for anything within a line. Commands run in the
//! root of the repository one after the other, with `secateur` on the path: the program as the tests have
//! built it, also where the text says `cargo run --release`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Outcome, root, tested_program};

/// Commands that are this very run, or what comes before it on a fresh machine.
const NOT_RUN: &[&str] = &["cargo xtask ", "git clone ", "cd "];

pub(crate) fn run() -> Outcome {
    run_file("README.md", &root(), &tested_program()?)
}

/// What cannot be shared with the repository's own builds need not be quick.
const LIGHTLY: &str = "\
[profile.dev.package]
secateur-cli.opt-level = 0
secateur-games.opt-level = 0
secateur-web.opt-level = 0
";

/// Runs the tutorial where it makes its crate, in the target folder, with the program that the tests have
/// built. The crate has the repository's versions of other crates and its target folder, where those
/// are built already.
pub(crate) fn run_tutorial() -> Outcome {
    let program = tested_program()?;
    let folder = crate::target().join("tutorial");
    let made = || -> std::io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(folder.join("docs/tutorial"))?;
        fs::create_dir_all(folder.join(".cargo"))?;
        fs::write(folder.join(".cargo/config.toml"), LIGHTLY)?;
        let rules = "docs/tutorial/rules.rs";
        fs::copy(root().join(rules), folder.join(rules)).map(drop)
    };
    made().map_err(|error| format!("{}: {error}", folder.display()))?;
    run_file("docs/tutorial.md", &folder, &root().join(program))
}

fn run_file(name: &str, folder: &Path, program: &Path) -> Outcome {
    let bin = program.parent().ok_or("the program is in no folder")?.to_path_buf();
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&inherited)))
        .map_err(|e| e.to_string())?;
    let text = fs::read_to_string(root().join(name)).map_err(|e| e.to_string())?;
    let (mut ran, mut folder) = (0, folder.to_path_buf());
    for (line, command, expected) in commands(&text) {
        if let Some(into) = command.strip_prefix("cd ").filter(|_| folder != root()) {
            folder = folder.join(into);
            share(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
            continue;
        }
        if NOT_RUN.iter().any(|start| command.starts_with(start)) {
            continue;
        }
        let as_tested = command.replace("cargo run --release ", "cargo run ");
        let output = Command::new("sh")
            .args(["-c", &as_tested])
            .env("PATH", &path)
            .env_remove("CARGO_TARGET_DIR")
            .current_dir(&folder)
            .output()
            .map_err(|e| e.to_string())?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
        if !output.status.success() || !matches(&expected, &printed) {
            return Err(format!(
                "{name} line {line}: {command}\n{}: printed\n{}\n{}",
                output.status,
                printed.join("\n"),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        ran += 1;
    }
    eprintln!("{ran} commands of {name} print what it says");
    if ran == 0 { Err(format!("{name} has no command")) } else { Ok(()) }
}

/// Lends the repository's lock file and target folder to a crate.
fn share(folder: &Path) -> std::io::Result<()> {
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    std::os::unix::fs::symlink(root().join(crate::target()), folder.join("target"))
}

/// Line number, command and shown output of each command in the `console` blocks.
fn commands(text: &str) -> Vec<(usize, String, Vec<String>)> {
    let mut commands: Vec<(usize, String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for (number, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            commands.push((number + 1, command.to_string(), Vec::new()));
        } else if inside && let Some((_, _, output)) = commands.last_mut() {
            output.push(line.to_string());
        }
    }
    commands
}

/// Whether the printed lines are the expected ones, with `...` and `[..]` as wildcards.
fn matches(expected: &[&str], printed: &[&str]) -> bool {
    match (expected, printed) {
        ([], _) => printed.is_empty(),
        (["...", rest @ ..], _) => (0..=printed.len()).any(|skip| matches(rest, &printed[skip..])),
        ([line, rest @ ..], [first, more @ ..]) => line_matches(line, first) && matches(rest, more),
        _ => false,
    }
}

fn line_matches(expected: &str, printed: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == printed,
        Some((start, rest)) => printed.strip_prefix(start).is_some_and(|printed| {
            printed
                .char_indices()
                .map(|(i, _)| i)
                .chain([printed.len()])
                .any(|skip| line_matches(rest, &printed[skip..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        assert!(matches(&["a", "...", "z"], &["a", "b", "c", "z"]));
        assert!(!matches(&["a", "...", "z"], &["a", "b"]));
        assert!(matches(&["in [..] s"], &["in 0.1 s"]));
        assert!(!matches(&["in [..] s"], &["in 0.1 ms!"]));
        assert!(!matches(&[], &["more"]));
    }

    #[test]
    fn commands_are_found_with_their_output() {
        let text = "```console\n$ one\nout\n\n$ two\n```\n$ no\n```sh\n$ no\n```\n";
        let found = commands(text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], (2, "one".into(), vec!["out".into(), String::new()]));
    }
}
