//! A game of chance for tests, with one deciding side: two dice, one after the other. Before each,
//! Max plays it `safe` (one point) or `rolls` it (0 or 4 points, equally likely).

use secateur::{Game, GameSession, Heuristic, Notation, ParseError, Score, Session, Turn};

/// A game of dice from its beginning.
pub(crate) fn session() -> Box<dyn Session> {
    let state = Dice.initial();
    Box::new(GameSession::new(Dice, state))
}

struct Dice;

#[derive(Clone)]
struct State {
    points: i32,
    left: u8,
    rolling: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Action {
    Safe,
    Roll,
    Nothing,
    Four,
}

const NAMES: [(&str, Action); 4] = [
    ("safe", Action::Safe),
    ("roll", Action::Roll),
    ("nothing", Action::Nothing),
    ("four", Action::Four),
];

impl Game for Dice {
    type State = State;
    type Action = Action;

    fn initial(&self) -> State {
        State { points: 0, left: 2, rolling: false }
    }

    fn to_move(&self, state: &State) -> Turn {
        if state.rolling { Turn::Chance } else { Turn::Max }
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        if state.left > 0 {
            actions.extend([Action::Safe, Action::Roll]);
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        match action {
            Action::Safe => state.points += 1,
            Action::Four => state.points += 4,
            Action::Roll | Action::Nothing => {}
        }
        state.rolling = action == Action::Roll;
        if !state.rolling {
            state.left -= 1;
        }
    }

    fn utility(&self, state: &State) -> Score {
        Score::new(state.points)
    }

    fn chances(&self, _: &State, outcomes: &mut Vec<(Action, u32)>) {
        outcomes.extend([(Action::Nothing, 1), (Action::Four, 1)]);
    }
}

impl Heuristic for Dice {}

impl Notation for Dice {
    fn show(&self, state: &State) -> String {
        format!("{} points, {} dice left", state.points, state.left)
    }

    fn write_state(&self, state: &State) -> String {
        format!("{} {} {}", state.points, state.left, state.rolling)
    }

    fn read_state(&self, _: &str) -> Result<State, ParseError> {
        Err(ParseError::new("a toy starts at its beginning"))
    }

    fn write_action(&self, _: &State, action: Action) -> String {
        let name = NAMES.iter().find(|&&(_, named)| named == action);
        name.map_or_else(String::new, |&(name, _)| name.into())
    }
}
