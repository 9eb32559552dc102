//! The recorded nodes on the current path of a search, from the root to the one entered last.

use super::bounds::{self, ANYTHING, Interval};
use super::fold::fold;
use super::{Branch, Convention, Cut, Node, Recorder, Stop};
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A recorded node that is being searched.
pub(super) struct Open {
    pub(super) node: usize,
    pub(super) visit: u64,
    pub(super) ply: u32,
    /// The current window, for the side to move, and where its ends come from.
    pub(super) window: Option<Window>,
    pub(super) alpha: Setter,
    pub(super) beta: Setter,
    /// Proven bounds on the value of each branch, from Max's side, as the node sees it.
    pub(super) bounds: Vec<Interval>,
    /// The best score so far, for the side to move.
    pub(super) best: Score,
    /// The branch searched last.
    pub(super) branch: Option<usize>,
    /// The child entered last.
    pub(super) child: Option<Entered>,
    /// What it returned, for the side to move here, until another branch is taken: the search may
    /// ask the same one again.
    pub(super) returned: Option<(Score, Option<u64>)>,
}

/// A child as it was entered.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    pub(super) visit: u64,
    pub(super) turn: Turn,
    pub(super) window: Option<Window>,
    /// How many plies it lies below.
    pub(super) plies: u32,
    /// Whether it is the node itself, to a smaller depth.
    pub(super) rehearsal: bool,
}

/// Where an end of a window was set: at which node, by which child of it.
type Setter = (Option<u64>, Option<u64>);

/// A window of the side to move as Max sees it, and back. Windows go on beyond a finished game, where
/// no score is: those ends are told as open, or as the game that is won already.
pub(super) fn of_max(Window { alpha, beta }: Window, turn: Turn) -> Window {
    let alpha = if alpha < Score::LOSS { Score::NEG_INFINITY } else { alpha.min(Score::WIN) };
    let beta = if beta > Score::WIN { Score::INFINITY } else { beta.max(Score::LOSS) };
    match turn {
        Turn::Min => Window { alpha: -beta, beta: -alpha },
        _ => Window { alpha, beta },
    }
}

/// Where the window of a node was closed before all its branches were searched, if it was.
pub(super) fn cut<A>(node: &Node<A>, open: &Open, convention: Convention) -> Option<Cut> {
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
    /// How many plies the node to be entered lies below the recorded one above it: more than one where
    /// forced replies were played on the way.
    pub(super) fn plies_below(&self, depth: u32) -> u32 {
        self.open.last().map_or(0, |open| self.nodes[open.node].depth.saturating_sub(depth))
    }

    /// Counts the entered node at the recorded one above it.
    pub(super) fn hide(&mut self) {
        if let Some(open) = self.open.last() {
            self.nodes[open.node].hidden += 1;
        }
    }

    /// The branch of the open node that an action is.
    pub(super) fn find_branch(&self, action: A) -> Option<usize> {
        let open = self.open.last()?;
        let branches = &self.nodes[open.node].branches;
        // Most searches go from one branch to the next.
        let from = open.branch.unwrap_or(0);
        (from..branches.len()).chain(0..from).find(|&i| branches[i].action == action)
    }

    /// Goes to a branch, to visit it or not, and settles what the one before it returned.
    pub(super) fn take_branch(&mut self, branch: usize, visited: bool) {
        if self.open.last().is_some_and(|open| open.branch != Some(branch)) {
            self.commit();
        }
        if let Some(open) = self.open.last_mut() {
            open.branch = Some(branch);
            self.nodes[open.node].branches[branch].visited |= visited;
        }
    }

    /// The node above learns what the child entered last returned.
    pub(super) fn give_back(&mut self, score: Score, interval: Interval) {
        let Some(open) = self.open.last_mut() else { return };
        let Some(child) = open.child.take().filter(|child| !child.rehearsal) else { return };
        if let Some(branch) = open.branch {
            open.bounds[branch] =
                bounds::meet(open.bounds[branch], bounds::age(interval, child.plies));
        }
        let passed = self.nodes[open.node].turn.passes_to(child.turn);
        open.returned = Some((score.ascend(child.plies, passed), Some(child.visit)));
    }

    /// The search is done with a branch: its value may raise the window.
    pub(super) fn commit(&mut self) {
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
            open.alpha = (Some(node.visit), visit);
            let raised = score.for_turn(node.turn);
            let Some(visit) = visit else { return };
            if let Ok(child) = self.nodes.binary_search_by_key(&visit, |node| node.visit) {
                self.nodes[child].raised = Some(raised);
            }
        }
    }

    pub(super) fn push(
        &mut self,
        action: Option<A>,
        ply: u32,
        turn: Turn,
        depth: u32,
        window: Option<Window>,
    ) {
        let index = self.nodes.len();
        let (alpha, beta, narrowed) = self.setters(turn, window);
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
            forced: Vec::new(),
            ply,
            depth,
            turn,
            entry,
            null_window: narrowed && window.is_some_and(Window::is_null),
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
    /// ones, else by the parent itself. And whether the window is not the parent's.
    fn setters(&self, turn: Turn, window: Option<Window>) -> (Setter, Setter, bool) {
        let none = (None, None);
        let (Some(open), Some(window)) = (self.open.last(), window) else {
            return (none, none, true);
        };
        let parent = &self.nodes[open.node];
        let Some(above) = open.window else { return (none, none, true) };
        let passed = parent.turn.passes_to(turn);
        let plies = self.open.last().and_then(|open| open.child).map_or(1, |child| child.plies);
        let inherited = above.descend(plies, passed);
        let (alpha, beta) = if passed { (open.beta, open.alpha) } else { (open.alpha, open.beta) };
        let own =
            |end: Score| if bounds::is_infinite(end) { none } else { (Some(parent.visit), None) };
        let setter = |same: bool, setter, end| if same { setter } else { own(end) };
        (
            setter(window.alpha == inherited.alpha, alpha, window.alpha),
            setter(window.beta == inherited.beta, beta, window.beta),
            window != inherited,
        )
    }

    pub(super) fn set_branches(&mut self, branches: impl Iterator<Item = (A, u32)>) {
        if self.below > 0 {
            return;
        }
        let Some(open) = self.open.last_mut() else { return };
        let branch = |(action, weight)| Branch {
            action,
            weight,
            nodes: Vec::new(),
            visited: false,
            known: None,
            unvisited: None,
        };
        self.nodes[open.node].branches = branches.map(branch).collect();
        open.bounds = vec![ANYTHING; self.nodes[open.node].branches.len()];
    }

    /// Makes room: gives up the deepest plies, or else whatever is still to come.
    pub(super) fn fold(&mut self) {
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
