//! `secateur train`: what is learned is kept through kills, and found by the games.

#![cfg(unix)]

mod program;

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use program::SECATEUR;
use serde_json::Value;

/// Runs the program in a folder, where it looks for networks too.
fn command(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(SECATEUR);
    command.args(words).current_dir(folder).env("SECATEUR_NETWORKS", folder.join("networks"));
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
}

fn train(folder: &Path, more: &[&str]) -> Value {
    let words = [&["train", "2048", "--every", "50", "--json"], more].concat();
    let output = run(folder, &words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn it_learns_and_the_games_use_what_it_learned() {
    let folder = tempfile::tempdir().unwrap();
    let report = train(folder.path(), &["--games", "600", "--curve", "curve.svg"]);
    assert_eq!(report["games"], 600);
    let curve = report["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 12);
    let mean = |point: &Value| point["mean"].as_f64().unwrap();
    assert!(mean(&curve[11]) > 3.0 * mean(&curve[0]), "{curve:?}");
    let picture = fs::read_to_string(folder.path().join("curve.svg")).unwrap();
    assert!(picture.starts_with("<svg") && picture.contains("16384"));

    // Its own opinion, not that of the network in the program.
    let analyze = || run(folder.path(), &["analyze", "2048", "--depth", "3", "--json"]).stdout;
    let own = analyze();
    fs::remove_file(folder.path().join("networks/2048.network")).unwrap();
    assert_ne!(own, analyze());
    assert!(!own.is_empty());
}

#[test]
fn killed_and_resumed_it_learns_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = train(folder.path(), &["--games", "700", "--state", "one.training"]);
    let resuming = ["--games", "700", "--state", "two.training"];
    let words = ["train", "2048", "--every", "50", "--save-every", "1ms"];
    let words = [&words[..], &resuming].concat();
    for kill in 0..5 {
        let mut child = command(folder.path(), &words).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(150 + 90 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = train(folder.path(), &resuming);
    assert_eq!(resumed["curve"], undisturbed["curve"]);
    // A run that has nothing left to play says the same again, and so do the networks.
    let again = train(folder.path(), &resuming);
    assert_eq!(again["curve"], undisturbed["curve"]);
    let states = ["one", "two"].map(|state| {
        let network = format!("{state}.network");
        let state = format!("{state}.training");
        train(folder.path(), &["--games", "700", "--state", &state, "--network", &network]);
        fs::read(folder.path().join(network)).unwrap()
    });
    assert!(states[0] == states[1]);
}

#[test]
fn what_is_wrong_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let text = complaint(&run(folder.path(), &["train", "chess"]));
    assert!(text.contains("'chess' cannot be trained; there are: 2048"), "{text}");
    train(folder.path(), &["--games", "20"]);
    let state = folder.path().join("2048.training");
    let words = ["train", "2048", "--every", "50", "--games", "20"];
    let text = complaint(&run(folder.path(), &[&words[..], &["--seed", "2"]].concat()));
    assert!(text.contains("--seed 1 --hope 0 --every 50"), "{text}");

    let whole = fs::read(&state).unwrap();
    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 1;
    for (bytes, why) in [
        (&damaged[..], "checksum"),
        (&whole[..whole.len() - 2], "not whole"),
        (&whole[..100], "not whole"),
        (b"something else, long enough".as_slice(), "no state of a training"),
    ] {
        fs::write(&state, bytes).unwrap();
        let text = complaint(&run(folder.path(), &words));
        assert!(text.contains("2048.training") && text.contains(why), "{text}");
        assert_eq!(fs::read(&state).unwrap(), bytes, "nothing is lost");
    }

    let network = folder.path().join("networks/2048.network");
    let mut bytes = fs::read(&network).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&network, bytes).unwrap();
    let text = complaint(&run(folder.path(), &["analyze", "2048", "--depth", "1"]));
    assert!(text.contains("2048.network: this network of 2048 is damaged"), "{text}");
}
