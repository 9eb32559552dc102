//! `secateur play` through pipes.

mod program;

use program::{Conversation, run};

/// Every cell, over and over: what is not legal is refused, so that a game comes to its end.
fn stubborn() -> String {
    "0,0\n1,1\n0,2\n2,0\n2,2\n0,1\n1,0\n1,2\n2,1\n".repeat(5)
}

#[test]
fn a_whole_game_against_an_opponent_that_never_loses() {
    for (side, seed) in [("first", "1"), ("second", "2"), ("first", "3"), ("second", "4")] {
        let arguments = ["play", "tic-tac-toe", "--depth", "9", "--side", side, "--seed", seed];
        let ended = run(&arguments, &stubborn());
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
        let last = ended.stdout.lines().last().unwrap();
        assert!(["It is a draw.", "You lose."].contains(&last), "{}", ended.stdout);
        assert!(ended.stdout.contains(&format!("you ({side})> ")));
        assert_eq!(run(&arguments, &stubborn()).stdout, ended.stdout, "the seed decides");
    }
}

#[test]
fn depth_is_the_difficulty() {
    // Depth 1 does not see a fork coming: corner, opposite corner, then the one that makes two
    // threats.
    let wins = (0..20).filter(|seed| {
        let seed = seed.to_string();
        let arguments = ["play", "tic-tac-toe", "--depth", "1", "--seed", &seed];
        let cells = "0,0\n2,2\n0,2\n2,0\n0,1\n1,2\n1,0\n2,1\n1,1\n".repeat(5);
        run(&arguments, &cells).stdout.ends_with("You win.\n")
    });
    assert!(wins.count() > 0);
}

#[test]
fn a_position_a_hint_and_an_undo() {
    let typed = "hint\nmoves\n1,0\nundo\nmoves\n0,2\n";
    let ended = run(&["play", "tic-tac-toe", "XX./OO./...", "--depth", "2", "--seed", "1"], typed);
    assert!(ended.stdout.contains("The engine would play 0,2; its value: win in 1."));
    assert!(ended.stdout.contains("1,0 is taken by O."), "{}", ended.stdout);
    assert!(ended.stdout.contains("nothing to take back"), "{}", ended.stdout);
    assert_eq!(ended.stdout.matches("0,2 1,2 2,0 2,1 2,2").count(), 2);
    assert!(ended.stdout.ends_with("You win.\n"), "{}", ended.stdout);
}

#[test]
fn resigning_leaving_and_falling_silent() {
    for (typed, last) in [
        ("1,1\nresign\n", "You resign: the engine wins."),
        ("quit\n", "Goodbye."),
        ("", "The input has ended. Goodbye."),
        ("1,", "The input has ended. Goodbye."),
        ("\u{0}\nxyzzy\n1,1\n", "The input has ended. Goodbye."),
    ] {
        let ended = run(&["play", "tic-tac-toe"], typed);
        assert_eq!(ended.stdout.lines().last(), Some(last), "{typed}: {}", ended.stdout);
        assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    }
}

#[test]
fn people_or_engines_only() {
    let ended = run(&["play", "tic-tac-toe", "--side", "both"], "0,0\n1,0\n0,1\n1,1\n0,2\n");
    assert!(ended.stdout.ends_with("The first side wins.\n"), "{}", ended.stdout);
    assert!(!ended.stdout.contains("The engine plays"));
    let ended = run(&["play", "tic-tac-toe", "--side", "none", "--level", "9"], "");
    assert!(ended.stdout.ends_with("It is a draw.\n"), "{}", ended.stdout);
    assert!(ended.stdout.contains("The engine, second, plays "));
}

#[test]
fn bad_arguments_are_told_on_stderr() {
    for arguments in [
        &["play", "croquet"][..],
        &["play", "tic-tac-toe", "XX"],
        &["play", "tic-tac-toe", "--level", "11"],
        &["play", "tic-tac-toe", "--level", "3", "--depth", "3"],
        &["play", "tic-tac-toe", "--side", "third"],
    ] {
        let ended = run(arguments, "");
        assert_eq!((ended.stdout.as_str(), ended.code), ("", Some(2)), "{arguments:?}");
        assert!(!ended.stderr.is_empty());
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_makes_the_engine_play_at_once() {
    let board = "tic-tac-toe:m=5,n=5,k=4";
    let mut game = Conversation::start(&["play", board, "--depth", "20", "--side", "second"]);
    game.hear("4 .");
    std::thread::sleep(std::time::Duration::from_millis(300)); // it thinks, and would for hours
    game.interrupt();
    game.hear("The engine plays ");
    game.say("resign");
    game.hear("you (second)> resign");
    assert_eq!(game.end(), (vec!["You resign: the engine wins.".to_string()], Some(0)));
}

#[test]
fn a_game_of_2048_is_watched_to_its_end_or_to_a_tile() {
    let watch = ["play", "2048", "--side", "none", "--seed", "1"];
    let ended = run(&[&watch[..], &["--depth", "1"]].concat(), "");
    assert_eq!((ended.stderr.as_str(), ended.code), ("", Some(0)));
    assert!(!ended.stdout.contains('\u{1b}'), "a pipe is no terminal");
    let last: Vec<&str> = ended.stdout.lines().rev().take(3).collect();
    let points = last[2].split_once(" points, largest tile ").expect(last[2]).0;
    assert_eq!(last[0], format!("The game is over: {points} points."));
    for goal in [&["--depth", "3"][..], &["--deadline", "20s"], &["--time", "1ms"]] {
        for engine in [&[][..], &["--engine", "seed"]] {
            let ended = run(&[&watch[..], goal, engine, &["--target", "64"]].concat(), "");
            let last = ended.stdout.lines().last().unwrap();
            assert!(last.starts_with("64 is made after "), "{goal:?}: {last} {}", ended.stderr);
        }
    }
}

#[test]
fn tiles_deadlines_and_engines_are_refused_where_there_are_none() {
    for (arguments, why) in [
        ("tic-tac-toe --target 64", "tic-tac-toe has none"),
        ("tic-tac-toe --deadline 5s", "tic-tac-toe has none"),
        ("2048 --target 100", "a power of two from 8 to 131072"),
        ("2048 --deadline soon", "soon"),
        ("2048 --deadline 5s --level 3", "cannot be used with"),
        ("2048 --engine deep", "one of best, seed is needed"),
        ("connect-four --engine seed", "connect-four has only one engine"),
        ("2048 2,4,8,16/2,4,8,16/2,4,8,16", "3 rows instead of 4"),
        ("2048 2,4,8/2,4,8,16/2,4,8,16/2,4,8,16", "row 0 has 3 cells instead of 4"),
        ("2048 6,4,8,16/2,4,8,16/2,4,8,16/2,4,8,16", "'6' is no tile"),
        ("2048 262144,.,.,./.,.,.,./.,.,.,./.,.,.,.", "over 131072, the largest tile"),
        ("2048 131072,.,.,./.,.,.,./.,.,.,./.,.,.,131072", "over 262140, the most"),
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let ended = run(&[&["play", "--side", "none"], &arguments[..]].concat(), "");
        assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert_eq!(ended.stderr.lines().count(), 1, "{}", ended.stderr);
        assert!(ended.stderr.contains(why), "{why}: {}", ended.stderr);
    }
}
