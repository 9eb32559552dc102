//! What is proven about a value: between which two it lies, from Max's side.

use super::Node;
use crate::mean::Mean;
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A smallest and a largest possible value.
pub(super) type Interval = (Score, Score);

/// All that a value can be.
pub(super) const ANYTHING: Interval = (Score::NEG_INFINITY, Score::INFINITY);

/// What a score says that a node returned to the side to move, by the contract of alpha-beta:
/// inside the window it is the value, at or beyond an end it is a bound. None is as a full window.
pub(super) fn of_score(
    score: Score,
    turn: Turn,
    bound: Option<Bound>,
    window: Option<Window>,
) -> Interval {
    let (lower, upper) = match (bound, window) {
        (Some(bound), _) => (bound != Bound::Upper, bound != Bound::Lower),
        (None, Some(window)) => (score > window.alpha, score < window.beta),
        (None, None) => (true, true),
    };
    let low = if lower { score } else { Score::NEG_INFINITY };
    let high = if upper { score } else { Score::INFINITY };
    if turn == Turn::Min { (-high, -low) } else { (low, high) }
}

/// What is known about its branches says about a node.
pub(super) fn of_branches<A>(node: &Node<A>, branches: &[Interval]) -> Interval {
    let (lows, highs) = (branches.iter().map(|i| i.0), branches.iter().map(|i| i.1));
    let bounds = match node.turn {
        Turn::Max => lows.max().zip(highs.max()),
        Turn::Min => lows.min().zip(highs.min()),
        Turn::Chance => mean(node, branches),
    };
    bounds.unwrap_or(ANYTHING)
}

/// The means of the outcomes' bounds, when all are finite.
fn mean<A>(node: &Node<A>, branches: &[Interval]) -> Option<Interval> {
    let (mut low, mut high) = (Mean::default(), Mean::default());
    for (branch, interval) in node.branches.iter().zip(branches) {
        if is_infinite(interval.0) || is_infinite(interval.1) {
            return None;
        }
        low.add(interval.0, branch.weight);
        high.add(interval.1, branch.weight);
    }
    Some((low.score(), high.score()))
}

/// What two statements about one value say together. Where they contradict each other (estimates
/// of different depths may), the later one is kept.
pub(super) fn meet(earlier: Interval, later: Interval) -> Interval {
    let both = (earlier.0.max(later.0), earlier.1.min(later.1));
    if both.0 <= both.1 { both } else { later }
}

/// An interval as a node so many plies above sees it: a forced win or loss is further away.
pub(super) fn age((low, high): Interval, plies: u32) -> Interval {
    let age = |score: Score| if is_infinite(score) { score } else { score.ascend(plies, false) };
    (age(low), age(high))
}

pub(super) fn is_infinite(score: Score) -> bool {
    score == Score::INFINITY || score == Score::NEG_INFINITY
}
