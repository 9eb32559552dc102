//! Several contests at once: each worker has its own session and its own players.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use secateur::Session;

use super::contest::{self, Contest, Rules, Seats};
use super::player::{self, Player, Times};
use super::schedule::Fixture;
use crate::failure::Failure;

/// What a worker needs.
pub(super) struct Crew<'a> {
    pub(super) game: &'a str,
    pub(super) names: &'a [String],
    pub(super) times: Times,
    pub(super) rules: Rules<'a>,
    /// Hears in the worker of a contest that begins.
    pub(super) on_begin: &'a (dyn Fn(&Fixture) -> Result<(), Failure> + Sync),
    /// Hears in the worker of a contest that has ended.
    pub(super) on_end: &'a (dyn Fn(&Contest) -> Result<(), Failure> + Sync),
}

/// The players that a worker has started, by their numbers.
pub(super) type Started = BTreeMap<usize, Box<dyn Player>>;

impl Crew<'_> {
    /// Plays contests with so many workers until `count`, which hears of every one, says that it is
    /// enough: then those being played are played to their ends.
    pub(super) fn play(
        &self,
        workers: usize,
        started: Started,
        fixtures: impl Iterator<Item = Fixture> + Send,
        mut count: impl FnMut(Contest) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let (fixtures, enough) = (Mutex::new(fixtures), AtomicBool::new(false));
        let next = || {
            let mut fixtures = fixtures.lock().unwrap_or_else(PoisonError::into_inner);
            if enough.load(Relaxed) { None } else { fixtures.next() }
        };
        thread::scope(|scope| {
            let (tell, told) = channel();
            let (mut started, mut threads) = (Some(started), Vec::new());
            for _ in 0..workers {
                let (tell, next) = (tell.clone(), &next);
                let started = started.take().unwrap_or_default();
                let thread = thread::Builder::new().stack_size(crate::STACK);
                threads.push(thread.spawn_scoped(scope, move || self.work(started, next, &tell))?);
            }
            drop(tell);
            let mut outcome = Ok(());
            for contest in told {
                let going_on = contest.and_then(&mut count);
                if !matches!(going_on, Ok(true)) {
                    enough.store(true, Relaxed);
                }
                if let (Err(failure), true) = (going_on, outcome.is_ok()) {
                    outcome = Err(failure);
                }
            }
            for thread in threads {
                thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
            outcome
        })
    }

    fn work(
        &self,
        mut started: Started,
        next: &dyn Fn() -> Option<Fixture>,
        tell: &Sender<Result<Contest, Failure>>,
    ) {
        let mut session = match secateur_games::open(self.game, None) {
            Ok(session) => session,
            Err(error) => return drop(tell.send(Err(error.into()))),
        };
        while let Some(fixture) = next() {
            match self.contest(&mut *session, &mut started, &fixture) {
                Ok(None) => return,
                Ok(Some(contest)) => {
                    if tell.send(Ok(contest)).is_err() {
                        return;
                    }
                }
                Err(failure) => return drop(tell.send(Err(failure))),
            }
        }
    }

    fn contest(
        &self,
        session: &mut dyn Session,
        started: &mut Started,
        fixture: &Fixture,
    ) -> Result<Option<Contest>, Failure> {
        (self.on_begin)(fixture)?;
        for number in fixture.seats {
            if let Entry::Vacant(place) = started.entry(number) {
                place.insert(player::open(&self.names[number - 1], self.game, self.times)?);
            }
        }
        let mut seated = started.iter_mut().filter(|(number, _)| fixture.seats.contains(number));
        let (Some(one), Some(two)) = (seated.next(), seated.next()) else { return Ok(None) };
        let mut seats: Seats<'_> = [(*one.0, one.1.as_mut()), (*two.0, two.1.as_mut())];
        if seats[0].0 != fixture.seats[0] {
            seats.reverse();
        }
        let contest = contest::play(&self.rules, session, &mut seats, fixture)?;
        if let Some(contest) = &contest {
            (self.on_end)(contest)?;
        }
        Ok(contest)
    }
}
