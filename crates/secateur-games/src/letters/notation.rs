//! How states are written: the puzzle, and the letters taken so far.

use secateur::{Notation, ParseError};

use super::reader::TAKEN;
use super::{Letters, Place, State};

impl Notation for Letters {
    /// The stack, the hands with their scores, and the words.
    fn show(&self, state: &State) -> String {
        let letters = |places: u64| -> String {
            let places = (0..self.stack.len()).filter(|place| places >> place & 1 == 1);
            places.map(|place| format!(" {}", self.stack[place])).collect()
        };
        let side = |side: usize| {
            let with = if state.hands[side] == 0 { "" } else { " with" };
            format!("scores {}{with}{}", state.scores[side], letters(state.hands[side]))
        };
        let words = self.list.iter().map(|(word, score)| format!("{word} {score}"));
        [
            format!("stack {}", letters(self.left(state))).trim_end().to_string(),
            format!("max    {}", side(0)),
            format!("min    {}", side(1)),
            wrap("words  ", words),
        ]
        .join("\n")
    }

    fn write_state(&self, state: &State) -> String {
        let mut text = format!("{} {}", self.stack.len(), self.list.len());
        self.stack.iter().for_each(|letter| text += &format!(" {letter}"));
        self.list.iter().for_each(|(word, score)| text += &format!(" {word} {score}"));
        let taken = self.an_order(state);
        if !taken.is_empty() {
            text += &format!(" {TAKEN}");
        }
        taken.iter().for_each(|&place| text += &format!(" {}", self.letter(place)));
        text
    }

    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        let (game, state) = Letters::read_position(text)?;
        match game == *self {
            true => Ok(state),
            false => Err(ParseError::new("a position of another stack or other words")),
        }
    }

    fn write_action(&self, _state: &State, place: Place) -> String {
        self.letter(place).to_string()
    }
}

impl Letters {
    /// An order in which the letters of a state can have been taken.
    ///
    /// Where both topmost letters went to the side to move, either may have gone first: the other
    /// one stays for the same side's later turn, and the opponent takes neither.
    fn an_order(&self, state: &State) -> Vec<Place> {
        let mut order = Vec::new();
        let mut left = self.places();
        while left & state.taken() != 0 {
            let below = left & left.wrapping_sub(1);
            let own = state.hands[order.len() & 1];
            let top_is_own = own >> left.trailing_zeros() & 1 == 1;
            let place = if top_is_own { left } else { below }.trailing_zeros();
            left &= !(1 << place);
            order.push(place as Place);
        }
        order
    }
}

/// Items behind a heading, on lines of some 80 characters.
fn wrap(heading: &str, items: impl Iterator<Item = String>) -> String {
    let mut lines = vec![heading.to_string()];
    let mut column = heading.len();
    for item in items {
        let length = item.chars().count() + 2;
        if column + length > 80 && column > heading.len() {
            lines.push(" ".repeat(heading.len()));
            column = heading.len();
        }
        column += length;
        *lines.last_mut().expect("the heading") += &format!("{item}  ");
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}
