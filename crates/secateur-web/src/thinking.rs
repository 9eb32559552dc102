//! The searches of a session, within the client's allowance.

use std::sync::Arc;
use std::time::Duration;

use secateur::{Algorithm, LEVELS, Limits, Monitor, advise, level};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::desk::Clerk;
use crate::reply::{Findings, Reply};
use crate::request::Effort;

/// A search that may begin: its algorithm and limits, and its place among the running ones.
struct Thought {
    algorithm: Algorithm,
    limits: Limits,
    _places: Places,
}

/// Places for a search among the client's and among all.
pub(crate) type Places = [OwnedSemaphorePermit; 2];

impl Clerk {
    /// Answers with the best action, as far as the search came; progress tells of every depth.
    pub(crate) fn search(
        &mut self,
        id: Option<u64>,
        effort: &Effort,
        mistakes: usize,
        play: bool,
        monitor: &Arc<Monitor>,
    ) {
        let thought = match self.begin(effort, monitor) {
            Ok(thought) => thought,
            Err(error) => return self.refuse(id, error),
        };
        // The highest level would rather look further than value every action.
        let by_lot = effort.level.is_some_and(|level| level < *LEVELS.end());
        let mut lots = self.lots.clone();
        let slips = mistakes > 0 && lots.below(100) < mistakes;
        let found = advise(
            &*self.session,
            thought.algorithm,
            &thought.limits,
            by_lot.then_some(&mut lots),
            &mut |answer| self.report(id, Findings::of_search(answer)),
        );
        let Some(mut answer) = found else {
            return self.refuse(id, "there is no action to choose".into());
        };
        if slips {
            let mut actions = self.session.actions();
            answer.best = vec![actions.swap_remove(lots.below(actions.len()))];
        }
        self.lots = lots;
        let mut findings = Findings::of_search(&answer);
        if play {
            match self.session.play(&answer.best[0]) {
                Ok(()) => findings.state = Some(self.state()),
                Err(error) => return self.refuse(id, error.to_string()),
            }
        }
        drop(thought); // who has the answer may ask again at once
        self.answer(id, findings);
    }

    /// Answers with the value of every action; progress tells of every depth.
    pub(crate) fn evaluate(&self, id: Option<u64>, effort: &Effort, monitor: &Arc<Monitor>) {
        let thought = match self.begin(effort, monitor) {
            Ok(thought) => thought,
            Err(error) => return self.refuse(id, error),
        };
        let algorithm = thought.algorithm;
        let found = self.session.analyze(algorithm, &thought.limits, &mut |analysis| {
            self.report(id, Findings::of_analysis(algorithm, analysis));
        });
        drop(thought);
        match found {
            Ok(analysis) => self.answer(id, Findings::of_analysis(algorithm, &analysis)),
            Err(stopped) => self.refuse(id, stopped.to_string()),
        }
    }

    /// What is to be done with this effort, if there is a place for one more search.
    fn begin(&self, effort: &Effort, monitor: &Arc<Monitor>) -> Result<Thought, String> {
        if self.session.actions().is_empty() {
            return Err("there is no action to choose".into());
        }
        let algorithm = algorithm(effort.algorithm.as_deref())?.unwrap_or(self.session.algorithm());
        let limits = effort.limits(self.house.allowance.search_time())?.monitor(monitor.clone());
        Ok(Thought { algorithm, limits, _places: self.places()? })
    }

    /// Places for one more search, if there are.
    pub(crate) fn places(&self) -> Result<Places, String> {
        let place = |places: &Arc<Semaphore>, who| {
            let full = |_| format!("{who} search as much as they may: stop one, or try again");
            places.clone().try_acquire_owned().map_err(full)
        };
        let own = place(&self.outbox.searches, "your sessions")?;
        Ok([own, place(&self.house.searches, "all sessions together")?])
    }

    fn report(&self, id: Option<u64>, progress: Findings) {
        self.outbox.offer(Reply::Progress { id, progress }.text());
    }
}

/// The algorithm of this name, where one is given.
pub(crate) fn algorithm(name: Option<&str>) -> Result<Option<Algorithm>, String> {
    let Some(name) = name else { return Ok(None) };
    let found = Algorithm::ALL.iter().find(|algorithm| algorithm.name() == name);
    found.copied().map(Some).ok_or_else(|| format!("algorithm: there is no '{name}'"))
}

impl Effort {
    /// The limits of the search, none longer than `most`; of level 10 where nothing is said.
    fn limits(&self, most: Duration) -> Result<Limits, String> {
        let bare = self.depth.is_none() && self.nodes.is_none() && self.time_ms.is_none();
        let mut limits = match self.level {
            Some(given) if LEVELS.contains(&given) => level(given),
            Some(_) => {
                return Err(format!("level: is from {} to {}", LEVELS.start(), LEVELS.end()));
            }
            None if bare => level(*LEVELS.end()),
            None => Limits::default(),
        };
        if let Some(depth) = self.depth {
            limits = limits.depth(depth.max(1));
        }
        if let Some(nodes) = self.nodes {
            limits = limits.nodes(nodes);
        }
        if let Some(time) = self.time_ms {
            limits = limits.time(Duration::from_millis(time));
        }
        match limits.max_time {
            Some(time) if time > most => Err(format!("time_ms: is at most {}", most.as_millis())),
            Some(_) => Ok(limits),
            None => Ok(limits.time(most)),
        }
    }
}
