//! The clock of a game ([`Clock`]): how much of what is left goes into the next move.

use std::time::Duration;

/// What is left on the clock of the side to move.
///
/// ```
/// use std::time::Duration;
/// use secateur::{Clock, Limits};
/// let clock = Clock::new(Duration::from_secs(60)).increment(Duration::from_millis(500));
/// let limits = Limits::default().clock(&clock, Duration::from_millis(10));
/// assert!(limits.soft_time < limits.max_time);
/// assert!(limits.max_time < Some(Duration::from_secs(30)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time for all moves to come.
    pub left: Duration,
    /// What a move adds.
    pub increment: Duration,
    /// Moves until the clock is set anew; `None`: it never is.
    pub moves_to_go: Option<u32>,
    /// For about so many moves more the game goes on: 30, unless somebody knows better.
    pub moves_to_come: u32,
}

impl Clock {
    /// A clock with so much time left for the whole game.
    pub fn new(left: Duration) -> Clock {
        Clock { left, increment: Duration::ZERO, moves_to_go: None, moves_to_come: 30 }
    }

    /// The same where each move adds time.
    pub fn increment(self, increment: Duration) -> Clock {
        Clock { increment, ..self }
    }

    /// When a search that answers `margin` later should not look any deeper, and when it must end.
    ///
    /// The first is a fair share of the time left and most of the increment; the second some shares
    /// more, since a move that is worth it may take from the others. Unless the clock is set anew
    /// after this move, at most half of what is left.
    pub(crate) fn share(&self, margin: Duration) -> (Duration, Duration) {
        let usable = less_margin(self.left, margin);
        let to_come = self.moves_to_come.max(1);
        let moves = self.moves_to_go.unwrap_or(to_come).clamp(1, to_come);
        let share = usable / moves + self.increment * 3 / 4;
        let most = if moves == 1 { usable } else { usable / 2 };
        let hard = (share * 3).min(most);
        (share.min(hard), hard)
    }
}

/// A time less what the answer takes on its way; of a time too short for that, half.
pub(crate) fn less_margin(time: Duration, margin: Duration) -> Duration {
    time.saturating_sub(margin).max(time / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_clock_never_runs_out() {
        for increment in [0, 1, 20, 500] {
            for margin in [0, 1, 10] {
                let mut clock = Clock::new(3_000 * MS).increment(increment * MS);
                for _ in 0..500 {
                    let (soft, hard) = clock.share(margin * MS);
                    assert!(soft <= hard && hard <= clock.left / 2, "{clock:?}");
                    clock.left = clock.left - hard + clock.increment;
                }
            }
        }
    }

    #[test]
    fn moves_to_go_share_the_time_evenly() {
        let clock = |moves| Clock { moves_to_go: Some(moves), ..Clock::new(1_010 * MS) };
        assert_eq!(clock(1).share(10 * MS), (1_000 * MS, 1_000 * MS));
        assert_eq!(clock(4).share(10 * MS), (250 * MS, 500 * MS));
        assert_eq!(clock(20).share(10 * MS), (50 * MS, 150 * MS));
        assert_eq!(clock(0).share(10 * MS), clock(1).share(10 * MS));
    }

    #[test]
    fn a_long_game_has_small_shares() {
        let clock = Clock { moves_to_come: 1000, ..Clock::new(10_000 * MS) };
        assert_eq!(clock.share(Duration::ZERO), (10 * MS, 30 * MS));
    }

    #[test]
    fn a_margin_leaves_at_least_half() {
        assert_eq!(less_margin(100 * MS, 10 * MS), 90 * MS);
        assert_eq!(less_margin(12 * MS, 10 * MS), 6 * MS);
        assert_eq!(less_margin(Duration::ZERO, 10 * MS), Duration::ZERO);
    }
}
