//! Random trees: no rules but a shape and a seed, for measuring searches.
//!
//! Every inner node has the same number of children, every leaf the same depth, Max and Min in
//! turn. Nothing is stored: what belongs to a node is drawn from its number, the same whenever it
//! is visited. As in [`UniformTree`](crate::tree::UniformTree) a node is its ply and its place in
//! it, and child *c* of node *n* is node *n · B + c* of the next ply.
//!
//! | kind | the leaves | |
//! |---|---|---|
//! | `uniform` | are independent of each other: no order of the actions is better than another | Knuth & Moore (1975) |
//! | `incremental` | are sums of the steps that lead to them: siblings resemble each other, as in most games | Nau (1982) |
//! | `ordered` | let the first action be the best one 8 times of 10, and one of the first quarter 9 times | Marsland & Campbell (1982) |

use secateur::{
    Algorithm, Game, GameSession, Heuristic, Notation, ParseError, Random, Score, Turn,
};

use crate::{Entry, Opened, Options};

/// Random trees in the list of games.
pub const ENTRY: Entry = Entry {
    name: "random-tree",
    summary: "a random tree drawn from a seed, for measuring searches",
    position: "the children on the way from the root, from 0 and joined by dots, such as 0.3.1; or \
               'root'",
    example: "0.3.1",
    options: &[
        ("kind", "uniform, incremental or ordered (uniform)"),
        ("branching", "children of a node (4)"),
        ("depth", "plies to the leaves (6)"),
        ("seed", "whole number (1)"),
    ],
    sides: 2,
    session,
};

fn session(options: &Options, position: Option<&str>) -> Opened {
    let kind = match options.choice("kind", &["uniform", "incremental", "ordered"])? {
        "incremental" => Kind::Incremental,
        "ordered" => Kind::Ordered,
        _ => Kind::Uniform,
    };
    let branching = options.number("branching", 4, 1..=1000)?;
    let depth = options.number("depth", 6, 1..=60)?;
    let seed = options.number("seed", 1, 0..=u32::MAX)?.into();
    let tree = RandomTree::new(kind, branching, depth, seed)?;
    let root = position.map_or(Ok(tree.initial()), |text| tree.read_state(text))?;
    Ok(Box::new(GameSession::new(tree, root).suited_by(Algorithm::Pvs)))
}

/// How the leaves hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Leaves are independent.
    Uniform,
    /// Leaves are sums of steps.
    Incremental,
    /// Good actions come early.
    Ordered,
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    kind: Kind,
    branching: u32,
    depth: u32,
    seed: u64,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    ply: u32,
    /// Counted from the left of its ply.
    index: u64,
    /// From Max's side: the sum of the steps so far, or, where the tree is ordered, its value.
    value: i32,
}

/// A leaf of a uniform tree is at most so large, and a step of an incremental one.
const RANGE: i32 = 1000;
const STEP: i32 = 100;

/// In an ordered tree: by how much the best action is better than another at most, and how far an
/// estimate is off at most.
const GAP: usize = 50;
const NOISE: i32 = 10;

impl RandomTree {
    /// A tree of `depth` plies in which every inner node has `branching` children.
    ///
    /// # Errors
    /// When it has more leaves than can be numbered.
    pub fn new(
        kind: Kind,
        branching: u32,
        depth: u32,
        seed: u64,
    ) -> Result<RandomTree, ParseError> {
        match u64::from(branching).checked_pow(depth) {
            Some(leaves) if leaves < 1 << PLY_SHIFT => {
                Ok(RandomTree { kind, branching, depth, seed })
            }
            _ => Err(ParseError::new(format!(
                "branching={branching}, depth={depth}: a tree has fewer than 2^{PLY_SHIFT} leaves"
            ))),
        }
    }

    /// Random numbers of a node's own, other ones for each purpose.
    #[inline]
    fn draw(&self, node: &Node, purpose: u64) -> Random {
        let number = Random::new(self.number(node) ^ self.seed.rotate_left(32)).bits();
        Random::new(number.wrapping_add(purpose))
    }

    /// Different for all nodes of the tree.
    #[inline]
    fn number(&self, node: &Node) -> u64 {
        node.index | u64::from(node.ply) << PLY_SHIFT
    }

    /// A number from `-most` to `most`.
    #[inline]
    fn around_zero(&self, node: &Node, purpose: u64, most: i32) -> i32 {
        self.draw(node, purpose).below(2 * most as usize + 1) as i32 - most
    }

    /// Which child of an ordered tree's node is the best.
    #[inline]
    fn best_child(&self, node: &Node) -> u32 {
        let (mut random, children) = (self.draw(node, 1), self.branching as usize);
        let place = match random.below(10) {
            0..7 => 0,
            7..9 => random.below(children.div_ceil(4)),
            _ => random.below(children),
        };
        place as u32
    }

    /// The value of an ordered tree's child: that of its parent if it is the best, else a worse one.
    #[inline]
    fn ordered_value(&self, parent: &Node, action: u32, child: &Node) -> i32 {
        if action == self.best_child(parent) {
            return parent.value;
        }
        let gap = 1 + self.draw(child, 2).below(GAP) as i32;
        if self.to_move(parent) == Turn::Max { parent.value - gap } else { parent.value + gap }
    }
}

/// Where a ply stands in a node's number.
const PLY_SHIFT: u32 = 56;

impl Game for RandomTree {
    type State = Node;
    /// The number of a child.
    type Action = u32;

    fn initial(&self) -> Node {
        Node { ply: 0, index: 0, value: 0 }
    }

    #[inline]
    fn to_move(&self, node: &Node) -> Turn {
        if node.ply.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn actions(&self, node: &Node, actions: &mut Vec<u32>) {
        if node.ply < self.depth {
            actions.extend(0..self.branching);
        }
    }

    #[inline]
    fn apply(&self, node: &mut Node, action: u32) {
        let index = node.index * u64::from(self.branching) + u64::from(action);
        let mut child = Node { ply: node.ply + 1, index, value: 0 };
        child.value = match self.kind {
            Kind::Uniform => 0,
            Kind::Incremental => node.value + self.around_zero(&child, 3, STEP),
            Kind::Ordered => self.ordered_value(node, action, &child),
        };
        *node = child;
    }

    #[inline]
    fn utility(&self, leaf: &Node) -> Score {
        Score::new(match self.kind {
            Kind::Uniform => self.around_zero(leaf, 4, RANGE),
            Kind::Incremental | Kind::Ordered => leaf.value,
        })
    }

    #[inline]
    fn is_terminal(&self, node: &Node) -> bool {
        node.ply == self.depth
    }
}

impl Heuristic for RandomTree {
    /// As good as the kind of tree allows: the sum so far, the value with some noise, or noise.
    #[inline]
    fn evaluate(&self, node: &Node) -> Score {
        Score::new(match self.kind {
            Kind::Uniform => self.around_zero(node, 4, RANGE),
            Kind::Incremental => node.value,
            Kind::Ordered => node.value + self.around_zero(node, 5, NOISE),
        })
    }

    #[inline]
    fn key(&self, node: &Node) -> Option<u64> {
        Some(self.number(node))
    }
}

impl Notation for RandomTree {
    fn show(&self, node: &Node) -> String {
        let (ply, depth, side) = (node.ply, self.depth, self.to_move(node));
        let who = match side {
            _ if ply == depth => format!("a leaf worth {}", self.utility(node)),
            Turn::Min => "Min to move".into(),
            _ => "Max to move".into(),
        };
        format!("{}: ply {ply} of {depth}, {who}", self.write_state(node))
    }

    fn write_state(&self, node: &Node) -> String {
        let mut children = Vec::new();
        let mut index = node.index;
        for _ in 0..node.ply {
            children.push((index % u64::from(self.branching)).to_string());
            index /= u64::from(self.branching);
        }
        children.reverse();
        if children.is_empty() { "root".into() } else { children.join(".") }
    }

    fn read_state(&self, text: &str) -> Result<Node, ParseError> {
        let mut node = self.initial();
        let text = text.trim();
        if text == "root" {
            return Ok(node);
        }
        for child in text.split('.') {
            let action = self.read_action(&node, child)?;
            self.apply(&mut node, action);
        }
        Ok(node)
    }

    fn write_action(&self, _: &Node, action: u32) -> String {
        action.to_string()
    }

    fn read_action(&self, node: &Node, text: &str) -> Result<u32, ParseError> {
        let most = self.branching - 1;
        let action = text.trim().parse().ok().filter(|&action: &u32| action <= most);
        match action {
            _ if self.is_terminal(node) => {
                Err(ParseError::new(format!("'{}' cannot be played: this is a leaf", text.trim())))
            }
            Some(action) => Ok(action),
            None => Err(ParseError::new(format!(
                "'{}' is no child: they are numbered from 0 to {most}",
                text.trim()
            ))),
        }
    }
}
