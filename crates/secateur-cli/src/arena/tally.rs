//! The counts of a tournament, as tables and as JSON.

use std::collections::{BTreeMap, HashMap, HashSet};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;

use super::contest::{Contest, Course};
use super::fault::FaultKind;
use super::pentanomial::Pentanomial;
use super::ratings;

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Record {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

/// Games lost by fault; they count among the losses too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Faults {
    pub(super) crashes: u64,
    pub(super) time_outs: u64,
    pub(super) illegal: u64,
    pub(super) garbage: u64,
    pub(super) unflushed: u64,
}

/// What a player has achieved.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Standing {
    pub(super) player: String,
    #[serde(flatten)]
    pub(super) all: Record,
    /// With the first side, and with the second; `None` where only one side decides.
    pub(super) first: Option<Record>,
    pub(super) second: Option<Record>,
    pub(super) faults: Faults,
    /// Games in which something else was odd.
    pub(super) warnings: u64,
    /// The mean of its games' values, where only one side decides.
    pub(super) mean_points: Option<f64>,
    /// Its rating in the field, see [`ratings`].
    pub(super) elo: Option<f64>,
    /// Half the width of the rating's interval of 95 %.
    pub(super) elo_error: Option<f64>,
    /// The longest time it took for the first move of a game; for a later one; and the time that 99
    /// of 100 later moves kept, in milliseconds.
    pub(super) first_ms: f64,
    pub(super) max_ms: f64,
    pub(super) p99_ms: f64,
    #[serde(skip)]
    points: (i64, u64),
    /// Moves by the microseconds that they took, to three digits.
    #[serde(skip)]
    times: BTreeMap<u64, u64>,
}

/// What two players did against each other.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Pairing {
    pub(super) players: [usize; 2],
    /// Of the one named first.
    #[serde(flatten)]
    pub(super) record: Record,
    /// Pairs in which it made 0, ½, 1, 1½ and 2 points.
    pub(super) pentanomial: Pentanomial,
}

/// The standings of all players.
pub(super) struct Tally {
    pub(super) players: Vec<Standing>,
    pub(super) pairings: Vec<Pairing>,
    pub(super) games: u64,
    sides: u8,
    counted: HashSet<u64>,
    /// Half points of the first player of a pairing in pairs of which one game is known.
    halves: HashMap<u64, usize>,
}

impl Record {
    pub(super) fn count(&mut self, player: usize, winner: Option<usize>) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == player => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    pub(super) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn dashed(&self) -> String {
        format!("{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

impl Faults {
    fn count(&mut self, kind: FaultKind) {
        *match kind {
            FaultKind::Crash => &mut self.crashes,
            FaultKind::TimeOut => &mut self.time_outs,
            FaultKind::Illegal => &mut self.illegal,
            FaultKind::Garbage => &mut self.garbage,
            FaultKind::Unflushed => &mut self.unflushed,
        } += 1;
    }

    pub(super) fn all(&self) -> [u64; 5] {
        [self.crashes, self.time_outs, self.illegal, self.garbage, self.unflushed]
    }
}

impl Tally {
    /// Nothing played yet, by these players in these pairings of a game with so many sides.
    pub(super) fn new(names: &[String], pairings: &[[usize; 2]], sides: u8) -> Tally {
        let side = (sides > 1).then(Record::default);
        let standing = |name: &String| Standing {
            player: name.clone(),
            all: Record::default(),
            first: side,
            second: side,
            faults: Faults::default(),
            warnings: 0,
            mean_points: None,
            elo: None,
            elo_error: None,
            first_ms: 0.0,
            max_ms: 0.0,
            p99_ms: 0.0,
            points: (0, 0),
            times: BTreeMap::new(),
        };
        let pairing = |&players: &[usize; 2]| Pairing {
            players,
            record: Record::default(),
            pentanomial: Pentanomial::default(),
        };
        Tally {
            players: names.iter().map(standing).collect(),
            pairings: pairings.iter().map(pairing).collect(),
            games: 0,
            sides,
            counted: HashSet::new(),
            halves: HashMap::new(),
        }
    }

    /// Counts a contest. The standings hear of ratings and times by [`finish`](Tally::finish).
    pub(super) fn count(&mut self, contest: &Contest) {
        self.games += 1;
        self.counted.insert(contest.game);
        for number in contest.players {
            let Some(standing) = self.players.get_mut(number - 1) else { continue };
            standing.all.count(number, contest.winner);
            let had_first = contest.first == Some(number);
            let side = if had_first { &mut standing.first } else { &mut standing.second };
            if let Some(record) = side {
                record.count(number, contest.winner);
            }
            for course in &contest.courses {
                standing.count_course(number, course, contest);
            }
        }
        let met = |pairing: &&mut Pairing| {
            pairing.players.iter().all(|player| contest.players.contains(player))
        };
        let Some(pairing) = self.pairings.iter_mut().find(met) else { return };
        let first = pairing.players[0];
        pairing.record.count(first, contest.winner);
        let half_points = contest.winner.map_or(1, |winner| 2 * usize::from(winner == first));
        if self.sides == 1 {
            pairing.pentanomial.count(2 * half_points);
        } else if let Some(other) = self.halves.remove(&contest.pair) {
            pairing.pentanomial.count(other + half_points);
        } else {
            self.halves.insert(contest.pair, half_points);
        }
    }

    /// The numbers of the contests that were counted.
    pub(super) fn numbers(&self) -> HashSet<u64> {
        self.counted.clone()
    }

    /// Works out ratings and times.
    pub(super) fn finish(&mut self) {
        let ratings = ratings::of(self.players.len(), &self.pairings);
        for (standing, rating) in self.players.iter_mut().zip(ratings) {
            standing.elo = rating.map(|rating| rating.elo);
            standing.elo_error = rating.map(|rating| rating.error);
            (standing.p99_ms, standing.max_ms) = standing.long_times();
        }
    }

    /// The tables for people; [`finish`](Tally::finish) comes first.
    pub(super) fn table(&self) -> String {
        let mut text = self.standings();
        if self.pairings.len() > 1 {
            text = format!("{}\n\n{text}", self.cross_table());
        }
        if self.players.iter().any(|standing| standing.is_odd()) {
            text = format!("{text}\n\n{}", self.faults());
        }
        text
    }

    fn standings(&self) -> String {
        let mut header = vec!["", "player", "wins", "draws", "losses"];
        header.extend(match self.sides {
            1 => &["mean points"][..],
            _ => &["as first (w-d-l)", "as second (w-d-l)"],
        });
        header.extend(["elo", "first ms", "p99 ms", "max ms"]);
        let rows = self.players.iter().zip(1..).map(|(standing, number)| standing.row(number));
        table(&header, rows)
    }

    /// Who made how many points of how many against whom.
    fn cross_table(&self) -> String {
        let numbers: Vec<String> = (1..=self.players.len()).map(|n| n.to_string()).collect();
        let header = ["", "points against"].into_iter().chain(numbers.iter().map(String::as_str));
        let rows = self.players.iter().zip(1..).map(|(standing, number)| {
            let cells = (1..=self.players.len()).map(|other| self.points(number, other));
            [number.to_string(), standing.player.clone()].into_iter().chain(cells).collect()
        });
        table(&header.collect::<Vec<_>>(), rows)
    }

    /// The points of one player against another, such as `7.5/10`.
    pub(super) fn points(&self, one: usize, two: usize) -> String {
        let met =
            |pairing: &&Pairing| pairing.players == [one, two] || pairing.players == [two, one];
        let Some(pairing) = self.pairings.iter().find(met) else { return "-".into() };
        let Record { wins, draws, losses } = pairing.record;
        let won = if pairing.players[0] == one { wins } else { losses };
        format!("{}/{}", won as f64 + draws as f64 / 2.0, wins + draws + losses)
    }

    fn faults(&self) -> String {
        let kinds = ["crashes", "time-outs", "illegal", "garbage", "not flushed", "warnings"];
        let header: Vec<&str> = ["", "lost by fault"].into_iter().chain(kinds).collect();
        let rows = self.players.iter().zip(1..).map(|(standing, number): (&Standing, u32)| {
            let counts = standing.faults.all().into_iter().chain([standing.warnings]);
            let start = [number.to_string(), standing.player.clone()];
            start.into_iter().chain(counts.map(|count| count.to_string())).collect()
        });
        table(&header, rows)
    }
}

fn table(header: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(header.to_vec());
    rows.for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

impl Standing {
    fn count_course(&mut self, player: usize, course: &Course, contest: &Contest) {
        if course.player == Some(player)
            && let Some(utility) = course.utility
        {
            let (sum, games) = self.points;
            self.points = (sum + i64::from(utility), games + 1);
            self.mean_points = Some(self.points.0 as f64 / self.points.1 as f64);
        }
        if let Some(fault) = course.fault.as_ref().filter(|fault| fault.player == player) {
            self.faults.count(fault.fault.kind);
        }
        self.warnings += u64::from(course.warnings.iter().any(|warning| warning.player == player));
        // Where both sides decide, the sides take turns from the opening on.
        let places = match course.player {
            Some(alone) if alone == player => (0, 1),
            Some(_) => return,
            None => {
                let second = usize::from(contest.players[1] == player);
                ((second + course.opening) % 2, 2)
            }
        };
        let mut own =
            course.times.iter().skip(places.0).step_by(places.1).copied().filter(|&time| time > 0);
        self.first_ms = self.first_ms.max(own.next().unwrap_or(0) as f64 / 1000.0);
        for time in own {
            let unit = 10u64.pow(time.ilog10().saturating_sub(2));
            *self.times.entry(time / unit * unit).or_default() += 1;
        }
    }

    /// The time that 99 of 100 moves kept, and the longest, in milliseconds.
    fn long_times(&self) -> (f64, f64) {
        let moves: u64 = self.times.values().sum();
        let mut rest = moves / 100;
        let kept = self.times.iter().rev().find(|&(_, &count)| {
            let is_it = count > rest;
            rest = rest.saturating_sub(count);
            is_it
        });
        let milliseconds = |time: Option<&u64>| time.map_or(0.0, |&time| time as f64 / 1000.0);
        (milliseconds(kept.map(|(time, _)| time)), milliseconds(self.times.keys().next_back()))
    }

    fn is_odd(&self) -> bool {
        self.warnings > 0 || self.faults.all().iter().any(|&count| count > 0)
    }

    fn row(&self, number: usize) -> Vec<String> {
        let Record { wins, draws, losses } = self.all;
        let mut row = vec![number.to_string(), self.player.clone()];
        row.extend([wins, draws, losses].map(|count| count.to_string()));
        match (&self.first, &self.second) {
            (Some(first), Some(second)) => row.extend([first.dashed(), second.dashed()]),
            _ => row.push(self.mean_points.map_or("-".into(), |mean| format!("{mean:.1}"))),
        }
        row.push(match (self.elo, self.elo_error) {
            (Some(elo), Some(error)) => format!("{elo:+.0} ±{error:.0}"),
            _ => "-".into(),
        });
        row.extend([self.first_ms, self.p99_ms, self.max_ms].map(|time| format!("{time:.1}")));
        row
    }
}

#[cfg(test)]
#[path = "tally_tests.rs"]
mod tests;
