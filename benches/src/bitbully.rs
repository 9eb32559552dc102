//! The Python package bitbully, in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The package, as pip knows it.
const PACKAGE: &str = "bitbully==0.0.79";
const SCRIPT: &str = include_str!("bitbully.py");

/// The solver, waiting for positions.
pub(crate) struct Bitbully {
    process: Child,
    positions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What it says about a position.
pub(crate) struct Answer {
    pub(crate) score: i32,
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
}

impl Bitbully {
    /// Starts it; installs it first where that has not been done.
    pub(crate) fn start() -> Result<Bitbully, String> {
        let python = environment()?;
        let mut process = Command::new(&python)
            .args(["-c", SCRIPT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}", python.display()))?;
        let positions = process.stdin.take().ok_or("no standard input")?;
        let answers = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        Ok(Bitbully { process, positions, answers })
    }

    pub(crate) fn solve(&mut self, columns: &str) -> Result<Answer, String> {
        writeln!(self.positions, "{columns}").map_err(|e| format!("bitbully: {e}"))?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|e| format!("bitbully: {e}"))?;
        let numbers: Vec<i64> = line.split_whitespace().filter_map(|n| n.parse().ok()).collect();
        match numbers[..] {
            [score, nanoseconds, nodes] => Ok(Answer {
                score: score as i32,
                seconds: nanoseconds as f64 / 1e9,
                nodes: nodes as u64,
            }),
            _ => Err(format!("bitbully answers '{}' to {columns}", line.trim())),
        }
    }
}

impl Drop for Bitbully {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The Python of a virtual environment that has the package, beside the program that runs here.
fn environment() -> Result<PathBuf, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = program.parent().unwrap_or(Path::new(".")).join("bitbully");
    let python = folder.join("bin").join("python");
    let runs = |program: &Path, args: &[&str]| {
        let status = Command::new(program).args(args).stdout(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    let there = python.exists() && runs(&python, &["-c", "import bitbully"]);
    let installed = there
        || (runs(Path::new("python3"), &["-m", "venv", &folder.to_string_lossy()])
            && runs(&python, &["-m", "pip", "install", "--quiet", PACKAGE]));
    match installed {
        true => Ok(python),
        false => {
            Err(format!("cannot install {PACKAGE}: it takes python3, its venv and the network"))
        }
    }
}
