//! The clocks of a game between two sides: how they are set, and what is left on them.

use std::str::FromStr;
use std::time::Duration;

use secateur::{Clock, Turn};

/// How the clocks are set, written `SECONDS` or `SECONDS+INCREMENT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimeControl {
    /// For the whole game.
    pub(crate) time: Duration,
    /// What a move adds.
    pub(crate) increment: Duration,
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            let seconds = text.parse().ok().filter(|&seconds: &f64| seconds < 1e6);
            seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        };
        match (seconds(time), seconds(increment)) {
            (Some(time), Some(increment)) if !time.is_zero() => Ok(TimeControl { time, increment }),
            _ => Err("seconds for the game and for each move are needed, such as 60+0.5".into()),
        }
    }
}

/// The clocks of Max and Min.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clocks {
    left: [Duration; 2],
    increment: Duration,
}

impl Clocks {
    /// Both with the time for a whole game.
    pub(crate) fn new(control: TimeControl) -> Clocks {
        Clocks { left: [control.time; 2], increment: control.increment }
    }

    /// The clock of the side to move.
    pub(crate) fn of(&self, turn: Turn) -> Clock {
        Clock::new(self.left[side(turn)]).increment(self.increment)
    }

    /// Takes what a move took from the clock of the side that made it and adds the increment; by
    /// how much the clock had run out, if it had.
    pub(crate) fn spend(&mut self, turn: Turn, time: Duration) -> Option<Duration> {
        let left = &mut self.left[side(turn)];
        let late = time.checked_sub(*left).filter(|late| !late.is_zero());
        *left = left.saturating_sub(time) + self.increment;
        late
    }

    /// The clocks as UGI's `go` has them.
    pub(crate) fn as_limits(&self) -> String {
        let [p1, p2] = self.left.map(|left| left.as_millis());
        let increment = self.increment.as_millis();
        format!("p1time {p1} p2time {p2} p1inc {increment} p2inc {increment}")
    }
}

fn side(turn: Turn) -> usize {
    usize::from(turn == Turn::Min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_or_refused() {
        let ms = Duration::from_millis;
        let read = |text: &str| text.parse::<TimeControl>().map(|c| (c.time, c.increment));
        assert_eq!(read("60+0.5"), Ok((ms(60_000), ms(500))));
        assert_eq!(read("0.1"), Ok((ms(100), ms(0))));
        for bad in ["", "+1", "0", "0+1", "-1", "1+-1", "x", "1+1+1", "1e99", "NaN", "1+inf"] {
            assert!(read(bad).unwrap_err().contains("60+0.5"), "{bad}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_out() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::new("1+0.1".parse().unwrap());
        assert_eq!(clocks.spend(Turn::Min, ms(300)), None);
        assert_eq!(clocks.as_limits(), "p1time 1000 p2time 800 p1inc 100 p2inc 100");
        assert_eq!(clocks.spend(Turn::Min, ms(805)), Some(ms(5)));
        assert_eq!(clocks.of(Turn::Min), Clock::new(ms(100)).increment(ms(100)));
        assert_eq!(clocks.of(Turn::Max).left, ms(1000));
    }
}
