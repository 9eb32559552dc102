//! The search as UGI sees it: its options, its `info` lines, its thread.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;

use secateur::{Algorithm, Answer, Certainty, LEVELS, Limits, Monitor, Random, Session};

use super::Event;
use super::command::short;
use crate::engine::{Advice, Engine};
use crate::question;

/// What `setoption` sets.
pub(super) struct Options {
    algorithm: Algorithm,
    level: u32,
    seed: Option<u64>,
}

impl Options {
    /// The defaults for a game.
    pub(super) fn new(session: &dyn Session) -> Options {
        Options { algorithm: session.algorithm(), level: *LEVELS.end(), seed: None }
    }

    /// The options as `ugi` lists them, with their present values.
    pub(super) fn describe(&self) -> String {
        let names: Vec<_> = Algorithm::ALL.iter().map(|a| format!(" var {}", a.name())).collect();
        let (algorithm, names) = (self.algorithm.name(), names.concat());
        let (level, low, high) = (self.level, LEVELS.start(), LEVELS.end());
        let seed = self.seed.map_or("<empty>".into(), |seed| seed.to_string());
        format!(
            "option name algorithm type combo default {algorithm}{names}\n\
             option name level type spin default {level} min {low} max {high}\n\
             option name seed type string default {seed}"
        )
    }

    /// Sets one; names are compared without case, as in UCI.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refuse = |mend: String| format!("option {name} '{}': {mend}", short(value));
        match name.to_lowercase().as_str() {
            "algorithm" => self.algorithm = question::algorithm(value).map_err(refuse)?,
            "level" => {
                let level = value.parse().ok().filter(|level| LEVELS.contains(level));
                let (low, high) = (LEVELS.start(), LEVELS.end());
                let mend = || refuse(format!("a number from {low} to {high} is needed"));
                self.level = level.ok_or_else(mend)?;
            }
            "seed" if matches!(value, "" | "<empty>") => self.seed = None,
            "seed" => {
                let mend = |_| refuse("a whole number or <empty> is needed".into());
                self.seed = Some(value.parse().map_err(mend)?);
            }
            _ => {
                let known = "there are: algorithm, level, seed";
                return Err(format!("setoption: unknown option '{}'; {known}", short(name)));
            }
        }
        Ok(())
    }

    /// The luck of a new game.
    pub(super) fn random(&self) -> Option<Random> {
        self.seed.map(Random::new)
    }

    fn limits(&self, limits: Limits) -> Limits {
        if self.level == *LEVELS.end() {
            return limits;
        }
        let depth = limits.max_depth.map_or(self.level, |depth| depth.min(self.level));
        limits.depth(depth)
    }
}

/// What a search hands back: the session it borrowed, the luck it used, and what to play.
pub(super) struct Found {
    pub(super) session: Box<dyn Session>,
    pub(super) random: Option<Random>,
    pub(super) advice: Option<Advice>,
}

/// The end of a search: what it found, or the panic it died of.
pub(super) type Ended = Result<Box<Found>, Box<dyn Any + Send>>;

/// Starts a search on its own thread; it reports depths and its end as events. The monitor stops
/// it.
pub(super) fn start(
    session: Box<dyn Session>,
    mut random: Option<Random>,
    options: &Options,
    limits: Limits,
    monitor: Arc<Monitor>,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let limits = options.limits(limits);
    let engine = Engine { limits, algorithm: Some(options.algorithm), seed: None };
    let search = move || {
        // Nobody hears events once the conversation has ended.
        let on_depth = &mut |answer: &Answer| drop(events.send(Event::Depth(describe(answer))));
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let advice = engine.advise(&*session, &monitor, random.as_mut(), on_depth);
            Box::new(Found { session, random, advice })
        }));
        drop(events.send(Event::Searched(ended)));
    };
    thread::Builder::new().stack_size(crate::STACK).spawn(search).map(drop)
}

/// An answer as an `info` line.
pub(super) fn describe(answer: &Answer) -> String {
    let depth = answer.depth.map_or(answer.pv.len(), |depth| depth as usize);
    let score = match answer.score.plies_to_end() {
        Some(plies) => {
            format!("mate {}", i64::from(plies) * i64::from(answer.score.value().signum()))
        }
        None => format!("cp {}", answer.score.value()),
    };
    let bound = match answer.certainty {
        Certainty::Lower => " lowerbound",
        Certainty::Upper => " upperbound",
        Certainty::Exact | Certainty::Estimate => "",
    };
    let stats = &answer.stats;
    let (deepest, nodes, time) = (stats.deepest, stats.nodes, stats.time.as_millis());
    let per_second = stats.nodes_per_second() as u64;
    let full = match stats.table_probes {
        0 => String::new(),
        _ => format!(" hashfull {}", stats.table_fill),
    };
    let pv = answer.pv.join(" ");
    format!(
        "info depth {depth} seldepth {deepest} score {score}{bound} nodes {nodes} time {time} \
         nps {per_second}{full} pv {pv}"
    )
}
