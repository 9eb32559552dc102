//! The transposition table: what searches have found out about states, shared by threads.
//!
//! Fixed size, lock-free, without `unsafe`. An entry is two atomic words, and the first holds the
//! key XORed with the second: words of two writers that meet in one entry do not match any key
//! (Hyatt & Mann, *A Lock-less Transposition Table Implementation for Parallel Search*, 2002).
//!
//! ```text
//!  word 0   key ^ word 1
//!  word 1   63       32 31    22 21 20 19   10 9     5 4          0
//!           ┌──────────┬────────┬─────┬───────┬────────┬────────────┐
//!           │  score   │ action │bound│ depth │ effort │ generation │
//!           └──────────┴────────┴─────┴───────┴────────┴────────────┘
//! ```
//!
//! Four entries share a 64-byte bucket, one cache line. The whole 64-bit key is verified, after a
//! mix that maps different keys to different keys: a game whose keys are different for different
//! states can have no false hit at all; for a game that hashes, the odds are 4 in 2⁶⁴ a look-up.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use bytemuck::Zeroable;

use crate::memory::{prefetch, zeroed_on_large_pages};
use crate::score::{Score, Window};

/// A transposition table of a fixed size.
///
/// A small part of it, which stays near the processor, is for endgames: states so near to the end
/// of the game that there are very many of them, of which each is worth little.
pub struct Table {
    slots: Box<[Slot]>,
    /// The first slot at the beginning of a cache line.
    first: usize,
    /// How many buckets there are for endgames, at the beginning.
    near: usize,
    generation: AtomicU8,
}

/// Four slots that share a cache line.
type Bucket = [Slot; 4];

#[derive(Zeroable)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Where a table keeps a state.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// Counts from 1, so that `Option` has a word to spare.
    bucket: NonZeroU32,
    key: u64,
}

impl Address {
    /// The key of the state, mixed.
    #[inline(always)]
    pub(crate) fn key(self) -> u64 {
        self.key
    }
}

/// What the value of an [`Entry`] says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// The value is at least this.
    Lower,
    /// The value is at most this.
    Upper,
}

/// What a search found out about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// For the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Plies that were searched below the state, or [`Entry::PROVEN`].
    pub depth: u32,
    /// The best action, as its index in the state's list of actions, if one stood out.
    pub action: Option<usize>,
}

impl Entry {
    /// The depth of a score in which no evaluation had a part: it is true at every depth.
    pub const PROVEN: u32 = (1 << 10) - 1;

    /// Whether the score answers what a window asks of a search to `depth`: it settles the question, and
    /// it is proven or comes from that very depth. A shallower or deeper estimate is another estimate.
    #[inline]
    pub fn answers(&self, depth: u32, window: Window) -> bool {
        let settles = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        };
        settles && (self.depth == Entry::PROVEN || self.depth == depth)
    }

    const NO_ACTION: u64 = (1 << 10) - 1;

    #[inline]
    fn pack(&self, effort: u32, generation: u8) -> u64 {
        let action = self.action.map_or(Entry::NO_ACTION, |index| index as u64);
        let score = self.score.value() as u32;
        u64::from(score) << 32
            | action.min(Entry::NO_ACTION) << 22
            | (self.bound as u64) << 20
            | u64::from(self.depth.min(Entry::PROVEN)) << 10
            | u64::from(effort) << 5
            | u64::from(generation)
    }

    #[inline]
    fn unpack(data: u64) -> Entry {
        let action = data >> 22 & Entry::NO_ACTION;
        Entry {
            score: Score::from_value((data >> 32) as u32 as i32),
            bound: match data >> 20 & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: (data >> 10) as u32 & Entry::PROVEN,
            action: (action != Entry::NO_ACTION).then_some(action as usize),
        }
    }
}

impl Table {
    /// A table of about `megabytes` MB (at least one bucket of four entries).
    pub fn new(megabytes: usize) -> Table {
        Table::with_buckets(megabytes.saturating_mul(1 << 20) / size_of::<Bucket>())
    }

    /// A table of so many buckets of four entries each (at least one).
    pub fn with_buckets(buckets: usize) -> Table {
        let buckets = buckets.clamp(1, u32::MAX as usize - 1);
        // An allocator clears memory of a stricter alignment by hand, which takes its time; so the
        // first three slots may be left to align the rest.
        let slots: Box<[Slot]> = zeroed_on_large_pages(4 * buckets + 3);
        let first = slots.as_ptr().cast::<u8>().align_offset(64) / size_of::<Slot>();
        let near = NEAR_BUCKETS.min(buckets / 8);
        Table { slots, first, near, generation: AtomicU8::new(1) }
    }

    #[inline(always)]
    fn buckets(&self) -> &[Bucket] {
        self.slots[self.first..].as_chunks().0
    }

    /// The size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.buckets())
    }

    /// Ages all entries: those that the next search writes are kept in preference.
    pub fn new_search(&self) {
        // 1 to 31: no entry's data is ever 0, which marks an empty slot.
        let next = self.generation.load(Relaxed) % GENERATIONS + 1;
        self.generation.store(next, Relaxed);
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.buckets().iter().flatten() {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    /// Where the table keeps the state with this key; the same words always, for the same state.
    #[inline(always)]
    pub fn address(&self, key: u64, is_endgame: bool) -> Address {
        let key = mix(key);
        let of = |buckets: usize| ((u128::from(key) * buckets as u128) >> 64) as u32;
        let buckets = self.buckets().len();
        let bucket = match is_endgame && self.near > 0 {
            true => of(self.near),
            false => self.near as u32 + of(buckets - self.near),
        };
        Address { bucket: NonZeroU32::MIN.saturating_add(bucket), key }
    }

    /// Asks the processor to fetch an entry, for a probe soon.
    #[inline(always)]
    pub fn prefetch(&self, address: Address) {
        prefetch(self.bucket(address));
    }

    /// What is known about the state.
    #[inline]
    pub fn probe(&self, address: Address) -> Option<Entry> {
        // Without branches: which of the four it is, if any, cannot be foreseen.
        let mut found = 0;
        for slot in self.bucket(address) {
            let data = slot.data.load(Relaxed);
            found = if slot.check.load(Relaxed) ^ data == address.key { data } else { found };
        }
        (found != 0).then(|| Entry::unpack(found))
    }

    /// Remembers `entry`, which it took `nodes` nodes to find out. It replaces what is known about
    /// the same state, else the entry of its bucket that is oldest, else took least.
    #[inline]
    pub fn store(&self, address: Address, entry: Entry, nodes: u64) {
        let generation = self.generation.load(Relaxed);
        let bucket = self.bucket(address);
        let mut victim = (0, u32::MAX);
        for (i, slot) in bucket.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            let fresh = u32::from((data & 31) as u8 == generation);
            let worth = fresh << 5 | (data >> 5) as u32 & 31;
            let same = data == 0 || slot.check.load(Relaxed) ^ data == address.key;
            let worth = if same { 0 } else { worth + 1 };
            victim = if worth < victim.1 { (i, worth) } else { victim };
        }
        let victim = &bucket[victim.0];
        let data = entry.pack((nodes | 1).ilog2().min(31), generation);
        victim.check.store(address.key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How many of a thousand entries the current search wrote, by a small sample: an easy question
    /// may take no longer than reading a larger one.
    pub fn fill_permille(&self) -> u32 {
        let generation = u64::from(self.generation.load(Relaxed));
        let far = &self.buckets()[self.near..];
        let sampled = far.len().min(SAMPLED_BUCKETS);
        let slots = far[..sampled].iter().flatten();
        let used = slots.filter(|slot| slot.data.load(Relaxed) & 31 == generation).count();
        (used * 250 / sampled) as u32
    }

    #[inline(always)]
    fn bucket(&self, address: Address) -> &Bucket {
        &self.buckets()[address.bucket.get() as usize - 1]
    }
}

/// For endgames: 256 KB, which fit into a core's own memory (L2) on most processors.
const NEAR_BUCKETS: usize = 1 << 12;

const SAMPLED_BUCKETS: usize = 32;

/// Generations before they come round again.
const GENERATIONS: u8 = 31;

/// A bijective mix (MurmurHash3's finaliser), so that neighbouring keys spread over the table.
#[inline(always)]
fn mix(mut key: u64) -> u64 {
    key = (key ^ key >> 33).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    key = (key ^ key >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    key ^ key >> 33
}
