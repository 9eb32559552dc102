//! [`Score`] and [`Window`]: the one place where a value or a window changes sides.
//!
//! A score is an `i32`. Ordinary values fill the middle; two bands further out count the plies to
//! a forced win or loss; beyond them lies infinity, which only windows use:
//!
//! ```text
//!      -INFINITY        LOSS           -PLAIN_MAX      0      PLAIN_MAX           WIN        INFINITY
//!  ────────┼──────────────┼─────────────────┼──────────┼──────────┼────────────────┼──────────────┼───
//!          │   headroom   │ lost in 0, 1, … │    plain scores     │ … 1, 0: won in │   headroom   │
//! ```
//!
//! At the border of the library (`utility`, `evaluate`, `Report`'s documentation says where not) a
//! score is seen from Max's side. Inside a search it is seen from the side to move, and two
//! functions carry it across one ply: [`Score::from_child`] upwards and [`Window::for_child`]
//! downwards, inverse to each other. Both take `turn_passed`, whether parent and child see the
//! value from different sides: a side that moves twice in a row is no special case anywhere else.

use std::fmt;
use std::ops::Neg;

use crate::turn::Turn;

/// A value of a state: a plain number, or a win or a loss in a counted number of plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The largest plain score; the smallest is its negative. Utilities, evaluations and leaves of
    /// a tree stay within `-PLAIN_MAX ..= PLAIN_MAX`.
    pub const PLAIN_MAX: i32 = 2_147_000_000;
    /// Nobody is ahead.
    pub const DRAW: Score = Score(0);
    /// The game is over and this side has won.
    pub const WIN: Score = Score(2_147_240_000);
    /// The game is over and this side has lost.
    pub const LOSS: Score = Score(-Score::WIN.0);
    /// Above every score, however many plies below the root. Used by windows only.
    pub const INFINITY: Score = Score(i32::MAX);
    /// Below every score. Used by windows only.
    pub const NEG_INFINITY: Score = Score(-i32::MAX);

    /// The farthest countable win; one still farther away is counted as this one.
    const FARTHEST_WIN: i32 = Score::PLAIN_MAX + 1;

    /// A plain score; values beyond ±[`PLAIN_MAX`](Score::PLAIN_MAX) are clamped to it, so that no
    /// evaluation can be taken for a forced win.
    pub const fn new(value: i32) -> Score {
        if value > Score::PLAIN_MAX {
            Score(Score::PLAIN_MAX)
        } else if value < -Score::PLAIN_MAX {
            Score(-Score::PLAIN_MAX)
        } else {
            Score(value)
        }
    }

    /// A win in so many plies (0: the game is already won).
    pub const fn win_in(plies: u32) -> Score {
        const FARTHEST: u32 = (Score::WIN.0 - Score::FARTHEST_WIN) as u32;
        let plies = if plies > FARTHEST { FARTHEST } else { plies };
        Score(Score::WIN.0 - plies as i32)
    }

    /// The number itself; meaningful to a reader only when the score is not
    /// [decisive](Score::is_decisive).
    pub const fn value(self) -> i32 {
        self.0
    }

    /// A score that [`value`](Score::value) took apart.
    pub(crate) const fn from_value(value: i32) -> Score {
        Score(value)
    }

    /// The next smaller score.
    #[inline(always)]
    pub(crate) const fn just_below(self) -> Score {
        Score(if self.0 == -i32::MAX { self.0 } else { self.0 - 1 })
    }

    /// The next larger score.
    #[inline(always)]
    pub(crate) const fn just_above(self) -> Score {
        Score(if self.0 == i32::MAX { self.0 } else { self.0 + 1 })
    }

    /// A score above `low` and at most `high`, halfway between them. Needs `low < high`.
    pub(crate) const fn between(low: Score, high: Score) -> Score {
        Score((low.0 as i64 + (high.0 as i64 - low.0 as i64 + 1) / 2) as i32)
    }

    /// The window of this score and `margin` on both sides; all of infinity when it is decisive or
    /// the window would reach the bands of decisive scores.
    pub(crate) const fn within(self, margin: i32) -> Window {
        let alpha = self.0.saturating_sub(margin);
        let beta = self.0.saturating_add(margin);
        Window {
            alpha: if alpha < -Score::PLAIN_MAX { Score::NEG_INFINITY } else { Score(alpha) },
            beta: if beta > Score::PLAIN_MAX { Score::INFINITY } else { Score(beta) },
        }
    }

    /// Whether this is a forced win or loss rather than a plain score.
    pub const fn is_decisive(self) -> bool {
        self.0 > Score::PLAIN_MAX || self.0 < -Score::PLAIN_MAX
    }

    /// Plies to the end of the game, for a forced win or loss.
    ///
    /// ```
    /// use secateur::Score;
    /// assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
    /// assert_eq!((-Score::win_in(4)).plies_to_end(), Some(4));
    /// assert_eq!(Score::new(12).plies_to_end(), None);
    /// ```
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_decisive() { Some((Score::WIN.0 - self.0.abs()) as u32) } else { None }
    }

    /// The same value seen from the other end: from the side to move if it was seen from Max's
    /// side, and back. Chance sees with Max's eyes.
    #[inline(always)]
    pub fn for_turn(self, turn: Turn) -> Score {
        if turn == Turn::Min { -self } else { self }
    }

    /// A child's score as its parent sees it: one ply further from the end, and negated when the
    /// turn passed. The step is monotone, which is all that alpha-beta needs of it.
    pub fn from_child(self, turn_passed: bool) -> Score {
        self.ascend(1, turn_passed)
    }

    /// [`from_child`](Score::from_child) over several plies; `turn_passed` compares the two ends.
    #[inline(always)]
    pub(crate) fn ascend(self, plies: u32, turn_passed: bool) -> Score {
        let value = if self.0 > Score::FARTHEST_WIN {
            (self.0 - plies as i32).max(Score::FARTHEST_WIN)
        } else if self.0 < -Score::FARTHEST_WIN {
            (self.0 + plies as i32).min(-Score::FARTHEST_WIN)
        } else {
            self.0
        };
        Score(if turn_passed { -value } else { value })
    }

    /// The least score of a child that reaches this one, both seen from the same side.
    pub(crate) fn reached_from(self) -> Score {
        // At the far end of a band two children's scores are one: count up from below it.
        let below = |score: Score| score.for_child(false);
        if self > Score::DRAW { below(self) } else { below(self.just_below()).just_above() }
    }

    /// A parent's bound as its child sees it: the inverse of [`from_child`](Score::from_child).
    #[inline(always)]
    fn for_child(self, turn_passed: bool) -> Score {
        self.descend(1, turn_passed)
    }

    /// [`for_child`](Score::for_child) over several plies.
    #[inline(always)]
    fn descend(self, plies: u32, turn_passed: bool) -> Score {
        let value = if self.0 > Score::FARTHEST_WIN {
            self.0.saturating_add(plies as i32)
        } else if self.0 < -Score::FARTHEST_WIN {
            self.0.saturating_sub(plies as i32).max(-i32::MAX)
        } else {
            self.0
        };
        Score(if turn_passed { -value } else { value })
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// `win in 3`, `loss in 2`, or the plain number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => f.pad(&format!("win in {plies}")),
            Some(plies) => f.pad(&format!("loss in {plies}")),
            None => fmt::Display::fmt(&self.0, f),
        }
    }
}

/// The open interval of values that can still change the answer, from the side to move.
///
/// `alpha` is what this side already has for certain elsewhere, `beta` what the other side will
/// not let it exceed. Always `alpha < beta`: an empty window has nothing left to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The lower end: a value at or below it changes nothing (fail low).
    pub alpha: Score,
    /// The upper end: a value at or above it cuts (fail high).
    pub beta: Score,
}

impl Window {
    /// From minus to plus infinity.
    pub const FULL: Window = Window { alpha: Score::NEG_INFINITY, beta: Score::INFINITY };

    /// The narrowest window that tells a win, a draw and a loss apart.
    pub const SIGN: Window =
        Window { alpha: Score::DRAW.just_below(), beta: Score::DRAW.just_above() };

    /// The narrowest window: does the value reach `score`? It does when the search returns at
    /// least `score`.
    pub const fn reaches(score: Score) -> Window {
        Window { alpha: Score(score.0 - 1), beta: score }
    }

    /// The narrowest window above alpha: is there anything better?
    #[inline(always)]
    pub(crate) fn null(self) -> Window {
        Window { alpha: self.alpha, beta: Score(self.alpha.0 + 1) }
    }

    /// Whether no value lies strictly inside.
    #[inline(always)]
    pub(crate) fn is_null(self) -> bool {
        self.beta.0 - 1 == self.alpha.0
    }

    /// The window as a child sees it.
    #[inline(always)]
    pub fn for_child(self, turn_passed: bool) -> Window {
        self.descend(1, turn_passed)
    }

    /// [`for_child`](Window::for_child) over several plies; `turn_passed` compares the two ends.
    #[inline(always)]
    pub(crate) fn descend(self, plies: u32, turn_passed: bool) -> Window {
        let alpha = self.alpha.descend(plies, turn_passed);
        let beta = self.beta.descend(plies, turn_passed);
        if turn_passed { Window { alpha: beta, beta: alpha } } else { Window { alpha, beta } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every value near a boundary of the picture above, from both sides.
    fn boundary_values() -> Vec<i32> {
        let marks = [0, Score::PLAIN_MAX, Score::FARTHEST_WIN, Score::WIN.0, i32::MAX - 4];
        let near = |mark: i32| (-3..=3).filter_map(move |step| mark.checked_add(step));
        let positive: Vec<i32> = marks.into_iter().flat_map(near).collect();
        positive.iter().flat_map(|&v| [v, -v]).collect()
    }

    #[test]
    fn for_child_inverts_from_child() {
        for value in boundary_values() {
            for passed in [false, true] {
                let bound = Score(value);
                let back = bound.for_child(passed).from_child(passed);
                if bound.0.abs() < i32::MAX {
                    assert_eq!(back, bound, "{value} {passed}");
                }
            }
        }
        for end in [Score::INFINITY, Score::NEG_INFINITY] {
            assert_eq!(end.for_child(false), end);
            assert_eq!(end.for_child(true), -end);
        }
    }

    #[test]
    fn a_child_is_inside_its_window_exactly_when_the_parent_is_inside_its_own() {
        let values = boundary_values();
        for &bound in &values {
            let bound = Score(bound);
            for &value in &values {
                let child = Score(value);
                if child.0.abs() > Score::WIN.0 || bound.0.abs() == i32::MAX {
                    continue; // not a score; not a finite bound
                }
                for passed in [false, true] {
                    let window = Window { alpha: bound, beta: Score::INFINITY }.for_child(passed);
                    let parent = child.from_child(passed);
                    let low = if passed { child >= window.beta } else { child <= window.alpha };
                    // At the far end of the bands the child's window may be wider than needed, never narrower.
                    assert!(!low || parent <= bound, "{bound:?} {child:?} {passed}");
                    if bound.0.abs() != Score::FARTHEST_WIN {
                        assert_eq!(low, parent <= bound, "{bound:?} {child:?} {passed}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_goal_is_reached_exactly_by_the_scores_from_which_it_is() {
        for goal in boundary_values().into_iter().filter(|v| v.abs() <= Score::WIN.0).map(Score) {
            for child in boundary_values().into_iter().filter(|v| v.abs() <= Score::WIN.0) {
                let (child, least) = (Score(child), goal.reached_from());
                assert_eq!(child >= least, child.from_child(false) >= goal, "{child:?} {goal:?}");
            }
        }
    }

    #[test]
    fn from_child_is_monotone() {
        let mut values = boundary_values();
        values.retain(|v| v.abs() <= Score::WIN.0);
        values.sort_unstable();
        for pair in values.windows(2) {
            let [low, high] = [Score(pair[0]), Score(pair[1])];
            assert!(low.from_child(false) <= high.from_child(false));
            assert!(low.from_child(true) >= high.from_child(true));
        }
    }

    #[test]
    fn a_win_ages_by_one_ply_a_step_and_changes_sides() {
        let mut score = Score::LOSS; // the side to move has been beaten
        for plies in 1..=1000 {
            score = score.from_child(true);
            let expected =
                if plies % 2 == 1 { Score::win_in(plies) } else { -Score::win_in(plies) };
            assert_eq!(score, expected);
        }
        assert_eq!(Score::win_in(u32::MAX), Score(Score::FARTHEST_WIN));
        assert_eq!(Score(Score::FARTHEST_WIN).from_child(false), Score(Score::FARTHEST_WIN));
    }

    #[test]
    fn windows_stay_open_however_deep() {
        let mut window = Window { alpha: Score::win_in(1), beta: Score::INFINITY };
        for _ in 0..100_000 {
            window = window.for_child(true);
            assert!(window.alpha < window.beta);
        }
    }

    #[test]
    fn display_reads_aloud() {
        assert_eq!(Score::win_in(3).to_string(), "win in 3");
        assert_eq!((-Score::win_in(2)).to_string(), "loss in 2");
        assert_eq!(Score::new(-7).to_string(), "-7");
    }
}
