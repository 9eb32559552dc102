//! [`Mean`]: what a chance node is worth.

use crate::score::Score;

/// The mean of scores under integer weights, as a chance node needs it.
///
/// Exact integer arithmetic, rounded once to the nearest number with halves away from zero, so that
/// the mean of negated scores is the negated mean. A win or a loss counts as ±`PLAIN_MAX`: a mean
/// over chances is never a forced win, and games of chance should keep to plain scores. The weights
/// of one node may add up to at most 2³¹, or the sum could overflow.
///
/// ```
/// use secateur::{Mean, Score};
/// let mut mean = Mean::default();
/// mean.add(Score::new(10), 9); // nine times out of ten
/// mean.add(Score::new(-20), 1);
/// assert_eq!(mean.score(), Score::new(7));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean {
    sum: i64,
    weight: i64,
}

impl Mean {
    /// Counts `score` with a weight.
    #[inline]
    pub fn add(&mut self, score: Score, weight: u32) {
        let value = score.value().clamp(-Score::PLAIN_MAX, Score::PLAIN_MAX);
        self.sum += i64::from(value) * i64::from(weight);
        self.weight += i64::from(weight);
    }

    /// The mean so far; [`Score::DRAW`] when nothing was added.
    #[inline]
    pub fn score(&self) -> Score {
        match self.weight {
            0 => Score::DRAW,
            _ => Mean::rounded(self.sum, self.weight),
        }
    }

    /// The mean of scores whose weighted sum this is.
    #[inline]
    pub(crate) fn rounded(sum: i64, weight: i64) -> Score {
        let half = weight / 2;
        Score::from_value(((if sum < 0 { sum - half } else { sum + half }) / weight) as i32)
    }

    /// The least weighted sum whose mean reaches `score`: the inverse of the rounding.
    ///
    /// A positive score is reached when ⌊(sum + half) / weight⌋ is, that is when
    /// sum + half ≥ score · weight. Any other is reached by all sums from 0 on, and by a negative
    /// one while ⌊(half − sum) / weight⌋ ≤ −score, that is while half − sum < (1 − score) · weight.
    #[inline]
    pub(crate) fn least_sum(score: Score, weight: i64) -> i64 {
        let (score, half) = (i64::from(score.value()), weight / 2);
        if score > 0 { score * weight - half } else { (score - 1) * weight + half + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_rounds_halves_away_from_zero() {
        for (scores, expected) in [([1, 2], 2), ([-1, -2], -2), ([1, -1], 0), ([0, 1], 1)] {
            let mut mean = Mean::default();
            scores.iter().for_each(|&s| mean.add(Score::new(s), 1));
            assert_eq!(mean.score(), Score::new(expected));
        }
    }

    #[test]
    fn the_least_sum_is_the_first_whose_mean_reaches_a_score() {
        for weight in 1..12 {
            for score in -5..=5 {
                let least = Mean::least_sum(Score::from_value(score), weight);
                assert!(
                    Mean::rounded(least, weight) >= Score::from_value(score),
                    "{score} {weight}"
                );
                assert!(
                    Mean::rounded(least - 1, weight) < Score::from_value(score),
                    "{score} {weight}"
                );
            }
        }
    }
}
