//! `secateur bundle` and `secateur new`: what they write compiles and plays.

mod program;

use std::fs;
use std::path::Path;
use std::process::Command;

use program::{SECATEUR, run};

/// The bundle of a game, compiled: its program.
fn bundled(folder: &Path, game: &str, more: &[&str]) -> String {
    let (source, program) = (folder.join("bot.rs"), folder.join("bot"));
    let source = source.to_str().unwrap();
    let ended = run(&[&["bundle", game, "--out", source][..], more].concat(), "");
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    let text = fs::read_to_string(source).unwrap();
    assert!(text.len() <= 100_000, "{} characters", text.len());
    assert!(text.starts_with("//! A bot for ") && text.contains("secateur bundle"));
    for left in ["#[cfg(test)]", "secateur_games", "fn read_state", "include_str!"] {
        assert!(!text.contains(left), "{game}: '{left}' is of no use in a bundle");
    }
    let rustc = Command::new("rustc")
        .args(["-O", "--edition", "2021", "-o", program.to_str().unwrap(), source])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&rustc.stderr);
    assert!(rustc.status.success() && said.is_empty(), "{said}");
    names_nothing_new(folder, source);
    program.to_str().unwrap().into()
}

/// All that a bundle names of the standard library is in the oldest compiler that the help promises.
/// (That the language is, too, was tried with that compiler.)
fn names_nothing_new(folder: &Path, source: &str) {
    let clippy = Command::new("clippy-driver")
        .args(["--edition", "2021", "--emit=metadata", "--cap-lints=warn", "--out-dir"])
        .args([folder.to_str().unwrap(), "-A", "clippy::all", "-W", "clippy::incompatible_msrv"])
        .arg(source)
        .env("CARGO_PKG_RUST_VERSION", "1.63.0")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&clippy.stderr);
    assert!(clippy.status.success() && said.is_empty(), "{said}");
}

/// Points of the first player, of so many games, without a fault.
fn points(game: &str, one: &str, two: &str, games: &str, more: &[&str]) -> f64 {
    let words = [&["arena", game, one, two, "--games", games, "--json"][..], more].concat();
    let output = Command::new(SECATEUR).args(words).output().unwrap();
    let played: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let player = &played["players"][0];
    let faults = player["faults"].as_object().unwrap();
    assert!(faults.values().all(|count| count == 0), "{}", String::from_utf8_lossy(&output.stderr));
    player["wins"].as_f64().unwrap() + player["draws"].as_f64().unwrap() / 2.0
}

const QUICK: [&str; 6] = ["--first-time", "200ms", "--time", "80ms", "--margin", "10ms"];
const GRACE: [&str; 6] = ["--first-time", "200ms", "--time", "80ms", "--grace", "900ms"];

#[test]
fn tic_tac_toe_never_loses() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("bot:{}", bundled(folder.path(), "tic-tac-toe", &QUICK));
    assert_eq!(points("tic-tac-toe", &bot, "engine:depth=9", "4", &GRACE), 2.0);
    assert!(
        points("tic-tac-toe", &bot, "random", "6", &[&GRACE[..], &["--seed", "1"]].concat()) >= 5.0
    );
}

#[test]
fn ultimate_tic_tac_toe_wins() {
    let folder = tempfile::tempdir().unwrap();
    let bot = format!("bot:{}", bundled(folder.path(), "ultimate-tic-tac-toe", &QUICK));
    let game = "ultimate-tic-tac-toe:tie=boards";
    assert!(points(game, &bot, "random", "4", &[&GRACE[..], &["--seed", "1"]].concat()) >= 3.5);
}

#[test]
fn rules_of_one_s_own() {
    let folder = tempfile::tempdir().unwrap();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tutorial/rules.rs");
    bundled(folder.path(), rules, &QUICK);
    for (text, why) in [
        ("fn main() {}", "there is no 'impl Game for'"),
        ("impl", "line 1: "),
        ("impl Game for A {} impl Heuristic for A {}", "there is no 'impl Notation for'"),
    ] {
        let path = folder.path().join("rules.rs");
        fs::write(&path, text).unwrap();
        let ended = run(&["bundle", path.to_str().unwrap()], "");
        assert!(ended.stderr.contains(why) && ended.code == Some(2), "{}", ended.stderr);
    }
    assert!(run(&["bundle", "2048"], "").stderr.contains("cannot be bundled"));
}

#[test]
fn a_crate_is_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let new = |name: &str| {
        Command::new(SECATEUR).args(["new", name]).current_dir(folder.path()).output().unwrap()
    };
    assert!(new("nine-holes").status.success());
    let text =
        |path: &str| fs::read_to_string(folder.path().join("nine-holes").join(path)).unwrap();
    assert!(text("src/rules.rs").contains("pub struct NineHoles;"));
    assert!(text("src/main.rs").contains("nine_holes::ENTRY"));
    assert!(text("Cargo.toml").contains("secateur-cli = { path = "));
    for (name, why) in [
        ("nine-holes", "is there already"),
        ("tic-tac-toe", "there is a game 'tic-tac-toe' already"),
        ("../up", "is no name for a game"),
        ("Nine", "is no name for a game"),
    ] {
        let said = new(name);
        let text = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(text.contains(why) && said.status.code() == Some(2), "{name}: {text}");
    }
}
