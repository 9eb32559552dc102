//! The search of a session, with what it has learnt: [`Engine`].

use std::sync::Arc;

use crate::game::{Game, Heuristic};
use crate::search::{Algorithm, Search};
use crate::table::Table;

/// Memory for a transposition table when nobody asks for another amount.
const DEFAULT_MEGABYTES: usize = 64;

/// A search as a game wants it, with so many megabytes; `None`: as it is by default.
pub type Tuning<G> = fn(Algorithm, usize) -> Option<Box<dyn Search<G> + Send>>;

/// The search that was used last, which may know something already.
pub(super) struct Engine<G: Game> {
    megabytes: usize,
    search: Option<(Algorithm, Box<dyn Search<G> + Send>)>,
    pub(super) tuning: Tuning<G>,
}

impl<G: Game> Engine<G> {
    pub(super) fn new() -> Engine<G> {
        Engine { megabytes: DEFAULT_MEGABYTES, search: None, tuning: |_, _| None }
    }

    /// Starts again with so much memory.
    pub(super) fn set_megabytes(&mut self, megabytes: usize) {
        (self.megabytes, self.search) = (megabytes, None);
    }
}

impl<G: Heuristic + 'static> Engine<G> {
    /// The search by this algorithm: the one used last, or a new one.
    pub(super) fn search(&mut self, algorithm: Algorithm) -> &mut (dyn Search<G> + Send) {
        if self.search.as_ref().is_none_or(|&(last, _)| last != algorithm) {
            let table = || Arc::new(Table::new(self.megabytes));
            let tuned = (self.tuning)(algorithm, self.megabytes);
            self.search = Some((algorithm, tuned.unwrap_or_else(|| algorithm.build(table))));
        }
        &mut *self.search.as_mut().expect("just built").1
    }
}
