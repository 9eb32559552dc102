//! `secateur arena`, with good programs and bad ones.

mod program;

use std::time::{Duration, Instant};

use program::{Conversation, Ended, SECATEUR, run};

fn arena(one: &str, two: &str, more: &[&str]) -> Ended {
    let mut arguments = vec!["arena", "tic-tac-toe", one, two];
    arguments.extend(more);
    run(&arguments, "")
}

/// What `--json` says.
fn json(one: &str, two: &str, more: &[&str]) -> serde_json::Value {
    let ended = arena(one, two, &[more, &["--json"]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

/// Wins, draws and losses.
fn record(of: &serde_json::Value) -> [u64; 3] {
    ["wins", "draws", "losses"].map(|key| of[key].as_u64().unwrap())
}

#[test]
fn depth_nine_never_loses() {
    let played = json("engine:depth=9", "random", &["--games", "50", "--seed", "5"]);
    let [engine, random] = [&played["players"][0], &played["players"][1]];
    let [wins, draws, losses] = record(engine);
    assert_eq!((wins + draws, losses), (50, 0));
    assert!(wins > 25);
    assert_eq!(record(random), [losses, draws, wins]);
    for side in ["first", "second"] {
        assert_eq!(record(&engine[side]).iter().sum::<u64>(), 25);
    }
    assert_eq!(played["results"].as_array().unwrap().len(), 50);
}

#[test]
fn the_tutorial_s_example() {
    let ended = arena("engine:depth=1", "engine:depth=9", &["--games", "10", "--show"]);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    assert!(ended.stdout.starts_with("Game 1: engine:depth=1 against engine:depth=9\n"));
    assert!(ended.stdout.contains("Game 10: engine:depth=9 against engine:depth=1\n"));
    let table: Vec<_> = ended.stdout.lines().rev().take(3).collect();
    let row = |line: &str| line.split_whitespace().map(String::from).collect::<Vec<_>>();
    assert_eq!(row(table[0])[..2], ["2", "engine:depth=9"]);
    assert_eq!(row(table[0])[4], "0", "depth 9 never loses: {}", table[0]);
    assert_eq!(row(table[1])[2], "0", "depth 1 never wins: {}", table[1]);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let game = |seed| {
        let more = ["--games", "12", "--json", "--seed", seed];
        arena("engine:depth=2", "engine:nodes=300", &more).stdout
    };
    assert_eq!(game("3"), game("3"));
    assert_ne!(game("3"), game("4"));
}

#[test]
fn our_own_program_plays_like_our_engine() {
    let program = format!("cmd:{} bot ugi tic-tac-toe", shlex::try_quote(SECATEUR).unwrap());
    let played = json("engine:depth=9", &program, &["--games", "6"]);
    assert_eq!(record(&played["players"][0]), [0, 6, 0], "{played}");
    assert!(
        played["results"]
            .as_array()
            .unwrap()
            .iter()
            .all(|game| game["courses"][0]["fault"].is_null())
    );
    let played = json(&program, "random", &["--games", "6", "--seed", "2"]);
    assert_eq!(record(&played["players"][0])[2], 0, "{played}");
}

#[test]
fn bad_players_are_bad_input() {
    for (player, mend) in [
        ("engine:width=2", "it has: depth"),
        ("engine:depth=0", "from 1 on"),
        ("grandmaster", "there are: engine"),
        ("cmd:/no/such/program", "cannot be started"),
        ("cmd:'", "quotation mark"),
    ] {
        let ended = arena("random", player, &[]);
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains(mend), "{}", ended.stderr);
    }
    assert_eq!(arena("random", "random", &["--games", "0"]).code, Some(2));
    assert_eq!(arena("random", "random", &["--games", "100001"]).code, Some(2));
    assert_eq!(run(&["arena", "tic-tac-toe", "random"], "").code, Some(2));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_table_so_far() {
    let own = format!("cmd:{} bot ugi tic-tac-toe", shlex::try_quote(SECATEUR).unwrap());
    let arguments = ["arena", "tic-tac-toe", &own, "random", "--games", "100000", "--show"];
    let mut arena = Conversation::start(&arguments);
    arena.hear("Game 3:");
    arena.interrupt();
    let line = arena.hear("interrupted after ").pop().unwrap();
    assert!(line.ends_with(" of 100000 games"), "{line}");
    let (table, code) = arena.end();
    assert_eq!((table.len(), code), (3, Some(0)), "{table:?}");
    assert!(table[1].ends_with(" 0"), "an interruption is no fault: {table:?}");
}

/// Programs that misbehave, written for the shell.
#[cfg(unix)]
mod faults {
    use super::*;

    /// Six games of a program against the random player. All are lost by the same fault, and
    /// it does not take long.
    fn loses_all(program: &str, start: &str, fault: &str, note: &str) {
        let started = Instant::now();
        let more = ["--games", "6", "--time", "20ms", "--start", start, "--json"];
        let ended = arena(program, "random", &more);
        assert_eq!(ended.code, Some(0));
        assert!(ended.stderr.contains(note), "{}", ended.stderr);
        let played: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        assert_eq!(record(&played["players"][0]), [0, 0, 6], "{played}");
        assert_eq!(record(&played["players"][1]), [6, 0, 0]);
        for (kind, count) in played["players"][0]["faults"].as_object().unwrap() {
            assert_eq!(count.as_u64(), Some(if kind == fault { 6 } else { 0 }), "{kind}");
        }
        assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
    }

    /// As [`loses_all`], for a program that speaks UGI as far as `readyok`, and answers `go` so.
    fn answers_go(answer: &str, fault: &str, note: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("program.sh");
        let script = format!(
            "while read line; do case \"$line\" in\n\
             ugi) echo id name bad; echo ugiok;;\nisready) echo readyok;;\nquit) exit;;\n\
             go*) {answer};;\nesac; done\n"
        );
        std::fs::write(&path, script).unwrap();
        let path = shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned();
        loses_all(&format!("cmd:sh {path}"), "5s", fault, note);
    }

    #[test]
    fn a_program_that_ends_at_once() {
        loses_all(
            "cmd:false",
            "5s",
            "crashes",
            "it ended before its 'ugiok' to 'ugi' (exit status: 1)",
        );
    }

    #[test]
    fn a_program_that_is_silent() {
        loses_all("cmd:sleep 100", "400ms", "time_outs", "no 'ugiok' within 400ms of 'ugi'");
    }

    #[test]
    fn a_program_that_prints_garbage() {
        loses_all("cmd:yes garbage", "400ms", "time_outs", "no 'ugiok' within 400ms of 'ugi'");
    }

    #[test]
    fn a_program_that_crashes_while_it_thinks() {
        answers_go("echo info; exit 7", "crashes", "(exit status: 7)");
    }

    #[test]
    fn a_program_that_thinks_for_ever() {
        answers_go("echo info depth 1", "time_outs", "no 'bestmove' within 520ms of 'go'");
    }

    #[test]
    fn a_program_that_does_not_know_the_rules() {
        answers_go("echo bestmove 7,7", "illegal", "7,7 is not on the board");
        answers_go("echo bestmove", "illegal", "is no cell");
    }
}
