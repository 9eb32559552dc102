//! What the server says, as `docs/web-protocol.md` describes it.

use secateur::{
    Algorithm, Analysis, Answer, Certainty, LEVELS, Recorded, Score, Session, Stats, Turn,
};
use secateur_games::{Entry, games};
use serde::Serialize;

use crate::allowance::Allowance;

/// A message to a client.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Reply<T> {
    /// The answer to a request.
    Done { id: Option<u64>, done: T },
    /// What a search has found so far.
    Progress { id: Option<u64>, progress: T },
    /// Why there is no answer.
    Refused { id: Option<u64>, error: String },
    /// A session has ended without being asked to.
    Closed { closed: u64, why: &'static str },
}

impl<T: Serialize> Reply<T> {
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("text and numbers become JSON")
    }
}

/// A refusal.
pub(crate) fn refusal(id: Option<u64>, error: String) -> String {
    Reply::<()>::Refused { id, error }.text()
}

/// What there is.
#[derive(Serialize)]
pub(crate) struct Hello<'a> {
    version: &'static str,
    games: Vec<Game>,
    algorithms: Vec<Method>,
    levels: [u32; 2],
    limits: &'a Allowance,
}

impl Hello<'_> {
    pub(crate) fn new(limits: &Allowance) -> Hello<'_> {
        Hello {
            version: env!("CARGO_PKG_VERSION"),
            games: games().map(Game::new).collect(),
            algorithms: Algorithm::ALL.iter().map(Method::new).collect(),
            levels: [*LEVELS.start(), *LEVELS.end()],
            limits,
        }
    }
}

/// An algorithm.
#[derive(Serialize)]
struct Method {
    name: &'static str,
    summary: &'static str,
    /// Whether its searches can be recorded.
    recorded: bool,
}

impl Method {
    fn new(algorithm: &Algorithm) -> Method {
        let recorded = Recorded::ALGORITHMS.contains(algorithm);
        Method { name: algorithm.name(), summary: algorithm.summary(), recorded }
    }
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    summary: &'static str,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    summary: &'static str,
    position: &'static str,
    example: &'static str,
    sides: u8,
    options: Vec<Named>,
}

impl Game {
    fn new(entry: &Entry) -> Game {
        let options = entry.options.iter().map(|&(name, summary)| Named { name, summary });
        Game {
            name: entry.name,
            summary: entry.summary,
            position: entry.position,
            example: entry.example,
            sides: entry.sides,
            options: options.collect(),
        }
    }
}

/// Where a session is.
#[derive(Serialize)]
pub(crate) struct State {
    session: u64,
    position: String,
    show: String,
    turn: &'static str,
    actions: Vec<String>,
    outcomes: Vec<(String, u32)>,
    over: bool,
    /// Of a finished game, for Max.
    value: Option<Value>,
    history: Vec<String>,
    algorithm: &'static str,
}

impl State {
    pub(crate) fn new(number: u64, session: &dyn Session) -> State {
        let utility = session.utility();
        State {
            session: number,
            position: session.position(),
            show: session.show(),
            turn: match session.turn() {
                Turn::Max => "max",
                Turn::Min => "min",
                Turn::Chance => "chance",
            },
            actions: session.actions(),
            outcomes: session.outcomes(),
            over: utility.is_some(),
            value: utility.map(|score| Value::new(score, Certainty::Exact)),
            history: session.history(),
            algorithm: session.algorithm().name(),
        }
    }
}

/// A value, for the side to move unless it says otherwise.
#[derive(Serialize)]
pub(crate) struct Value {
    value: i32,
    certainty: &'static str,
    plies_to_end: Option<u32>,
}

impl Value {
    fn new(score: Score, certainty: Certainty) -> Value {
        let plies_to_end = score.plies_to_end();
        Value {
            value: plies_to_end.map_or(score.value(), |_| score.value().signum()),
            certainty: match certainty {
                Certainty::Exact => "exact",
                Certainty::Lower => "lower",
                Certainty::Upper => "upper",
                Certainty::Estimate => "estimate",
            },
            plies_to_end,
        }
    }
}

/// An action and what it is worth.
#[derive(Serialize)]
struct Variation {
    action: String,
    #[serde(flatten)]
    value: Value,
    pv: Vec<String>,
}

/// What a search found: the variations that it valued, best first.
#[derive(Serialize)]
pub(crate) struct Findings {
    variations: Vec<Variation>,
    depth: Option<u32>,
    algorithm: &'static str,
    nodes: u64,
    seconds: f64,
    /// After the action found was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<State>,
}

impl Findings {
    /// The one best action.
    pub(crate) fn of_search(answer: &Answer) -> Findings {
        let variation = answer.best.first().map(|action| Variation {
            action: action.clone(),
            value: Value::new(answer.score, answer.certainty),
            pv: answer.pv.clone(),
        });
        let variations = variation.into_iter().collect();
        Findings::new(variations, answer.algorithm, answer.depth, &answer.stats)
    }

    /// Every action.
    pub(crate) fn of_analysis(algorithm: Algorithm, analysis: &Analysis<String>) -> Findings {
        let variations = analysis.variations.iter().map(|v| Variation {
            action: v.action.clone(),
            value: Value::new(v.score, v.certainty),
            pv: v.pv.clone(),
        });
        Findings::new(variations.collect(), algorithm, analysis.depth, &analysis.stats)
    }

    fn new(
        variations: Vec<Variation>,
        algorithm: Algorithm,
        depth: Option<u32>,
        stats: &Stats,
    ) -> Findings {
        Findings {
            variations,
            depth,
            algorithm: algorithm.name(),
            nodes: stats.nodes,
            seconds: stats.time.as_secs_f64(),
            state: None,
        }
    }
}
