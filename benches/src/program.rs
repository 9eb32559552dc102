//! A solver of Connect Four in a process of its own, which answers line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The process, waiting for positions: a line each with the columns played, such as `4453`. It
/// answers each by a line with the exact score, the CPU nanoseconds and the nodes.
pub(crate) struct Program {
    pub(crate) name: String,
    process: Child,
    positions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What a solver says about a position.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) score: i32,
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
}

impl Program {
    pub(crate) fn start(name: &str, command: &mut Command) -> Result<Program, String> {
        let mut process = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{name}: {e}"))?;
        let positions = process.stdin.take().ok_or("no standard input")?;
        let answers = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        Ok(Program { name: name.to_string(), process, positions, answers })
    }

    pub(crate) fn solve(&mut self, columns: &str) -> Result<Answer, String> {
        let name = &self.name;
        writeln!(self.positions, "{columns}").map_err(|e| format!("{name}: {e}"))?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|e| format!("{name}: {e}"))?;
        let numbers: Vec<i64> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [score, nanoseconds, nodes] => Ok(Answer {
                score: score as i32,
                seconds: nanoseconds as f64 / 1e9,
                nodes: nodes as u64,
            }),
            _ => Err(format!("{name} answers '{}' to {columns}", line.trim())),
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
