//! What `query` asks about the position, and the answers.

use secateur::{Score, Session, Turn};

use super::command::short;
use crate::solve::turn_name;

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Query {
    GameOver,
    P1Turn,
    P2Turn,
    Turn,
    Result,
    Fen,
    Moves,
    Chances,
}

const QUERIES: [(&str, Query); 8] = [
    ("gameover", Query::GameOver),
    ("p1turn", Query::P1Turn),
    ("p2turn", Query::P2Turn),
    ("turn", Query::Turn),
    ("result", Query::Result),
    ("fen", Query::Fen),
    ("moves", Query::Moves),
    ("chances", Query::Chances),
];

impl Query {
    /// The question of this name.
    ///
    /// # Errors
    /// When there is none; names those that there are.
    pub(super) fn read(name: &str) -> Result<Query, String> {
        let found = QUERIES.iter().find(|&&(known, _)| known == name);
        found.map(|&(_, query)| query).ok_or_else(|| {
            let names = QUERIES.map(|(name, _)| name).join(", ");
            format!("query: nothing is known about '{}'; known are: {names}", short(name))
        })
    }

    /// The response.
    pub(super) fn answer(self, session: &dyn Session) -> String {
        match self {
            Query::GameOver => session.utility().is_some().to_string(),
            Query::P1Turn => (session.turn() == Turn::Max).to_string(),
            Query::P2Turn => (session.turn() == Turn::Min).to_string(),
            Query::Turn => turn_name(session.turn()).into(),
            Query::Result => match session.utility() {
                None => "none",
                Some(Score::DRAW) => "draw",
                Some(utility) if utility > Score::DRAW => "p1win",
                Some(_) => "p2win",
            }
            .into(),
            Query::Fen => session.position(),
            Query::Moves => {
                let outcomes = session.outcomes().into_iter().map(|(outcome, _)| outcome);
                list(session.actions().into_iter().chain(outcomes))
            }
            Query::Chances => {
                let outcomes = session.outcomes().into_iter();
                list(outcomes.map(|(outcome, weight)| format!("{outcome} {weight}")))
            }
        }
    }
}

/// Several answers in one; `none` for none.
fn list(words: impl Iterator<Item = String>) -> String {
    let words = words.collect::<Vec<_>>().join(" ");
    if words.is_empty() { "none".into() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy;

    #[test]
    fn answers_about_chance() {
        let mut dice = toy::session();
        let asked = |dice: &dyn Session, what| Query::read(what).unwrap().answer(dice);
        assert_eq!(asked(&*dice, "moves"), "safe roll");
        assert_eq!(asked(&*dice, "chances"), "none");
        dice.play("roll").unwrap();
        assert_eq!(asked(&*dice, "turn"), "chance");
        assert_eq!(asked(&*dice, "p1turn"), "false");
        assert_eq!(asked(&*dice, "p2turn"), "false");
        assert_eq!(asked(&*dice, "moves"), "nothing four");
        assert_eq!(asked(&*dice, "chances"), "nothing 1 four 1");
        dice.play("four").unwrap();
        dice.play("safe").unwrap();
        assert_eq!(asked(&*dice, "result"), "p1win");
        assert_eq!(asked(&*dice, "moves"), "none");
    }
}
