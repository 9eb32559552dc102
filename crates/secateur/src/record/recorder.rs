//! The observer that keeps what it sees.

use super::bounds;
use super::path::{Entered, Open, cut, of_max};
use super::{Branch, Convention, Extent, Node, Observer, Recording, Stop};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// Keeps the top of the tree that it sees.
///
/// Beyond the extent it only counts. It holds the value of every branch between two proven bounds,
/// so that it can tell an exact value from a bound even where the search did not have to.
pub(crate) struct Recorder<A> {
    pub(super) extent: Extent,
    pub(super) convention: Convention,
    pub(super) nodes: Vec<Node<A>>,
    /// The recorded nodes on the current path.
    pub(super) open: Vec<Open>,
    /// How many nodes on the current path, below those, are not recorded.
    pub(super) below: usize,
    /// Whether there is no room for more, and no ply that could be given up.
    pub(super) full: bool,
    /// Whether the search only looks up what it has found, and how many nodes it entered for that.
    pub(super) looks_aside: bool,
    pub(super) aside: u64,
    /// The action followed to the next node.
    pub(super) action: Option<A>,
    pub(super) visited: u64,
}

impl<A: Copy + Eq> Observer<A> for Recorder<A> {
    fn follow(&mut self, action: A) {
        self.action = Some(action);
    }

    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>) {
        self.visited += 1;
        if self.looks_aside {
            self.aside += 1;
            return;
        }
        let action = self.action.take();
        if self.below > 0 {
            self.below += 1;
            self.hide();
            return;
        }
        if let Some(found) = action.and_then(|action| self.find_branch(action)) {
            self.take_branch(found, true);
        }
        let plies = if action.is_some() { self.plies_below(depth) } else { 0 };
        let ply = self.open.last().map_or(0, |open| open.ply + plies);
        if let Some(parent) = self.open.last_mut() {
            let rehearsal = action.is_none();
            parent.child = Some(Entered { visit: self.visited, turn, window, plies, rehearsal });
        }
        if self.nodes.len() == self.extent.nodes && ply <= self.extent.plies && !self.full {
            self.fold();
        }
        if ply > self.extent.plies || self.nodes.len() >= self.extent.nodes {
            self.below += 1;
            self.hide();
            return;
        }
        self.push(action, ply, turn, depth, window);
    }

    fn expand(&mut self, actions: &[A]) {
        if !self.looks_aside {
            self.set_branches(actions.iter().map(|&action| (action, 0)));
        }
    }

    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>) {
        if !self.looks_aside {
            self.set_branches(outcomes);
        }
    }

    fn know(&mut self, action: A, lower: Score, upper: Score) {
        if self.below > 0 || self.looks_aside {
            return;
        }
        let Some(found) = self.find_branch(action) else { return };
        self.take_branch(found, false);
        let Some(open) = self.open.last_mut() else { return };
        let node = &mut self.nodes[open.node];
        let interval = if node.turn == Turn::Min { (-upper, -lower) } else { (lower, upper) };
        node.branches[found].known = Some(interval);
        open.bounds[found] = bounds::meet(open.bounds[found], interval);
        open.returned = (lower == upper).then_some((lower, None));
    }

    fn look_aside(&mut self, aside: bool) {
        self.looks_aside = aside;
    }

    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>) {
        if self.looks_aside {
            return;
        }
        let leaf = matches!(stop, Stop::Terminal | Stop::Horizon | Stop::Improbable);
        let bound = bound.or(leaf.then_some(Bound::Exact));
        if self.below > 0 {
            self.below -= 1;
            if self.below == 0
                && let Some(child) = self.open.last().and_then(|open| open.child)
            {
                self.give_back(score, bounds::of_score(score, child.turn, bound, child.window));
            }
            return;
        }
        self.commit();
        let Some(open) = self.open.pop() else { return };
        let node = &mut self.nodes[open.node];
        match stop {
            Stop::Table => (node.branches, node.best) = (Vec::new(), None), // prepared in vain
            Stop::Known => node.best = open.branch,
            _ => {}
        }
        let entry = node.entry.map(|window| of_max(window, node.turn));
        let mut interval = bounds::of_score(score, node.turn, bound, entry);
        if stop == Stop::Complete {
            let below = bounds::of_branches(node, &open.bounds);
            // By another convention, a value outside the bounds of the nodes above may be a bound.
            let usual = self.convention == Convention::default();
            interval = if usual { bounds::meet(below, interval) } else { below };
        }
        let value = score.for_turn(node.turn);
        node.value = Some(value);
        node.bound = match value {
            _ if interval.0 == interval.1 => Bound::Exact,
            _ if value == interval.1 => Bound::Upper,
            _ => Bound::Lower,
        };
        node.exit = open.window.map(|window| of_max(window, node.turn));
        node.stop = stop;
        if stop == Stop::Complete && node.branches.iter().any(Branch::is_missing) {
            node.cut = cut(node, &open, self.convention);
            node.stop = if node.cut.is_some() { Stop::Cutoff } else { Stop::Complete };
        }
        self.give_back(score, interval);
    }
}

impl<A: Copy + Eq> Recorder<A> {
    pub(crate) fn new(extent: Extent, convention: Convention) -> Recorder<A> {
        Recorder {
            extent: Extent { nodes: extent.nodes.max(1), ..extent },
            convention,
            nodes: Vec::new(),
            open: Vec::new(),
            below: 0,
            full: false,
            looks_aside: false,
            aside: 0,
            action: None,
            visited: 0,
        }
    }

    /// The recording of a search that answered `report`, or was stopped first.
    pub(crate) fn finish(
        mut self,
        algorithm: &'static str,
        depth: Option<u32>,
        report: Option<&Report<A>>,
    ) -> Recording<A> {
        for open in std::mem::take(&mut self.open) {
            let node = &mut self.nodes[open.node];
            node.exit = open.window.map(|window| of_max(window, node.turn));
        }
        let mut recording = Recording {
            algorithm,
            convention: self.convention,
            depth,
            nodes: self.nodes,
            unvisited: Vec::new(),
            visited: self.visited,
            aside: self.aside,
            value: None,
            certainty: None,
            pv: Vec::new(),
        };
        if let (Some(report), Some(root)) = (report, recording.nodes.first()) {
            recording.value = Some(report.score.for_turn(root.turn));
            recording.certainty = Some(match (root.turn, report.certainty) {
                (Turn::Min, Certainty::Lower) => Certainty::Upper,
                (Turn::Min, Certainty::Upper) => Certainty::Lower,
                (_, certainty) => certainty,
            });
            recording.pv = report.pv.clone();
            recording.mark_principal();
        }
        recording
    }
}
