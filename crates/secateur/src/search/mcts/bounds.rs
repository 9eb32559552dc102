//! What is proven about a node, and how it spreads: score-bounded Monte Carlo tree search.
//!
//! Cazenave & Saffidine, *Score Bounded Monte-Carlo Tree Search* (2011); for wins and losses alone
//! Winands, Björnsson & Saito, *Monte-Carlo Tree Search Solver* (2008). Forced wins count their
//! plies, so that a node is settled only when no quicker win is left.

use super::arena::{Arena, Block, Place};
use super::standing::Standing;
use crate::mean::Mean;
use crate::score::Score;
use crate::turn::Turn;

/// A smallest and a largest possible value, from Max's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: Score,
    pub(super) high: Score,
}

impl Bounds {
    /// Of a game that is not over: a win takes a ply at least.
    pub(super) const UNFINISHED: Bounds = {
        let win = Score::win_in(1);
        Bounds { low: Score::from_value(-win.value()), high: win }
    };

    pub(super) fn exactly(score: Score) -> Bounds {
        Bounds { low: score, high: score }
    }

    pub(super) fn is_exact(self) -> bool {
        self.low >= self.high
    }

    /// Both are true.
    pub(super) fn and(self, other: Bounds) -> Bounds {
        Bounds { low: self.low.max(other.low), high: self.high.min(other.high) }
    }

    /// The same for the side that is to move, and back.
    pub(super) fn for_turn(self, turn: Turn) -> Bounds {
        let (low, high) = (self.low.for_turn(turn), self.high.for_turn(turn));
        Bounds { low: low.min(high), high: low.max(high) }
    }

    /// A child's bounds, with its wins and losses one ply further from the end.
    fn a_ply_further(self) -> Bounds {
        Bounds { low: self.low.from_child(false), high: self.high.from_child(false) }
    }

    /// Two distances from the ends of all scores: zero is what is known about everything.
    pub(super) fn word(self) -> u64 {
        let distance = |from: Score, to: Score| u64::from(from.value().abs_diff(to.value()));
        distance(Score::LOSS, self.low) << 32 | distance(self.high, Score::WIN)
    }

    pub(super) fn from_word(word: u64) -> Bounds {
        let (low, high) = ((word >> 32) as u32, word as u32);
        Bounds {
            low: Score::from_value(Score::LOSS.value().wrapping_add_unsigned(low)),
            high: Score::from_value(Score::WIN.value().wrapping_sub_unsigned(high)),
        }
    }
}

impl<A: Copy> Arena<A> {
    /// What is proven about a child, as its parent counts plies; from Max's side.
    pub(super) fn bounds_from(&self, child: Place) -> Bounds {
        self.bounds(child).a_ply_further()
    }

    /// Settles a node whose value is known.
    pub(super) fn settle(&self, place: Place, score: Score) {
        self.narrow(place, Bounds::exactly(score));
        self.close(place, Standing::PROVEN);
    }

    /// Concludes from what is proven about a node's children what is proven about the node, and
    /// takes those children out of the choice that cannot be better than one beside them. Whether
    /// it is more than before. Where chance decides, `weights` are those of its outcomes.
    pub(super) fn conclude(&self, place: Place, weights: impl Iterator<Item = u32>) -> bool {
        let Some(block) = self.children(place) else { return false };
        let concluded = match block.turn {
            Turn::Chance => self.mean_of(block, weights),
            _ => self.best_of(block),
        };
        let Some(known) = self.narrow(place, concluded) else { return false };
        self.set_narrowed(place);
        if known.is_exact() {
            self.close(place, Standing::PROVEN);
        }
        true
    }

    fn mean_of(&self, block: Block, weights: impl Iterator<Item = u32>) -> Bounds {
        let (mut low, mut high) = (Mean::default(), Mean::default());
        for (child, weight) in block.places().zip(weights) {
            let bounds = self.bounds_from(child);
            low.add(bounds.low, weight);
            high.add(bounds.high, weight);
        }
        Bounds { low: low.score(), high: high.score() }
    }

    /// A child is taken out of the choice by the very bounds that count for its parent: another
    /// thread may prove more in between, and a parent that is left without a choice must be settled.
    fn best_of(&self, block: Block) -> Bounds {
        let seen = |child| self.bounds_from(child).for_turn(block.turn);
        let mut best = seen(block.first);
        let mut holder = block.first;
        for child in block.places().skip(1) {
            let bounds = seen(child);
            if bounds.low > best.low {
                (best, holder) = (bounds, child);
            }
        }
        for child in block.places().filter(|&child| child != holder) {
            let Bounds { high, .. } = seen(child);
            if high <= best.low && self.standing(child).is_open() {
                self.close(child, Standing::BEATEN);
            }
            best.high = best.high.max(high);
        }
        best.for_turn(block.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_bounds_and_zero_knows_nothing() {
        assert_eq!(Bounds::from_word(0), Bounds { low: Score::LOSS, high: Score::WIN });
        let scores = [Score::LOSS, Score::new(-7), Score::DRAW, Score::win_in(9), Score::WIN];
        for (i, &low) in scores.iter().enumerate() {
            for &high in &scores[i..] {
                let bounds = Bounds { low, high };
                assert_eq!(Bounds::from_word(bounds.word()), bounds);
                assert_eq!(bounds.for_turn(Turn::Min).for_turn(Turn::Min), bounds);
            }
        }
    }
}
