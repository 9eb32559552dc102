//! What a search answers: [`Report`], and how sure it is of it ([`Certainty`]).

use crate::limits::Limits;
use crate::score::{Score, Window};
use crate::stats::Stats;

/// A search's answer about one state. All values speak to the side to move (where Chance is to
/// move: to Max), whatever side that is.
#[derive(Clone, Debug)]
pub struct Report<A> {
    /// The value found, for the side to move.
    pub score: Score,
    /// What the value is worth.
    pub certainty: Certainty,
    /// The first best action; `None` in a finished game, at a chance node and at depth 0.
    pub best: Option<A>,
    /// The principal variation: the line that both sides' best actions lead along, as far as the
    /// search followed it. Ends before an outcome of chance.
    pub pv: Vec<A>,
    /// The depth limit the search ran with; `None` when there was none, or it never mattered to a
    /// search that stops by other rules too.
    pub depth: Option<u32>,
    /// Whether a limit ended the search before it had seen every action. Then `score` is what `best`
    /// reaches at least.
    pub stopped: bool,
    /// Where a limit or a window ended the search: the actions seen by then, as far as they are known
    /// to be no better than `best`. Else empty.
    pub seen: Vec<A>,
    /// What the search counted.
    pub stats: Stats,
}

impl<A: Copy> Report<A> {
    /// That of a completed search without a window, whose best line is `line`, last action first.
    pub(crate) fn complete(
        score: Score,
        mut line: Vec<A>,
        limits: &Limits,
        stats: Stats,
    ) -> Report<A> {
        line.reverse();
        let (depth, estimates) = (limits.max_depth, stats.horizon > 0);
        let certainty = Certainty::of(score, Window::FULL, depth, estimates);
        let best = line.first().copied();
        Report { score, certainty, best, pv: line, depth, stopped: false, seen: Vec::new(), stats }
    }
}

impl<A> Report<A> {
    /// Whether the value is proven.
    pub fn is_exact(&self) -> bool {
        self.certainty == Certainty::Exact
    }

    /// Whether the value reaches `goal`; `None` where only an estimate or the wrong bound says so.
    ///
    /// Evaluations are plain scores, so an estimate does settle whether there is a forced win or
    /// loss as near as the search looked.
    pub(crate) fn reaches(&self, goal: Score) -> Option<bool> {
        let reached = self.score >= goal;
        let proven = match self.certainty {
            Certainty::Exact => true,
            Certainty::Lower => reached,
            Certainty::Upper => !reached,
            Certainty::Estimate => {
                let seen = |plies| self.depth.is_none_or(|depth| plies <= depth);
                !self.stopped && goal.plies_to_end().is_some_and(seen)
            }
        };
        proven.then_some(reached)
    }
}

/// What a value is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Proven: neither a horizon nor a limit had a part in it.
    Exact,
    /// Proven to be at least this: the search was stopped, or cut by its window.
    Lower,
    /// Proven to be at most this.
    Upper,
    /// The best guess of a search that had to evaluate unfinished games at its horizon.
    Estimate,
}

impl Certainty {
    /// Of a child's value as its parent sees it.
    pub(crate) fn for_parent(self, turn_passed: bool) -> Certainty {
        match self {
            Certainty::Lower if turn_passed => Certainty::Upper,
            Certainty::Upper if turn_passed => Certainty::Lower,
            same => same,
        }
    }

    /// Of what the best action reaches that a search to `depth` had seen when it was stopped.
    ///
    /// A win is one whatever the horizon hides. So is a loss that the search saw whole.
    pub(crate) fn of_stopped(score: Score, depth: Option<u32>, estimates: bool) -> Certainty {
        let seen = |plies| score > Score::DRAW || depth.is_none_or(|depth| plies <= depth);
        match estimates && !score.plies_to_end().is_some_and(seen) {
            true => Certainty::Estimate,
            false => Certainty::Lower,
        }
    }

    /// Of a value returned by a completed search to `depth` through `window`.
    ///
    /// Evaluations are plain scores, so a forced win or loss within the depth is proven even when
    /// other lines ended at the horizon. One farther away, which only a table can know, is a bound:
    /// beyond the horizon there may be a quicker one.
    pub(crate) fn of(
        score: Score,
        window: Window,
        depth: Option<u32>,
        estimates: bool,
    ) -> Certainty {
        let seen = score.plies_to_end().map(|plies| depth.is_none_or(|depth| plies <= depth));
        match seen {
            None if estimates => Certainty::Estimate,
            Some(false) if estimates && score > Score::DRAW => Certainty::Lower,
            Some(false) if estimates => Certainty::Upper,
            _ if score <= window.alpha => Certainty::Upper,
            _ if score >= window.beta => Certainty::Lower,
            _ => Certainty::Exact,
        }
    }
}
