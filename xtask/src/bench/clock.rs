//! Turns of 100 ms, asked of the UGI bot as a controller would ask, against the controller's clock.
//!
//! `TURNS=100 cargo xtask bench clock` plays fewer than a thousand by each search.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use secateur::Random;

use crate::{Outcome, release_program};

const GAME: &str = "connect-four";
/// One that looks deeper and deeper, and one that plays on and on.
const ALGORITHMS: [&str; 2] = ["pvs", "mcts"];
const TURN_MS: f64 = 100.0;

/// An answer as soon as that comes because the game is solved; what it took proves nothing.
const PROVEN_MS: f64 = TURN_MS / 2.0;

/// Openings are drawn from it.
const SEED: u64 = 100;

/// So few stones that no random opening can fill a column or end the game.
const LONGEST_OPENING: usize = 6;

pub(crate) fn run() -> Outcome {
    let turns = match std::env::var("TURNS") {
        Ok(text) => text.parse().map_err(|e| format!("TURNS={text}: {e}"))?,
        Err(_) => 1000,
    };
    let program = release_program()?;
    let outcomes = ALGORITHMS.map(|algorithm| measure(&program, algorithm, turns));
    outcomes.into_iter().collect()
}

/// So many turns by one search.
fn measure(program: &Path, algorithm: &str, turns: usize) -> Outcome {
    let mut bot = Bot::start(program)?;
    bot.say(&format!("setoption name algorithm value {algorithm}"))?;
    let mut random = Random::new(SEED);
    let (mut times, mut games) = (Vec::with_capacity(turns), 0);
    while times.len() < turns {
        games += 1;
        play(&mut bot, &mut random, turns, &mut times)?;
    }
    bot.child.kill().and_then(|()| bot.child.wait()).map_err(|e| e.to_string())?;
    times.sort_by(f64::total_cmp);
    let percentile = |share: f64| times[((times.len() as f64 * share).ceil() as usize).max(1) - 1];
    let (median, high, highest) = (percentile(0.5), percentile(0.99), percentile(0.999));
    let longest = percentile(1.0);
    println!(
        "  {algorithm}: {turns} turns of {TURN_MS} ms in {games} games: median {median:.1} ms, \
         99th percentile {high:.1} ms, 99.9th {highest:.1} ms, maximum {longest:.1} ms"
    );
    let late = times.iter().filter(|&&time| time > TURN_MS).count();
    match highest <= TURN_MS {
        true => Ok(()),
        false => Err(format!("{algorithm}: {late} of {turns} turns took over {TURN_MS} ms")),
    }
}

/// Plays a game against itself until it is solved, and notes the milliseconds of every turn.
fn play(bot: &mut Bot, random: &mut Random, turns: usize, times: &mut Vec<f64>) -> Outcome {
    bot.say("uginewgame")?;
    let opening = random.below(LONGEST_OPENING + 1);
    let mut moves: Vec<String> = (0..opening).map(|_| (1 + random.below(7)).to_string()).collect();
    while times.len() < turns {
        match moves.is_empty() {
            true => bot.say("position startpos")?,
            false => bot.say(&format!("position startpos moves {}", moves.join(" ")))?,
        }
        bot.say("isready")?;
        bot.hear("readyok")?;
        let started = Instant::now();
        bot.say(&format!("go movetime {TURN_MS}"))?;
        let answer = bot.hear("bestmove")?;
        let time = started.elapsed().as_secs_f64() * 1e3;
        match answer.split_whitespace().nth(1) {
            Some(best) if time >= PROVEN_MS && best != "none" => moves.push(best.into()),
            _ => return Ok(()),
        }
        times.push(time);
    }
    Ok(())
}

/// The bot, at the other end of two pipes.
struct Bot {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Bot {
    fn start(program: &Path) -> Result<Bot, String> {
        let mut child = Command::new(program)
            .args(["bot", "ugi", GAME])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("bot: {e}"))?;
        let input = child.stdin.take().ok_or("the bot has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("the bot has no output")?);
        Ok(Bot { child, input, output })
    }

    fn say(&mut self, line: &str) -> Outcome {
        writeln!(self.input, "{line}").map_err(|e| format!("bot: {e}"))
    }

    /// The next line that starts with `word`; an error of the bot's is one of ours.
    fn hear(&mut self, word: &str) -> Result<String, String> {
        loop {
            let mut line = String::new();
            let read = self.output.read_line(&mut line).map_err(|e| format!("bot: {e}"))?;
            if read == 0 || line.starts_with("info string error") {
                return Err(format!("the bot said '{}' instead of '{word}'", line.trim()));
            }
            if line.starts_with(word) {
                return Ok(line);
            }
        }
    }
}
