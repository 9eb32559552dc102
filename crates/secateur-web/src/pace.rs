//! How fast a client's messages are read ([`Pace`]).

use std::time::{Duration, Instant};

/// A bucket that fills steadily and pays for messages: two seconds' worth at once, then so many a
/// second.
pub(crate) struct Pace {
    per_second: f64,
    left: f64,
    last: Instant,
}

impl Pace {
    pub(crate) fn new(per_second: u32) -> Pace {
        let per_second = f64::from(per_second.max(1));
        Pace { per_second, left: 2.0 * per_second, last: Instant::now() }
    }

    /// Pays for a message; how long to wait before the next one is read.
    pub(crate) fn take(&mut self, now: Instant) -> Duration {
        let filled = now.duration_since(self.last).as_secs_f64() * self.per_second;
        self.left = (self.left + filled).min(2.0 * self.per_second) - 1.0;
        self.last = now;
        Duration::from_secs_f64((-self.left).max(0.0) / self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_free_and_a_flood_is_not() {
        let mut pace = Pace::new(10);
        let start = pace.last;
        assert!((0..20).all(|_| pace.take(start).is_zero()));
        let wait = pace.take(start);
        assert!(wait > Duration::from_millis(90) && wait < Duration::from_millis(110), "{wait:?}");
        assert!(pace.take(start + Duration::from_secs(5)).is_zero());
    }
}
