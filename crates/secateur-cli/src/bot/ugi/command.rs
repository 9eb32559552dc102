//! What the controller says: one line, one [`Command`].

use std::str::FromStr;
use std::time::Duration;

use secateur::{Clock, Limits, Turn};

use super::query::Query;

/// A line of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Ugi,
    IsReady,
    SetOption {
        name: String,
        value: String,
    },
    NewGame,
    Position {
        /// The position's text; `None` for the initial one.
        start: Option<String>,
        moves: Vec<String>,
    },
    Go(Go),
    Stop,
    Query(Query),
    Quit,
    /// What cannot be read: it is refused when its turn comes.
    Unreadable {
        why: String,
        /// The controller waits for a `bestmove`.
        go: bool,
    },
}

/// What `go` allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    /// What is left on the clocks of Max and Min.
    clocks: [Option<Duration>; 2],
    /// What a move adds to them.
    increments: [Duration; 2],
    /// Moves until they are set anew.
    moves_to_go: Option<u32>,
}

const COMMANDS: &str = "ugi, isready, setoption, uginewgame, position, go, stop, query, quit";

impl Command {
    /// Reads a line; `None` when it is empty.
    ///
    /// # Errors
    /// What is wrong with it, on one line.
    pub(super) fn read(line: &str) -> Result<Option<Command>, String> {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let command = match first {
            "ugi" => Command::Ugi,
            "isready" => Command::IsReady,
            "setoption" => set_option(&rest)?,
            "uginewgame" => Command::NewGame,
            "position" => position(&rest)?,
            "go" => Command::Go(Go::read(&rest)?),
            "stop" => Command::Stop,
            "query" => Command::Query(Query::read(&rest.join(" "))?),
            "quit" => Command::Quit,
            other => {
                return Err(format!("unknown command '{}'; there are: {COMMANDS}", short(other)));
            }
        };
        Ok(Some(command))
    }

    /// Whether the command is obeyed at once, even while a search is running.
    pub(super) fn is_urgent(&self) -> bool {
        matches!(self, Command::IsReady | Command::Stop | Command::Quit)
    }
}

/// A word of the controller's, cut so that an answer stays readable.
pub(super) fn short(word: &str) -> String {
    let mut chars = word.chars();
    let start: String = chars.by_ref().take(60).collect();
    if chars.next().is_none() { start } else { format!("{start}…") }
}

/// `name X value Y`; both may be several words.
fn set_option(words: &[&str]) -> Result<Command, String> {
    let usage = "setoption: 'setoption name NAME value VALUE' is needed";
    let Some((&"name", words)) = words.split_first() else { return Err(usage.into()) };
    let value = words.iter().position(|&word| word == "value").ok_or(usage)?;
    let (name, value) = (words[..value].join(" "), words[value + 1..].join(" "));
    if name.is_empty() { Err(usage.into()) } else { Ok(Command::SetOption { name, value }) }
}

/// `startpos` or `fen` and a position, up to `moves` and the moves.
fn position(words: &[&str]) -> Result<Command, String> {
    let end = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(end.unwrap_or(words.len()));
    let start = match start {
        ["startpos"] => None,
        ["fen", text @ ..] if !text.is_empty() => Some(text.join(" ")),
        _ => {
            return Err("position: 'startpos' or 'fen POSITION' is needed, \
                        then perhaps 'moves' and the moves"
                .into());
        }
    };
    Ok(Command::Position { start, moves: moves.iter().skip(1).map(|&m| m.into()).collect() })
}

impl Go {
    fn read(words: &[&str]) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = words.iter().copied();
        while let Some(name) = words.next() {
            match name {
                "infinite" => {}
                "depth" => go.depth = Some(number(name, words.next())?),
                "nodes" => go.nodes = Some(number(name, words.next())?),
                "movetime" => go.move_time = Some(milliseconds(name, words.next())?),
                "p1time" | "wtime" => go.clocks[0] = Some(milliseconds(name, words.next())?),
                "p2time" | "btime" => go.clocks[1] = Some(milliseconds(name, words.next())?),
                "p1inc" | "winc" => go.increments[0] = milliseconds(name, words.next())?,
                "p2inc" | "binc" => go.increments[1] = milliseconds(name, words.next())?,
                "movestogo" => go.moves_to_go = Some(number(name, words.next())?),
                other => {
                    return Err(format!(
                        "go: unknown limit '{}'; there are: p1time, p2time, p1inc, p2inc, \
                         movestogo, movetime, depth, nodes, infinite",
                        short(other)
                    ));
                }
            }
        }
        Ok(go)
    }

    /// Whether the search ends by itself, whoever is to move.
    pub(super) fn is_bounded(&self) -> bool {
        let clocks = self.clocks.iter().all(Option::is_some);
        self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || clocks
    }

    /// The limits for whoever is to move, when an answer takes `margin` to reach the controller.
    pub(super) fn limits(&self, turn: Turn, margin: Duration) -> Limits {
        let side = usize::from(turn == Turn::Min);
        let mut limits = Limits {
            max_depth: self.depth.map(|depth| depth.max(1)),
            max_nodes: self.nodes,
            ..Limits::default()
        };
        if let Some(time) = self.move_time {
            limits = limits.time_less(time, margin);
        }
        if let Some(left) = self.clocks[side] {
            let (increment, moves_to_go) = (self.increments[side], self.moves_to_go);
            let clock = Clock { moves_to_go, ..Clock::new(left).increment(increment) };
            limits = limits.clock(&clock, margin);
        }
        limits
    }
}

fn number<N: FromStr>(name: &str, word: Option<&str>) -> Result<N, String> {
    let word = word.ok_or(format!("go: a number is needed behind '{name}'"))?;
    word.parse().map_err(|_| format!("go: {name} is a whole number, not '{}'", short(word)))
}

/// A time; a clock that has run out may stand below zero.
fn milliseconds(name: &str, word: Option<&str>) -> Result<Duration, String> {
    let milliseconds: i64 = number(name, word)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MARGIN: Duration = Duration::from_millis(10);

    fn go(line: &str) -> Limits {
        let Ok(Some(Command::Go(go))) = Command::read(line) else { panic!("{line}") };
        go.limits(Turn::Max, MARGIN)
    }

    #[test]
    fn positions_may_contain_spaces() {
        let read = |line| Command::read(line).unwrap().unwrap();
        let moves = |moves: &[&str]| moves.iter().map(|&m| m.to_string()).collect();
        assert_eq!(
            read(" position  fen XO./.../...  X moves 1,1   2,2\r"),
            Command::Position {
                start: Some("XO./.../... X".into()),
                moves: moves(&["1,1", "2,2"])
            }
        );
        assert_eq!(read("position startpos"), Command::Position { start: None, moves: Vec::new() });
        assert_eq!(
            read("setoption name Clear Hash value a b"),
            Command::SetOption { name: "Clear Hash".into(), value: "a b".into() }
        );
    }

    #[test]
    fn limits_of_go() {
        assert_eq!(go("go depth 4").max_depth, Some(4));
        assert_eq!(go("go depth 0").max_depth, Some(1));
        assert_eq!(go("go nodes 500").max_nodes, Some(500));
        let ms = |time| Some(Duration::from_millis(time));
        assert_eq!(
            (go("go movetime 250").max_time, go("go movetime 250").soft_time),
            (ms(240), None)
        );
        let clocks = "go p1time 3010 p2time 60000 p1inc 100 p2inc 0";
        assert_eq!((go(clocks).soft_time, go(clocks).max_time), (ms(175), ms(525)));
        let chess = "go wtime 3010 btime 60000 winc 100 binc 0";
        assert_eq!(go(chess).max_time, go(clocks).max_time);
        assert_eq!(go("go p1time 1010 movestogo 1").soft_time, ms(1000));
        assert_eq!(go("go p1time 20 p1inc 1000").max_time, ms(5));
        assert_eq!(go("go p1time -20 p2time 60000").max_time, ms(0));
        assert_eq!(go("go p1time 60000 movetime 50").max_time, ms(40));
        let endless = go("go infinite");
        assert_eq!((endless.max_depth, endless.max_nodes, endless.max_time), (None, None, None));
    }

    #[test]
    fn refusals_name_the_mend() {
        for (line, mend) in [
            ("uci", "there are: ugi,"),
            ("go depth", "a number is needed behind 'depth'"),
            ("go depth x", "depth is a whole number, not 'x'"),
            ("go depth 99999999999", "whole number"),
            ("go ponder", "unknown limit 'ponder'"),
            ("position", "'startpos' or 'fen POSITION'"),
            ("position fen moves 1,1", "'startpos' or 'fen POSITION'"),
            ("query", "known are: gameover"),
            ("query meaning", "known are: gameover"),
            ("setoption value 3", "setoption name NAME value VALUE"),
            ("setoption name value 3", "setoption name NAME value VALUE"),
        ] {
            let message = Command::read(line).unwrap_err();
            assert!(message.contains(mend), "{line}: {message}");
        }
        assert!(Command::read(&"x".repeat(10_000)).unwrap_err().len() < 300);
        assert_eq!(Command::read(" \t "), Ok(None));
    }

    /// Lines of words that the parser knows, and some it does not, in any order.
    fn nearly_commands() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            prop::sample::select(vec![
                "ugi",
                "isready",
                "setoption",
                "name",
                "value",
                "position",
                "startpos",
                "fen",
                "moves",
                "go",
                "depth",
                "nodes",
                "movetime",
                "p1time",
                "p2inc",
                "movestogo",
                "infinite",
                "query",
                "turn",
                "0",
                "-1",
                "4294967296",
                "99999999999999999999",
                "\u{2003}",
            ])
            .prop_map(String::from),
            "\\PC{0,8}",
        ];
        prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn nothing_makes_the_parser_panic(line in prop_oneof![nearly_commands(), "\\PC*"]) {
            match Command::read(&line) {
                Ok(Some(Command::Go(go))) => {
                    drop((go.limits(Turn::Max, MARGIN), go.limits(Turn::Min, MARGIN)));
                },
                Ok(_) => {}
                Err(message) => prop_assert_eq!(message.lines().count(), 1),
            }
        }
    }
}
