//! The line behind a value, for searches by null windows, which know only the value.

use super::walk::{Node, Walk};
use crate::game::{Game, Heuristic};
use crate::limits::Stopped;
use crate::record::Observer;
use crate::score::{Score, Window};
use crate::turn::Turn;

/// An action, the state it leads to, and a score there.
type Step<G> = (<G as Game>::Action, <G as Game>::State, Score);

/// What an action should reach. Where `proven`, an estimate that reaches it is not enough.
struct Target {
    score: Score,
    proven: bool,
}

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
        let (mut line, mut actions) = (Vec::new(), Vec::new());
        let mut state = state.clone();
        self.observer.look_aside(true);
        while depth > 0 && self.game.to_move(&state) != Turn::Chance {
            let node = Node { ply: line.len(), ..self.root(&state, depth) };
            let target = Target { score, proven: estimates == 0 };
            let step = match self.remembered(&state, &node, &mut actions) {
                Some(action) => self.step(&state, &node, action, &target)?,
                None => None,
            };
            let step = match step {
                Some(step) => Some(step),
                None => self.first_step(&state, &node, &target, &mut actions)?,
            };
            let Some((action, child, value)) = step else { break };
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

    /// The action of `state` that the table remembers.
    fn remembered(
        &self,
        state: &G::State,
        node: &Node<G::Action>,
        actions: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        let index = self.table.probe(node.address?)?.action?;
        actions.clear();
        self.game.candidates(state, actions);
        actions.get(index).copied()
    }

    /// The first action of `state` that reaches the target.
    fn first_step(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        target: &Target,
        actions: &mut Vec<G::Action>,
    ) -> Result<Option<Step<G>>, Stopped> {
        actions.clear();
        self.game.actions(state, actions);
        for &action in &*actions {
            let step = self.step(state, node, action, target)?;
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(None)
    }

    /// The action with what it leads to, if it reaches the target.
    fn step(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        action: G::Action,
        target: &Target,
    ) -> Result<Option<Step<G>>, Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        let below = Node { depth: node.depth - 1, ply: node.ply + 1, ..self.root(&child, 0) };
        let passed = node.turn.passes_to(below.turn);
        let window = Window::reaches(target.score).for_child(passed);
        let estimates = self.estimates;
        let value = match self.settled(&child, &below, window) {
            Some(value) => value,
            None => self.ask(&child, below, window)?,
        };
        if target.proven && self.estimates > estimates || value.from_child(passed) < target.score {
            return Ok(None);
        }
        let exact = if passed { window.alpha } else { window.beta };
        Ok(Some((action, child, exact)))
    }

    /// The answer to a null window that needs no search: the game or the table knows it.
    fn settled(
        &mut self,
        state: &G::State,
        node: &Node<G::Action>,
        window: Window,
    ) -> Option<Score> {
        let (low, high) = self.known(state, node.turn);
        if low >= window.beta || high <= window.alpha {
            return Some(if low >= window.beta { low } else { high });
        }
        let entry = self.table.probe(node.address?)?;
        self.answer(entry, node.depth, window)
    }

    /// What the game can prove about the value of `state`, for the side to move: the lowest and the
    /// highest that it can be.
    pub(super) fn known(&self, state: &G::State, turn: Turn) -> (Score, Score) {
        let solved = self.game.solved(state).map(|score| (score, score));
        let known = solved.or_else(|| self.game.bounds(state));
        let Some((low, high)) = known else { return (Score::NEG_INFINITY, Score::INFINITY) };
        let (low, high) = (low.for_turn(turn), high.for_turn(turn));
        (low.min(high), low.max(high))
    }
}
