//! On how many threads a search runs.

use std::fmt;
use std::num::NonZeroUsize;

/// On how many threads a search may run: one, unless told otherwise.
///
/// One thread is deterministic: the same question costs the same nodes. Several find the same exact
/// values, but what they cost, and which of equally good actions comes out, depends on which thread
/// was quicker; so may an estimate, since deeper ones of another thread, or its playouts, can have a
/// part in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    count: NonZeroUsize,
    simulated: bool,
    eager: bool,
}

impl Threads {
    /// Just the caller's.
    pub const ONE: Threads = Threads { count: NonZeroUsize::MIN, simulated: false, eager: false };

    /// So many: at least one, at most [`Threads::MOST`].
    pub fn new(count: usize) -> Threads {
        let count = NonZeroUsize::new(count.min(Threads::MOST)).unwrap_or(NonZeroUsize::MIN);
        Threads { count, simulated: false, eager: false }
    }

    /// More than any search can use.
    pub const MOST: usize = 256;

    /// One for each processor that is there for us.
    pub fn all() -> Threads {
        Threads::new(std::thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }

    /// So many on a machine that has a processor for each of them, whatever this machine has: a
    /// simulation, to see how a search scales.
    ///
    /// The threads take turns of some nodes each, so the search is deterministic, and the time in
    /// its [`Stats`](crate::Stats) is virtual: a microsecond a node and thread. Waiting takes time,
    /// locks and memory take none.
    pub fn simulated(count: usize) -> Threads {
        Threads { simulated: true, ..Threads::new(count) }
    }

    /// Shares even the smallest pieces of work, which costs more than it saves: to test a game, or a
    /// search, on several threads.
    pub fn eager(self) -> Threads {
        Threads { eager: true, ..self }
    }

    /// How many.
    pub fn count(self) -> usize {
        self.count.get()
    }

    pub(crate) fn is_simulated(self) -> bool {
        self.simulated
    }

    pub(crate) fn is_eager(self) -> bool {
        self.eager
    }
}

impl Default for Threads {
    fn default() -> Threads {
        Threads::ONE
    }
}

impl fmt::Display for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.count.fmt(f)
    }
}
