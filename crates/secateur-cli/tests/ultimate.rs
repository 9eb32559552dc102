//! `secateur bot ultimate-tic-tac-toe` at the other end of an arena's pipes.

mod program;

use std::time::{Duration, Instant};

use program::Conversation;
use secateur::Random;

/// A whole game against chance; the game's value for the bot, and its longest later turn.
fn play(bot_begins: bool, seed: u64) -> (i32, Duration) {
    let arguments = ["bot", "ultimate-tic-tac-toe", "--first-time", "200ms", "--time", "40ms"];
    let mut bot = Conversation::start(&arguments);
    let mut session = secateur_games::open("ultimate-tic-tac-toe:tie=boards", None).unwrap();
    let mut random = Random::new(seed);
    let (mut last, mut longest) = ("-1,-1".to_string(), Duration::ZERO);
    while session.utility().is_none() {
        let actions = session.actions();
        if session.history().len().is_multiple_of(2) == bot_begins {
            let list: Vec<String> = actions.iter().map(|a| a.replace(',', " ")).collect();
            let text = format!("{}\n{}\n{}", last.replace(',', " "), list.len(), list.join("\n"));
            let started = Instant::now();
            bot.say(&text);
            let answer = bot.hear("").pop().unwrap();
            if session.history().len() > 1 {
                longest = longest.max(started.elapsed());
            }
            session.play(&answer.replace(' ', ",")).unwrap();
        } else {
            last = actions[random.below(actions.len())].clone();
            session.play(&last).unwrap();
        }
    }
    assert_eq!(bot.end(), (Vec::new(), Some(0)));
    let value = session.utility().unwrap().value().signum();
    (if bot_begins { value } else { -value }, longest)
}

#[test]
fn the_bot_beats_chance_with_either_side_and_keeps_its_time() {
    let games =
        [(true, 1), (false, 2), (true, 3), (false, 4)].map(|(begins, seed)| play(begins, seed));
    assert!(games.iter().map(|(value, _)| value).sum::<i32>() >= 3, "{games:?}");
    let longest = games.iter().map(|&(_, longest)| longest).max().unwrap();
    assert!(longest < Duration::from_millis(250), "{longest:?}"); // a busy machine is forgiven
}
