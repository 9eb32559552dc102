//! The search as UGI sees it: its options, its `info` lines, its thread.

use std::any::Any;
use std::io;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use secateur::{
    Algorithm, Analysis, Answer, Certainty, LEVELS, Limits, Monitor, Random, Session, Stats,
    Threads, Variation,
};

use super::Event;
use super::command::short;
use crate::engine::{Advice, Engine};
use crate::question;

/// What `setoption` sets.
pub(super) struct Options {
    algorithm: Algorithm,
    level: u32,
    seed: Option<u64>,
    /// How long before the time is up an answer must go out.
    pub(super) margin: Duration,
    /// How many of the best actions to report.
    variations: usize,
    threads: Threads,
}

/// The largest margin that can be set.
const LONGEST_MARGIN: Duration = Duration::from_secs(5);

/// The most variations.
const MOST_VARIATIONS: usize = 500;

impl Options {
    /// The defaults for a game.
    pub(super) fn new(session: &dyn Session, margin: Duration) -> Options {
        let (algorithm, level) = (session.algorithm(), *LEVELS.end());
        Options { algorithm, level, seed: None, margin, variations: 1, threads: Threads::ONE }
    }

    /// The options as `ugi` lists them, with their present values.
    pub(super) fn describe(&self) -> String {
        let names: Vec<_> = Algorithm::ALL.iter().map(|a| format!(" var {}", a.name())).collect();
        let (algorithm, names) = (self.algorithm.name(), names.concat());
        let (level, low, high) = (self.level, LEVELS.start(), LEVELS.end());
        let (threads, most) = (self.threads, Threads::MOST);
        let seed = self.seed.map_or("<empty>".into(), |seed| seed.to_string());
        let (margin, longest) = (self.margin.as_millis(), LONGEST_MARGIN.as_millis());
        let variations = self.variations;
        format!(
            "option name algorithm type combo default {algorithm}{names}\n\
             option name level type spin default {level} min {low} max {high}\n\
             option name seed type string default {seed}\n\
             option name margin type spin default {margin} min 0 max {longest}\n\
             option name MultiPV type spin default {variations} min 1 max {MOST_VARIATIONS}\n\
             option name threads type spin default {threads} min 0 max {most}"
        )
    }

    /// Sets one; names are compared without case, as in UCI.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let refuse = |mend: String| format!("option {name} '{}': {mend}", short(value));
        match name.to_lowercase().as_str() {
            "algorithm" => self.algorithm = question::algorithm(value).map_err(refuse)?,
            "level" => self.level = number(value, LEVELS).map_err(refuse)?,
            "margin" => {
                let longest = LONGEST_MARGIN.as_millis() as u32;
                let margin = number(value, 0..=longest).map_err(refuse)?;
                self.margin = Duration::from_millis(margin.into());
            }
            "multipv" => {
                let count = number(value, 1..=MOST_VARIATIONS as u32).map_err(refuse)?;
                self.variations = count as usize;
            }
            "threads" => self.threads = question::threads(value).map_err(refuse)?,
            "seed" if matches!(value, "" | "<empty>") => self.seed = None,
            "seed" => {
                let mend = |_| refuse("a whole number or <empty> is needed".into());
                self.seed = Some(value.parse().map_err(mend)?);
            }
            _ => {
                let known = "there are: algorithm, level, seed, threads, margin, MultiPV";
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
        let limits = limits.threads(self.threads);
        if self.level == *LEVELS.end() {
            return limits;
        }
        let depth = limits.max_depth.map_or(self.level, |depth| depth.min(self.level));
        limits.depth(depth)
    }
}

/// The value of an option with numbers.
fn number(value: &str, range: RangeInclusive<u32>) -> Result<u32, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let (low, high) = (range.start(), range.end());
    number.ok_or_else(|| format!("a number from {low} to {high} is needed"))
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
    let variations = options.variations;
    let search = move || {
        // Nobody hears events once the conversation has ended.
        let on_depth = &mut |answer: &Answer| drop(events.send(Event::Depth(describe(answer))));
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let advice = match variations {
                1 => engine.advise(&*session, &monitor, random.as_mut(), on_depth),
                _ => best_of(&*session, &engine, variations, &monitor, &events),
            };
            Box::new(Found { session, random, advice })
        }));
        drop(events.send(Event::Searched(ended)));
    };
    thread::Builder::new().stack_size(crate::STACK).spawn(search).map(drop)
}

/// What to play, when several of the best actions are wanted: after every depth each of them is
/// reported with its line.
fn best_of(
    session: &dyn Session,
    engine: &Engine,
    count: usize,
    monitor: &Arc<Monitor>,
    events: &SyncSender<Event>,
) -> Option<Advice> {
    let algorithm = engine.algorithm.unwrap_or(session.algorithm());
    let limits = engine.limits.clone().monitor(monitor.clone());
    let answers = |analysis: &Analysis<String>| -> Vec<Answer> {
        let answer = |v: &Variation<String>| Answer {
            algorithm,
            score: v.score,
            certainty: v.certainty,
            best: vec![v.action.clone()],
            best_complete: false,
            pv: v.pv.clone(),
            depth: analysis.depth,
            stats: analysis.stats,
            ties: Stats::default(),
        };
        analysis.variations.iter().map(answer).collect()
    };
    let mut report = |analysis: &Analysis<String>| {
        let line = |(i, answer)| describe_one(answer, Some(i + 1));
        let lines: Vec<_> = answers(analysis).iter().enumerate().map(line).collect();
        drop(events.send(Event::Depth(lines.join("\n"))));
    };
    let found = session.analyze_best(algorithm, count, &limits, &mut report);
    let mut one_ply = || {
        let limits = Limits::default().depth(1);
        session.analyze_best(algorithm, count, &limits, &mut report)
    };
    let answer = answers(&found.or_else(|_| one_ply()).ok()?).into_iter().next()?;
    Some(Advice { action: answer.best[0].clone(), answer })
}

/// An answer as an `info` line.
pub(super) fn describe(answer: &Answer) -> String {
    describe_one(answer, None)
}

/// An answer as an `info` line; of several, with its place.
fn describe_one(answer: &Answer, place: Option<usize>) -> String {
    let place = place.map_or(String::new(), |place| format!(" multipv {place}"));

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
        "info depth {depth} seldepth {deepest}{place} score {score}{bound} nodes {nodes} time {time} \
         nps {per_second}{full} pv {pv}"
    )
}
