//! The arena's protocol of tic-tac-toe, small and ultimate: cells as row and column.

use std::io::{BufRead, Write};

use secateur::Session;

use super::tokens::Tokens;
use crate::failure::Failure;

/// What the arena says before it wants an answer; actions in the game's notation.
pub(super) struct Turn {
    opponent: Option<String>,
    /// The actions it allows.
    pub(super) valid: Vec<String>,
    /// Whether it is our first turn.
    pub(super) is_first: bool,
}

/// Chooses one of the actions that the arena allows, if there is any.
pub(super) type Choose<'a> = dyn FnMut(&dyn Session, &Turn) -> Option<String> + 'a;

/// Answers turn by turn until the input ends.
pub(super) fn run(
    game: &str,
    input: &mut impl BufRead,
    output: &mut impl Write,
    choose: &mut Choose<'_>,
) -> Result<(), Failure> {
    let mut tokens = Tokens::new(input);
    let mut session = secateur_games::open(game, None)?;
    let mut is_first = true;
    while let Some(turn) = read_turn(&mut tokens, is_first)? {
        is_first = false;
        if let Some(action) = &turn.opponent
            && let Err(error) = session.play(action)
        {
            eprintln!("secateur: the opponent's {action}: {error}");
        }
        compare(&*session, &turn.valid);
        let Some(action) = choose(&*session, &turn).or_else(|| turn.valid.first().cloned()) else {
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

/// The next turn; `None` when the input ends before it is complete.
fn read_turn(tokens: &mut Tokens<impl BufRead>, is_first: bool) -> Result<Option<Turn>, Failure> {
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
    Ok(Some(Turn { opponent, valid, is_first }))
}

fn read_pair(
    tokens: &mut Tokens<impl BufRead>,
    row: &str,
    column: &str,
) -> Result<Option<(i8, i8)>, Failure> {
    let Some(row) = tokens.number(row)? else { return Ok(None) };
    Ok(tokens.number(column)?.map(|column| (row, column)))
}

/// Says so when the arena's list and our rules disagree.
fn compare(session: &dyn Session, valid: &[String]) {
    let ours = session.actions();
    if ours.len() != valid.len() || !ours.iter().all(|action| valid.contains(action)) {
        eprintln!(
            "secateur: the list of valid actions [{}] is not ours [{}]; playing from the list",
            valid.join(" "),
            ours.join(" ")
        );
    }
}
