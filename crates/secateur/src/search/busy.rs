//! The states that some thread is searching just now.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::table::Address;

/// A small lock-free set of states. It may forget some and mistake one for another: it only says
/// what is better searched later.
pub(super) struct Busy {
    slots: Box<[[AtomicU64; 4]]>,
    /// How many there are below nodes of a ply: where there are none, nobody need look. Most nodes
    /// are so near to the leaves that nobody ever tells of their children.
    counts: [AtomicU32; PLIES],
}

const BUCKETS: usize = 1 << 12;
/// Later plies share the last count.
const PLIES: usize = 128;

impl Busy {
    pub(super) fn new() -> Busy {
        let slots = (0..BUCKETS).map(|_| Default::default()).collect();
        Busy { slots, counts: [const { AtomicU32::new(0) }; PLIES] }
    }

    fn bucket(&self, name: u64) -> &[AtomicU64; 4] {
        &self.slots[name as usize % BUCKETS]
    }

    fn count(&self, ply: usize) -> &AtomicU32 {
        &self.counts[ply.min(PLIES - 1)]
    }

    /// Whether a thread is searching any child of a node of this ply.
    #[inline(always)]
    pub(super) fn is_any(&self, ply: usize) -> bool {
        self.count(ply).load(Relaxed) > 0
    }

    /// Whether a thread is searching the state.
    pub(super) fn contains(&self, name: u64) -> bool {
        self.bucket(name).iter().any(|slot| slot.load(Relaxed) == name)
    }

    /// A thread begins to search the state, a child of a node of this ply.
    pub(super) fn insert(&self, name: u64, ply: usize) {
        self.count(ply).fetch_add(1, Relaxed);
        let bucket = self.bucket(name);
        let free = bucket.iter().find(|slot| slot.load(Relaxed) == 0);
        free.unwrap_or(&bucket[0]).store(name, Relaxed);
    }

    /// A thread has searched the state, a child of a node of this ply.
    pub(super) fn remove(&self, name: u64, ply: usize) {
        self.count(ply).fetch_sub(1, Relaxed);
        for slot in self.bucket(name) {
            if slot.load(Relaxed) == name {
                slot.store(0, Relaxed);
            }
        }
    }

    /// The name of a state in a search to some depth; never 0.
    pub(super) fn name(address: Address, depth: u32) -> u64 {
        let mixed = (address.key() ^ u64::from(depth) << 48).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29) | 1
    }
}
