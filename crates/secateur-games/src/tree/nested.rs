//! Trees of any shape, written as nested lists.
//!
//! The nodes lie in one array, children side by side and before their parent, the root last:
//!
//! ```text
//!       root                3 5   9 1   2 c   a b   root
//!      ╱    ╲               ╰┬╯   ╰┬╯   ╰┬╯   ╰┬╯
//!     a      b               a     c     b     root
//!    ╱ ╲    ╱ ╲
//!   3   5  2   c            ((3 5) (2 (9 1)))
//!             ╱ ╲
//!            9   1
//! ```

use std::iter;
use std::ops::Range;

use secateur::{Game, Heuristic, Notation, ParseError, Score, Turn};

use super::integers::shown;
use super::{Child, MAX_PLIES, PLAIN, drawing, read_child, split_turn, write_turn};

/// A tree of any shape. Max and Min decide in turn, ply by ply.
#[derive(Clone, Debug)]
pub struct NestedTree {
    /// Children side by side and before their parent; the root is the last one.
    vertices: Vec<Vertex>,
    /// Whose decision the root is.
    root: Turn,
}

#[derive(Clone, Copy, Debug)]
enum Vertex {
    Leaf(i32),
    Inner { first: u32, children: u32 },
}

/// A node of a nested tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    vertex: u32,
    turn: Turn,
}

impl NestedTree {
    /// Reads a leaf `7`, or an inner node with its children: `(3 (5 2))`, or `[3, [5, 2]]` in the
    /// same way. `min` or `max` in front says whose decision the root is; else it is Max's.
    ///
    /// # Errors
    /// Where the text is no such tree.
    pub fn parse(text: &str) -> Result<NestedTree, ParseError> {
        let (root, tree) = split_turn(text);
        let foreign = if tree.trim_start().starts_with('[') { "()" } else { "[]," };
        let mut reader = Reader {
            text,
            rest: tree,
            previous: Previous::Opening,
            open: Vec::new(),
            complete: Vec::new(),
            vertices: Vec::new(),
        };
        while let Some(letter) = reader.next_letter() {
            match letter {
                _ if foreign.contains(letter) => {
                    return Err(reader.refuse(format_args!(
                        "'{letter}' does not belong here: write ((3 5) 2) or [[3, 5], 2], not \
                         something of both"
                    )));
                }
                '(' | '[' => reader.open()?,
                ')' | ']' => reader.close(letter)?,
                ',' => reader.comma()?,
                _ => reader.leaf()?,
            }
        }
        Ok(NestedTree { vertices: reader.finish()?, root })
    }

    fn vertex(&self, node: &Node) -> Vertex {
        self.vertices[node.vertex as usize]
    }

    /// Whether the subtree under a vertex is the whole of another tree.
    fn is_like(&self, vertex: usize, other: &NestedTree) -> bool {
        let mut pairs = vec![(vertex, other.vertices.len() - 1)];
        while let Some((own, others)) = pairs.pop() {
            match (self.vertices[own], other.vertices[others]) {
                (Vertex::Leaf(a), Vertex::Leaf(b)) if a == b => {}
                (
                    Vertex::Inner { first: a, children: n },
                    Vertex::Inner { first: b, children: m },
                ) if n == m => pairs.extend((0..n).map(|i| ((a + i) as usize, (b + i) as usize))),
                _ => return false,
            }
        }
        true
    }

    /// How many nodes there are in the subtree under each vertex.
    fn sizes(&self) -> Vec<u32> {
        let mut sizes: Vec<u32> = Vec::with_capacity(self.vertices.len());
        for vertex in &self.vertices {
            sizes.push(1 + sizes[vertex.children()].iter().sum::<u32>());
        }
        sizes
    }

    /// Whose decision each vertex is.
    fn turns(&self) -> Vec<Turn> {
        let mut turns = vec![self.root; self.vertices.len()];
        for (i, vertex) in self.vertices.iter().enumerate().rev() {
            let next = other(turns[i]);
            turns[vertex.children()].fill(next);
        }
        turns
    }
}

impl Vertex {
    fn children(self) -> Range<usize> {
        match self {
            Vertex::Leaf(_) => 0..0,
            Vertex::Inner { first, children } => first as usize..(first + children) as usize,
        }
    }
}

fn other(turn: Turn) -> Turn {
    if turn == Turn::Max { Turn::Min } else { Turn::Max }
}

/// A text on the way to become a tree. It goes by its own lists, not by recursion: no nesting
/// overflows the stack.
struct Reader<'t> {
    text: &'t str,
    rest: &'t str,
    previous: Previous,
    /// The brackets open: where in the text, and where in `complete` their children begin.
    open: Vec<(usize, usize)>,
    /// Nodes whose parents are open.
    complete: Vec<Vertex>,
    /// The nodes of closed parents.
    vertices: Vec<Vertex>,
}

/// What came before, in the same bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Opening,
    Comma,
    Child,
}

impl Reader<'_> {
    /// Skips whitespace; the letter behind it.
    fn next_letter(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        self.rest.chars().next()
    }

    fn open(&mut self) -> Result<(), ParseError> {
        self.begin_child()?;
        if self.open.len() == MAX_PLIES as usize {
            return Err(self.refuse(format_args!("a tree has at most {MAX_PLIES} plies")));
        }
        self.open.push((self.position(), self.complete.len()));
        self.previous = Previous::Opening;
        self.rest = &self.rest[1..];
        Ok(())
    }

    fn leaf(&mut self) -> Result<(), ParseError> {
        self.begin_child()?;
        let ends = |c: char| c.is_whitespace() || "()[],".contains(c);
        let (word, rest) = self.rest.split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        let value = word.parse().ok().filter(|value| PLAIN.contains(value)).ok_or_else(|| {
            self.refuse(format_args!(
                "'{}' is no leaf: an integer from {} to {} is needed",
                shown(word.as_bytes()),
                PLAIN.start(),
                PLAIN.end()
            ))
        })?;
        self.complete.push(Vertex::Leaf(value));
        self.previous = Previous::Child;
        self.rest = rest;
        Ok(())
    }

    /// Between a child and what is before it there must be a bracket, a comma or, without commas,
    /// nothing.
    fn begin_child(&self) -> Result<(), ParseError> {
        match (self.previous, self.open.last()) {
            (Previous::Child, None) => Err(self.refuse("the tree has already ended")),
            (Previous::Child, Some(&(bracket, _))) if self.text[bracket..].starts_with('[') => {
                Err(self.refuse("a comma is missing between two children"))
            }
            _ => Ok(()),
        }
    }

    fn comma(&mut self) -> Result<(), ParseError> {
        if self.previous != Previous::Child || self.open.is_empty() {
            return Err(self.refuse("a child is missing before ','"));
        }
        self.previous = Previous::Comma;
        self.rest = &self.rest[1..];
        Ok(())
    }

    fn close(&mut self, bracket: char) -> Result<(), ParseError> {
        let Some((_, begin)) = self.open.pop() else {
            return Err(self.refuse(format_args!("'{bracket}' closes nothing")));
        };
        match self.previous {
            Previous::Opening => return Err(self.refuse("an inner node has at least one child")),
            Previous::Comma => {
                return Err(self.refuse(format_args!("a child is missing before '{bracket}'")));
            }
            Previous::Child => {}
        }
        let (first, children) = (self.vertices.len(), self.complete.len() - begin);
        if first + children >= u32::MAX as usize {
            return Err(self.refuse("a tree has less than 2^32 nodes"));
        }
        self.vertices.extend(self.complete.drain(begin..));
        self.complete.push(Vertex::Inner { first: first as u32, children: children as u32 });
        self.rest = &self.rest[1..];
        Ok(())
    }

    /// All nodes, when the text has ended.
    fn finish(mut self) -> Result<Vec<Vertex>, ParseError> {
        if let Some(&(bracket, _)) = self.open.last() {
            self.rest = &self.text[bracket..];
            return Err(self.refuse("this bracket is not closed"));
        }
        if self.complete.is_empty() {
            return Err(self.refuse("a tree is needed, such as ((3 5) 2)"));
        }
        self.vertices.append(&mut self.complete);
        Ok(self.vertices)
    }

    /// How much of the text has been read, in bytes.
    fn position(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    /// The refusal of the text for what is wrong here.
    fn refuse(&self, why: impl std::fmt::Display) -> ParseError {
        let before = &self.text[..self.position()];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        ParseError::new(format!("line {line}, column {column}: {why}"))
    }
}

impl Game for NestedTree {
    type State = Node;
    type Action = Child;

    fn initial(&self) -> Node {
        Node { vertex: self.vertices.len() as u32 - 1, turn: self.root }
    }

    #[inline]
    fn to_move(&self, node: &Node) -> Turn {
        node.turn
    }

    #[inline]
    fn actions(&self, node: &Node, actions: &mut Vec<Child>) {
        if let Vertex::Inner { children, .. } = self.vertex(node) {
            actions.extend(0..children);
        }
    }

    #[inline]
    fn apply(&self, node: &mut Node, child: Child) {
        if let Vertex::Inner { first, .. } = self.vertex(node) {
            *node = Node { vertex: first + child, turn: other(node.turn) };
        }
    }

    #[inline]
    fn utility(&self, leaf: &Node) -> Score {
        match self.vertex(leaf) {
            Vertex::Leaf(value) => Score::new(value),
            Vertex::Inner { .. } => Score::DRAW, // not asked for
        }
    }

    #[inline]
    fn is_terminal(&self, node: &Node) -> bool {
        matches!(self.vertex(node), Vertex::Leaf(_))
    }
}

impl Heuristic for NestedTree {
    #[inline]
    fn same(&self, state: &Node, other: &Node) -> bool {
        state == other
    }
}

impl Notation for NestedTree {
    fn show(&self, node: &Node) -> String {
        drawing::draw(self, node)
    }

    /// The subtree as a tree of its own, with round brackets.
    fn write_state(&self, node: &Node) -> String {
        let mut text = write_turn(node.turn).to_string();
        let vertex = node.vertex as usize;
        // The children still to be written, of every bracket open.
        let mut open = Vec::from_iter(iter::once(vertex..vertex + 1));
        while let Some(siblings) = open.last_mut() {
            let Some(vertex) = siblings.next() else {
                open.pop();
                text += if open.is_empty() { "" } else { ")" };
                continue;
            };
            if text.ends_with(|c: char| c == ')' || c.is_ascii_digit()) {
                text.push(' ');
            }
            match self.vertices[vertex] {
                Vertex::Leaf(value) => text += &value.to_string(),
                inner => {
                    text.push('(');
                    open.push(inner.children());
                }
            }
        }
        text
    }

    /// A node with this subtree and this side to move; others are as good.
    fn read_state(&self, text: &str) -> Result<Node, ParseError> {
        let wanted = NestedTree::parse(text)?;
        let (sizes, turns) = (self.sizes(), self.turns());
        // Subtrees of the same size have no node in common, so all comparisons together look at
        // each node once at most.
        let mut vertices = 0..self.vertices.len();
        let found = vertices.find(|&vertex| {
            sizes[vertex] as usize == wanted.vertices.len()
                && turns[vertex] == wanted.root
                && self.is_like(vertex, &wanted)
        });
        let missing = || ParseError::new("the tree has no such subtree with this side to move");
        found.map(|i| Node { vertex: i as u32, turn: turns[i] }).ok_or_else(missing)
    }

    fn write_action(&self, _node: &Node, child: Child) -> String {
        child.to_string()
    }

    fn read_action(&self, node: &Node, text: &str) -> Result<Child, ParseError> {
        read_child(text, self.vertex(node).children().len() as u32)
    }
}
