//! What proof-number search knows about states ([`Known`]), and its memory ([`ProofTable`]).

use crate::random::Random;
use crate::score::Score;
use crate::turn::Turn;

/// The least number of states that must be settled to prove that Max reaches a goal, and to
/// disprove it, as far as the tree is known. 0 and infinity: it is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const INFINITE: u32 = u32::MAX;
    /// Of a state that nobody has looked behind.
    pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The same in the eyes of the side to move, Max or Min: what to prove is that it gets its way.
    #[inline(always)]
    pub(super) fn for_turn(self, turn: Turn) -> Numbers {
        match turn {
            Turn::Min => Numbers { proof: self.disproof, disproof: self.proof },
            _ => self,
        }
    }

    /// Whether one of the numbers has reached its limit.
    #[inline(always)]
    pub(super) fn reach(self, limit: Numbers) -> bool {
        self.proof >= limit.proof || self.disproof >= limit.disproof
    }
}

/// What is known about the value of a state, from Max's side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Proven: the value is at least this, whatever the goal,
    pub(super) low: Score,
    /// and at most this.
    pub(super) high: Score,
    /// What Max wants to reach.
    pub(super) goal: Score,
    /// How far that is from being settled.
    pub(super) numbers: Numbers,
}

impl Known {
    /// About a state that nobody has looked at.
    pub(super) const fn nothing(goal: Score) -> Known {
        let (low, high) = (Score::NEG_INFINITY, Score::INFINITY);
        Known { low, high, goal, numbers: Numbers::NEW }
    }

    /// The bounds and, where they do not settle the goal, the numbers.
    #[inline(always)]
    pub(super) fn new((low, high): (Score, Score), goal: Score, numbers: Numbers) -> Known {
        let numbers = match () {
            () if low >= goal => Numbers { proof: 0, disproof: Numbers::INFINITE },
            () if high < goal => Numbers { proof: Numbers::INFINITE, disproof: 0 },
            () => numbers,
        };
        Known { low, high, goal, numbers }
    }

    /// The same for another goal, of which the numbers say nothing.
    #[inline(always)]
    pub(super) fn aimed_at(self, goal: Score) -> Known {
        let numbers = if goal == self.goal { self.numbers } else { Numbers::NEW };
        Known::new((self.low, self.high), goal, numbers)
    }

    /// Whether it is known if Max reaches the goal.
    pub(super) fn is_settled(&self) -> bool {
        self.low >= self.goal || self.high < self.goal
    }

    /// The same, with what else is proven about the value.
    #[inline(always)]
    pub(super) fn within(self, low: Score, high: Score) -> Known {
        Known::new((self.low.max(low), self.high.min(high)), self.goal, self.numbers)
    }
}

/// The memory: it grows up to a limit, then forgets first what was cheapest to find out.
///
/// The whole key is verified: a game whose keys are different for different states can have no
/// false hit.
#[derive(Clone)]
pub(super) struct ProofTable {
    buckets: Vec<[Entry; 4]>,
    most_buckets: usize,
    filled: usize,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    known: Known,
    /// Plies to go to the horizon; `NO_HORIZON`, or `EMPTY`.
    depth: u32,
    /// The logarithm of the nodes that it took to find out.
    effort: u32,
}

const NO_HORIZON: u32 = u32::MAX;
const EMPTY: u32 = u32::MAX - 1;

const NOTHING: Entry =
    Entry { key: 0, known: Known::nothing(Score::DRAW), depth: EMPTY, effort: 0 };

/// A state as the table knows it: its key, and how far the search looks ahead from it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) key: u64,
    pub(super) depth: Option<u32>,
}

impl Place {
    fn depth(self) -> u32 {
        self.depth.map_or(NO_HORIZON, |depth| depth.min(EMPTY - 1))
    }
}

impl ProofTable {
    /// A table that grows up to so many buckets of four entries (at least one; a power of two).
    pub(super) fn new(most_buckets: usize) -> ProofTable {
        let most_buckets = match most_buckets.max(1).checked_next_power_of_two() {
            Some(power) if power > most_buckets.max(1) => power / 2,
            power => power.unwrap_or(1 << (usize::BITS - 1)),
        };
        ProofTable { buckets: vec![[NOTHING; 4]], most_buckets, filled: 0 }
    }

    /// A table that takes at most about so many megabytes.
    pub(super) fn with_megabytes(megabytes: usize) -> ProofTable {
        ProofTable::new(megabytes.saturating_mul(1 << 20) / size_of::<[Entry; 4]>())
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = ProofTable::new(self.most_buckets);
    }

    /// What is known about the value of a state.
    #[inline]
    pub(super) fn probe(&self, place: Place) -> Option<Known> {
        let bucket = &self.buckets[self.index(place.key)];
        let depth = place.depth();
        bucket.iter().find(|e| e.key == place.key && e.depth == depth).map(|e| e.known)
    }

    /// Remembers what was found out about a state with so many `nodes`.
    pub(super) fn store(&mut self, place: Place, known: Known, nodes: u64) {
        if self.filled > self.buckets.len() * 2 && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        let index = self.index(place.key);
        let (key, depth, effort) = (place.key, place.depth(), nodes.max(1).ilog2());
        let same = |e: &Entry| e.key == key && e.depth == depth;
        let worth = |e: &Entry| match e.depth {
            _ if same(e) => 0,
            EMPTY => 1,
            _ => 2 + e.effort,
        };
        let victim = self.buckets[index].iter_mut().min_by_key(|e| worth(e));
        let victim = victim.expect("a bucket has four entries");
        self.filled += usize::from(victim.depth == EMPTY);
        let effort = if same(victim) { effort.max(victim.effort) } else { effort };
        *victim = Entry { key, known, depth, effort };
    }

    /// Twice as many buckets: each is divided between two.
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.buckets = vec![[NOTHING; 4]; 2 * old.len()];
        for (place, entry) in old.iter().flat_map(|bucket| bucket.iter().enumerate()) {
            if entry.depth != EMPTY {
                let index = self.index(entry.key);
                self.buckets[index][place] = *entry;
            }
        }
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        Random::new(key).bits() as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(key: u64) -> Place {
        Place { key, depth: None }
    }

    fn known(goal: i32) -> Known {
        Known::nothing(Score::new(goal))
    }

    #[test]
    fn a_table_grows_keeps_what_it_knows_and_stays_within_its_limit() {
        let mut table = ProofTable::new(1 << 12);
        for key in 0..2_000 {
            table.store(place(key), known(key as i32), 1);
        }
        // A bucket may be full while others are empty: some are lost on the way.
        let kept = (0..2_000).filter(|&key| {
            table.probe(place(key)).is_some_and(|k| k.goal == Score::new(key as i32))
        });
        let kept = kept.count();
        assert!(kept > 1_700, "{kept}");
        for key in 0..100_000 {
            table.store(place(key), known(0), 1);
        }
        assert_eq!(table.buckets.len(), 1 << 12);
    }

    #[test]
    fn what_took_long_is_kept_and_depths_are_told_apart() {
        let mut table = ProofTable::new(1);
        table.store(place(7), known(7), 1_000);
        for key in 10..20 {
            table.store(place(key), known(0), 10);
        }
        assert_eq!(table.probe(place(7)).map(|known| known.goal), Some(Score::new(7)));
        assert!(table.probe(Place { key: 7, depth: Some(3) }).is_none());
    }
}
