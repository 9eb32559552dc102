//! Long tournaments of `secateur arena`: bots that fail now and then, and a plug that is pulled.

#![cfg(unix)]

mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use program::SECATEUR;

/// What the program prints, and its complaints; it may take its time.
fn run(words: &[&str]) -> (String, String) {
    let output = Command::new(SECATEUR).args(words).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let complaints = text(output.stderr);
    assert_eq!(output.status.code(), Some(0), "{complaints}");
    (text(output.stdout), complaints)
}

/// A bot of tic-tac-toe that takes the last cell of its list, and on one turn in twenty goes wrong in
/// the way that the turn's number says. What it did wrong it writes to a file.
const BOT: &str = r#"
faults=$1; seed=$2; turn=0; number=$$
while read row column; do
  read count || exit; i=0
  while [ $i -lt $count ]; do read cell; i=$((i+1)); done
  number=$(( (number * 1103515245 + 12345 + seed) % 2147483648 ))
  if [ $(( number / 65536 % 60 )) -eq 0 ]; then
    kind=$(( number / 8192 % 5 ))
    echo $kind >> "$faults"
    case $kind in
      0) exit 1;;
      1) echo 'what?'; echo 'I mean it'; sleep 10;;
      2) sleep 10;;
      3) echo 7 7;;
      4) sleep 0.8; echo "$cell";;
    esac
  else
    echo "$cell"
  fi
done
"#;

fn arena(folder: &Path, games: u64, more: &[&str]) -> serde_json::Value {
    let (bot, faults) = (folder.join("bot.sh"), folder.join("faults.txt"));
    fs::write(&bot, BOT).unwrap();
    let player = |seed| format!("bot:sh {} {} {seed}", bot.display(), faults.display());
    let (one, games) = (player(1), games.to_string());
    let mut words = vec!["arena", "tic-tac-toe", &one, "random", "--games", &games, "--json"];
    words.extend(["--time", "60ms", "--first-time", "150ms", "--grace", "100ms"]);
    words.extend(more);
    serde_json::from_str(&run(&words).0).unwrap()
}

/// Every game is counted once, and every fault that was injected is in the table.
fn totals_are_right(games: u64, more: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let played = arena(folder.path(), games, more);
    let [bot, random] = [&played["players"][0], &played["players"][1]];
    let count = |of: &serde_json::Value, key: &str| of[key].as_u64().unwrap();
    let all = |of| ["wins", "draws", "losses"].map(|key| count(of, key)).iter().sum::<u64>();
    assert_eq!((all(bot), all(random), count(&played, "games")), (games, games, games));
    assert_eq!(count(bot, "wins"), count(random, "losses"));
    let injected = fs::read_to_string(folder.path().join("faults.txt")).unwrap();
    let injected = |kind: &str| injected.lines().filter(|&line| line == kind).count() as u64;
    let faults = |key: &str| bot["faults"][key].as_u64().unwrap();
    assert_eq!(faults("crashes"), injected("0"), "{bot}");
    assert_eq!(faults("illegal"), injected("3"), "{bot}");
    // Late, silent, and garbage on the first turn of a game, which may be a greeting.
    let late = faults("time_outs") + faults("garbage") + faults("unflushed");
    assert_eq!(late, injected("1") + injected("2") + injected("4"), "{bot}");
    assert!(faults("time_outs") >= injected("2") + injected("4"), "{bot}");
    let lost =
        bot["faults"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum::<u64>();
    assert!(lost * 50 > games && lost * 8 < games, "{lost} of {games} games lost by fault");
    assert!(random["faults"].as_object().unwrap().values().all(|n| n == 0));
    let faulty = |game: &&serde_json::Value| !game["courses"][0]["fault"].is_null();
    assert_eq!(played["results"].as_array().unwrap().iter().filter(faulty).count() as u64, lost);
}

#[test]
fn faults_are_counted_and_never_the_end() {
    totals_are_right(300, &["--concurrency", "6"]);
}

#[test]
#[ignore = "takes minutes: cargo test --release -p secateur-cli --test tournament -- --ignored"]
fn ten_thousand_games_with_faults() {
    totals_are_right(10_000, &["--concurrency", "12"]);
}

/// Killed at ten random times and gone on: the record has every game once.
#[test]
fn a_tournament_survives_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.jsonl");
    let record = record.to_str().unwrap();
    let words = [
        "arena",
        "tic-tac-toe",
        "engine:depth=3",
        "random",
        "--games",
        "20000",
        "--seed",
        "5",
        "--concurrency",
        "2",
        "--record",
        record,
    ];
    let mut random = secateur::Random::new(std::process::id().into());
    for _ in 0..10 {
        let mut arena = Command::new(SECATEUR).args(words).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(20 + random.below(60) as u64));
        arena.kill().unwrap(); // SIGKILL
        arena.wait().unwrap();
    }
    let killed = fs::read_to_string(record).unwrap().lines().count();
    assert!(killed > 10 && killed < 20_000, "{killed} lines when it was killed");
    let (ended, _) = run(&words);
    let text = fs::read_to_string(record).unwrap();
    let numbers: Vec<u64> = text
        .lines()
        .skip(1)
        .map(|line| {
            serde_json::from_str::<serde_json::Value>(line).unwrap()["game"].as_u64().unwrap()
        })
        .collect();
    assert_eq!(numbers.len(), 20_000);
    assert_eq!(numbers.into_iter().collect::<BTreeSet<_>>(), (1..=20_000).collect());
    // The same games as if nobody had pulled the plug.
    let (whole, _) = run(&words[..words.len() - 2]);
    let table = |text: &str| {
        let row = text.lines().rev().find(|line| line.contains("engine:depth=3")).unwrap();
        row.split_whitespace().take(7).map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(table(&ended), table(&whole));
}
