//! The arena's tic-tac-toe protocol.

use std::io::{BufRead, Write};

use secateur::{Algorithm, Limits, Session};

use super::tokens::Tokens;
use crate::failure::Failure;

/// Answers turn by turn until the input ends.
pub(crate) fn run(input: &mut impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
    let mut tokens = Tokens::new(input);
    let mut session = secateur_games::open("tic-tac-toe", None)?;
    while let Some(turn) = read_turn(&mut tokens)? {
        if let Some(action) = &turn.opponent
            && let Err(error) = session.play(action)
        {
            eprintln!("secateur: the opponent's {action}: {error}");
        }
        let Some(action) = choose(&*session, &turn.valid) else {
            eprintln!("secateur: the list of valid actions is empty, so there is no answer");
            continue;
        };
        writeln!(output, "{}", action.replace(',', " "))?;
        output.flush()?;
        if let Err(error) = session.play(&action) {
            eprintln!("secateur: the arena allows {action}, our rules do not: {error}");
        }
    }
    Ok(())
}

/// What the arena says before it wants an answer; actions in the game's notation.
struct Turn {
    opponent: Option<String>,
    valid: Vec<String>,
}

/// The next turn; `None` when the input ends before it is complete.
fn read_turn(tokens: &mut Tokens<impl BufRead>) -> Result<Option<Turn>, Failure> {
    let Some((row, column)) = read_pair(tokens, "the opponent's row", "the opponent's column")?
    else {
        return Ok(None);
    };
    let opponent = ((row, column) != (-1, -1)).then(|| format!("{row},{column}"));
    let Some(count) = tokens.number::<u8>("the number of valid actions")? else { return Ok(None) };
    let mut valid = Vec::new();
    for _ in 0..count {
        match read_pair(tokens, "a row", "a column")? {
            Some((row, column)) => valid.push(format!("{row},{column}")),
            None => return Ok(None),
        }
    }
    Ok(Some(Turn { opponent, valid }))
}

fn read_pair(
    tokens: &mut Tokens<impl BufRead>,
    row: &str,
    column: &str,
) -> Result<Option<(i8, i8)>, Failure> {
    let Some(row) = tokens.number(row)? else { return Ok(None) };
    Ok(tokens.number(column)?.map(|column| (row, column)))
}

/// The best action by our rules that the arena allows; the first it allows when our rules know
/// none of them. Says so when list and rules disagree.
fn choose(session: &dyn Session, valid: &[String]) -> Option<String> {
    let ours = session.actions();
    if ours.len() != valid.len() || !ours.iter().all(|action| valid.contains(action)) {
        eprintln!(
            "secateur: the list of valid actions [{}] is not ours [{}]; playing from the list",
            valid.join(" "),
            ours.join(" ")
        );
    }
    let analysis = session.analyze(Algorithm::AlphaBeta, &Limits::default(), &mut |_| {}).ok()?;
    let best = analysis.variations.into_iter().map(|v| v.action).find(|a| valid.contains(a));
    best.or_else(|| valid.first().cloned())
}

#[cfg(test)]
mod tests {
    use secateur::{Score, Turn};

    use super::*;

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
