//! The observer that keeps what it sees.

use super::bounds::{self, ANYTHING, Interval};
use super::fold::fold;
use super::{Branch, Convention, Cut, Extent, Node, Observer, Recording, Stop};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// Keeps the top of the tree that it sees.
///
/// Beyond the extent it only counts. It holds the value of every branch between two proven bounds,
/// so that it can tell an exact value from a bound even where the search did not have to.
pub(crate) struct Recorder<A> {
    extent: Extent,
    convention: Convention,
    nodes: Vec<Node<A>>,
    /// The recorded nodes on the current path.
    open: Vec<Open>,
    /// How many nodes on the current path, below those, are not recorded.
    below: usize,
    /// Whether there is no room for more, and no ply that could be given up.
    full: bool,
    /// The action followed to the next node.
    action: Option<A>,
    visited: u64,
}

/// A recorded node that is being searched.
struct Open {
    node: usize,
    visit: u64,
    ply: u32,
    /// The current window, for the side to move, and where its ends come from.
    window: Option<Window>,
    alpha: Setter,
    beta: Setter,
    /// Proven bounds on the value of each branch, from Max's side, as the node sees it.
    bounds: Vec<Interval>,
    /// The best score so far, for the side to move.
    best: Score,
    /// The branch searched last.
    branch: Option<usize>,
    /// The child entered last.
    child: Option<Entered>,
    /// What it returned, for the side to move here, until another branch is taken: the search may
    /// ask the same one again.
    returned: Option<(Score, u64)>,
}

/// A child as it was entered.
#[derive(Clone, Copy)]
struct Entered {
    visit: u64,
    turn: Turn,
    window: Option<Window>,
    /// Whether it is the node itself, to a smaller depth.
    rehearsal: bool,
}

/// Where an end of a window was set: at which node, by which child of it.
type Setter = (Option<u64>, Option<u64>);

impl<A: Copy + Eq> Observer<A> for Recorder<A> {
    fn follow(&mut self, action: A) {
        self.action = Some(action);
    }

    fn enter(&mut self, turn: Turn, depth: u32, window: Option<Window>) {
        self.visited += 1;
        let action = self.action.take();
        if self.below > 0 {
            self.below += 1;
            self.hide();
            return;
        }
        if let Some(action) = action {
            self.take_branch(action);
        }
        if let Some(parent) = self.open.last_mut() {
            let rehearsal = action.is_none();
            parent.child = Some(Entered { visit: self.visited, turn, window, rehearsal });
        }
        let ply = self.ply(action.is_some());
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
        self.set_branches(actions.iter().map(|&action| (action, 0)));
    }

    fn expand_chance(&mut self, outcomes: impl Iterator<Item = (A, u32)>) {
        self.set_branches(outcomes);
    }

    fn leave(&mut self, score: Score, stop: Stop, bound: Option<Bound>) {
        let leaf = matches!(stop, Stop::Terminal | Stop::Horizon);
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
        if stop == Stop::Complete && node.branches.iter().any(|branch| !branch.visited) {
            node.cut = cut(node, &open, self.convention);
            node.stop = if node.cut.is_some() { Stop::Cutoff } else { Stop::Complete };
        }
        self.give_back(score, interval);
    }
}

/// A window of the side to move as Max sees it, and back.
fn of_max(window: Window, turn: Turn) -> Window {
    match turn {
        Turn::Min => Window { alpha: -window.beta, beta: -window.alpha },
        _ => window,
    }
}

/// Where the window of a node was closed before all its branches were searched, if it was.
fn cut<A>(node: &Node<A>, open: &Open, convention: Convention) -> Option<Cut> {
    let (mut window, value) = (node.exit?, node.value?);
    let mut setter = open.beta;
    if node.turn == Turn::Chance {
        // Its window does not move: the bound on the mean has left it.
        let above = value >= window.beta;
        *(if above { &mut window.alpha } else { &mut window.beta }) = value;
        setter = if above { open.beta } else { open.alpha };
    }
    let closed = match convention.equal_cuts {
        true => window.alpha >= window.beta,
        false => window.alpha > window.beta,
    };
    let Window { alpha, beta } = window;
    closed.then_some(Cut { alpha, beta, set_at: setter.0, set_by: setter.1 })
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

    /// The ply of the node to be entered.
    fn ply(&self, below: bool) -> u32 {
        let above = self.open.last().map(|open| self.nodes[open.node].ply);
        above.map_or(0, |ply| ply + u32::from(below))
    }

    /// Counts the entered node at the recorded one above it.
    fn hide(&mut self) {
        if let Some(open) = self.open.last() {
            self.nodes[open.node].hidden += 1;
        }
    }

    /// Finds the branch that is followed, and settles what the one before it returned.
    fn take_branch(&mut self, action: A) {
        let Some(open) = self.open.last() else { return };
        let branches = &self.nodes[open.node].branches;
        // Most searches go from one branch to the next.
        let from = open.branch.unwrap_or(0);
        let order = (from..branches.len()).chain(0..from);
        let found = order.into_iter().find(|&i| branches[i].action == action);
        if found != open.branch {
            self.commit();
        }
        let Some(open) = self.open.last_mut() else { return };
        open.branch = found;
        if let Some(branch) = found {
            self.nodes[open.node].branches[branch].visited = true;
        }
    }

    /// The node above learns what the child entered last returned.
    fn give_back(&mut self, score: Score, interval: Interval) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(child) = open.child.take().filter(|child| !child.rehearsal) else { return };
        if let Some(branch) = open.branch {
            open.bounds[branch] = bounds::meet(open.bounds[branch], bounds::age(interval));
        }
        let passed = self.nodes[open.node].turn.passes_to(child.turn);
        open.returned = Some((score.from_child(passed), child.visit));
    }

    /// The search is done with a branch: its value may raise the window.
    fn commit(&mut self) {
        let Some(open) = self.open.last_mut() else { return };
        let Some((score, visit)) = open.returned.take() else { return };
        let node = &mut self.nodes[open.node];
        if node.turn == Turn::Chance {
            return;
        }
        if score > open.best {
            open.best = score;
            node.best = open.branch;
        }
        if let Some(window) = &mut open.window
            && score > window.alpha
        {
            window.alpha = score;
            open.alpha = (Some(node.visit), Some(visit));
            let raised = score.for_turn(node.turn);
            if let Ok(child) = self.nodes.binary_search_by_key(&visit, |node| node.visit) {
                self.nodes[child].raised = Some(raised);
            }
        }
    }

    fn push(
        &mut self,
        action: Option<A>,
        ply: u32,
        turn: Turn,
        depth: u32,
        window: Option<Window>,
    ) {
        let index = self.nodes.len();
        let (alpha, beta) = self.setters(turn, window);
        let parent = self.open.last().map(|open| open.node);
        if let Some(open) = self.open.last() {
            let above = &mut self.nodes[open.node];
            match open.branch.filter(|_| action.is_some()) {
                Some(branch) => above.branches[branch].nodes.push(index),
                None => above.rehearsals.push(index),
            }
        }
        let entry = window.map(|window| of_max(window, turn));
        self.nodes.push(Node {
            visit: self.visited,
            parent,
            action,
            ply,
            depth,
            turn,
            entry,
            exit: entry,
            value: None,
            bound: Bound::Exact,
            raised: None,
            best: None,
            stop: Stop::Stopped,
            cut: None,
            branches: Vec::new(),
            rehearsals: Vec::new(),
            hidden: 0,
            principal: false,
        });
        self.open.push(Open {
            node: index,
            visit: self.visited,
            ply,
            window,
            alpha,
            beta,
            bounds: Vec::new(),
            best: Score::NEG_INFINITY,
            branch: None,
            child: None,
            returned: None,
        });
    }

    /// Where the ends of a child's window were set: where its parent's were, if they are the same
    /// ones, else by the parent itself.
    fn setters(&self, turn: Turn, window: Option<Window>) -> (Setter, Setter) {
        let none = (None, None);
        let (Some(open), Some(window)) = (self.open.last(), window) else { return (none, none) };
        let parent = &self.nodes[open.node];
        let Some(above) = open.window else { return (none, none) };
        let passed = parent.turn.passes_to(turn);
        let inherited = above.for_child(passed);
        let (alpha, beta) = if passed { (open.beta, open.alpha) } else { (open.alpha, open.beta) };
        let own =
            |end: Score| if bounds::is_infinite(end) { none } else { (Some(parent.visit), None) };
        let setter = |same: bool, setter, end| if same { setter } else { own(end) };
        (
            setter(window.alpha == inherited.alpha, alpha, window.alpha),
            setter(window.beta == inherited.beta, beta, window.beta),
        )
    }

    fn set_branches(&mut self, branches: impl Iterator<Item = (A, u32)>) {
        if self.below > 0 {
            return;
        }
        let Some(open) = self.open.last_mut() else { return };
        let branch = |(action, weight)| Branch {
            action,
            weight,
            nodes: Vec::new(),
            visited: false,
            unvisited: None,
        };
        self.nodes[open.node].branches = branches.map(branch).collect();
        open.bounds = vec![ANYTHING; self.nodes[open.node].branches.len()];
    }

    /// Makes room: gives up the deepest plies, or else whatever is still to come.
    fn fold(&mut self) {
        let Some(deepest) = fold(&mut self.nodes, self.extent.nodes) else {
            self.full = true;
            return;
        };
        self.extent.plies = deepest;
        let recorded = |open: &Open| open.ply <= deepest;
        let kept = self.open.iter().take_while(|open| recorded(open)).count();
        self.below += self.open.len() - kept;
        self.open.truncate(kept);
        for open in &mut self.open {
            let place = self.nodes.binary_search_by_key(&open.visit, |node| node.visit);
            open.node = place.expect("a node above the fold is kept");
        }
    }
}
