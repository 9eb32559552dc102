//! The arena's protocol: each turn the opponent's action, the number of valid actions and that many
//! lines; a line back.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use search::Engine;
use secateur::{Game, Heuristic, Notation};

/// The time for the first turn and for later ones, less what the answer needs on its way.
const FIRST_TURN: Duration = Duration::from_millis(FIRST_MS);
const TURN: Duration = Duration::from_millis(TURN_MS);

fn main() {
    let mut lines = std::io::stdin().lock().lines();
    let mut engine = Engine::new(game());
    let mut time = FIRST_TURN;
    // The end of the input ends the bot.
    while let Some(Ok(opponent)) = lines.next() {
        let started = Instant::now();
        if let Some(action) = read(&engine, &opponent) {
            engine.play(action);
        }
        let count = match lines.next() {
            Some(Ok(count)) => count.trim().parse().unwrap_or(0),
            _ => return,
        };
        let valid: Vec<String> = lines.by_ref().take(count).map_while(Result::ok).collect();
        let is_valid = |action: &str| valid.iter().any(|line| line.trim() == action);
        let best = engine.search(started + time).map(|action| write(&engine, action));
        let best = best.filter(|action| is_valid(action));
        let answer = best.or_else(|| {
            let ours = engine.legal().into_iter().map(|action| write(&engine, action));
            ours.into_iter().find(|action| is_valid(action)).or_else(|| valid.first().cloned())
        });
        let answer = match answer {
            Some(answer) => answer,
            None => continue,
        };
        println!("{answer}");
        let _ = std::io::stdout().flush();
        if let Some(action) = read(&engine, &answer) {
            engine.play(action);
        }
        time = TURN;
    }
}

/// The legal action that a line stands for.
fn read<G: Heuristic + Notation>(engine: &Engine<G>, line: &str) -> Option<G::Action> {
    engine.legal().into_iter().find(|&action| write(engine, action) == line.trim())
}

/// An action as the arena writes it.
fn write<G: Heuristic + Notation>(engine: &Engine<G>, action: G::Action) -> String {
    engine.game().write_action(engine.state(), action).replace(SEPARATOR, " ")
}
