//! Visits of much visited nodes that a thread has not told the others of yet.

use super::arena::{Arena, Place};

/// A thread's own account of visits.
///
/// A word that two threads write in turns travels from core to core each time, which takes longer
/// than the rest of a playout. So a thread tells only now and then of the nodes that all threads
/// come by: there, a few visits more or less change nothing.
pub(super) struct Pending {
    slots: [Slot; SLOTS],
    /// Visits of a node that may be pending at most.
    most: u32,
}

/// Visits of one node, and the sum of what they came to.
#[derive(Clone, Copy, Default)]
struct Slot {
    place: Place,
    visits: u32,
    parts: i64,
}

const SLOTS: usize = 64;
/// Of a node's visits, the part that may be pending in one thread.
const SHARE: u32 = 64;
const MOST: u32 = 64;

impl Pending {
    /// The account of a thread among so many.
    pub(super) fn new(threads: usize) -> Pending {
        Pending { slots: [Slot::default(); SLOTS], most: if threads > 1 { MOST } else { 1 } }
    }

    /// Counts a visit of a node that has had so many, which came to a share of so many parts for the
    /// side that chose it.
    #[inline(always)]
    pub(super) fn count<A: Copy>(
        &mut self,
        arena: &Arena<A>,
        place: Place,
        visits: u32,
        parts: i32,
    ) {
        let slot = &mut self.slots[place as usize % SLOTS];
        if slot.place != place {
            slot.tell(arena);
            slot.place = place;
        }
        slot.visits += 1;
        slot.parts += i64::from(parts);
        if slot.visits >= (visits / SHARE).min(self.most) {
            slot.tell(arena);
        }
    }

    /// Tells of all that is pending.
    pub(super) fn tell<A: Copy>(&mut self, arena: &Arena<A>) {
        self.slots.iter_mut().for_each(|slot| slot.tell(arena));
    }
}

impl Slot {
    fn tell<A: Copy>(&mut self, arena: &Arena<A>) {
        if self.visits > 0 {
            arena.add_visits(self.place, self.visits, self.parts);
            *self = Slot::default();
        }
    }
}
