//! The arena's tic-tac-toe: solved on every turn.

use std::io::{BufRead, Write};

use secateur::{Algorithm, Limits, Session};

use super::cells::{self, Turn};
use crate::failure::Failure;

/// Answers turn by turn until the input ends.
pub(crate) fn run(input: &mut impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
    cells::run("tic-tac-toe", input, output, &mut choose)
}

/// The best action by our rules that the arena allows.
fn choose(session: &dyn Session, turn: &Turn) -> Option<String> {
    let analysis = session.analyze(Algorithm::AlphaBeta, &Limits::default(), &mut |_| {}).ok()?;
    analysis.variations.into_iter().map(|v| v.action).find(|a| turn.valid.contains(a))
}

#[cfg(test)]
mod tests {
    use secateur::{Score, Session, Turn};

    use super::run;

    /// What the bot prints for everything the arena has said so far.
    fn answers(said: &str) -> Vec<String> {
        let mut output = Vec::new();
        run(&mut said.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(String::from).collect()
    }

    /// The arena's text for one turn.
    fn turn_text(opponent: &str, session: &dyn Session) -> String {
        let actions = session.actions();
        let list: Vec<_> = actions.iter().map(|a| a.replace(',', " ")).collect();
        format!("{}\n{}\n{}\n", opponent.replace(',', " "), list.len(), list.join("\n"))
    }

    /// Plays every possible opponent from here on; the number of games. `said` is what the arena
    /// said so far, `bot` the bot's side.
    fn beat_everybody(session: &mut dyn Session, bot: Turn, said: &str, last: &str) -> u32 {
        if let Some(utility) = session.utility() {
            assert!(utility.for_turn(bot) >= Score::DRAW, "lost: {:?}", session.history());
            return 1;
        }
        let mut games = 0;
        if session.turn() == bot {
            let said = format!("{said}{}", turn_text(last, session));
            let answer = answers(&said).pop().unwrap();
            session.play(&answer).unwrap();
            games += beat_everybody(session, bot, &said, "");
            session.undo();
        } else {
            for action in session.actions() {
                session.play(&action).unwrap();
                games += beat_everybody(session, bot, said, &action);
                session.undo();
            }
        }
        games
    }

    #[test]
    fn never_loses_as_first_or_second_player() {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let first = beat_everybody(&mut *session, Turn::Max, "", "-1,-1");
        let second = beat_everybody(&mut *session, Turn::Min, "", "");
        assert!(first > 50 && second > 200, "{first} and {second} games");
    }

    #[test]
    fn takes_the_centre_against_a_corner() {
        let said = "0 0\r\n8\r\n0 1\r\n0 2\r\n1 0\r\n1 1\r\n1 2\r\n2 0\r\n2 1\r\n2 2\r\n";
        assert_eq!(answers(said), ["1 1"]);
    }

    #[test]
    fn plays_from_the_list_it_is_given() {
        assert_eq!(answers("0 0\n1\n2 1"), ["2 1"]); // 1 1 would be better
        assert_eq!(answers("0 0\n1\n0 0"), ["0 0"]); // not even free, but all there is
        assert_eq!(answers("-1 -1\n0\n"), Vec::<String>::new());
    }

    #[test]
    fn ends_quietly_wherever_the_input_ends() {
        let whole = "-1 -1\n2\n1 1\n0 0\n1 0\n1\n2 2\n";
        for (end, _) in whole.match_indices([' ', '\n']) {
            assert!(answers(&whole[..end]).len() <= 2);
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        let refused = |said: &str| run(&mut said.as_bytes(), &mut Vec::new()).is_err();
        assert!(refused("a b"));
        assert!(refused("-1 -1\n9.5"));
        assert!(refused(&"9".repeat(1000)));
    }
}
