//! Uniform trees: every inner node has the same number of children, every leaf the same depth.
//!
//! Nothing is stored but the leaves, from left to right. A node is its ply and its place in it,
//! and child *c* of node *n* is node *n · B + c* of the next ply:
//!
//! ```text
//!  ply 0                 0                D = 2 plies
//!                  ┌─────┼─────┐          B = 3 children each
//!  ply 1           0     1     2
//!                ┌─┼─┐ ┌─┼─┐ ┌─┼─┐
//!  ply 2         0 1 2 3 4 5 6 7 8        B^D = 9 leaves
//! ```

use std::io::Read;

use secateur::{Game, Heuristic, Notation, ParseError, Score, Turn};

use super::integers::{Integers, ReadError};
use super::{Child, MAX_PLIES, PLAIN, drawing, read_child, split_turn, write_turn};

/// A uniform tree. Max and Min decide in turn, ply by ply.
///
/// ```
/// use secateur::{AlphaBeta, Game, Limits, Score, Search};
/// use secateur_games::tree::UniformTree;
///
/// let tree = UniformTree::new(2, 2, vec![1, 2, 0, 4])?;
/// let report = AlphaBeta::default().search(&tree, &tree.initial(), &Limits::default())?;
/// assert_eq!(report.score, Score::new(1));
/// assert_eq!(report.stats.nodes, 6); // of 7: after the 0 nobody asks for the 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UniformTree {
    depth: u32,
    branching: u32,
    /// Whose decision the root is.
    root: Turn,
    leaves: Vec<i32>,
}

/// A node of a uniform tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    ply: u32,
    /// Counted from the left of its ply.
    index: usize,
}

impl UniformTree {
    /// A tree of `depth` plies in which every inner node has `branching` children, with its leaves
    /// from left to right; Max decides at the root.
    ///
    /// # Errors
    /// When the number of leaves is another one, one is no plain [`Score`], or no such tree can be
    /// searched.
    pub fn new(depth: u32, branching: u32, leaves: Vec<i32>) -> Result<UniformTree, ParseError> {
        match leaves.iter().find(|leaf| !PLAIN.contains(leaf)) {
            Some(leaf) => Err(ParseError::new(format!("{leaf} is out of range for a leaf"))),
            None => UniformTree::of_plain(depth, branching, leaves),
        }
    }

    /// As [`new`](UniformTree::new), of leaves that are plain scores.
    fn of_plain(depth: u32, branching: u32, leaves: Vec<i32>) -> Result<UniformTree, ParseError> {
        let expected = count_leaves(depth, branching)?;
        if leaves.len() as u64 != expected {
            return Err(ParseError::new(format!(
                "the number of leaves is {}, not B^D = {branching}^{depth} = {expected}",
                leaves.len()
            )));
        }
        Ok(UniformTree { depth, branching, root: Turn::Max, leaves })
    }

    /// Reads `D B` and then B^D leaves from left to right, separated by whitespace; Max decides at
    /// the root. Takes no more memory than what is really there, whatever D and B promise.
    ///
    /// # Errors
    /// Where the text is no such tree, or why it could not be read.
    pub fn read(source: impl Read) -> Result<UniformTree, ReadError> {
        let mut numbers = Integers::new(source);
        let depth = read_size(&mut numbers, "the depth D", 0)?;
        let branching = read_size(&mut numbers, "the branching B", 1)?;
        let expected = count_leaves(depth, branching).map_err(|why| numbers.refuse(why))?;
        let mut leaves = Vec::new();
        while numbers.find_word()? {
            if leaves.len() as u64 == expected {
                return Err(numbers.refuse(format_args!(
                    "'{}' comes after the last leaf: their number is B^D = {branching}^{depth} = \
                     {expected}",
                    numbers.shown_word()
                )));
            }
            leaves.push(numbers.integer(|| {
                let (number, least, most) = (leaves.len() + 1, PLAIN.start(), PLAIN.end());
                format!("leaf {number} of {expected} should be an integer from {least} to {most}")
            })?);
        }
        UniformTree::of_plain(depth, branching, leaves).map_err(ReadError::Text)
    }

    /// Reads the same from a text, where `min` or `max` in front says whose decision the root is.
    ///
    /// # Errors
    /// Where the text is no such tree.
    pub fn parse(text: &str) -> Result<UniformTree, ParseError> {
        let (root, tree) = split_turn(text);
        // The lines that the prefix took count, too.
        let lines = "\n".repeat(text[..text.len() - tree.len()].matches('\n').count());
        match UniformTree::read(lines.as_bytes().chain(tree.as_bytes())) {
            Ok(tree) => Ok(UniformTree { root, ..tree }),
            Err(ReadError::Text(error)) => Err(error),
            Err(ReadError::Source(error)) => Err(ParseError::new(error.to_string())),
        }
    }

    fn turn_at(&self, ply: u32) -> Turn {
        let min = (self.root == Turn::Min) != (ply % 2 == 1);
        if min { Turn::Min } else { Turn::Max }
    }

    /// The leaves below a node.
    fn leaves_below(&self, node: &Node) -> &[i32] {
        let count = (self.branching as usize).pow(self.depth - node.ply);
        &self.leaves[node.index * count..][..count]
    }
}

/// Reads D or B.
fn read_size(numbers: &mut Integers<impl Read>, name: &str, least: u32) -> Result<u32, ReadError> {
    if !numbers.find_word()? {
        return Err(numbers.refuse(format_args!(
            "{name} is missing: a tree is written 'D B' and then its B^D leaves"
        )));
    }
    let wanted = || format!("{name} should be a number from {least} on");
    let number = numbers.integer(wanted)?;
    let size = u32::try_from(number).ok().filter(|&size| size >= least);
    size.ok_or_else(|| numbers.refuse(format_args!("{}, not '{number}'", wanted())))
}

/// B^D, if a tree of that size can be searched at all.
fn count_leaves(depth: u32, branching: u32) -> Result<u64, ParseError> {
    let beyond = match u64::from(branching).checked_pow(depth) {
        Some(leaves) if branching > 0 && depth <= MAX_PLIES => return Ok(leaves),
        Some(_) if branching == 0 => "an inner node has at least one child".into(),
        Some(_) => format!("a tree has at most {MAX_PLIES} plies"),
        None => format!("no memory holds {branching}^{depth} leaves"),
    };
    Err(ParseError::new(format!("D = {depth}, B = {branching}: {beyond}")))
}

impl Game for UniformTree {
    type State = Node;
    type Action = Child;

    fn initial(&self) -> Node {
        Node { ply: 0, index: 0 }
    }

    #[inline]
    fn to_move(&self, node: &Node) -> Turn {
        self.turn_at(node.ply)
    }

    #[inline]
    fn actions(&self, node: &Node, actions: &mut Vec<Child>) {
        if node.ply < self.depth {
            actions.extend(0..self.branching);
        }
    }

    #[inline]
    fn apply(&self, node: &mut Node, child: Child) {
        node.ply += 1;
        node.index = node.index * self.branching as usize + child as usize;
    }

    #[inline]
    fn utility(&self, leaf: &Node) -> Score {
        Score::new(self.leaves[leaf.index])
    }

    #[inline]
    fn is_terminal(&self, node: &Node) -> bool {
        node.ply == self.depth
    }
}

impl Heuristic for UniformTree {
    #[inline]
    fn same(&self, state: &Node, other: &Node) -> bool {
        state == other
    }
}

impl Notation for UniformTree {
    fn show(&self, node: &Node) -> String {
        drawing::draw(self, node)
    }

    /// The subtree as a tree of its own.
    fn write_state(&self, node: &Node) -> String {
        let turn = write_turn(self.to_move(node));
        let mut text = format!("{turn}{} {}", self.depth - node.ply, self.branching);
        for leaf in self.leaves_below(node) {
            text += &format!(" {leaf}");
        }
        text
    }

    /// The first node with this subtree and this side to move; others are as good.
    fn read_state(&self, text: &str) -> Result<Node, ParseError> {
        let wanted = UniformTree::parse(text)?;
        let missing = || ParseError::new("the tree has no such subtree with this side to move");
        let ply = self.depth.checked_sub(wanted.depth).ok_or_else(missing)?;
        let fits = wanted.root == self.turn_at(ply)
            && (wanted.branching == self.branching || wanted.depth == 0);
        let mut subtrees = self.leaves.chunks(wanted.leaves.len());
        let index = subtrees.position(|leaves| leaves == wanted.leaves).filter(|_| fits);
        index.map(|index| Node { ply, index }).ok_or_else(missing)
    }

    fn write_action(&self, _node: &Node, child: Child) -> String {
        child.to_string()
    }

    fn read_action(&self, node: &Node, text: &str) -> Result<Child, ParseError> {
        read_child(text, if self.is_terminal(node) { 0 } else { self.branching })
    }
}
