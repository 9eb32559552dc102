//! The record of a tournament on disk: a line of JSON that says what is played, then one for each
//! contest. A tournament that was broken off goes on from there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};

use super::contest::Contest;
use crate::failure::Failure;

/// What a record says about its tournament: all that decides what a contest is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Heading {
    /// The format's version.
    pub(super) arena: u32,
    /// The game, with its options.
    pub(super) game: String,
    pub(super) players: Vec<String>,
    pub(super) schedule: String,
    pub(super) seed: Option<u64>,
    /// Times, clocks and openings, as they were asked for.
    pub(super) terms: BTreeMap<String, String>,
}

/// The version that we write.
pub(super) const VERSION: u32 = 1;

/// A record that grows.
pub(super) struct Journal {
    path: String,
    file: File,
}

/// A longer line is none of ours.
const LONGEST: u64 = 64 << 20;

impl Journal {
    /// Opens the record of this tournament, or begins it; the contests in it, each once. A last line
    /// that was cut off is dropped.
    pub(super) fn open(path: &str, heading: &Heading) -> Result<(Journal, Vec<Contest>), Failure> {
        let refuse = |why: String| Failure::input(format!("record {path}: {why}"));
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(|error| refuse(error.to_string()))?;
        let (kept, found) = read(&mut BufReader::new(&file), path)?;
        file.set_len(kept)?;
        file.seek(SeekFrom::Start(kept))?;
        let mut journal = Journal { path: path.into(), file };
        match found {
            None => {
                journal.append(heading)?;
                Ok((journal, Vec::new()))
            }
            Some((known, contests)) => match difference(&known, heading) {
                None => Ok((journal, contests)),
                Some(why) => Err(refuse(format!(
                    "it is of another tournament: {why}; name another file, or play the same"
                ))),
            },
        }
    }

    /// Writes a line at once: what is killed afterwards has it.
    pub(super) fn append(&mut self, line: &impl Serialize) -> Result<(), Failure> {
        let fail = |why: String| Failure::work(format!("record {}: {why}", self.path));
        let mut text = serde_json::to_string(line).map_err(|error| fail(error.to_string()))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| fail(error.to_string()))
    }
}

/// Reads a record; `None` when nothing is in it.
pub(crate) fn load(path: &str) -> Result<Option<(Heading, Vec<Contest>)>, Failure> {
    let file = File::open(path).map_err(|e| Failure::input(format!("record {path}: {e}")))?;
    Ok(read(&mut BufReader::new(file), path)?.1)
}

type Found = Option<(Heading, Vec<Contest>)>;

/// What is in a record, and how many bytes of it are whole lines.
fn read(input: &mut impl BufRead, path: &str) -> Result<(u64, Found), Failure> {
    let refuse = |number: u64, why: &dyn std::fmt::Display| {
        Failure::input(format!("record {path}, line {number}: {why}"))
    };
    let (mut kept, mut number) = (0, 0);
    let mut heading = None;
    let mut contests = BTreeMap::new();
    loop {
        let mut line = Vec::new();
        let length = std::io::Read::take(&mut *input, LONGEST).read_until(b'\n', &mut line)?;
        if line.last() != Some(&b'\n') {
            if length as u64 == LONGEST {
                return Err(refuse(number + 1, &"too long for a contest"));
            }
            break; // the end, or a line that was being written when somebody pulled the plug
        }
        number += 1;
        if number == 1 {
            let read: Result<Heading, _> = serde_json::from_slice(&line);
            heading =
                Some(read.map_err(|error| refuse(1, &format!("no record of an arena: {error}")))?);
        } else {
            let contest: Contest =
                serde_json::from_slice(&line).map_err(|error| refuse(number, &damage(&error)))?;
            contests.entry(contest.game).or_insert(contest);
        }
        kept += length as u64;
    }
    Ok((kept, heading.map(|heading| (heading, contests.into_values().collect()))))
}

/// What is wrong with a line that is no contest, and the mend. (Each line is a file to the reader, so the
/// line that it names is always the first.)
fn damage(error: &serde_json::Error) -> String {
    let (text, column) = (error.to_string(), error.column());
    let why = text.split(" at line ").next().unwrap_or_default();
    format!(
        "damaged at column {column} ({why}); delete this line, and 'secateur arena' plays its game again"
    )
}

/// In what two tournaments differ.
fn difference(known: &Heading, asked: &Heading) -> Option<String> {
    let pairs = |heading: &Heading| {
        let mut pairs = heading.terms.clone();
        pairs.insert("arena".into(), heading.arena.to_string());
        pairs.insert("game".into(), heading.game.clone());
        pairs.insert("players".into(), heading.players.join(" "));
        pairs.insert("schedule".into(), heading.schedule.clone());
        pairs.insert("seed".into(), heading.seed.map_or("none".into(), |seed| seed.to_string()));
        pairs
    };
    let (known, asked) = (pairs(known), pairs(asked));
    let differs = |key: &&String| known.get(*key) != asked.get(*key);
    let key = known.keys().chain(asked.keys()).find(differs)?;
    let value = |pairs: &BTreeMap<String, String>| pairs.get(key).cloned().unwrap_or("none".into());
    Some(format!("{key} was {}, not {}", value(&known), value(&asked)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heading(seed: u64) -> Heading {
        Heading {
            arena: VERSION,
            game: "tic-tac-toe".into(),
            players: vec!["engine".into(), "random".into()],
            schedule: "round-robin".into(),
            seed: Some(seed),
            terms: BTreeMap::new(),
        }
    }

    fn contest(game: u64) -> Contest {
        let (players, winner) = ([1, 2], Some(2));
        Contest { game, pair: (game - 1) / 2, players, first: Some(1), winner, courses: Vec::new() }
    }

    /// Wherever a record is cut, what is whole is kept and the rest can be written again.
    #[test]
    fn a_record_goes_on_wherever_it_was_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let text = path.to_str().unwrap();
        let (mut journal, found) = Journal::open(text, &heading(1)).unwrap();
        assert!(found.is_empty());
        (1..=3).for_each(|game| journal.append(&contest(game)).unwrap());
        let whole = std::fs::read(&path).unwrap();
        for end in 0..=whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let (mut journal, found) = Journal::open(text, &heading(1)).unwrap();
            (found.len() as u64 + 1..=3).for_each(|game| journal.append(&contest(game)).unwrap());
            assert_eq!(std::fs::read(&path).unwrap(), whole, "cut at {end}");
        }
    }

    #[test]
    fn another_tournament_and_what_is_no_record_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let text = path.to_str().unwrap();
        let error = |heading: &Heading| match Journal::open(text, heading) {
            Err(Failure::Input(error)) => error,
            _ => panic!("it should be refused"),
        };
        drop(Journal::open(text, &heading(1)).unwrap());
        assert!(error(&heading(2)).contains("seed was 1, not 2"), "{}", error(&heading(2)));
        for bad in ["hello\n", "{}\n", "[1]\n"] {
            std::fs::write(&path, bad).unwrap();
            assert!(error(&heading(1)).contains("line 1: no record"), "{bad}");
        }
    }

    #[test]
    fn a_damaged_line_is_named_with_the_mend() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record.jsonl");
        let text = path.to_str().unwrap();
        let (mut journal, _) = Journal::open(text, &heading(1)).unwrap();
        (1..=3).for_each(|game| journal.append(&contest(game)).unwrap());
        let whole = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let damaged = whole.replace(lines[2], &lines[2].replacen(':', ";", 1));
        std::fs::write(&path, damaged).unwrap();
        let Err(Failure::Input(error)) = Journal::open(text, &heading(1)) else {
            panic!("it should be refused")
        };
        assert!(error.contains("line 3: damaged at column 8"), "{error}");
        assert!(error.contains("delete this line"), "{error}");
        let mended = [lines[0], lines[1], lines[3], ""].join("\n");
        std::fs::write(&path, mended).unwrap();
        let (_, found) = Journal::open(text, &heading(1)).unwrap();
        assert_eq!(found.iter().map(|contest| contest.game).collect::<Vec<_>>(), [1, 3]);
    }
}
