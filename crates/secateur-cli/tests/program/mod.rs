//! The real program at the other end of pipes, never waited for without a limit.

#![allow(dead_code)] // not every test file needs everything

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program under test.
pub(crate) const SECATEUR: &str = env!("CARGO_BIN_EXE_secateur");

/// What a run of the program left behind.
pub(crate) struct Ended {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: Option<i32>,
}

/// Runs the program with this input, to its end.
pub(crate) fn run(arguments: &[&str], input: &str) -> Ended {
    let mut child = spawn(arguments, Stdio::piped());
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let stderr = child.stderr.take().unwrap();
    let input = input.to_string();
    // The program may well end before it has read everything.
    thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let (stdout, stderr) = (read_all(stdout), read_all(stderr));
    let code = wait(&mut child);
    Ended { stdout: stdout.recv().unwrap(), stderr: stderr.recv().unwrap(), code }
}

/// A conversation with the program, line by line.
pub(crate) struct Conversation {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    pub(crate) fn start(arguments: &[&str]) -> Conversation {
        let mut child = spawn(arguments, Stdio::inherit());
        let (stdin, stdout) = (child.stdin.take(), child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Conversation { child, stdin, lines }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// All lines up to the first that starts with `word`.
    pub(crate) fn hear(&mut self, word: &str) -> Vec<String> {
        let mut heard: Vec<String> = Vec::new();
        while !heard.last().is_some_and(|line| line.starts_with(word)) {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => heard.push(line),
                Err(error) => panic!("{error} before '{word}'; heard {heard:?}"),
            }
        }
        heard
    }

    pub(crate) fn ask(&mut self, line: &str, word: &str) -> String {
        self.say(line);
        self.hear(word).pop().unwrap()
    }

    /// Sends the signal of Ctrl-C.
    #[cfg(unix)]
    pub(crate) fn interrupt(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    }

    /// Closes the input; what is said after that, and the exit code.
    pub(crate) fn end(mut self) -> (Vec<String>, Option<i32>) {
        self.stdin = None;
        let code = wait(&mut self.child);
        (self.lines.iter().collect(), code)
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(arguments: &[&str], stderr: Stdio) -> Child {
    let mut command = Command::new(SECATEUR);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
    command.spawn().unwrap()
}

fn read_all(mut stream: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, text) = channel();
    thread::spawn(move || {
        let mut all = String::new();
        stream.read_to_string(&mut all).unwrap();
        sender.send(all)
    });
    text
}

fn wait(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    while started.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    panic!("the program did not end within {PATIENCE:?}");
}
