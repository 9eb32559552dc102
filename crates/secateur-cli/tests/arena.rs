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
        let played = json("engine:depth=2", "engine:nodes=300", &["--games", "12", "--seed", seed]);
        let results = played["results"].as_array().unwrap().iter();
        results.map(|game| game["courses"][0]["moves"].to_string()).collect::<Vec<_>>()
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
    assert_eq!(arena("random", "random", &["--games", "1000001"]).code, Some(2));
    assert_eq!(run(&["arena", "tic-tac-toe", "random"], "").code, Some(2));
}

#[cfg(unix)]
/// With `--clock` time is for the game: who shares it out loses nothing by it, who does not loses all.
#[test]
fn a_clock_is_for_the_whole_game() {
    let played = |player: &str, clock: &str| {
        let game = "ultimate-tic-tac-toe";
        let asked = ["arena", game, player, "random", "--games", "2", "--clock", clock, "--json"];
        let ended = run(&[&asked[..], &["--margin", "500ms", "--seed", "1"]].concat(), "");
        let played: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        let player = &played["players"][0];
        (record(player), player["faults"]["time_outs"].as_u64())
    };
    assert_eq!(played("engine", "1.5+0.01"), ([2, 0, 0], Some(0)));
    // Each action takes less than the clock has, all together more.
    assert_eq!(played("engine:time=300ms", "1"), ([0, 0, 2], Some(2)));
}

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
    assert_eq!((table.len(), code), (3, Some(0)), "an interruption is no fault: {table:?}");
}

#[test]
fn a_tournament_of_four_with_openings_and_all_at_once() {
    let players = ["engine:depth=9", "engine:depth=1", "random", "random:seed=9"];
    let more = ["--games", "6", "--random-plies", "2", "--concurrency", "3", "--seed", "4"];
    let ended = run(&[&["arena", "tic-tac-toe"][..], &players, &more, &["--json"]].concat(), "");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let played: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(
        (played["games"].as_u64(), played["pairings"].as_array().unwrap().len()),
        (Some(36), 6)
    );
    for player in played["players"].as_array().unwrap() {
        assert_eq!(record(player).iter().sum::<u64>(), 18);
    }
    let best = played["players"][0]["elo"].as_f64().unwrap();
    assert!((1..4).all(|i| played["players"][i]["elo"].as_f64().unwrap() < best), "{played}");
    // Both games of a pair have the same opening.
    let mut openings = std::collections::BTreeMap::new();
    for game in played["results"].as_array().unwrap() {
        let moves = game["courses"][0]["moves"].as_array().unwrap();
        let pair = game["pair"].as_u64().unwrap();
        let opening = format!("{} {}", moves[0], moves[1]);
        assert_eq!(*openings.entry(pair).or_insert(opening.clone()), opening);
    }
    assert_eq!(openings.len(), 18);
}

#[test]
fn a_sequential_test_stops_when_it_is_decided() {
    let more = ["--games", "10000", "--seed", "1", "--sprt", "elo0=0,elo1=50"];
    let ended = arena("engine:depth=5", "random", &more);
    assert!(ended.stdout.contains("SPRT: H1 accepted"), "{}", ended.stdout);
    let ended = arena("random", "engine:depth=5", &more);
    assert!(ended.stdout.contains("SPRT: H0 accepted"), "{}", ended.stdout);
    let refused =
        run(&["arena", "tic-tac-toe", "random", "random", "random", "--sprt", "elo0=0"], "");
    assert!(refused.stderr.contains("two players"), "{}", refused.stderr);
}

#[test]
fn a_report_and_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (games, html, svg) = (path("games.jsonl"), path("report.html"), path("report.svg"));
    let more = ["--games", "4", "--seed", "2", "--random-plies", "1", "--record", &games];
    let ended = arena("engine:depth=3", "random", &[&more[..], &["--report", &html]].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(
        page.contains("<svg") && page.contains("engine:depth=3") && page.contains("lost by fault")
    );
    // All is played: nothing happens but the report.
    arena("engine:depth=3", "random", &[&more[..], &["--report", &svg]].concat());
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert_eq!(std::fs::read_to_string(&games).unwrap().lines().count(), 5);
    let other = arena("engine:depth=2", "random", &more);
    assert!(other.stderr.contains("players was engine:depth=3 random, not"), "{}", other.stderr);

    let list = run(&["replay", &games], "").stdout;
    assert_eq!(list.lines().count(), 5, "{list}");
    let whole = run(&["replay", &games, "--game", "2"], "").stdout;
    assert!(
        whole.contains("1. ") && whole.contains("(opening)") && whole.contains(" ms"),
        "{whole}"
    );
    let stepped = run(&["replay", &games, "--game", "2", "--step"], "\n\np\n0\n?\nq\n").stdout;
    assert_eq!(stepped.matches("1. ").count(), 2, "{stepped}");
    let alone = run(&["replay", &games, "--game", "2", "--ply", "3"], "").stdout;
    assert!(alone.contains("3. ") && !alone.contains("2. "), "{alone}");
    assert!(run(&["replay", &games, "--game", "9"], "").stderr.contains("no game 9"));
    assert_eq!(run(&["replay", "/no/such/file"], "").code, Some(2));
}

/// Programs that misbehave, written for the shell.
#[cfg(unix)]
mod faults {
    use super::*;

    /// As [`loses_all`], for a bot of an arena that answers so each turn; what it said else.
    fn bot_loses_all(answer: &str, fault: &str, note: &str) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.sh");
        let script = format!(
            "while read row column; do read count; i=0\n\
             while [ $i -lt $count ]; do read cell; i=$((i+1)); done\n{answer}\ndone\n"
        );
        std::fs::write(&path, script).unwrap();
        let path = shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned();
        loses_all(&format!("bot:sh {path}"), "100ms", fault, note);
    }

    #[test]
    fn bots_and_their_faults_are_told_apart() {
        bot_loses_all("exit 3", "crashes", "(exit status: 3)");
        bot_loses_all("echo 9 9", "illegal", "9,9 is not on the board");
        bot_loses_all("echo hello", "garbage", "no answer: it also said 'hello'");
        bot_loses_all("sleep 0.15; echo $cell", "time_outs", "it answered after");
        bot_loses_all("sleep 100", "time_outs", "no answer within 120ms");
        // It flushes, as its first turn has shown, though later answers come when its input ends.
        let second = "n=$((n+1)); if [ $n -gt 1 ]; then read more; fi; echo $cell";
        bot_loses_all(second, "time_outs", "no answer within 120ms");
    }

    #[test]
    fn a_bot_that_never_flushes_is_told_from_one_that_thinks() {
        // A program whose output is a pipe keeps it back until it is full or the program ends.
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bot.sh");
        let script = "kept=; while read row column; do read count; i=0\n\
                      while [ $i -lt $count ]; do read cell; i=$((i+1)); done\n\
                      kept=\"$cell\"\ndone\necho \"$kept\"\n";
        std::fs::write(&path, script).unwrap();
        let path = shlex::try_quote(path.to_str().unwrap()).unwrap().into_owned();
        loses_all(&format!("bot:sh {path}"), "100ms", "unflushed", "does it flush?");
    }

    /// It greets, and then plays: no fault, and no harm to the other.
    #[test]
    fn a_warning_line_spoils_no_game() {
        let own = shlex::try_quote(SECATEUR).unwrap().into_owned();
        let greeting = format!("bot:sh -c 'echo warning: slow; exec {own} bot tic-tac-toe'");
        let played = json(&greeting, "random", &["--games", "4", "--seed", "1", "--time", "1s"]);
        assert_eq!(record(&played["players"][0])[2], 0, "{played}");
        assert_eq!(played["players"][0]["warnings"], 4);
        assert_eq!(played["players"][1]["warnings"], 0);
        let warnings = &played["results"][0]["courses"][0]["warnings"];
        assert!(warnings[0]["note"].as_str().unwrap().contains("warning: slow"), "{warnings}");
    }

    /// What a bot is forgiven: a shell must have time to start.
    fn start_of_bots(program: &str) -> &'static str {
        if program.starts_with("bot:") { "100ms" } else { "50ms" }
    }

    /// Six games of a program against the random player. All are lost by the same fault, and
    /// it does not take long.
    fn loses_all(program: &str, start: &str, fault: &str, note: &str) {
        let started = Instant::now();
        let times = ["--time", "20ms", "--first-time", "20ms", "--grace", start_of_bots(program)];
        let more = [&["--games", "6", "--start", start, "--json"][..], &times].concat();
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
