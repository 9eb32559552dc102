//! When to look at the clock: a playout takes a hundred nanoseconds in one game, a hundred
//! microseconds in another.

use std::time::{Duration, Instant};

/// Counts plies played, and says when about a quarter of a millisecond must have passed.
pub(super) struct Clock {
    left: u32,
    /// Plies from look to look.
    step: u32,
    last: Instant,
}

impl Clock {
    const BETWEEN: Duration = Duration::from_micros(250);

    pub(super) fn new() -> Clock {
        Clock { left: 1, step: 1, last: Instant::now() }
    }

    /// Counts so many plies, and one for the way through the tree.
    #[inline(always)]
    pub(super) fn spend(&mut self, plies: u32) {
        self.left = self.left.saturating_sub(plies + 1);
    }

    /// Whether it is time to look.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        self.left == 0 && {
            self.look();
            true
        }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        let now = Instant::now();
        let taken = now - self.last;
        self.last = now;
        self.step = match taken {
            _ if taken < Clock::BETWEEN / 2 => self.step.saturating_mul(2),
            _ if taken > Clock::BETWEEN * 2 => (self.step / 4).max(1),
            _ => self.step,
        };
        self.left = self.step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_plies_are_watched_closely_and_quick_ones_are_not() {
        let mut clock = Clock::new();
        let looks = |clock: &mut Clock, plies: u32, pause: Duration| {
            let looks = (0..plies).filter(|_| {
                std::thread::sleep(pause);
                clock.spend(0);
                clock.is_due()
            });
            looks.count()
        };
        assert!(looks(&mut clock, 100_000, Duration::ZERO) < 1_000);
        looks(&mut clock, 200, Duration::from_millis(1)); // it takes a while to notice
        clock.step = 1;
        clock.left = 1;
        assert_eq!(looks(&mut clock, 20, Duration::from_millis(1)), 20);
    }
}
