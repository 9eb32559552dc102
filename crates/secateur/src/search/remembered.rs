//! What an expectimax remembers while it deepens ([`Remembered`]): means, and estimates, since a network
//! takes longer to evaluate a state than a table to find it.

use crate::random::Random;
use crate::score::Score;

/// The means of chance nodes and the estimates of unfinished games, one at each place: a newer one
/// replaces an older one.
#[derive(Default)]
pub(super) struct Remembered {
    places: Vec<Option<Known>>,
    filled: usize,
}

/// A value, and how carefully it was computed.
#[derive(Clone, Copy)]
pub(super) struct Known {
    pub(super) key: u64,
    /// Plies to go; 0 for an estimate.
    pub(super) depth: u32,
    /// By how much a path had been more probable than the threshold.
    pub(super) fineness: f32,
    pub(super) score: Score,
}

impl Remembered {
    /// It starts small and doubles up to these, so that a short search costs little.
    const FEWEST: usize = 1 << 10;
    const MOST: usize = 1 << 20;

    pub(super) fn find(&self, key: u64, depth: u32, fineness: f32) -> Option<Score> {
        let known = self.places.get(self.place(key))?.as_ref()?;
        let serves = known.key == key && known.depth == depth && known.fineness >= fineness;
        serves.then_some(known.score)
    }

    pub(super) fn keep(&mut self, known: Known) {
        if self.filled >= self.places.len() / 2 && self.places.len() < Remembered::MOST {
            let more = (self.places.len() * 2).max(Remembered::FEWEST);
            let old = std::mem::replace(&mut self.places, vec![None; more]);
            self.filled = 0;
            old.into_iter().flatten().for_each(|known| self.put(known));
        }
        self.put(known);
    }

    fn put(&mut self, known: Known) {
        let place = self.place(known.key);
        let before = self.places[place].replace(known);
        self.filled += usize::from(before.is_none());
    }

    /// The number of places is a power of two.
    fn place(&self, key: u64) -> usize {
        Random::new(key).bits() as usize & self.places.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_serves_at_its_depth_on_paths_no_more_probable() {
        let mut means = Remembered::default();
        assert_eq!(means.find(0, 2, 0.5), None);
        for key in 0..10_000 {
            means.keep(Known { key, depth: 2, fineness: 0.5, score: Score::new(key as i32) });
        }
        let found = (0..10_000).filter(|&key| {
            means.find(key, 2, 0.5).is_some_and(|score| score == Score::new(key as i32))
        });
        let found = found.count();
        assert!((6_000..10_000).contains(&found), "{found}");
        let last = means.find(9_999, 2, 0.1);
        assert_eq!(last, Some(Score::new(9_999)));
        assert_eq!(means.find(9_999, 2, 0.6), None);
        assert_eq!(means.find(9_999, 3, 0.1), None);
        assert!((10_000..20_000).all(|other| means.find(other, 2, 0.1).is_none()));
    }
}
