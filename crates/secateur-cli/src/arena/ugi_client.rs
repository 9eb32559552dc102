//! The controller's side of UGI: a program that plays, at the other end of two pipes.
//!
//! The program is not trusted: whatever it does, every wait here ends in time.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use secateur::Monitor;

use super::fault::{FaultKind, Trouble};
use crate::lines::{Line, next_line};

/// A running program that speaks UGI. Dropping it ends it.
pub(super) struct UgiClient {
    child: Child,
    commands: Sender<String>,
    answers: Receiver<String>,
}

/// What a program gets on top of the time it may think: for the pipes between us.
const MARGIN: Duration = Duration::from_millis(500);

/// How often a wait looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(100);

/// Lines that a program may say unheard before it must wait.
const UNHEARD: usize = 1024;

impl UgiClient {
    /// Starts a program; its standard error is ours.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<UgiClient> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C at our terminal is for us alone to act on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (commands, orders) = channel();
        let (teller, answers) = sync_channel(UNHEARD);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // From here on, dropping the client ends the process.
        let client = UgiClient { child, commands, answers };
        if let (Some(input), Some(output)) = (input, output) {
            thread::Builder::new().spawn(move || write(input, &orders))?;
            thread::Builder::new().spawn(move || read(output, &teller))?;
        }
        Ok(client)
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
        // A program that is gone is noticed by its silence.
        let _ = self.commands.send(command.into());
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
            if monitor.is_stopped() {
                return Err(Trouble::Interrupted);
            }
            let Some(left) = limit.checked_sub(started.elapsed()) else {
                let limit = humantime::format_duration(limit);
                let note = format!("no '{word}' within {limit} of {asked}");
                return Err(Trouble::fault(FaultKind::TimeOut, note));
            };
            match self.answers.recv_timeout(left.min(GLANCE)) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    let end = self.end();
                    let note = format!("it ended before its '{word}' to {asked}{end}");
                    return Err(Trouble::fault(FaultKind::Crash, note));
                }
            }
        }
    }

    /// How the program ended, as far as that is known already.
    fn end(&mut self) -> String {
        match self.exit_within(MARGIN) {
            Some(status) => format!(" ({status})"),
            None => ", or closed its output".into(),
        }
    }

    fn exit_within(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let started = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if started.elapsed() >= limit {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for UgiClient {
    /// Asks the program to go, then makes it go.
    fn drop(&mut self) {
        self.say("quit");
        if self.exit_within(FAREWELL).is_none() {
            // It may end in this very moment, which is as good.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Writes commands until the program or we are gone.
fn write(mut input: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if writeln!(input, "{command}").and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the program's output ends or nobody listens.
fn read(output: ChildStdout, answers: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output) {
        if let Line::Text(line) = line
            && answers.send(line).is_err()
        {
            return;
        }
    }
}
