//! A recording in text, with what lies behind the branches never taken.

use std::collections::VecDeque;

use super::{Branch, Extent, Node, Recording, Unvisited};
use crate::game::{Game, Heuristic, Notation, choices};

/// Writes every action in the game's notation, each in the state that it is played in, and lists
/// nodes that were never visited as far as `extent` asks for them. The search began at `root`.
pub(crate) fn in_text<G: Heuristic + Notation>(
    recording: Recording<G::Action>,
    game: &G,
    root: &G::State,
    extent: &Extent,
) -> Recording<String> {
    let mut states: Vec<G::State> = Vec::with_capacity(recording.nodes.len());
    let mut nodes = Vec::with_capacity(recording.nodes.len());
    let mut depths: Vec<u32> = Vec::with_capacity(recording.nodes.len());
    let mut beyond =
        Beyond { game, limit: extent.unvisited, found: Vec::new(), next: VecDeque::new() };
    for node in recording.nodes {
        let above = node.parent.map_or(root, |parent| &states[parent]);
        let mut state = above.clone();
        let action = node.action.map(|action| {
            game.apply(&mut state, action);
            game.write_action(above, action)
        });
        // The search said how deep it was, and so how many forced replies it had played.
        let plies = node.parent.map_or(0, |parent| depths[parent].saturating_sub(node.depth));
        let mut forced = Vec::new();
        for _ in 1..if action.is_some() { plies } else { 0 } {
            let Some(reply) = game.forced(&state) else { break };
            forced.push(game.write_action(&state, reply));
            game.apply(&mut state, reply);
        }
        depths.push(node.depth);
        let write = |branch: &Branch<G::Action>| Branch {
            action: game.write_action(&state, branch.action),
            weight: branch.weight,
            nodes: branch.nodes.clone(),
            visited: branch.visited,
            known: branch.known,
            unvisited: match branch.visited {
                true => None,
                false => beyond.begin(&state, branch.action, node.depth),
            },
        };
        let branches = node.branches.iter().map(write).collect();
        nodes.push(Node { forced, ..renamed(node, action, branches) });
        states.push(state);
    }
    beyond.go_on();
    let mut state = root.clone();
    let write = |&action: &G::Action| {
        let text = game.write_action(&state, action);
        game.apply(&mut state, action);
        text
    };
    Recording {
        algorithm: recording.algorithm,
        convention: recording.convention,
        depth: recording.depth,
        nodes,
        unvisited: beyond.found,
        visited: recording.visited,
        aside: recording.aside,
        value: recording.value,
        certainty: recording.certainty,
        pv: recording.pv.iter().map(write).collect(),
    }
}

/// The same node with other names for its actions.
fn renamed<A, B>(node: Node<A>, action: Option<B>, branches: Vec<Branch<B>>) -> Node<B> {
    Node {
        visit: node.visit,
        parent: node.parent,
        action,
        forced: Vec::new(),
        ply: node.ply,
        depth: node.depth,
        turn: node.turn,
        entry: node.entry,
        null_window: node.null_window,
        exit: node.exit,
        value: node.value,
        bound: node.bound,
        raised: node.raised,
        best: node.best,
        stop: node.stop,
        cut: node.cut,
        branches,
        rehearsals: node.rehearsals,
        hidden: node.hidden,
        principal: node.principal,
    }
}

/// The nodes below branches never taken, ply by ply, as many as the limit allows and as deep as the
/// search would have gone.
struct Beyond<'g, G: Game> {
    game: &'g G,
    limit: usize,
    found: Vec<Unvisited<String>>,
    /// Found nodes whose children are still to be listed, with the plies left for them.
    next: VecDeque<(usize, G::State, u32)>,
}

impl<G: Notation> Beyond<'_, G> {
    /// Lists the node behind an action of `state`, from which the search looked `depth` plies ahead.
    fn begin(&mut self, state: &G::State, action: G::Action, depth: u32) -> Option<usize> {
        (self.found.len() < self.limit).then(|| self.list(None, state, action, depth))
    }

    /// Lists what is below the nodes listed so far.
    fn go_on(&mut self) {
        while let Some((parent, state, depth)) = self.next.pop_front() {
            if depth == 0 || self.found[parent].value.is_some() {
                continue;
            }
            for action in choices(self.game, &state) {
                if self.found.len() == self.limit {
                    self.found[parent].more = true;
                    break;
                }
                let child = self.list(Some(parent), &state, action, depth);
                self.found[parent].children.push(child);
            }
        }
    }

    fn list(
        &mut self,
        parent: Option<usize>,
        above: &G::State,
        action: G::Action,
        depth: u32,
    ) -> usize {
        let mut state = above.clone();
        self.game.apply(&mut state, action);
        let index = self.found.len();
        let over = self.game.is_terminal(&state);
        self.found.push(Unvisited {
            parent,
            action: self.game.write_action(above, action),
            turn: self.game.to_move(&state),
            value: over.then(|| self.game.utility(&state)),
            children: Vec::new(),
            more: false,
        });
        self.next.push_back((index, state, depth.saturating_sub(1)));
        index
    }
}
