//! Whole games of the 2048 challenge, the program against the program over loopback: won or not, in
//! how much time of a processor, and what the server's habits change.
//!
//! `cargo xtask bench 2048 1000` plays a thousand games of each main series instead of thirty.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Instant;

use wait4::Wait4;

use super::{count_or, median};
use crate::{Outcome, release_program};

/// The processor time that a game may take.
const CPU_SECONDS: f64 = 5.0;

/// The time that a game may take by the clock, which the server holds.
const SECONDS: f64 = 210.0;

/// Games of a main series when nobody asks for another number.
const GAMES: usize = 30;

/// Games with each switch of the server.
const GAMES_A_SWITCH: usize = 2;

/// Games played at the same time; those that mostly wait for the server are many.
const AT_ONCE: usize = 2;
const AT_ONCE_WAITING: usize = 12;

/// The tiles of the first game; the others have the next seeds.
const SEED: u64 = 2048;

/// What the winner gets.
const FLAG: &str = "flag{2048_in_time}";

/// What the original server left open, one at a time and all together.
const SWITCHES: &[&str] = &[
    "--tiles 2,4",
    "--unchanged ignore",
    "--unchanged punish",
    "--junk answer",
    "--clock end",
    "--newline crlf",
    "--padding 6",
    "--one-byte",
    "--two-boards",
    "--win-board without",
    "--tiles 2,4 --unchanged punish --junk answer --clock end --newline crlf --padding 6 --one-byte \
     --two-boards --win-board without",
];

/// So long the server waits before each answer.
const DELAY: &str = "--delay 150ms";

pub(crate) fn run() -> Outcome {
    let program = release_program()?;
    let games = count_or(GAMES);
    let mut outcomes =
        vec![series(&program, "--tiles 2,4", games, AT_ONCE), series(&program, "", games, AT_ONCE)];
    outcomes.extend(SWITCHES.iter().map(|s| series(&program, s, GAMES_A_SWITCH, AT_ONCE)));
    let all = SWITCHES.last().expect("there are some");
    for switches in [DELAY.to_string(), format!("{DELAY} {all}")] {
        outcomes.push(series(&program, &switches, AT_ONCE_WAITING / 2, AT_ONCE_WAITING));
    }
    outcomes.into_iter().collect()
}

/// A game that has been played.
struct Played {
    seed: u64,
    won: bool,
    cpu: f64,
    seconds: f64,
    /// What the host says about it, and what the client if it did not win.
    said: String,
}

/// Plays some games against hosts with these switches; a game that is not won, or not in time, is an
/// error.
fn series(program: &Path, switches: &str, games: usize, at_once: usize) -> Outcome {
    let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let player = || -> Outcome {
        loop {
            let game = next.fetch_add(1, Relaxed);
            if game >= games {
                return Ok(());
            }
            let game = play(program, switches, SEED + game as u64)?;
            played.lock().expect("nobody panics with the lock").push(game);
        }
    };
    thread::scope(|scope| {
        let players: Vec<_> = (0..at_once).map(|_| scope.spawn(player)).collect();
        players.into_iter().try_for_each(|p| p.join().unwrap_or_else(|_| Err("a panic".into())))
    })?;
    let mut played = played.into_inner().expect("nobody panics with the lock");
    played.sort_by_key(|game| game.seed);
    report(if switches.is_empty() { "2s only" } else { switches }, &played)
}

/// Prints how the games went, and which was the worst.
fn report(name: &str, played: &[Played]) -> Outcome {
    let fine = |game: &&Played| game.won && game.cpu <= CPU_SECONDS && game.seconds <= SECONDS;
    let (games, wins) = (played.len(), played.iter().filter(|game| game.won).count());
    let worse = |a: &&Played, b: &&Played| b.won.cmp(&a.won).then(a.cpu.total_cmp(&b.cpu));
    let worst = played.iter().max_by(worse).ok_or("no games")?;
    let longest = played.iter().map(|game| game.seconds).fold(0.0, f64::max);
    println!("  {name}: {wins} of {games} won");
    println!(
        "    CPU: median {:.2} s, at most {:.2} s; by the clock at most {longest:.1} s",
        median(played.iter().map(|game| game.cpu).collect()),
        played.iter().map(|game| game.cpu).fold(0.0, f64::max),
    );
    println!("    worst: --seed {}: {:.2} s of CPU, {}", worst.seed, worst.cpu, worst.said);
    let failed: Vec<_> = played.iter().filter(|game| !fine(game)).collect();
    for game in &failed {
        println!(
            "    failed: --seed {}: {:.2} s of CPU, {:.1} s, {}",
            game.seed, game.cpu, game.seconds, game.said
        );
    }
    match failed.len() {
        0 => Ok(()),
        failed => Err(format!("{name}: {failed} of {games} games were lost or took too long")),
    }
}

/// Plays one game against a host of its own.
fn play(program: &Path, switches: &str, seed: u64) -> Result<Played, String> {
    let mut host = Command::new(program)
        .args(["host", "2048", "--listen", "127.0.0.1:0", "--games", "1"])
        .args(["--seed", &seed.to_string(), "--flag", FLAG])
        .args(switches.split_whitespace())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("host: {e}"))?;
    let mut report = BufReader::new(host.stdout.take().ok_or("no output of the host")?);
    let mut line = String::new();
    report.read_line(&mut line).map_err(|e| format!("host: {e}"))?;
    let address = line.trim().strip_prefix("listening on ").ok_or("the host gives no address")?;

    let started = Instant::now();
    let mut client = Command::new(program)
        .args(["connect", "2048", address])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| format!("connect: {e}"))?;
    let (mut flag, mut complaint) = (String::new(), String::new());
    // Neither is longer than a pipe holds.
    let stdout = client.stdout.take().ok_or("no output of the client")?;
    BufReader::new(stdout).read_to_string(&mut flag).map_err(|e| format!("connect: {e}"))?;
    let stderr = client.stderr.take().ok_or("no complaints of the client")?;
    BufReader::new(stderr).read_to_string(&mut complaint).map_err(|e| format!("connect: {e}"))?;
    let ended = client.wait4().map_err(|e| format!("connect: {e}"))?;
    let seconds = started.elapsed().as_secs_f64();

    let mut said = String::new();
    report.read_to_string(&mut said).map_err(|e| format!("host: {e}"))?;
    host.wait().map_err(|e| format!("host: {e}"))?;
    let flagged = ended.status.success() && flag.ends_with(&format!("{FLAG}\n"));
    let won = flagged && said.contains(": won, ");
    let used = ended.rusage.utime + ended.rusage.stime;
    let said = [said.trim(), complaint.trim()].join(" ").trim().to_string();
    Ok(Played { seed, won, cpu: used.as_secs_f64(), seconds, said })
}
