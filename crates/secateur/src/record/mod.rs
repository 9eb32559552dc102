//! The search tree as it was walked: every node that a search entered, through which window, what
//! came out, why it stopped there, and which branches it never took.
//!
//! ```text
//!            1 max = 3                     node 5: entered with α = 3, β = ∞
//!          0╱         ╲1                   after 2, β = 2 ≤ α = 3: cut; α was set at node 1, by node 2
//!     2 min = 3      5 min ≤ 2             its branch 1 was never taken
//!     0╱    ╲1       0╱    ╲1
//!    3 = 3  4 = 5   6 = 2   ✂ (9 1)
//! ```
//!
//! A search is watched by an `Observer`. The one that watches nothing, `Unobserved`, has no size
//! and no code; the one that keeps what it sees is a `Recorder`. All that a recording says is seen
//! from Max's side, as textbooks print it: α is what Max has for certain, β what Min has.

mod bounds;
mod fold;
#[cfg(feature = "serde")]
mod json;
mod observer;
mod path;
mod recorder;
mod sentences;
mod steps;
mod text;

#[cfg(feature = "serde")]
pub use json::Json;
pub(crate) use observer::{Observer, Unobserved};
pub(crate) use recorder::Recorder;
pub use sentences::Language;
pub use steps::{Event, Step};
pub(crate) use text::in_text;

use crate::report::Certainty;
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A search tree as it was walked; `A` is how an action is named.
#[derive(Clone, Debug)]
pub struct Recording<A> {
    /// The name of the algorithm.
    pub algorithm: &'static str,
    /// The conventions it kept.
    pub convention: Convention,
    /// The depth limit of the search.
    pub depth: Option<u32>,
    /// The nodes recorded, in the order in which they were entered. One without a parent begins a
    /// walk from the root; some searches walk several times.
    pub nodes: Vec<Node<A>>,
    /// Branches that were never taken, and what is below them, as far as it was asked for.
    pub unvisited: Vec<Unvisited<A>>,
    /// How many nodes the search entered, recorded or not.
    pub visited: u64,
    /// How many of them are none of the tree: the search looked up the line behind its value.
    pub aside: u64,
    /// The value that the search answered, from Max's side; none when it was stopped first.
    pub value: Option<Score>,
    /// What that value is worth, from Max's side too.
    pub certainty: Option<Certainty>,
    /// The principal variation.
    pub pv: Vec<A>,
}

/// A node as it was entered, once. A state that is searched again is another node.
#[derive(Clone, Debug)]
pub struct Node<A> {
    /// Which node it was in the order of entering, from 1 on, those not recorded included: its name
    /// in sentences and drawings.
    pub visit: u64,
    /// The node it was entered from, as an index into [`Recording::nodes`].
    pub parent: Option<usize>,
    /// The action that led here; none at a root, and where a node was searched to a smaller depth
    /// first.
    pub action: Option<A>,
    /// The replies behind it that were forced and played on the way; told in text only.
    pub forced: Vec<A>,
    /// Plies below the root.
    pub ply: u32,
    /// Plies that the search was to look ahead from here; `u32::MAX`: to the end of the game.
    pub depth: u32,
    /// Whose decision it is.
    pub turn: Turn,
    /// The window that it was entered with; none in a search without windows.
    pub entry: Option<Window>,
    /// Whether that is a null window, which was made so for this node: it only asks whether the
    /// value reaches beta.
    pub null_window: bool,
    /// The window in which it was left: closed (α ≥ β) where it was cut.
    pub exit: Option<Window>,
    /// The value it returned, from Max's side; none where the search was stopped within.
    pub value: Option<Score>,
    /// What is proven about the value by the nodes below, whatever the window said.
    pub bound: Bound,
    /// The bound of the parent that it raised (α) or lowered (β), as the parent sees it.
    pub raised: Option<Score>,
    /// The branch that the value comes from, as an index into `branches`.
    pub best: Option<usize>,
    /// Why it was left.
    pub stop: Stop,
    /// Where it was cut: the inequality, and where its other side had been set.
    pub cut: Option<Cut>,
    /// What can happen next, in the game's order, taken or not: all that the search considered (a
    /// game may leave out what is proven no better). Empty where it did not ask.
    pub branches: Vec<Branch<A>>,
    /// Searches of this very node to a smaller depth, made first to know where to begin; indices
    /// into [`Recording::nodes`].
    pub rehearsals: Vec<usize>,
    /// Nodes entered below this one that were not recorded.
    pub hidden: u64,
    /// Whether it lies on the principal variation.
    pub principal: bool,
}

/// One action of a node, or one outcome of chance.
#[derive(Clone, Debug)]
pub struct Branch<A> {
    /// The action.
    pub action: A,
    /// An outcome's weight where Chance decides, else 0.
    pub weight: u32,
    /// The nodes it was searched in, as indices into [`Recording::nodes`]; more than one where it
    /// was searched again.
    pub nodes: Vec<usize>,
    /// Whether it was taken, in a node recorded or not.
    pub visited: bool,
    /// Bounds on its value, from Max's side as the node sees it, that were known without a search.
    pub known: Option<(Score, Score)>,
    /// What lies behind a branch never taken, as an index into [`Recording::unvisited`].
    pub unvisited: Option<usize>,
}

/// A node below a branch that the search never took.
#[derive(Clone, Debug)]
pub struct Unvisited<A> {
    /// The node, unvisited as well, that it is a child of; none where its parent was visited.
    pub parent: Option<usize>,
    /// The action that leads here.
    pub action: A,
    /// Whose decision it would be.
    pub turn: Turn,
    /// What it is worth, from Max's side, where the game is over.
    pub value: Option<Score>,
    /// Its children, as indices into [`Recording::unvisited`].
    pub children: Vec<usize>,
    /// Whether it has more children than are listed.
    pub more: bool,
}

/// Why a node was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The game is over.
    Terminal,
    /// The depth limit: an evaluation.
    Horizon,
    /// Chance hardly ever comes here: an evaluation.
    Improbable,
    /// All branches that matter were searched.
    Complete,
    /// The window closed before all branches were searched.
    Cutoff,
    /// The transposition table knew enough.
    Table,
    /// The game, or the table about one of the actions, knew enough.
    Known,
    /// One reply was enough: what it is worth bounds the value.
    Probe,
    /// A limit stopped the search within.
    Stopped,
}

/// Where a window closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Max's bound.
    pub alpha: Score,
    /// Min's bound.
    pub beta: Score,
    /// The node, by its visit, at which the bound that was there before had been set; none when the
    /// search was started with it.
    pub set_at: Option<u64>,
    /// The child of that node whose value it is; none where the node narrowed the window by itself
    /// (a null window, say).
    pub set_by: Option<u64>,
}

/// What textbooks differ in when they print alpha-beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convention {
    /// Whether a node is cut as soon as the bounds meet (`alpha >= beta`), or only when they have
    /// crossed (`alpha > beta`).
    pub equal_cuts: bool,
    /// Whether a node is cut by what its parent already has.
    pub shallow: bool,
    /// Whether a node is cut by what ancestors above its parent already have.
    pub deep: bool,
}

impl Default for Convention {
    /// Cut when `alpha >= beta`, whichever ancestor set the bound.
    fn default() -> Convention {
        Convention { equal_cuts: true, shallow: true, deep: true }
    }
}

/// How much of a search is recorded: the top of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Plies below the root; deeper nodes are only counted.
    pub plies: u32,
    /// Nodes. When there are more, the deepest ply of those recorded is given up.
    pub nodes: usize,
    /// Nodes below branches never taken that are listed too.
    pub unvisited: usize,
}

impl Default for Extent {
    /// A hundred thousand nodes, and of the branches never taken nothing but their names.
    fn default() -> Extent {
        Extent { plies: u32::MAX, nodes: 100_000, unvisited: 0 }
    }
}

impl<A> Branch<A> {
    /// Whether the node was left without anything known about it.
    pub fn is_missing(&self) -> bool {
        !self.visited && self.known.is_none()
    }
}

impl<A> Recording<A> {
    /// The nodes from which the search walked: in most searches the first alone.
    pub fn roots(&self) -> impl Iterator<Item = usize> {
        (0..self.nodes.len()).filter(|&i| self.nodes[i].parent.is_none())
    }

    /// Marks the nodes along the principal variation, in the last walk from the root.
    fn mark_principal(&mut self)
    where
        A: PartialEq,
    {
        let mut on = self.roots().filter(|&i| self.nodes[i].ply == 0).last();
        let mut actions = self.pv.iter();
        while let Some(node) = on {
            self.nodes[node].principal = true;
            let action = actions.next();
            let mut branches = self.nodes[node].branches.iter();
            let branch = branches.find(|branch| Some(&branch.action) == action);
            on = branch.and_then(|branch| branch.nodes.last().copied());
        }
    }
}
