//! `secateur bot ugi`, as a controller meets it.

mod program;

use std::time::{Duration, Instant};

use program::{Conversation, run};

const BIG: &str = "tic-tac-toe:m=5,n=5,k=4";

fn ugi(game: &str) -> Conversation {
    Conversation::start(&["bot", "ugi", game])
}

#[test]
fn a_conversation_as_published() {
    let mut engine = ugi("tic-tac-toe");
    engine.say("ugi");
    let introduction = engine.hear("ugiok");
    assert!(introduction[0].starts_with("id name ") && introduction[1].starts_with("id author "));
    assert!(introduction.iter().any(|line| line.starts_with("option name ")));
    engine.say("setoption name level value 10");
    assert_eq!(engine.ask("isready", "readyok"), "readyok");
    engine.say("uginewgame");
    engine.say("position startpos");
    assert_eq!(engine.ask("query p1turn", "response"), "response true");
    engine.say("go depth 4");
    let search = engine.hear("bestmove");
    for (line, depth) in search.iter().zip(1..=4) {
        let words: Vec<_> = line.split(' ').collect();
        assert_eq!(words[..4], ["info", "depth", &depth.to_string(), "seldepth"], "{line}");
        assert!(words[5] == "score" && ["cp", "mate"].contains(&words[6]), "{line}");
        assert!(words.contains(&"nodes") && words.contains(&"time") && words.contains(&"pv"));
    }
    let best = search.last().unwrap().strip_prefix("bestmove ").unwrap();
    engine.say(&format!("position startpos moves {best}"));
    assert_eq!(engine.ask("query p1turn", "response"), "response false");
    assert_eq!(engine.ask("query result", "response"), "response none");
    engine.say("quit");
    assert_eq!(engine.end(), (Vec::new(), Some(0)));
}

#[test]
fn a_win_is_counted_in_plies() {
    let mut engine = ugi("tic-tac-toe");
    engine.say("position fen XX./OO./...");
    engine.say("go depth 9");
    let search = engine.hear("bestmove");
    assert!(search[0].contains(" score mate 1 "), "{search:?}");
    assert_eq!(search.last().unwrap(), "bestmove 0,2");
    // X has two threats; O, to move, can meet one.
    engine.say("position fen X.X/.O./... moves 2,2 2,0");
    engine.say("query turn");
    engine.hear("response min");
    engine.say("go infinite");
    let search = engine.hear("bestmove");
    assert!(search.iter().any(|line| line.contains(" score mate -2 ")), "{search:?}");
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut engine = ugi(BIG);
    let mut quickest = Duration::MAX;
    for _ in 0..3 {
        engine.say("go infinite");
        engine.hear("info depth 3");
        let stopped = Instant::now();
        assert!(engine.ask("stop", "bestmove").len() > "bestmove ".len());
        quickest = quickest.min(stopped.elapsed());
    }
    assert!(quickest < Duration::from_millis(100), "{quickest:?}");
    // Even before there is anything to say.
    engine.say("go infinite");
    assert!(engine.ask("stop", "bestmove").len() > "bestmove ".len());
}

#[test]
fn while_searching_it_is_ready_and_everything_else_waits() {
    let mut engine = ugi(BIG);
    engine.say("go infinite");
    engine.hear("info depth 2");
    engine.say("position startpos moves 2,2");
    engine.say("query p1turn");
    engine.say("isready");
    let heard = engine.hear("readyok");
    assert!(heard.iter().all(|line| !line.starts_with("response")), "{heard:?}");
    engine.say("stop");
    engine.hear("bestmove");
    assert_eq!(engine.hear("response").last().unwrap(), "response false");
}

#[test]
fn it_keeps_to_its_time() {
    let mut engine = ugi(BIG);
    for limit in ["go movetime 100", "go p1time 3000 p2time 1 p1inc 0 p2inc 0", "go nodes 5000"] {
        let started = Instant::now();
        engine.ask(limit, "bestmove");
        assert!(started.elapsed() < Duration::from_secs(2), "{limit}: {:?}", started.elapsed());
    }
}

#[test]
fn the_end_of_the_input_ends_it_quietly_even_in_a_search() {
    let ended = run(&["bot", "ugi", BIG], "ugi\nposition startpos moves 2,2\ngo infinite\n");
    assert!(ended.stdout.lines().last().unwrap().starts_with("bestmove "), "{}", ended.stdout);
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    let mut engine = ugi(BIG);
    engine.say("go infinite");
    engine.hear("info depth 2");
    engine.say("quit");
    let (last, code) = engine.end();
    assert!(last.last().unwrap().starts_with("bestmove "), "{last:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn levels_and_seeds_do_what_they_say() {
    let mut engine = ugi(BIG);
    engine.say("setoption name level value 2");
    engine.say("go infinite");
    assert!(engine.hear("bestmove").iter().all(|line| !line.starts_with("info depth 3")));
    let mut engine = ugi("tic-tac-toe");
    let mut first_moves = |seed: u32| -> Vec<String> {
        engine.say(&format!("setoption name Seed value {seed}"));
        engine.say("uginewgame");
        (0..4).map(|_| engine.ask("go depth 9", "bestmove")).collect()
    };
    assert_eq!(first_moves(3), first_moves(3));
    assert_ne!(first_moves(3), first_moves(4));
}

#[test]
fn a_game_that_does_not_exist_is_bad_input() {
    let ended = run(&["bot", "ugi", "croquet"], "ugi\n");
    assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)));
    assert_eq!(ended.stderr.lines().count(), 1);
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let asked = "position startpos moves 1,1\ngo depth 4\nquery p1turn\ngo depth x\ngo infinite\n";
    let ended = run(&["bot", "ugi", "tic-tac-toe"], asked);
    assert_eq!(ended.code, Some(0));
    let lines: Vec<&str> = ended.stdout.lines().collect();
    assert!(lines.iter().any(|line| line.starts_with("info depth 4 ")), "{lines:?}");
    let not_info = lines.iter().filter(|line| !line.starts_with("info depth"));
    let (first, rest) = (lines.iter().position(|l| l.starts_with("bestmove")), not_info);
    let rest: Vec<_> = rest.map(|line| line.split(' ').next().unwrap()).collect();
    // The unreadable 'go' waits for the search before it, like everything else.
    assert_eq!(rest, ["bestmove", "response", "info", "bestmove", "bestmove"], "{lines:?}");
    assert!(first.is_some_and(|first| lines[first] != "bestmove none"));
}

#[test]
fn several_best_actions_are_reported_after_every_depth() {
    let mut engine = ugi("connect-four");
    engine.say("setoption name MultiPV value 3");
    engine.say("position startpos moves 4 4");
    engine.say("go depth 4");
    let lines = engine.hear("bestmove");
    let places: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    for (line, place) in places.iter().zip(1..) {
        assert!(line.contains(&format!(" multipv {place} ")), "{line}");
    }
    assert_eq!(places.len(), 3, "{lines:?}");
    let best = lines.iter().rev().find(|line| line.contains(" multipv 1 ")).unwrap();
    let best = best.rsplit_once(" pv ").unwrap().1.split(' ').next().unwrap();
    assert_eq!(lines.last().unwrap(), &format!("bestmove {best}"));
}

/// Of a clock it takes a share, of a time for the move all but the margin.
#[test]
fn clocks_and_margins_are_kept() {
    let mut engine = Conversation::start(&["bot", "ugi", BIG, "--margin", "40ms"]);
    let mut quickest = |limits: &str| {
        let time = |_| {
            engine.say(limits);
            let asked = Instant::now();
            engine.hear("bestmove");
            asked.elapsed()
        };
        (0..3).map(time).min().unwrap()
    };
    assert!(quickest("go movetime 100") < Duration::from_millis(100));
    assert!(quickest("go p1time 3000 p2time 10 p1inc 0 p2inc 0") < Duration::from_millis(400));
}
