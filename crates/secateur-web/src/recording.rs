//! Recordings of searches, as `docs/recording.md` describes them.

use std::sync::Arc;

use secateur::record::{Convention, Extent};
use secateur::{Algorithm, Limits, Monitor, Recorded, Score};

use crate::desk::Clerk;
use crate::request::Record;
use crate::thinking::algorithm;

impl Clerk {
    /// Answers with one search of the position, step by step.
    pub(crate) fn record(&self, id: Option<u64>, record: &Record, monitor: &Arc<Monitor>) {
        let recorded = match record.recorded(self.house.allowance.recorded_nodes) {
            Ok(recorded) => recorded,
            Err(error) => return self.refuse(id, error),
        };
        let places = match self.places() {
            Ok(places) => places,
            Err(error) => return self.refuse(id, error),
        };
        let time = self.house.allowance.search_time();
        let mut limits = Limits::default().time(time).monitor(monitor.clone());
        limits.max_depth = record.depth;
        let recording = self.session.record(&recorded, &limits);
        drop(places);
        match recording {
            Some(recording) => self.answer(id, recording.json(true)),
            None => {
                let names: Vec<_> = Recorded::ALGORITHMS.iter().map(|a| a.name()).collect();
                let names = names.join(", ");
                self.refuse(
                    id,
                    format!("algorithm: recorded are {names}; conventions: alpha-beta"),
                );
            }
        }
    }
}

impl Record {
    /// What to record, of at most so many nodes.
    fn recorded(&self, most: usize) -> Result<Recorded, String> {
        let equal_cuts = match self.cut.as_deref() {
            None | Some(">=") => true,
            Some(">") => false,
            Some(_) => return Err("cut: is '>=' or '>'".into()),
        };
        if self.nodes > most || self.unvisited > most {
            return Err(format!("nodes, unvisited: are at most {most}"));
        }
        let algorithm = algorithm(self.algorithm.as_deref())?.unwrap_or(Algorithm::AlphaBeta);
        let convention = Convention { equal_cuts, shallow: self.shallow, deep: self.deep };
        let extent = Extent { nodes: self.nodes, unvisited: self.unvisited, ..Extent::default() };
        if self.expected.is_some_and(|value| value.unsigned_abs() > Score::PLAIN_MAX as u32) {
            return Err(format!("expected: is at most {} either way", Score::PLAIN_MAX));
        }
        let expected = self.expected.map(Score::new);
        let margin = self.margin.clamp(1, Score::PLAIN_MAX);
        Ok(Recorded { algorithm, convention, extent, expected, margin })
    }
}
