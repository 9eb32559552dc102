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
    pub(super) const ONE: f32 = (1 << 30) as f32;
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
        self.mean as f32 / Standing::ONE
    }

    /// A share in parts of [`Standing::ONE`].
    #[inline(always)]
    pub(super) fn parts(share: f32) -> i32 {
        (share * Standing::ONE) as i32
    }

    /// With one more visit that came to this share.
    #[inline(always)]
    pub(super) fn counting(self, share: f32) -> Standing {
        let visits = self.visits.saturating_add(1);
        let gap = f64::from(Standing::parts(share) - self.mean);
        let step = if self.is_open() { (gap / f64::from(visits)).round() as i32 } else { 0 };
        Standing { visits, mean: self.mean + step }
    }

    /// With one more visit under way, which counts as lost until it is back.
    pub(super) fn entered(self) -> Standing {
        let visits = self.visits.saturating_add(1);
        let step = f64::from(self.mean) / f64::from(visits);
        let step = if self.is_open() { step.round() as i32 } else { 0 };
        Standing { visits, mean: self.mean - step }
    }

    /// With a visit back that had been [`entered`](Standing::entered).
    pub(super) fn left(self, share: f32) -> Standing {
        let step = f64::from(Standing::parts(share)) / f64::from(self.visits);
        let step = if self.is_open() { step.round() as i32 } else { 0 };
        Standing { mean: self.mean + step, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_stays_true_over_many_visits() {
        let (mut counted, mut entered) =
            (Standing { visits: 0, mean: 77 }, Standing { visits: 0, mean: 77 });
        for visit in 0..20_000_000 {
            let share = if visit % 5 < 3 { 1.0 } else { 0.0 };
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
        let standing = Standing { visits: 1, mean: Standing::parts(1.0) };
        assert_eq!(standing.entered().share(), 0.5);
        assert_eq!(standing.entered().left(1.0).share(), 1.0);
        let closed = Standing { mean: Standing::BEATEN, ..standing };
        assert_eq!(closed.entered().left(1.0), Standing { visits: 2, ..closed });
        assert_eq!(closed.counting(1.0), Standing { visits: 2, ..closed });
    }
}
