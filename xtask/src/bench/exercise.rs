//! The puzzle "minimax exercise" on a large tree, against `wc -w`, which only counts its leaves.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use secateur::Random;
use wait4::{ResourceUsage, Wait4};

use super::median;
use crate::{Outcome, release_program};

const DEPTH: u32 = 10;
const BRANCHING: usize = 5;
const LEAVES: usize = BRANCHING.pow(DEPTH);
const SEED: u64 = 510;

/// The machine's other work weighs on both halves of a pair alike, so the ratios are steadier than
/// the times.
const PAIRS: usize = 11;
const RATIO_LIMIT: f64 = 1.0;
const MEMORY_LIMIT: u64 = 6 * LEAVES as u64 + 20_000_000;

pub(crate) fn run() -> Outcome {
    let program = release_program()?;
    let path = program.with_file_name("minimax-exercise.txt");
    write_tree(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let outcome = compare(&program, &path);
    fs::remove_file(&path).map_err(|e| e.to_string())?;
    outcome
}

fn compare(program: &Path, tree: &Path) -> Outcome {
    let (mut ratios, mut memory, mut answers) = (Vec::new(), 0, Vec::new());
    for _ in 0..PAIRS {
        let mut bot = Command::new(program);
        let (answer, ours) = measure(bot.args(["bot", "minimax-exercise"]), tree)?;
        let (_, theirs) = measure(Command::new("wc").arg("-w").env("LC_ALL", "C"), tree)?;
        let cpu = |usage: &ResourceUsage| (usage.utime + usage.stime).as_secs_f64();
        ratios.push(cpu(&ours) / cpu(&theirs));
        memory = memory.max(ours.maxrss);
        answers.push(answer);
    }
    let ratio = median(ratios);
    let per_leaf = memory as f64 / LEAVES as f64;
    println!("  {ratio:.2} of wc's CPU time (median of {PAIRS} pairs); limit {RATIO_LIMIT}");
    println!("  {memory} bytes at the peak, {per_leaf:.2} a leaf; limit {MEMORY_LIMIT} bytes");
    let (value, nodes) = solve();
    println!("  the answer is {value} {nodes}");
    if answers.iter().any(|answer| *answer != format!("{value} {nodes}\n")) {
        return Err(format!("the bot's answers are wrong: {answers:?}"));
    }
    if ratio > RATIO_LIMIT || memory > MEMORY_LIMIT {
        return Err(format!("{ratio:.2} of wc's CPU time, {memory} bytes: over a limit"));
    }
    Ok(())
}

/// Runs a command on a file as its standard input: what it prints, and what it took.
///
/// The usage comes from the system call wait4, which knows it exactly and of this one process. The
/// standard library does not offer it; the crate of that name does, without `unsafe` on our side.
/// Linux counts the memory of whoever starts a process as the process's own until it runs its own
/// program, so this one stays small until all is measured.
fn measure(command: &mut Command, input: &Path) -> Result<(String, ResourceUsage), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let failed = |error: io::Error| format!("{name}: {error}");
    let input = File::open(input).map_err(failed)?;
    let mut child = command.stdin(input).stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut output = String::new();
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_to_string(&mut output).map_err(failed)?;
    }
    let end = child.wait4().map_err(failed)?;
    if end.status.success() { Ok((output, end.rusage)) } else { Err(format!("{name} failed")) }
}

fn leaves() -> impl Iterator<Item = i32> {
    let mut random = Random::new(SEED);
    (0..LEAVES).map(move |_| random.below(1999) as i32 - 999)
}

fn write_tree(path: &Path) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write!(file, "{DEPTH} {BRANCHING}")?;
    for leaf in leaves() {
        write!(file, " {leaf}")?;
    }
    writeln!(file)?;
    file.flush()
}

/// The same answer from a search of its own, Max and Min written out.
fn solve() -> (i32, u64) {
    let mut nodes = 0;
    let leaves: Vec<i32> = leaves().collect();
    let value = alpha_beta(&leaves, true, -i32::MAX, i32::MAX, &mut nodes);
    (value, nodes)
}

fn alpha_beta(leaves: &[i32], max: bool, mut alpha: i32, mut beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let [leaf] = leaves {
        return *leaf;
    }
    for subtree in leaves.chunks(leaves.len() / BRANCHING) {
        let value = alpha_beta(subtree, !max, alpha, beta, nodes);
        if max {
            alpha = alpha.max(value);
        } else {
            beta = beta.min(value);
        }
        if alpha >= beta {
            break;
        }
    }
    if max { alpha } else { beta }
}
