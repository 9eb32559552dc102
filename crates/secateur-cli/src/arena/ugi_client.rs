//! The controller's side of UGI: a conversation with a program that plays.

use std::io;
use std::time::{Duration, Instant};

use secateur::Monitor;

use super::fault::{FaultKind, Trouble};
use super::process::{Process, Silence};

/// A running program that speaks UGI. Dropping it ends it.
pub(super) struct UgiClient {
    process: Process,
}

/// What a program gets on top of the time it may think: for the pipes between us.
const MARGIN: Duration = Duration::from_millis(500);

impl UgiClient {
    /// Starts a program; its standard error is ours.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<UgiClient> {
        Ok(UgiClient { process: Process::start(program, arguments)? })
    }

    /// Begins the conversation: from `ugi` to `ugiok`.
    pub(super) fn greet(&mut self, limit: Duration, monitor: &Monitor) -> Result<(), Trouble> {
        self.say("ugi");
        self.hear("ugiok", "'ugi'", limit, monitor)?;
        self.ready(limit, monitor)
    }

    /// Tells that a new game begins.
    pub(super) fn new_game(&mut self, limit: Duration, monitor: &Monitor) -> Result<(), Trouble> {
        self.say("uginewgame");
        self.ready(limit, monitor)
    }

    /// What the program plays after `moves` when `go` says these limits: it has `time` at most.
    pub(super) fn best_move(
        &mut self,
        moves: &[String],
        limits: &str,
        time: Duration,
        monitor: &Monitor,
    ) -> Result<String, Trouble> {
        match moves.is_empty() {
            true => self.say("position startpos"),
            false => self.say(&format!("position startpos moves {}", moves.join(" "))),
        }
        // Whatever it still had to say about earlier positions comes before this.
        self.ready(time.saturating_add(MARGIN), monitor)?;
        self.say(&format!("go {limits}"));
        let limit = time.saturating_add(MARGIN);
        let answer = self.hear("bestmove", "'go'", limit, monitor)?;
        Ok(answer.split_whitespace().nth(1).unwrap_or_default().into())
    }

    fn ready(&mut self, limit: Duration, monitor: &Monitor) -> Result<(), Trouble> {
        self.say("isready");
        self.hear("readyok", "'isready'", limit, monitor).map(drop)
    }

    fn say(&self, command: &str) {
        self.process.say(format!("{command}\n"));
    }

    /// The next line that starts with `word`; all others are passed over.
    fn hear(
        &mut self,
        word: &str,
        asked: &str,
        limit: Duration,
        monitor: &Monitor,
    ) -> Result<String, Trouble> {
        let started = Instant::now();
        loop {
            match self.process.line(limit.saturating_sub(started.elapsed()), monitor) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(Silence::Interrupted) => return Err(Trouble::Interrupted),
                Err(Silence::TimeOut) => {
                    let limit = humantime::format_duration(limit);
                    let note = format!("no '{word}' within {limit} of {asked}");
                    return Err(Trouble::fault(FaultKind::TimeOut, note));
                }
                Err(Silence::End) => {
                    let end = self.process.end(MARGIN);
                    let note = format!("it ended before its '{word}' to {asked}{end}");
                    return Err(Trouble::fault(FaultKind::Crash, note));
                }
            }
        }
    }
}

impl Drop for UgiClient {
    fn drop(&mut self) {
        self.say("quit");
    }
}
