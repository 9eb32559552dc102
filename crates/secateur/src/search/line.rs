//! The line behind a value, for searches by null windows, which know only the value.

use super::walk::{Node, Walk};
use crate::game::{Game, Heuristic};
use crate::limits::Stopped;
use crate::record::Observer;
use crate::score::{Score, Window};
use crate::turn::Turn;

/// An action, the state it leads to, and a score there.
type Step<G> = (<G as Game>::Action, <G as Game>::State, Score);

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// Sets `self.line` to the line in which both sides take an action that reaches the value of its
    /// state, where `score` is the value of `state` for the side to move.
    pub(crate) fn find_line(
        &mut self,
        state: &G::State,
        mut score: Score,
        mut depth: u32,
    ) -> Result<(), Stopped> {
        let estimates = self.estimates; // the value is known: what follows takes nothing from it
        let mut line = Vec::new();
        let mut state = state.clone();
        self.observer.look_aside(true);
        while depth > 0 && self.game.to_move(&state) != Turn::Chance {
            let node = Node { ply: line.len(), ..self.root(&state, depth) };
            let reaching = self.reaching(&state, &node, score, estimates == 0)?;
            let Some((action, child, value)) = reaching else { break };
            line.push(action);
            (state, score) = (child, value);
            depth -= 1;
        }
        self.observer.look_aside(false);
        line.reverse();
        self.line = line;
        self.estimates = estimates;
        Ok(())
    }

    /// An action of `state` that reaches `score`, the state it leads to and its value there: the one
    /// that the table remembers, or else the first. Where `proven`, an estimate that reaches it is
    /// not enough.
    fn reaching(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        score: Score,
        proven: bool,
    ) -> Result<Option<Step<G>>, Stopped> {
        let mut actions = Vec::new();
        self.game.candidates(state, &mut actions);
        let entry = node.address.and_then(|address| self.table.probe(address));
        let known = entry.and_then(|entry| actions.get(entry.action?).copied());
        actions.clear();
        self.game.actions(state, &mut actions);
        actions.retain(|&action| Some(action) != known);
        for action in known.into_iter().chain(actions) {
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let below = Node { depth: node.depth - 1, ply: node.ply + 1, ..self.root(&child, 0) };
            let passed = node.turn.passes_to(below.turn);
            let window = Window::reaches(score).for_child(passed);
            let estimates = self.estimates;
            let value = match self.settled(&child, &below, window) {
                Some(value) => value,
                None => self.ask(&child, below, window)?,
            };
            if proven && self.estimates > estimates {
                continue;
            }
            if value.from_child(passed) >= score {
                let exact = if passed { window.alpha } else { window.beta };
                return Ok(Some((action, child, exact)));
            }
        }
        Ok(None)
    }

    /// The answer to a null window that needs no search: the game or the table knows it.
    fn settled(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        window: Window,
    ) -> Option<Score> {
        if let Some(score) = self.game.solved(state) {
            return Some(score.for_turn(node.turn));
        }
        let entry = self.table.probe(node.address?)?;
        self.answer(entry, node.depth, window)
    }
}
