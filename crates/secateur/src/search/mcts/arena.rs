//! The tree in memory: one fixed array of records, sixteen bytes a node where actions are small.
//!
//! ```text
//!  root   block of the root's children      block of a grandchild's ...
//! ┌────┐ ┌────┬────┬────┬────┐             ┌────┬────┬──
//! │    │ │ 0  │ 1  │ 2  │ 3  │     ...     │ 0  │ 1  │
//! └─┬──┘ └────┴─┬──┴────┴────┘             └────┴────┴──
//!   └──────↑    └────────────────────────────↑
//! ```
//!
//! The children of a node stand side by side and begin with a cache line, so that choosing among
//! them touches one or two lines. A record says what its parent needs to choose it: how often it was
//! visited and the mean share of a win, for the side that chooses. There is no state in it: whoever
//! walks the tree plays the actions. What is proven about a node is kept elsewhere ([`Bounds`]),
//! since few nodes have it.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64};

use bytemuck::Zeroable;

use super::bounds::Bounds;
use super::standing::Standing;
use crate::memory::{Slot, prefetch, zeroed_on_large_pages};
use crate::turn::Turn;

/// A node, by its place in the arena.
pub(super) type Place = u32;

/// What a parent knows about a child, and where the child's own children are.
#[derive(Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
pub(super) struct Record<A> {
    /// [`Standing`] in one word, so that both halves always fit each other.
    standing: AtomicU64,
    /// [`Link`].
    link: AtomicU32,
    /// Children.
    count: AtomicU16,
    action: Slot<A>,
}

impl<A> Record<A> {
    #[inline(always)]
    pub(super) fn standing(&self) -> Standing {
        Standing::from_word(self.standing.load(Relaxed))
    }
}

/// The children of a node: whose choice they are, and where they stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) turn: Turn,
    pub(super) first: Place,
    pub(super) count: u32,
}

impl Block {
    pub(super) fn places(self) -> std::ops::Range<Place> {
        self.first..self.first + self.count
    }
}

/// A record's link, taken apart: two bits for the turn, one that says that something is proven, the
/// rest for the place of the first child. Zero: no children yet.
struct Link;

impl Link {
    const NARROWED: u32 = 1 << 29;
    const PLACE: u32 = Link::NARROWED - 1;
    /// Somebody is making the children.
    const BUSY: u32 = Link::PLACE;

    fn of(turn: Turn, first: Place) -> u32 {
        (turn as u32) << 30 | first
    }

    #[inline(always)]
    fn turn(link: u32) -> Turn {
        match link >> 30 {
            0 => Turn::Max,
            1 => Turn::Min,
            _ => Turn::Chance,
        }
    }
}

/// A count on cache lines of its own: whoever changes it does not disturb those who read what stands
/// beside it.
#[repr(align(128))]
struct OwnLine(AtomicU32);

/// All nodes of a tree.
pub(super) struct Arena<A> {
    records: Box<[Record<A>]>,
    /// What is proven about each node; a word is touched only where there is something.
    bounds: Box<[AtomicU64]>,
    /// The chance that its parent's prior gives a node; empty in a game without priors.
    priors: Box<[AtomicU32]>,
    root: Place,
    /// The first free place.
    free: OwnLine,
    /// Below it, words of `bounds` may be left over from an earlier tree.
    touched: Place,
}

impl<A: Copy> Arena<A> {
    /// Room for as many nodes as fit into so many bytes; it fills up while the tree grows.
    pub(super) fn new(bytes: usize, priors: bool) -> Arena<A> {
        let each = size_of::<Record<A>>() + size_of::<u64>() + if priors { 4 } else { 0 };
        let count = (bytes / each).clamp(Arena::<A>::FEWEST, Link::BUSY as usize);
        let records: Box<[Record<A>]> = zeroed_on_large_pages(count);
        let root = Arena::<A>::first_of_line(&records);
        Arena {
            records,
            bounds: zeroed_on_large_pages(count),
            priors: zeroed_on_large_pages(if priors { count } else { 0 }),
            root,
            free: OwnLine(AtomicU32::new(root + Arena::<A>::PER_LINE)),
            touched: 0,
        }
    }

    /// A root and some children must fit in.
    const FEWEST: usize = 64;
    /// Records in a cache line; 1 where they do not fill it.
    const PER_LINE: u32 = match 64 % size_of::<Record<A>>() {
        0 => 64 / size_of::<Record<A>>() as u32,
        _ => 1,
    };

    /// The first record that begins a cache line.
    fn first_of_line(records: &[Record<A>]) -> Place {
        let begins = |record: &Record<A>| std::ptr::from_ref(record).addr().is_multiple_of(64);
        let found = records.iter().take(Arena::<A>::PER_LINE as usize).position(begins);
        found.unwrap_or(0).max(1) as Place // 0 means no children
    }

    /// Forgets the tree; what remains is a root without children.
    pub(super) fn clear(&mut self) {
        let free = *self.free.0.get_mut();
        self.touched = self.touched.max(free);
        self.root = Arena::first_of_line(&self.records);
        *self.free.0.get_mut() = self.root + Arena::<A>::PER_LINE;
        self.reset(self.root, 0);
    }

    /// Makes another node the root.
    pub(super) fn set_root(&mut self, root: Place) {
        self.root = root;
    }

    #[inline(always)]
    pub(super) fn root(&self) -> Place {
        self.root
    }

    #[inline(always)]
    pub(super) fn record(&self, place: Place) -> &Record<A> {
        &self.records[place as usize]
    }

    #[inline(always)]
    pub(super) fn standing(&self, place: Place) -> Standing {
        self.record(place).standing()
    }

    #[inline(always)]
    pub(super) fn records(&self, block: Block) -> &[Record<A>] {
        &self.records[block.first as usize..][..block.count as usize]
    }

    #[inline(always)]
    pub(super) fn prior(&self, place: Place) -> f32 {
        f32::from_bits(self.priors[place as usize].load(Relaxed))
    }

    pub(super) fn set_prior(&self, place: Place, prior: f32) {
        self.priors[place as usize].store(prior.to_bits(), Relaxed);
    }

    /// Nodes in use.
    pub(super) fn len(&self) -> usize {
        (self.free.0.load(Relaxed) as usize).min(self.records.len())
    }

    /// Nodes that there is room for.
    pub(super) fn capacity(&self) -> usize {
        self.records.len()
    }

    /// The children of a node, if it has any yet.
    #[inline(always)]
    pub(super) fn children(&self, place: Place) -> Option<Block> {
        let record = self.record(place);
        let link = record.link.load(Acquire);
        let first = link & Link::PLACE;
        if first == 0 || first == Link::BUSY {
            return None;
        }
        let count = u32::from(record.count.load(Relaxed));
        Some(Block { turn: Link::turn(link), first, count })
    }

    /// Starts loading the children of a node.
    #[inline(always)]
    pub(super) fn prefetch_children(&self, place: Place) {
        let first = (self.record(place).link.load(Relaxed) & Link::PLACE) as usize;
        if let Some(record) = self.records.get(first) {
            prefetch(record);
        }
        if let Some(record) = self.records.get(first + Arena::<A>::PER_LINE as usize) {
            prefetch(record);
        }
    }

    /// The action that leads to a node. Not asked of the root, which has none.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub(super) fn action(&self, child: Place, block: Block) -> A {
        debug_assert!(block.places().contains(&child));
        // Sound: a block is handed out only after its actions were written (`expand` publishes it
        // by a release, `children` acquires it), and they are not written again while it lives:
        // `clear` and moving nodes take the arena for themselves.
        unsafe { self.record(child).action.get() }
    }

    /// Gives a node children, each with a guess for a mean. `None` when there is no room, or when
    /// another thread is at it.
    #[allow(unsafe_code)]
    pub(super) fn expand(
        &self,
        place: Place,
        turn: Turn,
        actions: impl ExactSizeIterator<Item = A>,
        guess: i32,
    ) -> Option<Block> {
        let count = actions.len() as u32;
        if count > u32::from(u16::MAX) || !self.has_room(count) {
            return None;
        }
        let record = self.record(place);
        record.link.compare_exchange(0, Link::BUSY, Acquire, Relaxed).ok()?;
        let first = self.free.0.fetch_add(Arena::<A>::whole_lines(count), Relaxed);
        if (first + count) as usize > self.records.len() {
            record.link.store(0, Relaxed); // another thread was quicker
            return None;
        }
        for (child, action) in (first..).zip(actions) {
            self.reset(child, guess);
            // Sound: the place is this thread's alone until the link below is published.
            unsafe { self.record(child).action.set(action) };
        }
        record.count.store(count as u16, Relaxed);
        record.link.store(Link::of(turn, first), Release);
        Some(Block { turn, first, count })
    }

    fn has_room(&self, count: u32) -> bool {
        self.len() + count as usize <= self.records.len()
    }

    fn whole_lines(count: u32) -> u32 {
        count.next_multiple_of(Arena::<A>::PER_LINE)
    }

    fn reset(&self, place: Place, guess: i32) {
        let record = self.record(place);
        record.standing.store(Standing { visits: 0, mean: guess }.word(), Relaxed);
        record.link.store(0, Relaxed);
        if place < self.touched {
            self.bounds[place as usize].store(0, Relaxed);
        }
    }

    /// Begins a visit to a node, which counts as lost until it is back (virtual loss): that sends other
    /// threads elsewhere. Its standing before.
    #[inline(always)]
    pub(super) fn enter(&self, place: Place) -> Standing {
        self.change(place, Standing::entered)
    }

    /// Ends a visit that had been begun, and came to a share of so many parts for the side that chose
    /// the node.
    #[inline(always)]
    pub(super) fn leave(&self, place: Place, parts: i32) {
        self.change(place, |standing| standing.left(parts));
    }

    /// Counts a visit that came to a share of so many parts, where no other thread is in the tree.
    #[inline(always)]
    pub(super) fn visit(&self, place: Place, parts: i32) {
        let counted = self.standing(place).counting(parts);
        self.record(place).standing.store(counted.word(), Relaxed);
    }

    /// Counts some visits that came to so many parts together.
    pub(super) fn add_visits(&self, place: Place, visits: u32, parts: i64) {
        self.change(place, |standing| standing.adding(visits, parts));
    }

    /// Takes a node out of the choice of its parent.
    pub(super) fn close(&self, place: Place, mean: i32) {
        self.change(place, |standing| Standing { mean, ..standing });
    }

    fn change(&self, place: Place, step: impl Fn(Standing) -> Standing) -> Standing {
        let step = |word| Some(step(Standing::from_word(word)).word());
        let before = self.record(place).standing.fetch_update(Relaxed, Relaxed, step);
        Standing::from_word(before.unwrap_or_else(|word| word))
    }

    /// What is proven about a node.
    ///
    /// Bounds are read and written in one order for all threads: when two of them prove something
    /// about two children at once, one of the two sees both.
    pub(super) fn bounds(&self, place: Place) -> Bounds {
        match self.bounds[place as usize].load(SeqCst) {
            0 if self.children(place).is_some() => Bounds::UNFINISHED,
            word => Bounds::from_word(word),
        }
    }

    /// Adds to what is proven about a node; what is known then, if it is more than before.
    pub(super) fn narrow(&self, place: Place, bounds: Bounds) -> Option<Bounds> {
        let narrower = |word| {
            let known = Bounds::from_word(word);
            let both = known.and(bounds);
            (both != known).then(|| both.word())
        };
        let before = self.bounds[place as usize].fetch_update(SeqCst, SeqCst, narrower).ok()?;
        Some(Bounds::from_word(before).and(bounds))
    }

    /// Forgets what is proven about a node.
    pub(super) fn widen(&self, place: Place) {
        self.bounds[place as usize].store(0, SeqCst);
    }

    /// Whether something was proven about a node by way of its children.
    #[inline(always)]
    pub(super) fn is_narrowed(&self, place: Place) -> bool {
        self.record(place).link.load(Relaxed) & Link::NARROWED != 0
    }

    pub(super) fn set_narrowed(&self, place: Place) {
        self.record(place).link.fetch_or(Link::NARROWED, Relaxed);
    }
}
