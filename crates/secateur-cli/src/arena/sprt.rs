//! A match that ends when it is decided: the sequential probability ratio test.
//!
//! Wald, *Sequential Tests of Statistical Hypotheses* (1945); the generalised ratio for the counts of
//! pairs after Van den Bergh, *The generalized SPRT for chess engines* (2017): each hypothesis fixes
//! the mean of a pair, and the rest of its distribution is the likeliest one with that mean.

use std::str::FromStr;

use secateur::ParseError;
use secateur_games::Options;

use super::pentanomial::{Pentanomial, expected};

/// Is the first player `elo1` points stronger than the second (H1), or only `elo0` (H0)?
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// How often H1 may be accepted where H0 is true.
    pub(super) alpha: f64,
    /// How often H0 may be accepted where H1 is true.
    pub(super) beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Go on.
    Open,
    /// No stronger than `elo0`.
    H0,
    /// As strong as `elo1`.
    H1,
}

impl FromStr for Sprt {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Sprt, ParseError> {
        let options = Options::read(text)?;
        const KNOWN: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
        crate::engine::refuse_unknown("sprt", &options, &KNOWN)?;
        let number = |name: &str, default: f64| match options.get(name) {
            None => Ok(default),
            Some(text) => text.parse().ok().filter(|n: &f64| n.abs() <= 4000.0).ok_or_else(|| {
                ParseError::new(format!("option {name}={text}: a number is needed, such as 0.05"))
            }),
        };
        let sprt = Sprt {
            elo0: number("elo0", 0.0)?,
            elo1: number("elo1", 5.0)?,
            alpha: number("alpha", 0.05)?,
            beta: number("beta", 0.05)?,
        };
        let error = |rate: f64| rate > 0.0 && rate < 0.5;
        match sprt.elo0 < sprt.elo1 && error(sprt.alpha) && error(sprt.beta) {
            true => Ok(sprt),
            false => Err(ParseError::new(
                "elo0 must be below elo1, alpha and beta between 0 and 0.5, such as \
                 elo0=0,elo1=5,alpha=0.05,beta=0.05",
            )),
        }
    }
}

impl Sprt {
    /// The logarithm of how much likelier the counts are under H1 than under H0.
    pub(super) fn ratio(&self, counts: &Pentanomial) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        // What was never seen is not impossible.
        let seen = counts.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = seen.iter().sum();
        let log_likelihood = |elo: f64| {
            let tilt = tilt(&seen.map(|count| count / total), expected(elo));
            let terms = seen.iter().zip(SHARES);
            terms
                .map(|(count, share)| -count * (tilt * (share - expected(elo))).ln_1p())
                .sum::<f64>()
        };
        log_likelihood(self.elo1) - log_likelihood(self.elo0)
    }

    /// The ratios at which H0 and H1 are accepted.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub(super) fn verdict(&self, counts: &Pentanomial) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(counts), self.bounds());
        match ratio {
            _ if ratio >= high => Verdict::H1,
            _ if ratio <= low => Verdict::H0,
            _ => Verdict::Open,
        }
    }
}

/// The shares of the points in a pair.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The likeliest distribution with this mean is `p / (1 + tilt (share - mean))`: the tilt, by
/// bisection, where the sum of `p (share - mean) / (1 + tilt (share - mean))` is zero.
fn tilt(seen: &[f64; 5], mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let tilt = (low + high) / 2.0;
        let terms = seen.iter().zip(SHARES.map(|share| share - mean));
        let sum: f64 = terms.map(|(p, from_mean)| p * from_mean / (1.0 + tilt * from_mean)).sum();
        if sum > 0.0 {
            low = tilt;
        } else {
            high = tilt;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use secateur::Random;

    use super::super::pentanomial::tests::random_pair;
    use super::*;

    #[test]
    fn texts_are_read_or_refused() {
        let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (0.0, 5.0, 0.05, 0.05));
        let (low, high) = sprt.bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + high).abs() < 1e-12);
        for (bad, why) in [
            ("elo0=5,elo1=5", "below elo1"),
            ("alpha=0.5", "between 0 and 0.5"),
            ("elo2=1", "it has: elo0"),
            ("elo0=x", "a number is needed"),
            ("elo0=NaN", "a number is needed"),
        ] {
            let error = bad.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }

    /// The worked ratio of a normal distribution, which many pairs come near.
    #[test]
    fn many_pairs_give_the_ratio_of_a_normal_distribution() {
        let sprt: Sprt = "elo0=0,elo1=5".parse().unwrap();
        let counts = Pentanomial([1200, 2300, 3000, 2450, 1350]);
        let share = counts.share().unwrap();
        let squares = counts.0.iter().zip(SHARES);
        let pairs = counts.pairs() as f64;
        let variance: f64 =
            squares.map(|(&n, s)| n as f64 * (s - share).powi(2)).sum::<f64>() / pairs;
        let (s0, s1) = (expected(0.0), expected(5.0));
        let normal = pairs * (s1 - s0) * (2.0 * share - s0 - s1) / (2.0 * variance);
        assert!((sprt.ratio(&counts) - normal).abs() < 0.05, "{normal}");
        assert_eq!(sprt.ratio(&Pentanomial::default()), 0.0);
    }

    /// How many of a thousand tests accept H1, for players of this difference.
    fn accepted(sprt: &Sprt, elo: f64) -> u32 {
        let mut random = Random::new(11);
        let accepted = (0..1000).filter(|_| {
            let mut counts = Pentanomial::default();
            loop {
                counts.count(random_pair(expected(elo), 0.3, &mut random));
                match sprt.verdict(&counts) {
                    Verdict::Open => {}
                    verdict => return verdict == Verdict::H1,
                }
            }
        });
        accepted.count() as u32
    }

    /// A thousand tests each: the rates of error are those that were asked for. (Three deviations
    /// of 5 % in a thousand are 21.)
    #[test]
    fn errors_are_as_rare_as_they_should_be() {
        let sprt: Sprt = "elo0=0,elo1=30".parse().unwrap();
        let (wrong, right) = (accepted(&sprt, 0.0), accepted(&sprt, 30.0));
        assert!((20..=71).contains(&wrong), "H1 accepted {wrong} times where H0 was true");
        assert!((929..=980).contains(&right), "H1 accepted {right} times where it was true");
    }
}
