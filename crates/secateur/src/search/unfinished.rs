//! What a search of the family knows about its root when a limit stops it.

use super::children::Child;
use super::pvs::report;
use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::record::Observer;
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};

/// An action of the root that is better than all before it; others may be better still.
///
/// Nothing is learnt from actions that do not reach the window: they have upper bounds only, and the
/// highest of those need not be that of the best action.
pub(super) struct Unfinished<A> {
    /// What the action reaches at least, to this depth.
    score: Score,
    depth: u32,
    /// Its line, last action first.
    line: Vec<A>,
    /// It, and those before it.
    seen: Vec<A>,
    /// Whether estimates had a part in the score.
    estimated: bool,
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// Keeps in mind that a child of the root reaches `score`, along the line from `line` on: more
    /// than the children before it.
    #[cold]
    #[inline(never)]
    pub(super) fn lead(
        &mut self,
        node: &Node<G::Action>,
        child: &Child<G>,
        score: Score,
        line: usize,
    ) {
        let before = self.children.iter().take_while(|other| other.index != child.index);
        let seen = before.map(|other| other.action).chain([child.action]).collect();
        let mut line = self.line[line..].to_vec();
        if line.is_empty() {
            line.push(child.action);
        }
        let estimated = self.estimates > 0;
        self.unfinished = Some(Unfinished { score, depth: node.depth, line, seen, estimated });
    }

    /// The actions of the root seen by now, of a search within `limits`.
    pub(super) fn take_seen(&mut self, limits: &Limits) -> Vec<G::Action> {
        self.take_lead(limits).map_or(Vec::new(), |lead| lead.seen)
    }

    /// A shallower search for what to try first has the answer to another question.
    fn take_lead(&mut self, limits: &Limits) -> Option<Unfinished<G::Action>> {
        self.unfinished.take().filter(|lead| lead.depth == limits.plies())
    }

    /// The report of a search that was stopped.
    pub(super) fn unfinished_report(
        mut self,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        let lead = self.take_lead(limits).ok_or(Stopped)?;
        let Unfinished { score, line, seen, estimated, .. } = lead;
        self.line = line;
        let depth = limits.max_depth.map(|depth| self.whole(depth));
        let certainty = Certainty::of_stopped(score, depth, estimated);
        let report = report(self, score, Window::FULL, limits);
        Ok(Report { certainty, stopped: true, seen, ..report })
    }
}
