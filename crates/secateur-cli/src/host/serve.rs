//! A client's game from the first grid to the last word.

use std::fmt::{self, Display};
use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::client::{Client, Said};
use super::game::Game;
use super::switches::{Clock, Junk, Switches, Unchanged, WinBoard};

/// What every client of a server gets.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The tile that wins.
    pub(crate) target: u32,
    /// Where the seeds of all games come from.
    pub(crate) seed: u64,
    /// The time for a game.
    pub(crate) deadline: Duration,
    /// The longest silence of a client.
    pub(crate) idle: Duration,
    /// What a winner gets.
    pub(crate) flag: String,
    /// How the server behaves.
    pub(crate) switches: Switches,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Won,
    /// The target was made after the deadline, which counts at the end only.
    WonTooLate,
    /// No move was left.
    Lost,
    OutOfTime,
    /// The client said nothing for too long.
    Idle,
    TooMuch,
    /// The client closed the connection, or does not take what we send.
    Left,
}

impl Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Won => "won",
            End::WonTooLate => "won too late",
            End::Lost => "lost",
            End::OutOfTime => "out of time",
            End::Idle => "closed: the client said nothing",
            End::TooMuch => "closed: the client said too much",
            End::Left => "the client left",
        })
    }
}

/// The keys, as the original server names them.
const HEADER: &str = "u: Up\td: Down\t   l: Left\tr: Right\n\n\n";

/// Plays one game with a client; a line about how it went.
pub(crate) fn serve(stream: TcpStream, terms: &Terms, number: u64) -> io::Result<String> {
    let started = Instant::now();
    let deadline = match terms.switches.clock {
        Clock::Close => started.checked_add(terms.deadline),
        Clock::End => None,
    };
    let client = Client::new(stream, terms.switches.clone(), terms.idle, deadline)?;
    let seed = Game::seed(terms.seed, number);
    let game = Game::new(terms.switches.tiles, terms.target, seed).map_err(io::Error::other)?;
    let mut table = Table { client, game, terms, started, moves: 0 };
    let end = match table.play() {
        Ok(end) => end,
        Err(error) if error.kind() == io::ErrorKind::Other => return Err(error),
        Err(_) => End::Left,
    };
    let largest = table.game.grid().map_err(io::Error::other)?.largest();
    table.client.part();
    let seconds = started.elapsed().as_secs_f64();
    Ok(format!("{end}, moves {}, largest tile {largest}, {seconds:.1} s", table.moves))
}

/// A game and who plays it.
struct Table<'t> {
    client: Client,
    game: Game,
    terms: &'t Terms,
    started: Instant,
    moves: u32,
}

impl Table<'_> {
    fn play(&mut self) -> io::Result<End> {
        let first = format!("{HEADER}{}> ", self.grid()?);
        self.client.say(&first)?;
        loop {
            if self.game.is_won().map_err(io::Error::other)? {
                return self.congratulate();
            }
            if self.game.is_over() {
                let grid = self.grid()?;
                self.client.say(&format!("\n\n{grid}\nGame Over\n"))?;
                return Ok(End::Lost);
            }
            let line = match self.client.hear()? {
                Said::Line(line) => line,
                Said::Late => {
                    self.client.say("\n\nTime is up\n")?;
                    return Ok(End::OutOfTime);
                }
                Said::Nothing => return Ok(End::Idle),
                Said::TooMuch => return Ok(End::TooMuch),
                Said::Goodbye => return Ok(End::Left),
            };
            self.answer(&line)?;
        }
    }

    fn answer(&mut self, line: &str) -> io::Result<()> {
        if !["u", "d", "l", "r"].contains(&line) {
            return match self.terms.switches.junk {
                Junk::Ignore => Ok(()),
                Junk::Answer => {
                    let grid = self.grid()?;
                    self.client.say(&format!("\nOne of u, d, l and r, please\n\n{grid}> "))
                }
            };
        }
        let mut message = String::new();
        if self.game.slide(line) {
            self.moves += 1;
            if self.terms.switches.two_boards {
                message += &format!("\n\n{}> ", self.grid()?);
            }
            self.game.drop_tiles();
        } else {
            match self.terms.switches.unchanged {
                Unchanged::Ignore => return Ok(()),
                Unchanged::Prompt => {}
                Unchanged::Punish => self.game.punish().map_err(io::Error::other)?,
            }
        }
        if self.game.is_won().map_err(io::Error::other)? || self.game.is_over() {
            return Ok(()); // the last word has another form
        }
        message += &format!("\n\n{}> ", self.grid()?);
        self.client.say(&message)
    }

    fn congratulate(&mut self) -> io::Result<End> {
        let mut message = String::from("\n\n");
        if self.terms.switches.win_board == WinBoard::With {
            message += &self.grid()?;
            message += "\n";
        }
        let late = self.started.elapsed() > self.terms.deadline;
        message += if late { "You won, but too late" } else { &self.terms.flag };
        message += "\n";
        self.client.say(&message)?;
        Ok(if late { End::WonTooLate } else { End::Won })
    }

    fn grid(&self) -> io::Result<String> {
        let width = usize::from(self.terms.switches.padding);
        Ok(self.game.grid().map_err(io::Error::other)?.draw(width))
    }
}
