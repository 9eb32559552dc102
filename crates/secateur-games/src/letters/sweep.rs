//! Best play by working out every state, from the last turn back to the first.
//!
//! There are fewer states than it seems. The side to move takes either the letter that has just
//! come up, or the one that was on top before and is *kept* until somebody takes it; then the new
//! one is kept. A letter that is taken as it comes up goes to Min from an even place, and to Max
//! from an odd one. A kept letter goes to the other side than that, it *flips*, if its place and
//! that of the next kept letter differ in parity:
//!
//! ```text
//! turn          0    1    2    3    4    5
//! by           Max  Min  Max  Min  Max  Min
//! on top       0 1  1 2  1 3  1 4  4 5  4
//! taken        0      2    3  1      5  4
//! kept next    1    1    1    4    4    6       as if the end of the stack were a letter
//! flips        *              *                 0 → 1 and 1 → 4 change parity, 4 → 6 does not
//! ```
//!
//! So the places of the flips alternate in parity, the first one even. Whatever happened until a
//! letter at place k was kept, the hands are told by a set of flips: an alternating one below k
//! that k could continue. If k − 1 is not in it, neither is k − 2; if it is, it comes last:
//!
//! ```text
//! sets(k) = sets(k − 2), then sets(k − 1) with k − 1 added to each
//! ```
//!
//! Their number is a Fibonacci number, 196,418 at the end of 26 letters, and all states together
//! are 514,201. Every list begins with the list for two places less. So a set keeps its number when
//! the next kept letter is of the same parity, and where k flips the number grows by the size of
//! sets(k − 1). No state is ever looked up: their values are rows of numbers side by side.

use super::{Letters, Place};

/// The longest stack that is swept: 9 million states, 40 MB.
pub(super) const LARGEST: usize = 32;

/// See [`Letters::best_play`].
pub(super) fn best_play(game: &Letters) -> Vec<Place> {
    let end = game.stack.len();
    let sets = Sets::below(end);
    let worth = sweep(&sets, end, &endings(game, &sets));
    let value = worth[0][0];
    let (mut kept, mut set) = (0, 0);
    let mut line = Vec::with_capacity(end);
    for (new, worth) in worth.iter().enumerate().skip(1) {
        let after = set + sets.step(kept, new);
        if worth[after] == value {
            line.push(kept as Place);
            (kept, set) = (new, after);
        } else {
            line.push(new as Place);
        }
    }
    line.push(kept as Place);
    line
}

/// For every place and every set of flips below it: the difference, with best play, when the letter
/// there has just become the kept one.
fn sweep(sets: &Sets, end: usize, endings: &[i32]) -> Vec<Vec<i32>> {
    let last_taken = |kept| endings[sets.step(kept, end)..][..sets.count(kept)].to_vec();
    let mut worth: Vec<Vec<i32>> = (0..end).map(last_taken).collect();
    for new in (1..end).rev() {
        let max_to_move = new % 2 == 1;
        let (kept_before, new_kept) = worth.split_at_mut(new);
        for (kept, new_taken) in kept_before.iter_mut().enumerate() {
            let kept_taken = &new_kept[0][sets.step(kept, new)..];
            for (value, &other) in new_taken.iter_mut().zip(kept_taken) {
                *value = if max_to_move { other.max(*value) } else { other.min(*value) };
            }
        }
    }
    worth
}

/// The sets of flips below each place, by number.
struct Sets {
    /// How many there are, below places −1, 0, 1, …
    counts: Vec<usize>,
}

impl Sets {
    fn below(end: usize) -> Sets {
        let mut counts = vec![0, 1];
        while counts.len() < end + 2 {
            counts.push(counts[counts.len() - 2] + counts[counts.len() - 1]);
        }
        Sets { counts }
    }

    fn count(&self, place: usize) -> usize {
        self.counts[place + 1]
    }

    /// What the number of a set grows by when the letter kept next after `kept` is at `next`.
    fn step(&self, kept: usize, next: usize) -> usize {
        if (next ^ kept) & 1 == 0 { 0 } else { self.counts[kept] }
    }

    /// Goes through sets(place), each with `flips` at `place` and beyond, in blocks of sets that
    /// differ only below some place up to `stop`. `out` has an entry for each set; `work` is given
    /// that place, the flips from there on, and the entries of the block.
    fn split<T>(
        &self,
        place: usize,
        flips: u64,
        stop: usize,
        out: &mut [T],
        work: &mut impl FnMut(usize, u64, &mut [T]),
    ) {
        if place <= stop {
            return work(place, flips, out);
        }
        let (without, with) = out.split_at_mut(self.count(place - 2));
        self.split(place - 2, flips, stop, without, work);
        self.split(place - 1, flips | 1 << (place - 1), stop, with, work);
    }

    /// The sets below a place, in their order, as bits.
    fn list(&self, place: usize) -> Vec<u64> {
        let mut list = vec![0; self.count(place)];
        // sets(0) holds the empty set, sets(1) holds {0}.
        self.split(place, 0, 1, &mut list, &mut |place, flips, set| set[0] = flips | place as u64);
        list
    }
}

/// Which words are lost already is asked once for all sets that differ only below this place.
const BLOCK: usize = 12;

/// The difference of the final scores for every set of flips in the whole stack.
fn endings(game: &Letters, sets: &Sets) -> Vec<i32> {
    let end = game.stack.len();
    let held_below = |place: usize, side| -> Vec<u32> {
        let held = |flips| game.letters(hand(side, flips) & below(place)) as u32;
        sets.list(place).into_iter().map(held).collect()
    };
    let held: Vec<_> = (0..=end.min(BLOCK)).map(|p| [0, 1].map(|s| held_below(p, s))).collect();
    let mut values = vec![0; sets.count(end)];
    sets.split(end, 0, BLOCK, &mut values, &mut |place, flips, values| {
        let open = game.letters(below(place));
        for side in [0, 1] {
            let has = game.letters(hand(side, flips) & below(end) & !below(place));
            for word in &game.words {
                let missing = word.letters & !has;
                if missing & !open == 0 {
                    let score = if side == 0 { word.score } else { -word.score };
                    add_where_held(values, &held[place][side], missing as u32, score);
                }
            }
        }
    });
    values
}

/// Adds `score` wherever all of `letters` are held.
fn add_where_held(values: &mut [i32], held: &[u32], letters: u32, score: i32) {
    for (value, held) in values.iter_mut().zip(held) {
        *value += if letters & !held == 0 { score } else { 0 };
    }
}

/// The places that a side has when these letters flip.
fn hand(side: usize, flips: u64) -> u64 {
    const ODD_PLACES: u64 = 0xAAAA_AAAA_AAAA_AAAA;
    let max = ODD_PLACES ^ flips;
    if side == 0 { max } else { !max }
}

/// All places with smaller numbers.
fn below(place: usize) -> u64 {
    (1 << place) - 1
}
