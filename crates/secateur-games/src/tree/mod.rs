//! Game trees written down: no rules but the tree itself, Max and Min deciding in turn.
//!
//! The textbook's trees, to see what a search does, and the puzzles' trees, to be fast with them:
//!
//! ```text
//!          max                            ((3 5) (2 (9 1)))    a tree of any shape
//!        0╱   ╲1       an action is
//!      min     min     the number of      2 2  3 5 2 9         a uniform tree: depth D, branching
//!     0╱ ╲1   0╱ ╲1    a child, from 0                         B, the B^D leaves left to right
//!     3   5   2   max
//!               0╱ ╲1
//!               9   1
//! ```
//!
//! A uniform tree ([`UniformTree`]) is an array of leaves; any other one ([`NestedTree`]) an array
//! of nodes. Values are from Max's side. Max decides at the root unless `min` stands in front.

mod drawing;
mod integers;
pub mod nested;
pub mod uniform;

use std::ops::RangeInclusive;

use secateur::{Game, GameSession, ParseError, Score, Turn};

use crate::{Entry, Opened, Options};
pub use integers::ReadError;
pub use nested::NestedTree;
pub use uniform::UniformTree;

/// Trees in the list of games.
pub const ENTRY: Entry = Entry {
    name: "tree",
    summary: "a game tree written down, Max and Min in turn",
    position: "nested '(3 (5 2))' or '[3, [5, 2]]', or uniform 'D B' and then the B^D leaves; \
               'min' in front lets Min begin",
    example: "((3 5) (2 (9 1)))",
    options: &[],
    sides: 2,
    session,
};

/// The tree of the textbook's chapter on games, for those who bring none.
const TEXTBOOK: &str = "((3 12 8) (2 4 6) (14 5 2))";

/// The most plies from the root to a leaf. Searches go down by recursion, and the program gives
/// them a stack of a gibibyte: a good thousand bytes a ply, of which the hungriest takes a third.
pub const MAX_PLIES: u32 = 1_000_000;

/// The values that a leaf can have.
const PLAIN: RangeInclusive<i32> = -Score::PLAIN_MAX..=Score::PLAIN_MAX;

/// Which child of a node, counted from 0: an action.
pub type Child = u32;

fn session(_options: &Options, position: Option<&str>) -> Opened {
    let text = position.unwrap_or(TEXTBOOK);
    Ok(if is_uniform(text) {
        let tree = UniformTree::parse(text)?;
        let root = tree.initial();
        Box::new(GameSession::new(tree, root))
    } else {
        let tree = NestedTree::parse(text)?;
        let root = tree.initial();
        Box::new(GameSession::new(tree, root))
    })
}

/// Whether a text begins as a uniform tree does, with a number that is not all of it.
fn is_uniform(text: &str) -> bool {
    let (_, tree) = split_turn(text);
    let numeric = tree.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-".contains(c));
    numeric && tree.split_whitespace().nth(1).is_some()
}

/// The side that decides at the root, and the text of the tree behind it.
fn split_turn(text: &str) -> (Turn, &str) {
    let trimmed = text.trim_start();
    for (word, turn) in [("min", Turn::Min), ("max", Turn::Max)] {
        if let Some(tree) = trimmed.strip_prefix(word)
            && tree.starts_with(|c: char| c.is_whitespace() || c == '(' || c == '[')
        {
            return (turn, tree);
        }
    }
    (Turn::Max, text)
}

/// What stands in front of a written tree.
fn write_turn(turn: Turn) -> &'static str {
    if turn == Turn::Min { "min " } else { "" }
}

/// The number of a child, of which a node has `count`.
fn read_child(text: &str, count: u32) -> Result<Child, ParseError> {
    let text = text.trim();
    text.parse().ok().filter(|&child| child < count).ok_or_else(|| {
        ParseError::new(match count {
            0 => format!("'{text}' cannot be played: this is a leaf"),
            1 => format!("'{text}' is no child: there is only 0"),
            _ => format!("'{text}' is no child: they are numbered from 0 to {}", count - 1),
        })
    })
}
