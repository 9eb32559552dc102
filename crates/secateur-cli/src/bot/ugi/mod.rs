//! UGI, the universal game interface: the line protocol of chess engines (UCI) for any game.
//!
//! Published at <https://github.com/kz04px/cutegames/blob/master/ugi.md>; `docs/ugi.md` says in
//! full what we read and write. What a reader of the protocol would not expect:
//!
//! - `p1` is Max. Where Chance is to move, neither `p1turn` nor `p2turn` is true; the controller
//!   rolls, and the outcome stands in the list of moves like any other.
//! - `query` also knows `p2turn`, `turn` (`max`, `min` or `chance`), `fen`, `moves`, `chances`.
//! - Options: `algorithm`, `level`, `seed`, `threads`, `margin` and `MultiPV`, each with a default.
//! - A win or loss is `score mate N`, N plies from the end, negative for a loss.
//! - Every `go` is answered by one `bestmove`; `bestmove none` where there is nothing to choose.
//! - What cannot be obeyed is answered by `info string error …` and changes nothing.
//! - While a search runs, `stop`, `isready` and `quit` are obeyed at once; everything else waits
//!   for its `bestmove`. The end of the input is a `quit` that waits too, but for no search
//!   that would not end by itself.

mod command;
mod query;
mod search;

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use secateur::{Monitor, Random, Session, Turn};

use crate::failure::Failure;
use crate::lines::{LONGEST, Line, next_line};
use command::{Command, Go};
use query::Query;
use search::{Ended, Options};

/// What the conversation waits for.
enum Event {
    /// The controller said something, or the input failed.
    Line(io::Result<Line>),
    /// The controller will say no more.
    End,
    /// The search completed a depth.
    Depth(String),
    /// The search ended.
    Searched(Ended),
}

/// Events that may wait before those who report them must.
const EVENTS: usize = 64;

/// Commands that may wait for a search.
const WAITING: usize = 1000;

/// Talks until `quit` or the end of the input.
pub(crate) fn run(
    game: &str,
    margin: Duration,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let session = secateur_games::open(game, None)?;
    let (sender, events) = sync_channel(EVENTS);
    let listener = sender.clone();
    thread::Builder::new().spawn(move || listen(input, &listener))?;
    let options = Options::new(&*session, margin);
    let engine = State::Idle(session);
    let (waiting, random, bounded, ended) = (VecDeque::new(), None, false, false);
    Conversation { game, output, sender, engine, options, random, waiting, bounded, ended }
        .hold(&events)
}

/// Passes the input on, line by line.
fn listen(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let (event, last) = match next_line(&mut input) {
            Ok(Some(line)) => (Event::Line(Ok(line)), false),
            Ok(None) => (Event::End, true),
            Err(error) => (Event::Line(Err(error)), true),
        };
        if events.send(event).is_err() || last {
            return;
        }
    }
}

struct Conversation<'a, W> {
    game: &'a str,
    output: &'a mut W,
    sender: SyncSender<Event>,
    engine: State,
    options: Options,
    random: Option<Random>,
    /// What the controller wants as soon as the search has ended.
    waiting: VecDeque<Command>,
    /// Whether the running search ends by itself.
    bounded: bool,
    /// Whether the controller has said all it will.
    ended: bool,
}

/// The search borrows the session while it runs.
enum State {
    Idle(Box<dyn Session>),
    Searching(Arc<Monitor>),
}

/// Whether the conversation goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Listen,
    Quit,
}

impl<W: Write> Conversation<'_, W> {
    fn hold(mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        for event in events {
            let next = match event {
                Event::Line(line) => self.hear(&line?)?,
                Event::End => self.hear_the_end(),
                Event::Depth(line) => self.say(&line).map(|()| Next::Listen)?,
                Event::Searched(ended) => self.searched(ended)?,
            };
            if next == Next::Quit {
                break;
            }
        }
        self.finish(events)
    }

    /// Stops a running search; its last answer still goes out.
    fn finish(mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        self.waiting.clear();
        while let State::Searching(monitor) = &self.engine {
            monitor.stop();
            match events.recv() {
                Ok(Event::Searched(ended)) => {
                    self.searched(ended)?;
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }

    /// Reports what was refused, on one line.
    fn refuse(&mut self, why: &str) -> Result<(), Failure> {
        let why = why.lines().collect::<Vec<_>>().join(" ");
        self.say(&format!("info string error {why}"))
    }

    fn hear(&mut self, line: &Line) -> Result<Next, Failure> {
        let Line::Text(text) = line else {
            self.refuse(&format!("a line has at most {LONGEST} bytes"))?;
            return Ok(Next::Listen);
        };
        let command = match Command::read(text) {
            Ok(Some(command)) => command,
            Ok(None) => return Ok(Next::Listen),
            Err(why) => {
                let go = text.split_whitespace().next() == Some("go");
                Command::Unreadable { why, go }
            }
        };
        match self.engine {
            State::Searching(_) if !command.is_urgent() => self.postpone(command)?,
            _ => return self.obey(command),
        }
        Ok(Next::Listen)
    }

    /// The controller will say no more: what it has asked for is still answered.
    fn hear_the_end(&mut self) -> Next {
        self.ended = true;
        match &self.engine {
            State::Idle(_) => return Next::Quit,
            State::Searching(monitor) if !self.bounded => monitor.stop(),
            State::Searching(_) => {}
        }
        self.waiting.push_back(Command::Quit);
        Next::Listen
    }

    fn postpone(&mut self, command: Command) -> Result<(), Failure> {
        if self.waiting.len() == WAITING {
            return self.refuse("too many commands wait for the search: send 'stop' first");
        }
        self.waiting.push_back(command);
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<Next, Failure> {
        match command {
            Command::Ugi => self.introduce()?,
            Command::IsReady => self.say("readyok")?,
            Command::SetOption { name, value } => match self.options.set(&name, &value) {
                Ok(()) => self.random = self.options.random(),
                Err(why) => self.refuse(&why)?,
            },
            Command::NewGame => {
                self.random = self.options.random();
                self.set_position(None, &[])?;
            }
            Command::Position { start, moves } => self.set_position(start.as_deref(), &moves)?,
            Command::Go(go) => self.go(&go)?,
            Command::Stop => {
                if let State::Searching(monitor) = &self.engine {
                    monitor.stop();
                }
            }
            Command::Query(query) => self.respond(query)?,
            Command::Quit => return Ok(Next::Quit),
            Command::Unreadable { why, go } => {
                self.refuse(&why)?;
                if go {
                    self.say("bestmove none")?;
                }
            }
        }
        Ok(Next::Listen)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        let version = env!("CARGO_PKG_VERSION");
        let options = self.options.describe();
        let text = format!("id name secateur {version}\nid author the authors of secateur");
        self.say(&format!("{text}\n{options}\nugiok"))
    }

    /// Sets a position and plays the moves; keeps the present one when anything is wrong.
    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), Failure> {
        let opened = secateur_games::open(self.game, start).map_err(|e| format!("position: {e}"));
        let played = opened.and_then(|mut session| {
            for (i, action) in moves.iter().enumerate() {
                let number = i + 1;
                session.play(action).map_err(|e| format!("position: move {number}: {e}"))?;
            }
            Ok(session)
        });
        match played {
            Ok(session) => self.engine = State::Idle(session),
            Err(why) => self.refuse(&why)?,
        }
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), Failure> {
        let State::Idle(session) = &self.engine else { return Ok(()) };
        let nothing = match session.turn() {
            _ if session.utility().is_some() => Some("go: the game is over"),
            Turn::Chance => Some("go: chance is to move; play an outcome ('query moves')"),
            Turn::Max | Turn::Min => None,
        };
        if let Some(why) = nothing {
            self.refuse(why)?;
            return self.say("bestmove none");
        }
        let limits = go.limits(session.turn(), self.options.margin);
        let monitor = Arc::new(Monitor::default());
        self.bounded = go.is_bounded();
        if self.ended && !self.bounded {
            monitor.stop(); // nobody is there to stop it later
        }
        let searching = State::Searching(monitor.clone());
        let State::Idle(session) = std::mem::replace(&mut self.engine, searching) else {
            return Ok(());
        };
        let (random, events) = (self.random.take(), self.sender.clone());
        Ok(search::start(session, random, &self.options, limits, monitor, events)?)
    }

    /// Says what the search found, then obeys what has waited for it.
    fn searched(&mut self, ended: Ended) -> Result<Next, Failure> {
        let found = *ended.unwrap_or_else(|panic| resume_unwind(panic));
        self.engine = State::Idle(found.session);
        self.random = found.random;
        match found.advice {
            Some(advice) => {
                let (line, action) = (search::describe(&advice.answer), advice.action);
                self.say(&format!("{line}\nbestmove {action}"))?;
            }
            None => self.say("bestmove none")?,
        }
        while let State::Idle(_) = self.engine
            && let Some(command) = self.waiting.pop_front()
        {
            if self.obey(command)? == Next::Quit {
                return Ok(Next::Quit);
            }
        }
        Ok(Next::Listen)
    }

    fn respond(&mut self, query: Query) -> Result<(), Failure> {
        let State::Idle(session) = &self.engine else { return Ok(()) };
        let response = query.answer(&**session);
        self.say(&format!("response {response}"))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// All that is said in answer to these lines.
    fn said(game: &str, lines: &str) -> String {
        let mut output = Vec::new();
        let input = io::Cursor::new(lines.to_string().into_bytes());
        run(game, Duration::from_millis(10), input, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    fn tic_tac_toe(lines: &str) -> Vec<String> {
        said("tic-tac-toe", lines).lines().map(String::from).collect()
    }

    #[test]
    fn introduces_itself() {
        let lines = tic_tac_toe("ugi\nisready\n");
        assert!(lines[0].starts_with("id name secateur "), "{lines:?}");
        assert!(lines[1].starts_with("id author "));
        assert!(lines[2..8].iter().all(|line| line.starts_with("option name ")));
        assert!(lines[3].contains("level type spin default 10 min 1 max 10"));
        assert_eq!(lines[8..], ["ugiok", "readyok"]);
    }

    #[test]
    fn answers_queries_about_the_position() {
        let won = "position startpos moves 0,0 1,0 0,1 1,1 0,2\n";
        assert_eq!(
            tic_tac_toe(&format!(
                "query p1turn\nquery result\n{won}query gameover\nquery result\n"
            )),
            ["response true", "response none", "response true", "response p1win"]
        );
        assert_eq!(
            tic_tac_toe(
                "position fen XO./.../... X moves 1,1\nquery p2turn\nquery turn\n\
                         query fen\nquery moves"
            ),
            [
                "response true",
                "response min",
                "response XO./.X./...",
                "response 0,2 1,0 1,2 2,0 2,1 2,2"
            ]
        );
        let full = "position fen XOX/OXO/OXO\nquery result\nquery moves\nquery chances";
        let lines = tic_tac_toe(full);
        assert_eq!(lines, ["response draw", "response none", "response none"]);
    }

    #[test]
    fn what_is_wrong_changes_nothing_and_is_said_on_one_line() {
        let lines = tic_tac_toe(
            "position startpos moves 1,1\nposition startpos moves 1,1 1,1\nposition fen X\n\
             hello\nsetoption name level value 11\nsetoption name colour value red\nquery fen\n",
        );
        assert_eq!(lines.len(), 6, "{lines:?}");
        assert_eq!(lines[0], "info string error position: move 2: 1,1 is taken by X");
        assert!(lines[..5].iter().all(|line| line.starts_with("info string error ")));
        assert_eq!(lines[5], "response .../.X./...");
    }

    #[test]
    fn every_go_has_a_best_move() {
        let lines = tic_tac_toe("position fen XXX/OO./...\ngo depth 3\ngo depth\n");
        let expected = ["info string error go: the game is over", "bestmove none"];
        assert_eq!(lines[..2], expected);
        assert_eq!(lines[3], "bestmove none");
        // The input ends while it searches.
        let lines = said("tic-tac-toe:m=5,n=5,k=4", "go infinite\n");
        assert!(lines.lines().last().unwrap().starts_with("bestmove "), "{lines}");
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let lines = tic_tac_toe(&format!("{}\nisready\n", "x".repeat(LONGEST + 1)));
        assert_eq!(lines, ["info string error a line has at most 1048576 bytes", "readyok"]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn garbage_does_not_end_the_conversation(
            lines in prop::collection::vec("\\PC*", 0..8),
        ) {
            let script = format!("{}\nquery fen\n", lines.join("\n"));
            prop_assert!(said("tic-tac-toe", &script).ends_with("response .../.../...\n"));
        }
    }
}
