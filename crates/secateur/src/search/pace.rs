//! How the threads of a search wait for each other: in real time, or in a simulated one.
//!
//! A simulation runs one thread at a time, the one whose clock is behind all others. A clock
//! advances with the nodes that its thread enters; a thread that waits is woken at the time of the
//! thread that woke it. So the clocks show what a machine would show that had a processor for each
//! thread, and the same search takes the same turns again.

use std::sync::{Condvar, Mutex, MutexGuard};

/// The pace of a team of threads; a thread is known by its number.
pub(super) enum Pace {
    Real { woken: Condvar },
    Simulated { seats: Mutex<Seats>, turns: Vec<Condvar> },
}

/// Who runs in a simulation, and what time it is for everybody.
pub(super) struct Seats {
    /// Nodes, those that others entered while one waited included.
    clocks: Vec<u64>,
    /// Those that do not wait for anything but their turn.
    awake: Vec<bool>,
    /// Those that have begun and not ended.
    here: Vec<bool>,
    running: usize,
}

impl Pace {
    /// Of so many threads, of which the first one runs and the others have not begun.
    pub(super) fn new(threads: usize, simulated: bool) -> Pace {
        if !simulated {
            return Pace::Real { woken: Condvar::new() };
        }
        let here: Vec<bool> = (0..threads).map(|number| number == 0).collect();
        let seats = Seats { clocks: vec![0; threads], awake: here.clone(), here, running: 0 };
        let turns = (0..threads).map(|_| Condvar::new()).collect();
        Pace::Simulated { seats: Mutex::new(seats), turns }
    }

    /// A thread that is running lets another one begin.
    pub(super) fn admit(&self, number: usize) {
        if let Pace::Simulated { seats, .. } = self {
            let mut seats = lock(seats);
            seats.here[number] = true;
            seats.wake(number);
        }
    }

    /// The thread begins.
    pub(super) fn begin(&self, number: usize) {
        if let Pace::Simulated { seats, turns } = self {
            wait_for_turn(lock(seats), &turns[number], number);
        }
    }

    /// The thread has entered so many nodes more.
    pub(super) fn advance(&self, number: usize, nodes: u64) {
        if let Pace::Simulated { seats, turns } = self {
            let mut seats = lock(seats);
            seats.clocks[number] += nodes;
            seats.hand_over(turns);
            wait_for_turn(seats, &turns[number], number);
        }
    }

    /// The thread waits until it is woken. As with a condition variable, what it waits for need
    /// not have happened.
    pub(super) fn wait<'a, T>(
        &self,
        number: usize,
        mutex: &'a Mutex<T>,
        guard: MutexGuard<'a, T>,
    ) -> MutexGuard<'a, T> {
        match self {
            Pace::Real { woken } => woken.wait(guard).unwrap_or_else(|poison| poison.into_inner()),
            Pace::Simulated { seats, turns } => {
                // Nobody else runs between these two lines, so nobody wakes it too early.
                drop(guard);
                let mut seats = lock(seats);
                seats.awake[number] = false;
                seats.hand_over(turns);
                wait_for_turn(seats, &turns[number], number);
                lock(mutex)
            }
        }
    }

    /// Wakes all that wait.
    pub(super) fn wake_all(&self) {
        match self {
            Pace::Real { woken } => woken.notify_all(),
            Pace::Simulated { seats, .. } => {
                let mut seats = lock(seats);
                (0..seats.here.len()).for_each(|number| seats.wake(number));
            }
        }
    }

    /// The thread has ended.
    pub(super) fn leave(&self, number: usize) {
        if let Pace::Simulated { seats, turns } = self {
            let mut seats = lock(seats);
            seats.here[number] = false;
            seats.awake[number] = false;
            seats.hand_over(turns);
        }
    }

    /// The time of a thread in a simulation, in nodes.
    pub(super) fn time(&self, number: usize) -> Option<u64> {
        match self {
            Pace::Real { .. } => None,
            Pace::Simulated { seats, .. } => Some(lock(seats).clocks[number]),
        }
    }
}

impl Seats {
    fn wake(&mut self, number: usize) {
        if self.here[number] && !self.awake[number] {
            self.awake[number] = true;
            self.clocks[number] = self.clocks[number].max(self.clocks[self.running]);
        }
    }

    /// Lets the thread run that is behind all others.
    fn hand_over(&mut self, turns: &[Condvar]) {
        let awake = (0..turns.len()).filter(|&number| self.awake[number]);
        if let Some(next) = awake.min_by_key(|&number| self.clocks[number]) {
            self.running = next;
            turns[next].notify_one();
        }
    }
}

fn wait_for_turn(mut seats: MutexGuard<'_, Seats>, turn: &Condvar, number: usize) {
    while seats.running != number {
        seats = turn.wait(seats).unwrap_or_else(|poison| poison.into_inner());
    }
}

/// Locks also what a thread held when it panicked: the panic is reported elsewhere.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|poison| poison.into_inner())
}
