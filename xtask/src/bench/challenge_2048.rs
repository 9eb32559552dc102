//! Whole games of the 2048 challenge, the program against the program over loopback.
//!
//! `GAMES=20 cargo xtask bench 2048` plays fewer than a hundred.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use super::median;
use crate::{Outcome, release_program};

/// Of a hundred games.
const WINS_NEEDED: usize = 95;

/// Games played at the same time.
const AT_ONCE: usize = 2;

/// The tiles of every run.
const SEED: &str = "2048";

pub(crate) fn run() -> Outcome {
    let program = release_program()?;
    let games = match std::env::var("GAMES") {
        Ok(text) => text.parse().map_err(|e| format!("GAMES={text}: {e}"))?,
        Err(_) => 100,
    };
    series(&program, "2s and 4s", games, &["--tiles", "2,4"])?;
    series(&program, "2s only, byte by byte", games, &["--one-byte"])
}

/// Plays some games against one host; too few wins are an error.
fn series(program: &Path, name: &str, games: usize, switches: &[&str]) -> Outcome {
    let mut host = Command::new(program)
        .args(["host", "2048", "--listen", "127.0.0.1:0", "--seed", SEED])
        .args(["--games", &games.to_string()])
        .args(switches)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("host: {e}"))?;
    let mut report = BufReader::new(host.stdout.take().ok_or("no output of the host")?);
    let mut line = String::new();
    report.read_line(&mut line).map_err(|e| format!("host: {e}"))?;
    let address = line.trim().strip_prefix("listening on ").ok_or("the host gives no address")?;
    let results = play(program, address, games);
    let ended = host.wait().map_err(|e| format!("host: {e}"))?;
    let mut lines = String::new();
    report.read_to_string(&mut lines).map_err(|e| format!("host: {e}"))?;
    let results = results?;

    let wins = results.iter().filter(|(won, _)| *won).count();
    let times: Vec<f64> = results.iter().map(|&(_, seconds)| seconds).collect();
    let longest = times.iter().copied().fold(0.0, f64::max);
    println!(
        "  {name}: {wins} of {games} won; median {:.1} s, at most {longest:.1} s",
        median(times)
    );
    let confirmed = lines.lines().filter(|line| line.contains(": won, ")).count();
    if !ended.success() || confirmed != wins {
        return Err(format!("the host counts {confirmed} wins"));
    }
    if wins * 100 >= WINS_NEEDED * games {
        Ok(())
    } else {
        Err(format!("{wins} of {games} won; {WINS_NEEDED} of 100 are needed"))
    }
}

/// Whether each game was won, and how many seconds it took.
fn play(program: &Path, address: &str, games: usize) -> Result<Vec<(bool, f64)>, String> {
    let (left, results) = (Mutex::new(games), Mutex::new(Vec::new()));
    let take = || {
        let mut left = left.lock().expect("nobody panics with the lock");
        let taken = *left > 0;
        *left -= usize::from(taken);
        taken
    };
    let player = || -> Outcome {
        while take() {
            let started = Instant::now();
            let output = Command::new(program)
                .args(["connect", "2048", address])
                .output()
                .map_err(|e| format!("connect: {e}"))?;
            let seconds = started.elapsed().as_secs_f64();
            let won = output.status.success() && output.stdout.ends_with(b"flag{2048_in_time}\n");
            if !won {
                eprint!("  {}", String::from_utf8_lossy(&output.stderr));
            }
            results.lock().expect("nobody panics with the lock").push((won, seconds));
        }
        Ok(())
    };
    thread::scope(|scope| {
        let players: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(player)).collect();
        players.into_iter().try_for_each(|p| p.join().unwrap_or_else(|_| Err("a panic".into())))
    })?;
    Ok(results.into_inner().expect("nobody panics with the lock"))
}
