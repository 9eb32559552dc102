//! What a drawing of a recording shows: visited nodes, pruned ones, and what is folded away.

use secateur::Turn;
use secateur::record::{Branch, Recording};

/// Everything that is drawn, parents before children.
pub(super) struct Picture {
    pub(super) vertices: Vec<Vertex>,
    /// The vertices without a parent; more than one where a search walked several times.
    pub(super) roots: Vec<usize>,
    /// How many visited nodes were folded away to make it small enough.
    pub(super) folded: u64,
}

/// One thing to draw.
pub(super) struct Vertex {
    pub(super) what: What,
    /// What is written at the branch that leads here.
    pub(super) branch: String,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
    pub(super) ply: u32,
}

/// What a vertex stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A node of the recording, by its index.
    Visited(usize),
    /// A node that was never visited; whose decision it would be and its index, where they are known.
    Pruned(Option<(Turn, usize)>),
    /// A branch of a node, by their indices, that was never visited since enough was known about it.
    Known(usize, usize),
    /// So many branches of a node, never visited.
    PrunedTogether(usize),
    /// So many visited nodes.
    Folded(u64),
}

/// More branches than these that were never visited, with nothing known behind them, are drawn as one.
const PRUNED_APART: usize = 8;

impl Picture {
    /// All that a recording holds.
    pub(super) fn new(recording: &Recording<String>) -> Picture {
        let mut picture = Picture { vertices: Vec::new(), roots: Vec::new(), folded: 0 };
        for root in recording.roots() {
            let vertex = picture.push(What::Visited(root), String::new(), None);
            picture.roots.push(vertex);
            picture.grow(recording, vertex);
        }
        picture
    }

    fn push(&mut self, what: What, branch: String, parent: Option<usize>) -> usize {
        let index = self.vertices.len();
        let ply = parent.map_or(0, |parent| self.vertices[parent].ply + 1);
        self.vertices.push(Vertex { what, branch, parent, children: Vec::new(), ply });
        if let Some(parent) = parent {
            self.vertices[parent].children.push(index);
        }
        index
    }

    /// Adds all that is below a vertex.
    fn grow(&mut self, recording: &Recording<String>, root: usize) {
        let mut open = vec![root];
        while let Some(vertex) = open.pop() {
            let first = self.vertices.len();
            match self.vertices[vertex].what {
                What::Visited(node) => self.below_visited(recording, node, vertex),
                What::Pruned(Some((_, behind))) => {
                    for &child in &recording.unvisited[behind].children {
                        self.push_pruned(recording, Some(child), String::new(), vertex);
                    }
                    if recording.unvisited[behind].more {
                        self.push(What::Pruned(None), "…".into(), Some(vertex));
                    }
                }
                _ => {}
            }
            open.extend(first..self.vertices.len());
        }
    }

    fn below_visited(&mut self, recording: &Recording<String>, index: usize, vertex: usize) {
        let node = &recording.nodes[index];
        let unknown = |branch: &&Branch<String>| {
            !branch.visited && branch.unvisited.is_none() && branch.known.is_none()
        };
        let unknown_count = node.branches.iter().filter(unknown).count();
        let together = unknown_count > PRUNED_APART;
        // What was visited comes first, as it was visited.
        let mut visited: Vec<(usize, String)> =
            node.rehearsals.iter().map(|&node| (node, "first".into())).collect();
        for branch in &node.branches {
            for (i, &visit) in branch.nodes.iter().enumerate() {
                let again = if i > 0 { " again" } else { "" };
                let forced = &recording.nodes[visit].forced;
                let forced: String = forced.iter().map(|reply| format!(" {reply}")).collect();
                visited.push((visit, format!("{}{forced}{again}", branch.action)));
            }
        }
        visited.sort_unstable();
        for (visit, label) in visited {
            self.push(What::Visited(visit), label, Some(vertex));
        }
        for (number, branch) in node.branches.iter().enumerate() {
            let apart = !together || branch.unvisited.is_some();
            if !branch.visited && branch.known.is_some() {
                self.push(What::Known(index, number), branch.action.clone(), Some(vertex));
            } else if !branch.visited && apart {
                self.push_pruned(recording, branch.unvisited, branch.action.clone(), vertex);
            }
        }
        if together {
            self.push(What::PrunedTogether(unknown_count), String::new(), Some(vertex));
        }
        if node.hidden > 0 {
            self.push(What::Folded(node.hidden), String::new(), Some(vertex));
        }
    }

    fn push_pruned(
        &mut self,
        recording: &Recording<String>,
        behind: Option<usize>,
        action: String,
        parent: usize,
    ) {
        let Some(index) = behind else {
            self.push(What::Pruned(None), action, Some(parent));
            return;
        };
        let unvisited = &recording.unvisited[index];
        let what = What::Pruned(Some((unvisited.turn, index)));
        self.push(what, unvisited.action.clone(), Some(parent));
    }

    /// Keeps the top, at most about `most` vertices: what is below becomes one vertex each.
    pub(super) fn fold(&mut self, most: usize) {
        if self.vertices.len() <= most {
            return;
        }
        let mut plies: Vec<u32> = self.vertices.iter().map(|vertex| vertex.ply).collect();
        plies.sort_unstable();
        // The root and some of its children are drawn in any case.
        let deepest = plies[most].saturating_sub(1).max(1);
        let below = self.visited_below();
        let whole = std::mem::take(&mut self.vertices);
        let mut kept = Picture { vertices: Vec::new(), roots: Vec::new(), folded: 0 };
        let mut open: Vec<(usize, Option<usize>)> = Vec::new();
        let mut folds: Vec<(usize, u64)> = Vec::new();
        for &root in &self.roots {
            open.push((root, None));
            while let Some((old, parent)) = open.pop() {
                let vertex = &whole[old];
                let new = kept.push(vertex.what, vertex.branch.clone(), parent);
                if parent.is_none() {
                    kept.roots.push(new);
                }
                let shown = if vertex.ply < deepest { vertex.children.len().min(most) } else { 0 };
                let (shown, rest) = vertex.children.split_at(shown);
                let hidden: u64 = rest.iter().map(|&child| below[child]).sum();
                open.extend(shown.iter().rev().map(|&child| (child, Some(new))));
                if hidden > 0 {
                    folds.push((new, hidden));
                }
            }
            for (parent, hidden) in folds.drain(..) {
                kept.push(What::Folded(hidden), String::new(), Some(parent));
                kept.folded += hidden;
            }
        }
        *self = kept;
    }

    /// How many visited nodes each vertex stands for, with those below it.
    fn visited_below(&self) -> Vec<u64> {
        let mut counts = vec![0; self.vertices.len()];
        for (i, vertex) in self.vertices.iter().enumerate().rev() {
            let below: u64 = vertex.children.iter().map(|&child| counts[child]).sum();
            counts[i] = below
                + match vertex.what {
                    What::Visited(_) => 1,
                    What::Folded(count) => count,
                    What::Pruned(_) | What::PrunedTogether(_) | What::Known(..) => 0,
                };
        }
        counts
    }

    /// The visited node at or above a vertex.
    pub(super) fn visited_above(&self, vertex: usize) -> Option<usize> {
        let mut at = Some(vertex);
        while let Some(vertex) = at {
            if let What::Visited(node) = self.vertices[vertex].what {
                return Some(node);
            }
            at = self.vertices[vertex].parent;
        }
        None
    }
}
