//! A session with its thread ([`Desk`]): tasks go in by a bounded queue, answers come out by the
//! client's.

use std::hash::{BuildHasher, RandomState};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Weak};
use std::thread;

use secateur::{Monitor, Random, Session};
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use crate::client::Outbox;
use crate::reply::{Reply, State, refusal};
use crate::request::{New, Task};
use crate::server::House;

/// Address space only: memory is used as deep as a search really goes.
const STACK: usize = 1 << 30;

/// The client's end of a session. When it is dropped, the session stops searching and ends.
pub(crate) struct Desk {
    tasks: SyncSender<Order>,
    /// Gone when the thread has ended.
    alive: Weak<()>,
    /// Of the searches that run or wait.
    monitors: Vec<Weak<Monitor>>,
}

/// A task, the number of its request, and the brake of its search.
struct Order {
    id: Option<u64>,
    task: Task,
    monitor: Arc<Monitor>,
}

/// Why a desk takes no task.
pub(crate) enum Refusal {
    /// Too many wait already.
    Full,
    /// It has ended.
    Ended,
}

impl Desk {
    /// Opens a session on a thread of its own, which answers `id` with its state, or with what is
    /// wrong with the game or the position.
    pub(crate) fn open(
        number: u64,
        id: Option<u64>,
        new: New,
        seat: OwnedSemaphorePermit,
        outbox: Outbox,
        house: Arc<House>,
    ) -> std::io::Result<Desk> {
        let (tasks, orders) = sync_channel(house.allowance.waiting);
        let life = Arc::new(());
        let alive = Arc::downgrade(&life);
        thread::Builder::new().stack_size(STACK).spawn(move || {
            let _here = (seat, life);
            let mut clerk = match Clerk::open(number, &new, outbox.clone(), house) {
                Ok(clerk) => clerk,
                Err(error) => return outbox.send(refusal(id, error)),
            };
            clerk.answer(id, clerk.state());
            clerk.serve(&orders);
        })?;
        Ok(Desk { tasks, alive, monitors: Vec::new() })
    }

    /// Whether the session has not ended.
    pub(crate) fn is_open(&self) -> bool {
        self.alive.strong_count() > 0
    }

    /// Hands in a task.
    pub(crate) fn ask(&mut self, id: Option<u64>, task: Task) -> Result<(), Refusal> {
        let monitor = Arc::new(Monitor::default());
        self.monitors.retain(|monitor| monitor.strong_count() > 0);
        self.monitors.push(Arc::downgrade(&monitor));
        self.tasks.try_send(Order { id, task, monitor }).map_err(|error| match error {
            TrySendError::Full(_) => Refusal::Full,
            TrySendError::Disconnected(_) => Refusal::Ended,
        })
    }

    /// Stops the searches that run or wait; each still answers with what it has.
    pub(crate) fn stop(&self) {
        for monitor in self.monitors.iter().filter_map(Weak::upgrade) {
            monitor.stop();
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Who sits at a desk: the session, and what it needs for its answers.
pub(crate) struct Clerk {
    pub(crate) number: u64,
    pub(crate) session: Box<dyn Session>,
    pub(crate) chance: Random,
    pub(crate) lots: Random,
    pub(crate) outbox: Outbox,
    pub(crate) house: Arc<House>,
    /// Said when it leaves.
    farewell: &'static str,
}

impl Clerk {
    fn open(number: u64, new: &New, outbox: Outbox, house: Arc<House>) -> Result<Clerk, String> {
        let mut session = secateur_games::open(&new.game, new.position.as_deref())
            .map_err(|error| error.to_string())?;
        session.set_megabytes(house.allowance.table_mb);
        for (ply, action) in new.moves.iter().enumerate() {
            session.play(action).map_err(|error| format!("move {}: {error}", ply + 1))?;
        }
        let mut luck = Random::new(new.seed.unwrap_or_else(|| RandomState::new().hash_one(())));
        let (chance, lots) = (Random::new(luck.bits()), Random::new(luck.bits()));
        Ok(Clerk { number, session, chance, lots, outbox, house, farewell: "failed" })
    }

    /// Works until the client leaves, or has been silent for too long.
    fn serve(&mut self, orders: &Receiver<Order>) {
        loop {
            match orders.recv_timeout(self.house.allowance.idle()) {
                Ok(order) => self.work(order),
                Err(RecvTimeoutError::Timeout) => break self.farewell = "idle",
                Err(RecvTimeoutError::Disconnected) => break self.farewell = "",
            }
        }
    }

    fn work(&mut self, Order { id, task, monitor }: Order) {
        let done = match task {
            Task::State => Ok(()),
            Task::Play(action) => self.session.play(&action).map_err(|error| error.to_string()),
            Task::Roll => match self.session.roll(&mut self.chance) {
                Some(_) => Ok(()),
                None => Err("chance is not to move".into()),
            },
            Task::Undo(plies) => {
                let undone = (0..plies).take_while(|_| self.session.undo().is_some()).count();
                if undone > 0 { Ok(()) } else { Err("there is nothing to take back".into()) }
            }
            Task::Search { effort, mistakes, play } => {
                return self.search(id, &effort, mistakes, play, &monitor);
            }
            Task::Evaluate(effort) => return self.evaluate(id, &effort, &monitor),
            Task::Record(record) => return self.record(id, &record, &monitor),
        };
        match done {
            Ok(()) => self.answer(id, self.state()),
            Err(error) => self.refuse(id, error),
        }
    }

    pub(crate) fn state(&self) -> State {
        State::new(self.number, &*self.session)
    }

    pub(crate) fn answer(&self, id: Option<u64>, done: impl Serialize) {
        self.outbox.send(Reply::Done { id, done }.text());
    }

    pub(crate) fn refuse(&self, id: Option<u64>, error: String) {
        self.outbox.send(refusal(id, error));
    }
}

impl Drop for Clerk {
    /// Also when a game's code has panicked: the client should know, and the server goes on.
    fn drop(&mut self) {
        if !self.farewell.is_empty() {
            let (closed, why) = (self.number, self.farewell);
            self.outbox.send(Reply::<()>::Closed { closed, why }.text());
        }
    }
}
