//! A small, fast, seeded random number generator, the same on every machine.

/// SplitMix64 (Steele, Lea & Flood, 2014): one addition and a mix a number.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number in `0..bound`, by multiplication (the bias is below `bound` / 2⁶⁴).
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        assert!(bound > 0, "no number is below 0");
        ((u128::from(self.bits()) * bound as u128) >> 64) as usize
    }

    /// An index of `weights` with the probability of its weight over their sum.
    ///
    /// # Panics
    /// When the weights add up to 0.
    pub fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let total: usize = weights.clone().map(|weight| weight as usize).sum();
        let mut rest = self.below(total);
        for (i, weight) in weights.enumerate() {
            match rest.checked_sub(weight as usize) {
                Some(left) => rest = left,
                None => return i,
            }
        }
        unreachable!("rest starts below the sum of the weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_numbers_of_the_published_generator() {
        // Reference output for seed 1234567 of the authors' C code.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.bits(), 6_457_827_717_110_365_317);
        assert_eq!(random.bits(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn weighted_follows_the_weights() {
        let mut random = Random::new(1);
        let mut counts = [0u32; 3];
        for _ in 0..30_000 {
            counts[random.weighted([1, 0, 9].into_iter())] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2_700..3_300).contains(&counts[0]), "{counts:?}");
    }
}
