//! How a node has done so far: [`Standing`], one word, so that both halves always fit each other.

/// Visits, and what came of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Standing {
    pub(super) visits: u32,
    /// The mean share of a win for the side that chooses this node, in parts of [`Standing::ONE`];
    /// before the first visit a guess; below 0 where it need not be chosen any more. A whole number,
    /// since the mean of ten million visits moves by less than a float can tell.
    pub(super) mean: i32,
}

impl Standing {
    /// A whole win.
    pub(super) const ONE: i32 = 1 << 30;
    /// The mean of a node whose value is proven.
    pub(super) const PROVEN: i32 = -1;
    /// The mean of a node that is proven no better than one beside it.
    pub(super) const BEATEN: i32 = -2;

    #[inline(always)]
    pub(super) fn from_word(word: u64) -> Standing {
        Standing { visits: word as u32, mean: (word >> 32) as i32 }
    }

    #[inline(always)]
    pub(super) fn word(self) -> u64 {
        u64::from(self.mean as u32) << 32 | u64::from(self.visits)
    }

    /// Whether it may still be chosen.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self.mean >= 0
    }

    /// The mean, from 0 to 1.
    pub(super) fn share(self) -> f32 {
        self.mean as f32 / Standing::ONE as f32
    }

    /// With one more visit that came to a share of so many parts.
    #[inline(always)]
    pub(super) fn counting(self, parts: i32) -> Standing {
        let visits = self.visits.saturating_add(1);
        let step = nearest(f64::from(parts - self.mean) / f64::from(visits));
        Standing { visits, mean: self.mean + if self.is_open() { step } else { 0 } }
    }

    /// With some more visits that came to so many parts together.
    pub(super) fn adding(self, more: u32, parts: i64) -> Standing {
        let visits = self.visits.saturating_add(more);
        let gain = parts - i64::from(self.mean) * i64::from(more);
        let step = nearest(gain as f64 / f64::from(visits));
        Standing { visits, mean: self.mean + if self.is_open() { step } else { 0 } }
    }

    /// With one more visit under way, which counts as lost until it is back.
    #[inline(always)]
    pub(super) fn entered(self) -> Standing {
        self.counting(0)
    }

    /// With a visit back that had been [`entered`](Standing::entered).
    #[inline(always)]
    pub(super) fn left(self, parts: i32) -> Standing {
        let step = nearest(f64::from(parts) / f64::from(self.visits));
        Standing { mean: self.mean + if self.is_open() { step } else { 0 }, ..self }
    }
}

/// The nearest whole number, of one that fits. A sum so large has no bits for fractions, and the
/// whole number in its lowest ones; older processors have no instruction that rounds.
#[inline(always)]
fn nearest(number: f64) -> i32 {
    const LARGE: f64 = (3u64 << 51) as f64;
    (number + LARGE).to_bits() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_stays_true_over_many_visits() {
        let (mut counted, mut entered) =
            (Standing { visits: 0, mean: 77 }, Standing { visits: 0, mean: 77 });
        for visit in 0..20_000_000 {
            let share = if visit % 5 < 3 { Standing::ONE } else { 0 };
            counted = Standing::from_word(counted.counting(share).word());
            entered = Standing::from_word(entered.entered().left(share).word());
        }
        for standing in [counted, entered] {
            assert_eq!(standing.visits, 20_000_000);
            assert!((standing.share() - 0.6).abs() < 0.001, "{}", standing.share());
        }
    }

    #[test]
    fn a_visit_under_way_counts_as_lost_and_a_closed_node_stays_closed() {
        let standing = Standing { visits: 1, mean: Standing::ONE };
        assert_eq!(standing.entered().share(), 0.5);
        assert_eq!(standing.entered().left(Standing::ONE).share(), 1.0);
        let closed = Standing { mean: Standing::BEATEN, ..standing };
        assert_eq!(closed.entered().left(Standing::ONE), Standing { visits: 2, ..closed });
        assert_eq!(closed.counting(Standing::ONE), Standing { visits: 2, ..closed });
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for whole in [-i32::MAX, -1_000_001, -1, 0, 1, 77, i32::MAX] {
            for part in [-0.49, 0.0, 0.49] {
                assert_eq!(nearest(f64::from(whole) + part), whole);
            }
        }
    }

    #[test]
    fn visits_may_be_counted_one_by_one_or_together() {
        let shares = [Standing::ONE, 0, Standing::ONE / 3, 0, Standing::ONE / 2];
        let start = Standing { visits: 300, mean: Standing::ONE / 4 };
        let one_by_one = shares.iter().fold(start, |standing, &parts| standing.counting(parts));
        let sum = shares.iter().map(|&parts| i64::from(parts)).sum();
        let together = start.adding(shares.len() as u32, sum);
        assert_eq!(together.visits, one_by_one.visits);
        assert!((together.mean - one_by_one.mean).abs() <= shares.len() as i32);
        let closed = Standing { mean: Standing::PROVEN, ..start };
        assert_eq!(closed.adding(2, sum), Standing { visits: 302, ..closed });
    }
}
