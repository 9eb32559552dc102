//! `secateur bot minimax-exercise` as its callers see it: standard input, both outputs, exit code.

use std::io::{ErrorKind, Write};
use std::process::{Command, Output, Stdio};

/// Runs the bot on an input.
fn answer(input: &[u8]) -> Output {
    let mut bot = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(["bot", "minimax-exercise"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let written = bot.stdin.take().unwrap().write_all(input);
    // The bot does not read on behind what it refuses.
    if let Err(error) = written {
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
    bot.wait_with_output().unwrap()
}

#[track_caller]
fn assert_answer(input: &[u8], expected: &str) {
    let output = answer(input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{expected}\n"));
    assert_eq!(output.status.code(), Some(0));
}

#[track_caller]
fn assert_refused(input: impl AsRef<[u8]>, why: &str) {
    let output = answer(input.as_ref());
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("secateur: {why}\n"));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_published_cases_and_the_corners() {
    let cases = include_str!("minimax_exercise.txt");
    let mut count = 0;
    for case in cases.split("== ").skip(1) {
        let (name, case) = case.split_once("\nin:\n").unwrap();
        let (input, expected) = case.split_once("\nout:\n").unwrap();
        println!("{name}");
        let expected = expected.trim_end();
        assert_answer(input.as_bytes(), expected);
        assert_answer(format!("{input}\n").replace('\n', "\r\n").as_bytes(), expected);
        assert_answer(input.replace(' ', "\n\t").as_bytes(), expected);
        count += 1;
    }
    assert_eq!(count, 14);
}

#[test]
fn odd_but_good_input() {
    assert_answer(b"0 5 7", "7 1");
    assert_answer(b"0 1\n-3\n", "-3 1");
    assert_answer(b"\n\n 1\x0b3\x0c+2 -0007\r0000000000000000000000005 \n\n", "5 4");
    assert_answer("1\u{a0}2\u{3000}\u{2028}3\u{85}4".as_bytes(), "4 3");
    assert_answer(b"1 2 2147000000 -2147000000", "2147000000 3");
    assert_answer(b"1000000 1 7", "7 1000001");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let range = "should be an integer from -2147000000 to 2147000000";
    let nothing = "the depth D is missing: a tree is written 'D B' and then its B^D leaves";
    assert_refused("", &format!("line 1: {nothing}"));
    assert_refused(" \n\n", &format!("line 3: {nothing}"));
    assert_refused(
        "2\n",
        "line 2: the branching B is missing: a tree is written 'D B' and then its B^D leaves",
    );
    assert_refused("1 3\n2 4\n", "the number of leaves is 2, not B^D = 3^1 = 3");
    assert_refused("9 10 1 2", "the number of leaves is 2, not B^D = 10^9 = 1000000000");
    assert_refused("7 8", "the number of leaves is 0, not B^D = 8^7 = 2097152");
    let surplus = "comes after the last leaf: their number is B^D = 2^1 = 2";
    assert_refused("1 2\n3 4\n\n5 6", &format!("line 4: '5' {surplus}"));
    assert_refused("1 2 3 4 end", &format!("line 1: 'end' {surplus}"));
    assert_refused("64 2 1", "line 1: D = 64, B = 2: no memory holds 2^64 leaves");
    assert_refused("1000\n1000", "line 2: D = 1000, B = 1000: no memory holds 1000^1000 leaves");
    assert_refused("1000001 1 7", "line 1: D = 1000001, B = 1: a tree has at most 1000000 plies");
    assert_refused("-1 2 3", "line 1: the depth D should be a number from 0 on, not '-1'");
    assert_refused("2.0 2 3", "line 1: the depth D should be a number from 0 on, not '2.0'");
    assert_refused("1 0", "line 1: the branching B should be a number from 1 on, not '0'");
    assert_refused("1 -2", "line 1: the branching B should be a number from 1 on, not '-2'");
    for bad in ["x", "1,5", "--5", "-", "+", "5-", "0x5", "2147000001", "-99999999999999999999"] {
        let why = format!("line 2: leaf 2 of 2 {range}, not '{bad}'");
        assert_refused(format!("1 2\n3 {bad}"), &why);
        assert_refused(format!("1 2\n3 {bad} 4"), &why);
    }
    assert_refused(b"1 2 3\x004", &format!("line 1: leaf 1 of 2 {range}, not '3\\04'"));
    assert_refused(b"1 2 3 \xff4", &format!("line 1: leaf 2 of 2 {range}, not '\\xff4'"));
    assert_refused("1 2 3 é\u{7}", &format!("line 1: leaf 2 of 2 {range}, not 'é\\u{{7}}'"));
    let shown = "9".repeat(40);
    assert_refused(
        "1 2 ".to_string() + &"9".repeat(100_000),
        &format!("line 1: leaf 1 of 2 {range}, not '{shown}…'"),
    );
    assert_refused(
        "1 2\n".to_string() + &"9".repeat(1_000_000),
        "line 2: a word of 131072 bytes or more",
    );
}

#[test]
fn a_directory_is_no_input() {
    let directory = std::fs::File::open(".").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_secateur"))
        .args(["bot", "minimax-exercise"])
        .stdin(directory)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stderr.starts_with(b"secateur: standard input: "));
}
