//! What a score is worth to the tree: a share of a win, from 0 to 1.

use super::standing::Standing;
use crate::score::Score;
use crate::turn::Turn;

/// The plain scores of a game between a sure loss, 0, and a sure win, 1. Max's side, both ways.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    low: i32,
    high: i32,
    /// Parts of a share that a point is worth.
    parts_each: f64,
}

impl Scale {
    /// Of a game whose plain scores lie between these two.
    pub(super) fn new(low: Score, high: Score) -> Scale {
        let (low, high) = (low.value(), high.value().max(low.value().saturating_add(1)));
        let parts_each = f64::from(Standing::ONE) / (f64::from(high) - f64::from(low));
        Scale { low, high, parts_each }
    }

    /// The share of a score. Forced wins and losses stand at the ends, however far away.
    pub(super) fn share(&self, score: Score) -> f32 {
        self.parts(score) as f32 / Standing::ONE as f32
    }

    /// The same in parts of [`Standing::ONE`].
    #[inline(always)]
    pub(super) fn parts(&self, score: Score) -> i32 {
        let score = score.value().clamp(self.low, self.high);
        let above = f64::from(score.wrapping_sub(self.low) as u32);
        (above * self.parts_each) as i32
    }

    /// The share of a score, both for the side to move.
    pub(super) fn share_for(&self, turn: Turn, score: Score) -> f32 {
        let share = self.share(score.for_turn(turn));
        if turn == Turn::Min { 1.0 - share } else { share }
    }

    /// Whether a score is as good as won. Where no score is negative, more is always better, and
    /// nothing but a counted win is one.
    pub(super) fn is_win(&self, score: Score) -> bool {
        score > Score::DRAW && (score.is_decisive() || self.has_two_sides())
    }

    /// Whether a score is as good as lost.
    pub(super) fn is_loss(&self, score: Score) -> bool {
        self.is_win(-score)
    }

    fn has_two_sides(&self) -> bool {
        self.low < 0 && self.high > 0
    }

    /// The plain score of a share.
    pub(super) fn score(&self, share: f32) -> Score {
        let width = f64::from(self.high) - f64::from(self.low);
        Score::new((f64::from(self.low) + f64::from(share) * width).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_middle_and_back() {
        let widest = Scale::new(Score::new(-Score::PLAIN_MAX), Score::new(Score::PLAIN_MAX));
        for scale in [Scale::new(Score::new(-21), Score::new(21)), widest] {
            assert_eq!(scale.share(Score::win_in(7)), 1.0);
            assert_eq!(scale.share(-Score::win_in(7)), 0.0);
            assert_eq!(scale.share(Score::DRAW), 0.5);
            assert_eq!(scale.score(0.5), Score::DRAW);
        }
        let scale = Scale::new(Score::new(-21), Score::new(21));
        for points in -21..=21 {
            assert_eq!(scale.score(scale.share(Score::new(points))), Score::new(points));
        }
        let flat = Scale::new(Score::new(3), Score::new(3));
        assert_eq!(flat.score(flat.share(Score::new(3))), Score::new(3));
    }
}
