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
    /// What a search may take, where somebody has said so.
    megabytes: Option<usize>,
    search: Option<(Algorithm, Box<dyn Search<G> + Send>)>,
    pub(super) tuning: Tuning<G>,
}

impl<G: Game> Engine<G> {
    pub(super) fn new() -> Engine<G> {
        Engine { megabytes: None, search: None, tuning: |_, _| None }
    }

    /// Starts again with so much memory.
    pub(super) fn set_megabytes(&mut self, megabytes: usize) {
        (self.megabytes, self.search) = (Some(megabytes), None);
    }
}

impl<G: Heuristic + 'static> Engine<G> {
    /// The search by this algorithm: the one used last, or a new one.
    pub(super) fn search(&mut self, algorithm: Algorithm) -> &mut (dyn Search<G> + Send) {
        if self.search.as_ref().is_none_or(|&(last, _)| last != algorithm) {
            let megabytes = self.megabytes.unwrap_or(DEFAULT_MEGABYTES);
            let table = || Arc::new(Table::new(megabytes));
            let tuned = (self.tuning)(algorithm, megabytes);
            let search = tuned.unwrap_or_else(|| algorithm.build(self.megabytes, table));
            self.search = Some((algorithm, search));
        }
        &mut *self.search.as_mut().expect("just built").1
    }
}
