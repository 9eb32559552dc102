//! What `play` says, in plain words.

use std::time::Duration;

use secateur::{Score, Turn};

use super::Persons;
use crate::engine::Advice;
use crate::solve::certainty_note;

pub(super) const HELP: &str = "\
An action in the game's notation plays it. Else:
  moves    the legal actions
  hint     what the engine would play for you, and its value
  undo     take back everything since your last action, and that too
  resign   give up
  quit     leave the game
  help     this";

/// The first lines of a game.
pub(super) fn greeting(persons: Persons, sides: u8, strength: &str, seed: u64) -> String {
    let who = match (persons, sides) {
        (Persons::None, 1) => format!("The engine plays alone, at {strength}"),
        (_, 1) => "You play against chance".into(),
        (Persons::First, _) => format!("You play first, the engine second, at {strength}"),
        (Persons::Second, _) => format!("The engine plays first, at {strength}, and you second"),
        (Persons::Both, _) => "Two people play".into(),
        (Persons::None, _) => format!("The engine plays both sides, at {strength}"),
    };
    let how = if persons == Persons::None { "" } else { "\nType an action, or 'help'." };
    format!("{who} (seed {seed}).{how}")
}

/// `first`, `second` or `chance`.
fn side(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "first",
        Turn::Min => "second",
        Turn::Chance => "chance",
    }
}

/// What a person is asked with.
pub(super) fn prompt(persons: Persons, sides: u8, turn: Turn) -> String {
    match (persons, sides) {
        (_, 1) => "you> ".into(),
        (Persons::Both, _) => format!("{}> ", side(turn)),
        _ => format!("you ({})> ", side(turn)),
    }
}

/// What the engine has played.
pub(super) fn engine_plays(persons: Persons, sides: u8, turn: Turn, action: &str) -> String {
    match (persons, sides) {
        (Persons::None, 2..) => format!("The engine, {}, plays {action}.", side(turn)),
        _ => format!("The engine plays {action}."),
    }
}

/// The engine's advice.
pub(super) fn hint(advice: &Advice) -> String {
    let Advice { action, answer } = advice;
    let (score, note) = (answer.score, certainty_note(answer.certainty));
    format!("The engine would play {action}; its value: {score}{note}.")
}

/// How far a game is that the engine plays alone.
pub(super) fn progress(moves: u32, time: Duration) -> String {
    let (seconds, rate) = (time.as_secs(), f64::from(moves) / time.as_secs_f64().max(1e-3));
    format!("move {moves}, {}:{:02}, {rate:.0} moves/s", seconds / 60, seconds % 60)
}

/// How a person gives up.
pub(super) fn resignation(persons: Persons, sides: u8, turn: Turn) -> String {
    match (persons, turn) {
        _ if sides == 1 => "You resign.".into(),
        (Persons::Both, Turn::Min) => "The second side resigns: the first wins.".into(),
        (Persons::Both, _) => "The first side resigns: the second wins.".into(),
        _ => "You resign: the engine wins.".into(),
    }
}

/// How the game ended.
pub(super) fn result(persons: Persons, sides: u8, utility: Score) -> String {
    let points = match utility.value().unsigned_abs() {
        1 => "1 point".to_string(),
        points => format!("{points} points"),
    };
    let sign = if utility < Score::DRAW { "-" } else { "" };
    if sides == 1 && !utility.is_decisive() {
        return format!("The game is over: {sign}{points}.");
    }
    let by = if utility.is_decisive() { String::new() } else { format!(" by {points}") };
    let person = match persons {
        Persons::First => Some(Turn::Max),
        Persons::Second => Some(Turn::Min),
        Persons::Both if sides == 1 => Some(Turn::Max),
        Persons::Both | Persons::None => None,
    };
    match person {
        _ if utility == Score::DRAW => "It is a draw.".into(),
        Some(turn) if utility.for_turn(turn) > Score::DRAW => format!("You win{by}."),
        Some(_) => format!("You lose{by}."),
        None if utility > Score::DRAW => format!("The first side wins{by}."),
        None => format!("The second side wins{by}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_in_plain_words() {
        let (win, loss, points) = (Score::WIN, Score::LOSS, Score::new(-3));
        for (persons, sides, utility, words) in [
            (Persons::First, 2, win, "You win."),
            (Persons::First, 2, loss, "You lose."),
            (Persons::Second, 2, loss, "You win."),
            (Persons::Second, 2, points, "You win by 3 points."),
            (Persons::First, 2, Score::new(-1), "You lose by 1 point."),
            (Persons::Both, 2, win, "The first side wins."),
            (Persons::None, 2, points, "The second side wins by 3 points."),
            (Persons::Second, 2, Score::DRAW, "It is a draw."),
            (Persons::First, 1, Score::new(420), "The game is over: 420 points."),
            (Persons::None, 1, points, "The game is over: -3 points."),
            (Persons::Both, 1, win, "You win."),
        ] {
            assert_eq!(result(persons, sides, utility), words);
        }
    }
}
