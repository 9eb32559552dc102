//! Trees drawn for a terminal.
//!
//! ```text
//! max
//! ├─0─ min
//! │    ├─0─ 3
//! │    └─1─ 5
//! └─1─ min
//!      ├─0─ 2
//!      └─1─ max … 2 children
//! ```

use secateur::{Game, Turn};

use super::Child;

/// The most lines that a drawing takes: one screen.
const LINES: usize = 50;
/// The most plies that a drawing goes down, so that it stays as narrow as a screen.
const PLIES: usize = 12;

/// Draws the tree below a node, as many whole plies of it as fit; of a node with too many children
/// the first ones.
pub(super) fn draw<G: Game<Action = Child>>(game: &G, root: &G::State) -> String {
    let mut drawing = Drawing { game, text: String::new(), plies: plies_that_fit(game, root) };
    drawing.node(root, "", 0);
    drawing.text
}

/// The number of plies below the root that are drawn: at least one.
fn plies_that_fit<G: Game<Action = Child>>(game: &G, root: &G::State) -> usize {
    let (mut ply, mut lines) = (vec![root.clone()], 1);
    for plies in 0..PLIES {
        ply = ply.iter().flat_map(|node| children(game, node).take(LINES)).collect();
        lines += ply.len();
        if lines > LINES {
            return plies.max(1);
        }
    }
    PLIES
}

fn children<G: Game<Action = Child>>(game: &G, node: &G::State) -> impl Iterator<Item = G::State> {
    let mut actions = Vec::new();
    game.actions(node, &mut actions);
    actions.into_iter().map(|child| {
        let mut state = node.clone();
        game.apply(&mut state, child);
        state
    })
}

struct Drawing<'g, G> {
    game: &'g G,
    text: String,
    plies: usize,
}

impl<G: Game<Action = Child>> Drawing<'_, G> {
    /// Draws a node, whose line has been begun, and what is below it. `margin` stands in front of
    /// every further line.
    fn node(&mut self, node: &G::State, margin: &str, ply: usize) {
        if self.game.is_terminal(node) {
            self.text += &self.game.utility(node).to_string();
            return;
        }
        self.text += match self.game.to_move(node) {
            Turn::Min => "min",
            _ => "max",
        };
        let children: Vec<G::State> = children(self.game, node).collect();
        if ply == self.plies {
            let noun = if children.len() == 1 { "child" } else { "children" };
            self.text += &format!(" … {} {noun}", children.len());
            return;
        }
        let shown = children.len().min(LINES);
        let width = (shown - 1).to_string().len();
        for (i, child) in children[..shown].iter().enumerate() {
            let last = i + 1 == children.len();
            let (corner, line) = if last { ('└', ' ') } else { ('├', '│') };
            self.text += &format!("\n{margin}{corner}─{i:─<width$}─ ");
            self.node(child, &format!("{margin}{line}{:width$}   ", ""), ply + 1);
        }
        if shown < children.len() {
            self.text += &format!("\n{margin}└─ … {} more", children.len() - shown);
        }
    }
}
