//! The Python package bitbully, in a process of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::program::Program;

/// The package, as pip knows it.
const PACKAGE: &str = "bitbully==0.0.79";
const SCRIPT: &str = include_str!("bitbully.py");

/// Starts it; installs it first where that has not been done.
pub(crate) fn start() -> Result<Program, String> {
    Program::start("bitbully", Command::new(environment()?).args(["-c", SCRIPT]))
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
