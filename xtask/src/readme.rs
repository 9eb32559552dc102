//! Runs every command of the README and compares what it prints with what the README shows.
//!
//! A `console` block is a session at a shell: a command behind `$ `, then its output. A line `...`
//! in the output stands for any lines, and `[..]` for anything within a line. Commands run in the
//! root of the repository one after the other, with the release build of `secateur` on the path.

use std::fs;
use std::process::Command;

use crate::{Outcome, release_program, root};

/// Commands that are this very run, or what comes before it on a fresh machine.
const NOT_RUN: &[&str] = &["cargo xtask ", "git clone ", "cd "];

pub(crate) fn run() -> Outcome {
    let program = release_program()?;
    let bin = program.parent().ok_or("the program is in no folder")?.to_path_buf();
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&inherited)))
        .map_err(|e| e.to_string())?;
    let text = fs::read_to_string(root().join("README.md")).map_err(|e| e.to_string())?;
    let mut ran = 0;
    for (line, command, expected) in commands(&text) {
        if NOT_RUN.iter().any(|start| command.starts_with(start)) {
            continue;
        }
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("PATH", &path)
            .current_dir(root())
            .output()
            .map_err(|e| e.to_string())?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let expected: Vec<&str> = expected.iter().map(|line| line.trim_end()).collect();
        if !output.status.success() || !matches(&expected, &printed) {
            return Err(format!(
                "README.md line {line}: {command}\n{}: printed\n{}\n{}",
                output.status,
                printed.join("\n"),
                String::from_utf8_lossy(&output.stderr)
            ));
        }
        ran += 1;
    }
    eprintln!("{ran} commands of the README print what it says");
    if ran == 0 { Err("the README has no command".into()) } else { Ok(()) }
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
