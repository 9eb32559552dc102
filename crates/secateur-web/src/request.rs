//! What a client may ask, as `docs/web-protocol.md` describes it ([`Request`]).

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A message from a client: the request, and the number that its answers will carry.
pub(crate) struct Message {
    pub(crate) id: Option<u64>,
    pub(crate) request: Result<Request, String>,
}

/// A request; those that name a session go to its desk.
#[derive(Debug, PartialEq)]
pub(crate) enum Request {
    /// What there is: games, algorithms, levels, limits.
    Hello,
    /// Opens a session.
    New(New),
    /// Does something in a session.
    Session(u64, Task),
    /// Stops what a session is searching, and what it was asked to search next.
    Stop(u64),
    /// Ends a session.
    Close(u64),
}

/// Which game to open.
#[derive(Debug, PartialEq)]
pub(crate) struct New {
    /// The name, with options behind a colon.
    pub(crate) game: String,
    /// The position; none for the initial one.
    pub(crate) position: Option<String>,
    /// What was played from there.
    pub(crate) moves: Vec<String>,
    /// Seeds chance and the engine's lots.
    pub(crate) seed: Option<u64>,
}

/// What a session does.
#[derive(Debug, PartialEq)]
pub(crate) enum Task {
    /// Says where it is.
    State,
    /// Plays an action.
    Play(String),
    /// Lets chance decide.
    Roll,
    /// Takes so many plies back.
    Undo(usize),
    /// Finds the best action. In so many of 100 cases takes one by lot instead; plays it if asked.
    Search { effort: Effort, mistakes: usize, play: bool },
    /// Values every action.
    Evaluate(Effort),
    /// Searches once, and tells how.
    Record(Record),
}

/// A search to be recorded.
#[derive(Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) algorithm: Option<String>,
    pub(crate) depth: Option<u32>,
    /// `>=` or `>`.
    pub(crate) cut: Option<String>,
    pub(crate) shallow: bool,
    pub(crate) deep: bool,
    /// The value that mtdf and aspiration expect, for Max, and aspiration's first margin.
    pub(crate) expected: Option<i32>,
    pub(crate) margin: i32,
    /// How many nodes to tell of, of those visited and of the others.
    pub(crate) nodes: usize,
    pub(crate) unvisited: usize,
}

/// How hard to search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Effort {
    pub(crate) level: Option<u32>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) time_ms: Option<u64>,
    pub(crate) algorithm: Option<String>,
}

/// The requests by name.
const NAMES: &str = "hello, new, state, play, roll, undo, search, evaluate, record, stop, close";

impl Message {
    /// Reads a message; what is wrong with it is its request.
    pub(crate) fn read(text: &str) -> Message {
        match serde_json::from_str::<Value>(text) {
            Err(error) => Message::refused(format!("this is no JSON: {error}")),
            Ok(Value::Object(fields)) => {
                let mut fields = Fields(fields);
                match fields.take::<u64>("id") {
                    Ok(id) => Message { id, request: Request::read(fields) },
                    Err(error) => Message::refused(error),
                }
            }
            Ok(_) => Message::refused("a message is a JSON object".into()),
        }
    }

    /// A message that nobody can read.
    pub(crate) fn refused(error: String) -> Message {
        Message { id: None, request: Err(error) }
    }
}

impl Request {
    fn read(mut fields: Fields) -> Result<Request, String> {
        let name: String = fields.need("do")?;
        let request = match name.as_str() {
            "hello" => Request::Hello,
            "new" => Request::New(New {
                game: fields.need("game")?,
                position: fields.take("position")?,
                moves: fields.take("moves")?.unwrap_or_default(),
                seed: fields.take("seed")?,
            }),
            "stop" => Request::Stop(fields.need("session")?),
            "close" => Request::Close(fields.need("session")?),
            name => Request::Session(fields.need("session")?, Task::read(name, &mut fields)?),
        };
        fields.finish()?;
        Ok(request)
    }
}

impl Task {
    fn read(name: &str, fields: &mut Fields) -> Result<Task, String> {
        Ok(match name {
            "state" => Task::State,
            "play" => Task::Play(fields.need("action")?),
            "roll" => Task::Roll,
            "undo" => Task::Undo(fields.take("plies")?.unwrap_or(1)),
            "search" => Task::Search {
                effort: Effort::read(fields)?,
                mistakes: fields.take("mistakes")?.unwrap_or(0),
                play: fields.take("play")?.unwrap_or(false),
            },
            "evaluate" => Task::Evaluate(Effort::read(fields)?),
            "record" => Task::Record(Record {
                algorithm: fields.take("algorithm")?,
                depth: fields.take("depth")?,
                cut: fields.take("cut")?,
                shallow: fields.take("shallow")?.unwrap_or(true),
                expected: fields.take("expected")?,
                margin: fields.take("margin")?.unwrap_or(1),
                deep: fields.take("deep")?.unwrap_or(true),
                nodes: fields.take("nodes")?.unwrap_or(1000),
                unvisited: fields.take("unvisited")?.unwrap_or(0),
            }),
            _ => return Err(format!("do: there is no '{name}'; there are: {NAMES}")),
        })
    }
}

impl Effort {
    fn read(fields: &mut Fields) -> Result<Effort, String> {
        Ok(Effort {
            level: fields.take("level")?,
            depth: fields.take("depth")?,
            nodes: fields.take("nodes")?,
            time_ms: fields.take("time_ms")?,
            algorithm: fields.take("algorithm")?,
        })
    }
}

/// The fields of a message that have not been read yet.
struct Fields(Map<String, Value>);

impl Fields {
    /// The field, where it is given and not null.
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        let value = self.0.remove(name).unwrap_or(Value::Null);
        serde_json::from_value(value).map_err(|error| format!("{name}: {error}"))
    }

    fn need<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        self.take(name)?.ok_or_else(|| format!("{name}: is missing"))
    }

    /// Refuses what nobody has asked for: a slip of the pen should not pass for a default.
    fn finish(self) -> Result<(), String> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => Err(format!("{name}: this request has no such field")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read_field_by_field() {
        let message = Message::read(
            r#"{"id": 3, "do": "search", "session": 1, "level": 4, "mistakes": 20, "play": true}"#,
        );
        assert_eq!(message.id, Some(3));
        let effort = Effort { level: Some(4), ..Effort::default() };
        let task = Task::Search { effort, mistakes: 20, play: true };
        assert_eq!(message.request, Ok(Request::Session(1, task)));
    }

    #[test]
    fn bad_messages_are_refused_by_name() {
        for (text, mend) in [
            ("", "no JSON"),
            ("[1]", "a JSON object"),
            (r#"{"id": -1, "do": "hello"}"#, "id: "),
            (r#"{"id": 1}"#, "do: is missing"),
            (r#"{"do": "hello", "session": 1}"#, "session: this request has no such field"),
            (r#"{"do": "fly", "session": 1}"#, "there are: hello, new"),
            (r#"{"do": "play", "session": 1}"#, "action: is missing"),
            (r#"{"do": "play", "session": 1, "action": 4}"#, "action: invalid type"),
            (r#"{"do": "evaluate", "session": 1, "play": true}"#, "play: this request has no"),
        ] {
            let error = Message::read(text).request.unwrap_err();
            assert!(error.contains(mend), "{text}: {error}");
        }
    }
}
