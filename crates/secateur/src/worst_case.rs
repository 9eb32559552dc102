//! [`WorstCase`]: a game of chance searched as if chance were the opponent.

use crate::game::{Game, Heuristic, Notation, ParseError};
use crate::random::Random;
use crate::score::Score;
use crate::turn::Turn;

/// Chance as an adversary: the same game, with Min choosing every outcome. What is left is what
/// a player can count on in the worst case.
#[derive(Clone, Copy, Debug)]
pub struct WorstCase<G>(pub G);

impl<G: Game> Game for WorstCase<G> {
    type State = G::State;
    type Action = G::Action;

    fn initial(&self) -> G::State {
        self.0.initial()
    }

    #[inline]
    fn to_move(&self, state: &G::State) -> Turn {
        match self.0.to_move(state) {
            Turn::Chance => Turn::Min,
            turn => turn,
        }
    }

    #[inline]
    fn actions(&self, state: &G::State, actions: &mut Vec<G::Action>) {
        if self.0.to_move(state) == Turn::Chance {
            let mut outcomes = Vec::new();
            self.0.chances(state, &mut outcomes);
            actions.extend(outcomes.iter().map(|&(action, _)| action));
        } else {
            self.0.actions(state, actions);
        }
    }

    #[inline]
    fn apply(&self, state: &mut G::State, action: G::Action) {
        self.0.apply(state, action);
    }

    #[inline]
    fn utility(&self, state: &G::State) -> Score {
        self.0.utility(state)
    }

    #[inline]
    fn is_terminal(&self, state: &G::State) -> bool {
        self.0.is_terminal(state)
    }
}

/// The evaluation, the keys and the slots stay true. Proven values, bounds and candidates were
/// proven for chance as it is, so they are left out.
impl<G: Heuristic> Heuristic for WorstCase<G> {
    #[inline]
    fn evaluate(&self, state: &G::State) -> Score {
        self.0.evaluate(state)
    }

    #[inline]
    fn key(&self, state: &G::State) -> Option<u64> {
        self.0.key(state)
    }

    #[inline]
    fn is_endgame(&self, state: &G::State) -> bool {
        self.0.is_endgame(state)
    }

    #[inline]
    fn order(&self, state: &G::State, action: G::Action, child: &G::State) -> i32 {
        self.0.order(state, action, child)
    }

    #[inline]
    fn playout_action(
        &self,
        state: &G::State,
        random: &mut Random,
        actions: &mut Vec<G::Action>,
    ) -> Option<G::Action> {
        if self.0.to_move(state) != Turn::Chance {
            return self.0.playout_action(state, random, actions);
        }
        let mut outcomes = Vec::new();
        self.0.chances(state, &mut outcomes);
        Some(outcomes[random.below(outcomes.len())].0)
    }

    #[inline]
    fn same(&self, state: &G::State, other: &G::State) -> bool {
        self.0.same(state, other)
    }

    #[inline]
    fn slot(&self, action: G::Action) -> Option<usize> {
        self.0.slot(action)
    }
}

impl<G: Notation> Notation for WorstCase<G> {
    fn show(&self, state: &G::State) -> String {
        self.0.show(state)
    }

    fn write_state(&self, state: &G::State) -> String {
        self.0.write_state(state)
    }

    fn read_state(&self, text: &str) -> Result<G::State, ParseError> {
        self.0.read_state(text)
    }

    fn write_action(&self, state: &G::State, action: G::Action) -> String {
        self.0.write_action(state, action)
    }

    fn read_action(&self, state: &G::State, text: &str) -> Result<G::Action, ParseError> {
        self.0.read_action(state, text)
    }
}
