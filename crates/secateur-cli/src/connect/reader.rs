//! What a server says, message by message, however the network cuts it ([`Reader`]).
//!
//! ```text
//!  u: Up  d: Down  l: Left  r: Right ⏎      text
//!  ⏎
//!  2 . . . ⏎
//!  . . . . ⏎                                the grid: four rows in a row
//!  . . . . ⏎
//!  . . 2 . ⏎
//!  >␣                                       the prompt, at the start of a line, without a line end
//! ```

use crate::grid::Grid;

/// Collects bytes and cuts them into messages at the prompts.
#[derive(Debug, Default)]
pub(crate) struct Reader {
    /// What came since the last prompt.
    pending: Vec<u8>,
    /// So many bytes of it hold no prompt.
    searched: usize,
}

/// What a server said up to a prompt, or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Everything, without the prompt.
    pub(crate) text: String,
    /// The last whole grid in it.
    pub(crate) grid: Option<Grid>,
}

/// A prompt, where it starts a line.
const PROMPT: &[u8] = b"> ";

impl Reader {
    /// No message of any server is longer.
    pub(crate) const LONGEST: usize = 1 << 16;

    /// Takes what came.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.pending.extend_from_slice(bytes);
    }

    /// The next message that is complete with its prompt.
    pub(crate) fn next(&mut self) -> Option<Message> {
        let starts_line = |at: usize| at == 0 || matches!(self.pending[at - 1], b'\n' | b'\r');
        let mut places = self.searched..(self.pending.len() + 1).saturating_sub(PROMPT.len());
        let found = places.find(|&at| self.pending[at..].starts_with(PROMPT) && starts_line(at));
        let Some(at) = found else {
            self.searched = self.searched.max(self.pending.len().saturating_sub(1));
            return None;
        };
        let message = Message::read(&self.pending[..at]);
        self.pending.drain(..at + PROMPT.len());
        self.searched = 0;
        Some(message)
    }

    /// What came since the last prompt, as if it were complete.
    pub(crate) fn rest(&self) -> Message {
        Message::read(&self.pending)
    }

    /// Whether the server has said too much without a prompt.
    pub(crate) fn is_overfull(&self) -> bool {
        self.pending.len() > Reader::LONGEST
    }
}

impl Message {
    fn read(bytes: &[u8]) -> Message {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let grid = last_grid(&text);
        Message { text, grid }
    }

    /// Whether there is nothing but white space.
    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether the server says that the game is lost.
    pub(crate) fn says_game_over(&self) -> bool {
        self.text.to_lowercase().contains("game over")
    }

    /// Whether a tile of at least `target` stands on the grid.
    pub(crate) fn shows(&self, target: u32) -> bool {
        self.grid.is_some_and(|grid| grid.largest() >= target)
    }

    /// The text on one line, for an error message.
    pub(crate) fn quote(&self) -> String {
        let words: Vec<&str> = self.text.split_whitespace().collect();
        let text: String = words.join(" ").chars().take(200).collect();
        format!("'{}'", text.escape_debug())
    }
}

/// The last four rows in a row; empty lines between them do not matter, others do.
fn last_grid(text: &str) -> Option<Grid> {
    let mut grid = None;
    let mut rows = Vec::new();
    // The last cell may still be growing: "1 . . 2" can become "1 . . 2048".
    let is_whole = |line: &&str| line.ends_with(char::is_whitespace);
    for line in text.split_inclusive('\n').filter(is_whole).filter(|line| !line.trim().is_empty()) {
        match Grid::read_row(line) {
            Some(row) => rows.push(row),
            None => rows.clear(),
        }
        if let Ok(whole) = <[[u32; 4]; 4]>::try_from(&rows[..]) {
            grid = Some(Grid::from_rows(whole));
            rows.clear();
        }
    }
    grid
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADER: &str = "u: Up\td: Down\t   l: Left\tr: Right\n\n\n";
    const FIRST: &str = "2 . . . \n. . . . \n. . . . \n. . 2 . \n";
    const SECOND: &str = "2 . 2 . \n. . . . \n. . . . \n. . . 2 \n";

    fn first() -> Option<Grid> {
        Grid::read_position("2,.,.,./.,.,.,./.,.,.,./.,.,2,.")
    }

    fn second() -> Option<Grid> {
        Grid::read_position("2,.,2,./.,.,.,./.,.,.,./.,.,.,2")
    }

    /// Everything that comes out when the bytes come in these pieces.
    fn read<'b>(pieces: impl IntoIterator<Item = &'b [u8]>) -> (Vec<Message>, Message) {
        let mut reader = Reader::default();
        let mut messages = Vec::new();
        for piece in pieces {
            reader.push(piece);
            messages.extend(std::iter::from_fn(|| reader.next()));
        }
        (messages, reader.rest())
    }

    fn grids(text: &str) -> Vec<Option<Grid>> {
        read([text.as_bytes()]).0.into_iter().map(|message| message.grid).collect()
    }

    #[test]
    fn a_message_ends_with_its_prompt() {
        let text = format!("{HEADER}{FIRST}> \n\n{SECOND}> ");
        assert_eq!(grids(&text), [first(), second()]);
        assert_eq!(grids(&text.replace('\n', "\r\n")), [first(), second()]);
        assert_eq!(grids(&text.replace(". ", ".    ")), [first(), second()]);
        assert_eq!(grids(&format!("{FIRST}>")), []);
        assert_eq!(grids(&format!("{FIRST}a > b")), []);
        assert_eq!(grids("> > "), [None, None]);
    }

    #[test]
    fn the_last_of_two_grids_counts() {
        assert_eq!(grids(&format!("{FIRST}{SECOND}> ")), [second()]);
        assert_eq!(grids(&format!("{FIRST}\nSo it slid:\n\n{SECOND}\nYour turn\n> ")), [second()]);
    }

    #[test]
    fn half_a_grid_is_none() {
        assert_eq!(grids("2 . . . \n. . . . \n. . . . \n> "), [None]);
        assert_eq!(grids("2 . . . \n. . . . \nscore 4\n. . . . \n. . . . \n> "), [None]);
        assert_eq!(grids("2 . . . . \n. . . . . \n. . . . . \n. . . . . \n> "), [None]);
        let growing = "2 . . . \n. . . . \n. . . . \n. . . 2";
        assert_eq!(read([growing.as_bytes()]).1.grid, None);
        assert!(read([growing.as_bytes(), b"048 "]).1.shows(2048));
    }

    #[test]
    fn what_a_message_says() {
        let (_, won) = read([b"\n2048 . . .\n. . . .\n. . . .\n. . . .\nThe flag: x\n".as_slice()]);
        assert!(won.shows(2048) && !won.shows(4096) && !won.says_game_over());
        let (_, lost) = read([b"GAME OVER\n".as_slice()]);
        assert!(lost.says_game_over() && !lost.shows(2));
        assert_eq!(Message::read(b"a\n\n \x1b[2J b").quote(), "'a \\u{1b}[2J b'");
    }

    #[test]
    fn an_endless_message_is_noticed() {
        let mut reader = Reader::default();
        for _ in 0..=Reader::LONGEST / 100 {
            assert!(!reader.is_overfull());
            reader.push(&[b'x'; 100]);
            assert_eq!(reader.next(), None);
        }
        assert!(reader.is_overfull());
    }

    /// Something like what servers say.
    fn conversation() -> impl Strategy<Value = String> {
        let part = prop::sample::select(vec![
            HEADER,
            FIRST,
            SECOND,
            "> ",
            ">",
            " ",
            "\n",
            "\r\n",
            ". . . .\n",
            "Game Over\n",
            "2048 ",
            "flag{x}\n",
        ]);
        prop::collection::vec(part, 0..30).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn the_cuts_do_not_matter(text in conversation(), cuts in prop::collection::vec(1..20usize, 0..200)) {
            let mut pieces = Vec::new();
            let mut left = text.as_bytes();
            for cut in cuts {
                let (piece, rest) = left.split_at(cut.min(left.len()));
                pieces.push(piece);
                left = rest;
            }
            pieces.push(left);
            let whole = read([text.as_bytes()]);
            prop_assert_eq!(&read(pieces), &whole);
            prop_assert_eq!(&read(text.as_bytes().chunks(1)), &whole);
        }

        #[test]
        fn no_bytes_are_too_much(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..20)) {
            read(pieces.iter().map(Vec::as_slice));
        }
    }
}
