//! The state of a training on disk: a line of JSON, what was learned, and a checksum.
//!
//! A file is written beside the old one and takes its place when it is whole, so a kill at any moment
//! leaves one that can be read.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use secateur_games::Training;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::curve::Tally;
use crate::failure::Failure;

/// A training and the file that keeps it.
pub(super) struct State {
    file: PathBuf,
    pub(super) progress: Progress,
    pub(super) training: Box<dyn Training>,
}

/// What has been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Progress {
    pub(super) game: String,
    seed: u64,
    hope: u32,
    /// Games from one point of the curve to the next.
    every: u64,
    /// The time it took, as far as it was saved.
    pub(super) seconds: f64,
    /// Whole stretches of the curve, and the one that has begun.
    stretches: Vec<Tally>,
    begun: Tally,
}

impl Progress {
    pub(super) fn new(game: &str, seed: u64, hope: u32, every: u64) -> Progress {
        let (stretches, begun) = (Vec::new(), Tally::default());
        let every = every.max(1);
        Progress { game: game.to_string(), seed, hope, every, seconds: 0.0, stretches, begun }
    }

    /// Games played.
    pub(super) fn games(&self) -> u64 {
        self.stretches.len() as u64 * self.every + self.begun.games
    }

    /// Games at the next point of the curve.
    pub(super) fn next_point(&self) -> u64 {
        (self.stretches.len() as u64 + 1) * self.every
    }

    /// Counts games up to the next point at most.
    pub(super) fn add(&mut self, tally: &Tally) {
        self.begun.add(tally);
        if self.begun.games >= self.every {
            self.stretches.push(std::mem::take(&mut self.begun));
        }
    }

    /// The points of the curve: games so far, and how those since the point before went.
    pub(super) fn points(&self) -> Vec<(u64, &Tally)> {
        let begun = Some(&self.begun).filter(|tally| tally.games > 0);
        let mut games = 0;
        let counted = self.stretches.iter().chain(begun).map(|tally| {
            games += tally.games;
            (games, tally)
        });
        counted.collect()
    }

    /// The last point in a line.
    pub(super) fn last_words(&self, milestones: &[u32]) -> String {
        let Some(&(_, tally)) = self.points().last() else { return String::new() };
        let shares = milestones.iter().map(|&m| format!("{m}: {:.1} %", 100.0 * tally.share(m)));
        format!("mean {:.0}   {}", tally.mean(), shares.collect::<Vec<_>>().join("   "))
    }

    pub(super) fn in_json(&self, network: &Path, bytes: usize) -> impl Serialize {
        let points = self.points();
        let curve = points.iter().map(|(games, tally)| {
            json!({ "games": games, "mean": tally.mean(), "actions": tally.mean_actions(),
                    "reached": tally.shares() })
        });
        json!({ "game": self.game, "seed": self.seed, "hope": self.hope, "games": self.games(),
                "seconds": self.seconds, "network": network, "bytes": bytes,
                "curve": curve.collect::<Vec<_>>() })
    }
}

/// What a file begins with.
const HEAD: &str = "secateur training 1\n";
/// The longest line of JSON that is read.
const LONGEST_LINE: u64 = 64 << 20;

impl State {
    /// The state in the file, or where there is none a new one.
    pub(super) fn open(
        file: &Path,
        progress: Progress,
        mut training: Box<dyn Training>,
    ) -> Result<State, Failure> {
        let path = file.display();
        let found = match File::open(file) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(State { file: file.to_path_buf(), progress, training });
            }
            Err(error) => return Err(Failure::input(format!("{path}: {error}"))),
        };
        let damaged = |what: String| Failure::input(format!("{path}: {what}"));
        let mut from = Summed::new(BufReader::new(found));
        let kept = read(&mut from, &mut *training).map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => damaged(error.to_string()),
            _ => damaged(format!("the state of a training is not whole: {error}")),
        })?;
        let same = (&kept.game, kept.seed, kept.hope, kept.every);
        let asked = (&progress.game, progress.seed, progress.hope, progress.every);
        if same != asked {
            return Err(damaged(format!(
                "this training of {} has --seed {} --hope {} --every {}; give the same, or another \
                 --state",
                kept.game, kept.seed, kept.hope, kept.every
            )));
        }
        Ok(State { file: file.to_path_buf(), progress: kept, training })
    }

    /// Puts the state into its file.
    pub(super) fn save(&self) -> Result<(), Failure> {
        write_whole(&self.file, |out| {
            let mut out = Summed::new(out);
            out.write_all(HEAD.as_bytes())?;
            serde_json::to_writer(&mut out, &self.progress)?;
            out.write_all(b"\n")?;
            self.training.write(&mut out)?;
            let sum = out.sum.clone().finalize();
            out.inner.write_all(&sum.to_le_bytes())
        })
    }
}

fn read(from: &mut Summed<BufReader<File>>, training: &mut dyn Training) -> io::Result<Progress> {
    let wrong = |what: &str| io::Error::new(io::ErrorKind::InvalidData, what);
    let mut head = [0; HEAD.len()];
    from.read_exact(&mut head)?;
    if head != *HEAD.as_bytes() {
        return Err(wrong("this is no state of a training"));
    }
    let mut line = Vec::new();
    from.inner.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    from.sum.update(&line);
    let progress = serde_json::from_slice(&line)?;
    training.read(from)?;
    let sum = from.sum.clone().finalize();
    let mut kept = [0; 4];
    from.inner.read_exact(&mut kept)?;
    if sum != u32::from_le_bytes(kept) || from.inner.read(&mut [0])? > 0 {
        return Err(wrong("the state of the training is damaged: its checksum is wrong"));
    }
    Ok(progress)
}

/// Writes a file such that at any moment it is the old one or the whole new one. What is no file, a
/// pipe or a device, is written to as it is.
pub(super) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let write_beside = || {
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return write(&mut File::options().write(true).open(path)?);
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let mut beside = path.as_os_str().to_owned();
        beside.push(".new");
        let mut out = BufWriter::new(File::create(&beside)?);
        write(&mut out)?;
        out.flush()?;
        out.get_ref().sync_all()?;
        fs::rename(&beside, path)
    };
    write_beside().map_err(|error| Failure::work(format!("{}: {error}", path.display())))
}

/// Bytes that are summed up on their way.
struct Summed<T> {
    inner: T,
    sum: Hasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Summed<T> {
        Summed { inner, sum: Hasher::new() }
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<R: Read> Read for Summed<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(bytes)?;
        self.sum.update(&bytes[..count]);
        Ok(count)
    }
}
