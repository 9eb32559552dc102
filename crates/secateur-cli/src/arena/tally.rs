//! The counts of a match, as a table and as JSON.

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;

use super::contest::{Contest, Course};
use super::fault::FaultKind;

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
    /// The mean of its games' values, where only one side decides.
    pub(super) mean_points: Option<f64>,
    #[serde(skip)]
    points: (i64, u64),
}

/// The standings of both players.
pub(super) struct Tally {
    pub(super) players: [Standing; 2],
    pub(super) games: u64,
}

impl Record {
    fn count(&mut self, player: usize, winner: Option<usize>) {
        match winner {
            None => self.draws += 1,
            Some(winner) if winner == player => self.wins += 1,
            Some(_) => self.losses += 1,
        }
    }

    fn dashed(&self) -> String {
        format!("{}-{}-{}", self.wins, self.draws, self.losses)
    }
}

impl Tally {
    /// Nothing played yet, in a game with so many sides that decide.
    pub(super) fn new(names: [&str; 2], sides: u8) -> Tally {
        let side = (sides > 1).then(Record::default);
        let standing = |name: &str| Standing {
            player: name.into(),
            all: Record::default(),
            first: side,
            second: side,
            faults: Faults::default(),
            mean_points: None,
            points: (0, 0),
        };
        Tally { players: names.map(standing), games: 0 }
    }

    /// Counts a contest.
    pub(super) fn count(&mut self, contest: &Contest) {
        self.games += 1;
        for (standing, player) in self.players.iter_mut().zip(1..) {
            standing.all.count(player, contest.winner);
            let had_first = contest.first == Some(player);
            let side = if had_first { &mut standing.first } else { &mut standing.second };
            if let Some(record) = side {
                record.count(player, contest.winner);
            }
            contest.courses.iter().for_each(|course| standing.count_course(player, course));
        }
    }

    /// The table for people.
    pub(super) fn table(&self) -> String {
        let one_sided = self.players[0].first.is_none();
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let sides: &[&str] = match one_sided {
            true => &["mean points"],
            false => &["as first (w-d-l)", "as second (w-d-l)"],
        };
        let faults = ["crashes", "time-outs", "illegal"];
        let header = ["", "player", "wins", "draws", "losses"];
        table.set_header(header.iter().chain(sides).chain(&faults).copied());
        for (standing, number) in self.players.iter().zip(1..) {
            table.add_row(standing.row(number));
        }
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.trim_fmt()
    }
}

impl Standing {
    fn count_course(&mut self, player: usize, course: &Course) {
        if course.player == Some(player)
            && let Some(utility) = course.utility
        {
            let (sum, games) = self.points;
            self.points = (sum + i64::from(utility), games + 1);
            self.mean_points = Some(self.points.0 as f64 / self.points.1 as f64);
        }
        let own = course.fault.as_ref().filter(|fault| fault.player == player);
        match own.map(|fault| fault.fault.kind) {
            None => {}
            Some(FaultKind::Crash) => self.faults.crashes += 1,
            Some(FaultKind::TimeOut) => self.faults.time_outs += 1,
            Some(FaultKind::Illegal) => self.faults.illegal += 1,
        }
    }

    fn row(&self, number: usize) -> Vec<String> {
        let Record { wins, draws, losses } = self.all;
        let Faults { crashes, time_outs, illegal } = self.faults;
        let mut row = vec![number.to_string(), self.player.clone()];
        row.extend([wins, draws, losses].map(|count| count.to_string()));
        match (&self.first, &self.second) {
            (Some(first), Some(second)) => row.extend([first.dashed(), second.dashed()]),
            _ => row.push(self.mean_points.map_or("-".into(), |mean| format!("{mean:.1}"))),
        }
        row.extend([crashes, time_outs, illegal].map(|count| count.to_string()));
        row
    }
}

#[cfg(test)]
mod tests {
    use super::super::contest::PlayerFault;
    use super::super::fault::Fault;
    use super::*;

    fn course(player: Option<usize>, utility: Option<i32>, at_fault: Option<usize>) -> Course {
        let fault = |player| PlayerFault {
            player,
            fault: Fault { kind: FaultKind::Crash, note: "it ended".into() },
        };
        Course { player, fault: at_fault.map(fault), utility, moves: Vec::new() }
    }

    #[test]
    fn counts_by_side_and_by_fault() {
        let mut tally = Tally::new(["a", "b"], 2);
        let contest = |game, first, winner, fault| Contest {
            game,
            first: Some(first),
            winner,
            courses: vec![course(None, None, fault)],
        };
        tally.count(&contest(1, 1, Some(1), None));
        tally.count(&contest(2, 2, None, None));
        tally.count(&contest(3, 1, Some(2), Some(1)));
        let [a, b] = &tally.players;
        assert_eq!(a.all, Record { wins: 1, draws: 1, losses: 1 });
        assert_eq!(a.first, Some(Record { wins: 1, draws: 0, losses: 1 }));
        assert_eq!(b.first, Some(Record { wins: 0, draws: 1, losses: 0 }));
        assert_eq!(b.second, Some(Record { wins: 1, draws: 0, losses: 1 }));
        assert_eq!((a.faults.crashes, b.faults.crashes), (1, 0));
        let table = tally.table();
        assert!(table.contains("1-0-1") && table.lines().count() == 3, "{table}");
    }

    #[test]
    fn where_one_side_decides_the_points_are_averaged() {
        let mut tally = Tally::new(["a", "b"], 1);
        for (a, b) in [(10, 4), (5, 9)] {
            let courses = vec![course(Some(1), Some(a), None), course(Some(2), Some(b), None)];
            let winner = if a > b { Some(1) } else { Some(2) };
            tally.count(&Contest { game: 1, first: None, winner, courses });
        }
        assert_eq!(tally.players[0].mean_points, Some(7.5));
        assert_eq!(tally.players[1].mean_points, Some(6.5));
        assert!(tally.table().contains("mean points"));
    }
}
