//! What a bot arena says to a bot and takes for an answer, game by game.

use secateur::{Random, Session};

use crate::grid::Grid;

/// The protocol of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Referee {
    /// Tic-tac-toe and ultimate tic-tac-toe: the opponent's cell, the list of valid cells; a cell.
    Cells,
    /// 2048, as its servers speak: the grid and a prompt; a letter.
    Grid,
    /// Any other game, like cells, but in its own notation.
    Actions,
}

/// The keys of 2048, said once.
const KEYS: &str = "u: Up\td: Down\tl: Left\tr: Right\n\n";

impl Referee {
    /// The protocol for a game, options aside.
    pub(super) fn of(game: &str) -> Referee {
        match game.split(':').next() {
            Some("tic-tac-toe" | "ultimate-tic-tac-toe") => Referee::Cells,
            Some("2048") => Referee::Grid,
            _ => Referee::Actions,
        }
    }

    /// What a bot hears before it must answer; `first`: on its first turn. The list of actions is
    /// shuffled, as arenas do.
    pub(super) fn turn(self, session: &dyn Session, first: bool, random: &mut Random) -> String {
        match self {
            Referee::Cells | Referee::Actions => {
                let history = session.history();
                let last = history.last().map_or("-1 -1", String::as_str);
                let separated = |action: &str| match self {
                    Referee::Cells => action.replace(',', " "),
                    _ => action.to_string(),
                };
                let mut actions = session.actions();
                for i in (1..actions.len()).rev() {
                    actions.swap(i, random.below(i + 1));
                }
                let mut text = format!("{}\n{}\n", separated(last), actions.len());
                for action in actions {
                    text += &separated(&action);
                    text.push('\n');
                }
                text
            }
            Referee::Grid => {
                let grid = Grid::read_position(&session.position());
                let keys = if first { KEYS } else { "\n" };
                format!("{keys}{}\n> ", grid.map_or(String::new(), |grid| grid.draw(1)))
            }
        }
    }

    /// The action that a line stands for, legal or not; `None`: it is no answer at all. Arenas split
    /// at single spaces, so a space in front is no answer, and do not look at what comes after the cell.
    pub(super) fn read(self, line: &str) -> Option<String> {
        match self {
            Referee::Cells => {
                let mut words = line.split(' ').map(str::parse::<i32>);
                match (words.next(), words.next()) {
                    (Some(Ok(row)), Some(Ok(column))) => Some(format!("{row},{column}")),
                    _ => None,
                }
            }
            Referee::Actions => {
                let is_word = !line.is_empty() && !line.contains(char::is_whitespace);
                is_word.then(|| line.to_string())
            }
            Referee::Grid => matches!(line, "u" | "d" | "l" | "r").then(|| line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_said_and_heard() {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let say = |session: &dyn Session| {
            let text = Referee::Cells.turn(session, true, &mut Random::new(1));
            let lines: Vec<String> = text.lines().map(String::from).collect();
            let mut list = lines[2..].to_vec();
            list.sort();
            (lines[0].clone(), lines[1].clone(), list)
        };
        let (last, count, list) = say(&*session);
        assert_eq!((last.as_str(), count.as_str()), ("-1 -1", "9"));
        assert_eq!(list[..2], ["0 0", "0 1"]);
        session.play("1,2").unwrap();
        assert_eq!(say(&*session).0, "1 2");
        assert_eq!(Referee::Cells.read("1 2"), Some("1,2".into()));
        assert_eq!(Referee::Cells.read("1 2 good luck"), Some("1,2".into()));
        for garbage in [" 1 2", "1  2", "1", "a b", "", "1,2"] {
            assert_eq!(Referee::Cells.read(garbage), None, "{garbage}");
        }
    }

    #[test]
    fn the_list_is_shuffled() {
        let session = secateur_games::open("ultimate-tic-tac-toe", None).unwrap();
        let mut random = Random::new(1);
        let mut turn = || Referee::Cells.turn(&*session, true, &mut random);
        assert_ne!(turn(), turn());
    }

    #[test]
    fn a_grid_ends_with_the_prompt() {
        let session =
            secateur_games::open("2048", Some("2,.,.,./.,.,.,./.,.,.,./.,.,4,.")).unwrap();
        let text = Referee::Grid.turn(&*session, false, &mut Random::new(1));
        assert_eq!(text, "\n2 . . . \n. . . . \n. . . . \n. . 4 . \n\n> ");
        assert_eq!(Referee::Grid.read("l"), Some("l".into()));
        assert_eq!(Referee::Grid.read("left"), None);
    }
}
