//! The built-in player: a search within limits, and what it does where actions are equally good.

use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::sync::Arc;

use secateur::{
    Algorithm, Answer, LEVELS, Limits, Monitor, ParseError, Random, Session, advise, level,
};
use secateur_games::Options;

use crate::question;

/// How the engine plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Engine {
    /// How far it looks.
    pub(crate) limits: Limits,
    /// How it searches, if not as suits the game.
    pub(crate) algorithm: Option<Algorithm>,
    /// Seeds its choice among equally good actions; without one it takes the first.
    pub(crate) seed: Option<u64>,
}

/// The options that [`Engine::read`] takes.
const OPTIONS: [&str; 7] = ["depth", "nodes", "time", "level", "algorithm", "seed", "threads"];

impl Engine {
    /// Reads options such as `depth=4,seed=7`.
    ///
    /// # Errors
    /// When an option is unknown or its value is none.
    pub(crate) fn read(text: &str) -> Result<Engine, ParseError> {
        let options = Options::read(text)?;
        refuse_unknown("engine", &options, &OPTIONS)?;
        let mut limits = Limits::default();
        if options.get("level").is_some() {
            limits = level(options.number("level", *LEVELS.end(), LEVELS)?);
        }
        if let Some(depth) = whole::<NonZeroU32>(&options, "depth", "from 1 on ")? {
            limits = limits.depth(depth.get());
        }
        if let Some(nodes) = whole::<NonZeroU64>(&options, "nodes", "from 1 on ")? {
            limits = limits.nodes(nodes.get());
        }
        if let Some(time) = options.get("time") {
            let time = humantime::parse_duration(time).map_err(|_| {
                let mend = "a time such as 500ms or 2s is needed";
                ParseError::new(format!("option time={time}: {mend}"))
            })?;
            limits = limits.time(time);
        }
        if let Some(text) = options.get("threads") {
            let threads = question::threads(text)
                .map_err(|mend| ParseError::new(format!("option threads={text}: {mend}")))?;
            limits = limits.threads(threads);
        }
        let algorithm = options.get("algorithm").map(|name| {
            question::algorithm(name)
                .map_err(|known| ParseError::new(format!("option algorithm={name}: {known}")))
        });
        let seed = whole(&options, "seed", "")?;
        Ok(Engine { limits, algorithm: algorithm.transpose()?, seed })
    }

    /// Whether its options say how far it looks.
    pub(crate) fn is_limited(&self) -> bool {
        let Limits { max_depth, max_nodes, max_time, .. } = self.limits;
        max_depth.is_some() || max_nodes.is_some() || max_time.is_some()
    }

    /// What to play, see [`advise`]; `monitor` may stop it.
    pub(crate) fn advise(
        &self,
        session: &dyn Session,
        monitor: &Arc<Monitor>,
        random: Option<&mut Random>,
        on_depth: &mut dyn FnMut(&Answer),
    ) -> Option<Advice> {
        let algorithm = self.algorithm.unwrap_or(session.algorithm());
        let limits = self.limits.clone().monitor(monitor.clone());
        let answer = advise(session, algorithm, &limits, random, on_depth)?;
        Some(Advice { action: answer.best.first()?.clone(), answer })
    }
}

/// An action, and why.
#[derive(Debug)]
pub(crate) struct Advice {
    /// What to play.
    pub(crate) action: String,
    /// The search behind it.
    pub(crate) answer: Answer,
}

/// Refuses options that `who` does not have, naming those it has.
pub(crate) fn refuse_unknown(
    who: &str,
    options: &Options,
    known: &[&str],
) -> Result<(), ParseError> {
    match options.iter().find(|(name, _)| !known.contains(name)) {
        None => Ok(()),
        Some((name, _)) => Err(ParseError::new(format!(
            "{who} has no option '{name}'; it has: {}",
            known.join(", ")
        ))),
    }
}

/// The value of an option that is a whole number, of some range in words.
pub(crate) fn whole<N: FromStr>(
    options: &Options,
    name: &str,
    range: &str,
) -> Result<Option<N>, ParseError> {
    let Some(text) = options.get(name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| {
        ParseError::new(format!("option {name}={text}: a whole number {range}is needed"))
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use secateur::Threads;

    use super::*;

    fn action(session: &dyn Session, options: &str, seed: Option<u64>) -> String {
        let engine = Engine::read(options).unwrap();
        let mut random = seed.map(Random::new);
        let advice = engine.advise(session, &Arc::default(), random.as_mut(), &mut |_| {});
        advice.unwrap().action
    }

    #[test]
    fn options_are_read_or_refused_by_name() {
        let engine = Engine::read("depth=3,nodes=50,algorithm=minimax,seed=9").unwrap();
        assert_eq!((engine.limits.max_depth, engine.limits.max_nodes), (Some(3), Some(50)));
        assert_eq!(engine.limits.max_time, None);
        assert_eq!((engine.algorithm, engine.seed), (Some(Algorithm::Minimax), Some(9)));
        assert!(engine.is_limited() && !Engine::read("seed=1").unwrap().is_limited());
        assert_eq!(Engine::read("level=10").unwrap().limits.max_depth, None);
        let level = Engine::read("level=4,time=3s").unwrap().limits;
        let threads = |text| Engine::read(text).unwrap().limits.threads;
        assert_eq!((threads(""), threads("threads=3")), (Threads::ONE, Threads::new(3)));
        assert_eq!(threads("threads=all"), threads("threads=0"));
        assert_eq!((level.max_depth, level.max_time), (Some(4), Some(Duration::from_secs(3))));
        for (bad, mend) in [
            ("width=3", "it has: depth, nodes, time, level, algorithm, seed, threads"),
            ("depth=0", "option depth=0: a whole number from 1 on is needed"),
            ("depth=99999999999", "from 1 on"),
            ("nodes=-1", "from 1 on"),
            ("level=11", "from 1 to 10"),
            ("time=soon", "such as 500ms"),
            ("algorithm=magic", "alpha-beta"),
            ("threads=-1", "option threads=-1: a number from 1 to 256, or 'all', is needed"),
            ("threads=257", "from 1 to 256"),
            ("seed=x", "option seed=x: a whole number is needed"),
            ("depth=1,depth=2", "twice"),
        ] {
            let message = Engine::read(bad).unwrap_err().to_string();
            assert!(message.contains(mend), "{bad}: {message}");
        }
    }

    #[test]
    fn ties_go_to_the_first_action_or_by_lot() {
        let session = secateur_games::open("tic-tac-toe", None).unwrap();
        assert_eq!(action(&*session, "depth=9", None), "0,0");
        let by_lot = |seed| action(&*session, "depth=9", Some(seed));
        let chosen: std::collections::BTreeSet<_> = (0..12).map(by_lot).collect();
        assert!(chosen.len() > 3, "{chosen:?}");
        assert_eq!(by_lot(5), by_lot(5));
    }

    #[test]
    fn a_tie_is_never_broken_for_the_worse() {
        let session = secateur_games::open("tic-tac-toe", Some("XX./OO./...")).unwrap();
        for seed in 0..20 {
            assert_eq!(action(&*session, "depth=2", Some(seed)), "0,2");
        }
    }

    #[test]
    fn there_is_an_action_even_when_the_search_is_stopped_at_once() {
        let session = secateur_games::open("tic-tac-toe", Some("XX./OO./...")).unwrap();
        let monitor = Arc::new(Monitor::default());
        monitor.stop();
        let advise = |session| Engine::default().advise(session, &monitor, None, &mut |_| {});
        let advice = advise(&*session).unwrap();
        assert_eq!((advice.action.as_str(), advice.answer.depth), ("0,2", Some(1)));
        let over = secateur_games::open("tic-tac-toe", Some("XXX/OO./...")).unwrap();
        assert!(advise(&*over).is_none());
    }
}
