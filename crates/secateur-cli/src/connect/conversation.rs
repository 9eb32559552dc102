//! Move and answer, in step with the server ([`Conversation`]).

use std::time::Duration;

use super::line::{Heard, Line};
use super::reader::{Message, Reader};
use crate::failure::Failure;
use crate::grid::Grid;

/// After the winning move, nothing for so long means that nothing more will come.
const SILENCE: Duration = Duration::from_secs(1);

/// So long we wait for a better answer than one that cannot be the answer to our move.
const DOUBT: Duration = Duration::from_millis(250);

/// A game's line, what came over it, and what it should come to.
pub(crate) struct Conversation {
    line: Line,
    reader: Reader,
    target: u32,
    /// Moves sent.
    moves: u32,
    /// The grid that the server showed last.
    grid: Option<Grid>,
}

/// What the server says to a move.
pub(crate) enum Answer {
    /// The game goes on.
    Grid {
        /// Where it goes on.
        grid: Grid,
        /// The tile that fell, when the grid follows from the move.
        fallen: Option<u32>,
    },
    /// The target is reached, and this is what the server says to it.
    Won(String),
}

impl Conversation {
    /// A conversation in which nobody has said anything yet.
    pub(crate) fn new(line: Line, target: u32) -> Conversation {
        Conversation { line, reader: Reader::default(), target, moves: 0, grid: None }
    }

    /// Sends a move. Should the server have stopped listening, its last words can still be heard.
    pub(crate) fn send(&mut self, letter: &str) -> Result<(), Failure> {
        self.moves += 1;
        self.line.say(format!("{letter}\n").as_bytes())
    }

    /// Waits for the answer to a move that left the grid `slid`, or for the first grid.
    ///
    /// A grid that follows from the move is the answer at once. One that does not may belong to
    /// an earlier message, or precede the answer: a server may send two for one move. So we listen
    /// on, and take the last one only when the server stays silent.
    pub(crate) fn listen(&mut self, slid: Option<&Grid>) -> Result<Answer, Failure> {
        let mut doubtful = None;
        loop {
            let messages: Vec<Message> = std::iter::from_fn(|| self.reader.next()).collect();
            if let Some(won) = messages.iter().position(|message| self.is_won(message, slid)) {
                return self.last_words(&messages[won..]);
            }
            if let Some(message) = messages.last() {
                let grid = self.grid_of(message)?;
                let fallen = slid.and_then(|slid| slid.fallen(&grid));
                if slid.is_none() || fallen.is_some() {
                    return Ok(self.go_on(grid, fallen));
                }
                doubtful = Some(grid);
            }
            let rest = self.reader.rest();
            if self.is_won(&rest, slid) {
                return self.last_words(&[]);
            }
            if rest.says_game_over() {
                return Err(self.failed("the game is over"));
            }
            match (self.line.hear(doubtful.map(|_| DOUBT))?, doubtful) {
                (Heard::Bytes(bytes), _) => self.take(&bytes)?,
                (Heard::Silence, Some(grid)) => return Ok(self.go_on(grid, None)),
                (Heard::Silence | Heard::Late, _) => return Err(self.failed("the time is up")),
                (Heard::Closed, _) if rest.is_blank() => {
                    return Err(self.failed("the server closed the connection"));
                }
                (Heard::Closed, _) => {
                    let said = format!("the server closed the connection: {}", rest.quote());
                    return Err(self.failed(&said));
                }
            }
        }
    }

    /// Whether a message means victory: its grid shows the target, or the move has made it and the
    /// server says something else than before, whatever that may be.
    fn is_won(&self, message: &Message, slid: Option<&Grid>) -> bool {
        let made = slid.is_some_and(|slid| slid.largest() >= self.target);
        message.shows(self.target) || (made && message.grid.is_none() && !message.is_blank())
    }

    fn go_on(&mut self, grid: Grid, fallen: Option<u32>) -> Answer {
        self.grid = Some(grid);
        Answer::Grid { grid, fallen }
    }

    /// The grid of a message that waits for our move; a mere prompt is for the same one again.
    fn grid_of(&self, message: &Message) -> Result<Grid, Failure> {
        if message.says_game_over() {
            return Err(self.failed("the game is over"));
        }
        let same = self.grid.filter(|_| message.is_blank());
        message.grid.or(same).ok_or_else(|| {
            self.failed(&format!("the server sent a message without a grid: {}", message.quote()))
        })
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.reader.push(bytes);
        if !self.reader.is_overfull() {
            return Ok(());
        }
        let longest = Reader::LONGEST;
        Err(self.failed(&format!("the server sent over {longest} bytes without a prompt")))
    }

    /// Everything the server says with and after the messages that show the target. Whatever may
    /// go wrong now, the game is won.
    fn last_words(&mut self, messages: &[Message]) -> Result<Answer, Failure> {
        let mut said: String = messages.iter().map(|message| message.text.as_str()).collect();
        while let Ok(Heard::Bytes(bytes)) = self.line.hear(Some(SILENCE)) {
            if self.take(&bytes).is_err() {
                break;
            }
        }
        while let Some(message) = self.reader.next() {
            said += &message.text;
        }
        said += &self.reader.rest().text;
        Ok(Answer::Won(said))
    }

    /// Why the game ends without a victory, and how far it came.
    pub(crate) fn failed(&self, why: &str) -> Failure {
        let largest = self
            .grid
            .map_or(String::new(), |grid| format!(", the largest tile is {}", grid.largest()));
        Failure::work(format!("{why} (moves sent: {}{largest})", self.moves))
    }
}
