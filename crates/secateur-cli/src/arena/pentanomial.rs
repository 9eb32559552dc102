//! What pairs of games say about two players' strengths.
//!
//! The two games of a pair are not independent, since they share an opening; pairs are. So what is
//! counted is the points of a pair: 0, ½, 1, 1½ or 2.

use serde::Serialize;

/// How many pairs brought the player named first so many half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Pentanomial(pub(super) [u64; 5]);

/// A difference in strength and where it lies with 95 % confidence, in Elo points; infinite when
/// every game was won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Elo {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Of the normal distribution, 95 % lie so many deviations around the mean.
const NINETY_FIVE: f64 = 1.959_964;

/// The share of the points that a player scores who is so many Elo points stronger.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// By how many Elo points a player is stronger who scores this share of the points.
pub(super) fn elo(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

impl Pentanomial {
    /// Counts a pair that brought so many half points.
    pub(super) fn count(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    pub(super) fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Number, mean and variance of the share of points in a pair, after so many more pairs that
    /// were lost altogether, and as many that were won.
    fn moments(&self, more: f64) -> (f64, f64, f64) {
        let counts = self.0.map(|count| count as f64);
        let counts = [counts[0] + more, counts[1], counts[2], counts[3], counts[4] + more];
        let shares = counts.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let pairs: f64 = counts.iter().sum();
        let mean = shares.clone().map(|(count, share)| count * share).sum::<f64>() / pairs;
        let squares = shares.map(|(count, share)| count * (share - mean).powi(2)).sum::<f64>();
        (pairs, mean, squares / pairs)
    }

    /// The share of the points.
    pub(super) fn share(&self) -> Option<f64> {
        (self.pairs() > 0).then(|| self.moments(0.0).1)
    }

    /// The difference in strength. The interval is that of Agresti & Coull (1998), carried over to
    /// pairs: as if two more had been won and two lost, it is right for few pairs too.
    pub(super) fn elo(&self) -> Option<Elo> {
        let share = self.share()?;
        let (pairs, mean, variance) = self.moments(NINETY_FIVE * NINETY_FIVE / 4.0);
        let error = NINETY_FIVE * (variance / pairs).sqrt();
        let (low, high) = (elo(mean - error), elo(mean + error));
        let value = elo(share);
        Some(Elo { value, low: low.min(value), high: high.max(value) })
    }

    /// The likelihood that the player named first is the stronger one.
    pub(super) fn superiority(&self) -> Option<f64> {
        let (pairs, mean, variance) = self.moments(0.5);
        (self.pairs() > 0).then(|| normal((mean - 0.5) / (variance / pairs).sqrt()))
    }
}

/// The normal distribution's share below `x` (Abramowitz & Stegun 7.1.26, to seven places).
fn normal(x: f64) -> f64 {
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = terms.iter().fold(0.0, |sum, term| (sum + term) * t) * (-z * z).exp() / 2.0;
    if x > 0.0 { 1.0 - tail } else { tail }
}

#[cfg(test)]
pub(super) mod tests {
    use secateur::Random;

    use super::*;

    #[test]
    fn elo_and_shares_are_inverse() {
        for difference in [-400.0, -35.0, 0.0, 7.0, 400.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-9);
        }
        assert!((expected(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo(1.0), f64::INFINITY);
        for (x, below) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.959_964, 0.025)] {
            assert!((normal(x) - below).abs() < 1e-6, "{x}");
        }
    }

    #[test]
    fn nothing_is_said_without_a_pair_and_little_after_few() {
        assert_eq!(Pentanomial::default().elo(), None);
        let won = Pentanomial([0, 0, 0, 0, 3]);
        let Elo { value, low, high } = won.elo().unwrap();
        assert!(value == f64::INFINITY && high == f64::INFINITY && low < 100.0, "{low}");
        assert!(won.superiority().unwrap() > 0.9);
        let even = Pentanomial([5, 0, 3, 0, 5]).superiority().unwrap();
        assert!((even - 0.5).abs() < 1e-6, "{even}");
    }

    /// A pair of games between players with this expectation of the first, some of them drawn.
    pub(in super::super) fn random_pair(share: f64, draws: f64, random: &mut Random) -> usize {
        let unit = |random: &mut Random| random.bits() as f64 / u64::MAX as f64;
        let mut game = || match unit(random) {
            x if x < draws => 1,
            x if x < draws + (share - draws / 2.0) => 2,
            _ => 0,
        };
        game() + game()
    }

    /// The interval holds the true difference as often as it says.
    #[test]
    fn intervals_are_right_nineteen_times_of_twenty() {
        for (difference, pairs) in [(0.0, 20), (50.0, 100), (-200.0, 60)] {
            let mut random = Random::new(7);
            let held = (0..2000).filter(|_| {
                let mut count = Pentanomial::default();
                (0..pairs).for_each(|_| {
                    count.count(random_pair(expected(difference), 0.2, &mut random));
                });
                let elo = count.elo().unwrap();
                elo.low <= difference && difference <= elo.high
            });
            let held = held.count();
            assert!((1860..=1960).contains(&held), "{held} of 2000 at {difference}");
        }
    }
}
