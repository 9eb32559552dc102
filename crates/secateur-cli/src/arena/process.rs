//! A program at the other end of two pipes.
//!
//! The program is not trusted: whatever it does, every wait here ends in time.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use secateur::{Monitor, ParseError};

use crate::lines::{Line, next_line};

/// A running program. Dropping it ends it.
pub(super) struct Process {
    child: Child,
    commands: Option<Sender<String>>,
    lines: Receiver<String>,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is up.
    TimeOut,
    /// The program ended, or closed its output.
    End,
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

/// How often a wait looks whether it was interrupted.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(100);

/// Lines that a program may say unheard before it must wait.
const UNHEARD: usize = 1024;

/// The program and the arguments that a command line stands for.
///
/// # Errors
/// When a quotation mark is not closed, or there is no program.
pub(super) fn command_line(text: &str) -> Result<(String, Vec<String>), ParseError> {
    let words = shlex::split(text).ok_or(ParseError::new("a quotation mark is not closed"))?;
    let mut words = words.into_iter();
    let program = words.next().ok_or(ParseError::new("a program is needed behind the colon"))?;
    Ok((program, words.collect()))
}

impl Process {
    /// Starts a program; its standard error is ours.
    pub(super) fn start(program: &str, arguments: &[String]) -> io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C at our terminal is for us alone to act on.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (commands, orders) = channel();
        let (teller, lines) = sync_channel(UNHEARD);
        let (input, output) = (child.stdin.take(), child.stdout.take());
        // From here on, dropping this ends the process.
        let process = Process { child, commands: Some(commands), lines };
        if let (Some(input), Some(output)) = (input, output) {
            thread::Builder::new().spawn(move || write(input, &orders))?;
            thread::Builder::new().spawn(move || read(output, &teller))?;
        }
        Ok(process)
    }

    /// Sends a text as it is. A program that is gone is noticed by its silence.
    pub(super) fn say(&self, text: impl Into<String>) {
        if let Some(commands) = &self.commands {
            let _ = commands.send(text.into());
        }
    }

    /// Ends the program's input, once all that was said is written.
    pub(super) fn close(&mut self) {
        self.commands = None;
    }

    /// The next line, before so much time has passed.
    pub(super) fn line(&self, limit: Duration, monitor: &Monitor) -> Result<String, Silence> {
        let started = Instant::now();
        loop {
            if monitor.is_stopped() {
                return Err(Silence::Interrupted);
            }
            let left = limit.checked_sub(started.elapsed()).ok_or(Silence::TimeOut)?;
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::End),
            }
        }
    }

    /// A line that has come already.
    pub(super) fn unheard(&self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// How the program ended, in words, as far as that is known by then.
    pub(super) fn end(&mut self, limit: Duration) -> String {
        match self.exit_within(limit) {
            Some(status) => format!(" ({status})"),
            None => ", or closed its output".into(),
        }
    }

    fn exit_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let started = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if started.elapsed() >= limit {
                return None;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Process {
    /// Closes the program's input, then makes it go.
    fn drop(&mut self) {
        self.close();
        if self.exit_within(FAREWELL).is_none() {
            // With whatever it has started. It may end in this very moment, which is as good.
            #[cfg(unix)]
            if let Ok(group) = i32::try_from(self.child.id()) {
                use nix::sys::signal::{Signal, killpg};
                let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
            }
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Writes commands until the program or we are gone.
fn write(mut input: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if input.write_all(command.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Reads lines until the program's output ends or nobody listens.
fn read(output: ChildStdout, lines: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = next_line(&mut output) {
        if let Line::Text(line) = line
            && lines.send(line).is_err()
        {
            return;
        }
    }
}
