//! How long a search may go on ([`Limits`]), and how to watch and stop it ([`Monitor`]).

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::clock::{Clock, less_margin};
pub(crate) use crate::stats::Stats;
use crate::threads::Threads;

/// How far a search may go: the first limit reached ends it. The default has none.
///
/// ```
/// use std::time::Duration;
/// use secateur::Limits;
/// let limits = Limits::default().depth(8).nodes(1_000_000).time(Duration::from_millis(90));
/// assert_eq!(limits.max_depth, Some(8));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead, then evaluate.
    pub max_depth: Option<u32>,
    /// Nodes to visit.
    pub max_nodes: Option<u64>,
    /// Time to take.
    pub max_time: Option<Duration>,
    /// Time after which [`Deepening`](crate::Deepening) and [`analyze`](crate::analyze) begin no
    /// further depth; nor one that `max_time` would hardly let them finish.
    pub soft_time: Option<Duration>,
    /// Somebody who watches, and may stop the search.
    pub monitor: Option<Arc<Monitor>>,
    /// Whether a search over a [`Table`](crate::Table) may look less deep at actions that the game
    /// thinks [unpromising](crate::Heuristic::reduction): a player comes deeper in the same time, but
    /// the value is no longer that of minimax to the depth.
    pub selective: bool,
    /// Seeds the searches that play by chance. Alone and with a limit of nodes they do the same for
    /// the same seed.
    pub seed: u64,
    /// Threads to use, by the searches that can share their work: those over a
    /// [`Table`](crate::Table), and [`Mcts`](crate::Mcts). Here, and not in each search, so that every
    /// search within another hears of it.
    pub threads: Threads,
}

impl Limits {
    /// Looks at most `plies` ahead.
    pub fn depth(self, plies: u32) -> Limits {
        Limits { max_depth: Some(plies), ..self }
    }

    /// Visits at most `nodes` nodes.
    pub fn nodes(self, nodes: u64) -> Limits {
        Limits { max_nodes: Some(nodes), ..self }
    }

    /// Takes at most `time`, give or take the time of some thousand nodes.
    pub fn time(self, time: Duration) -> Limits {
        Limits { max_time: Some(time), ..self }
    }

    /// Takes what a move deserves of the time on a clock, see [`Clock`]. The answer needs `margin`
    /// to reach whoever holds the clock.
    pub fn clock(self, clock: &Clock, margin: Duration) -> Limits {
        let (soft, hard) = clock.share(margin);
        let max_time = self.max_time.map_or(hard, |time| time.min(hard));
        Limits { max_time: Some(max_time), soft_time: Some(soft), ..self }
    }

    /// Takes at most `time`, less the `margin` that the answer needs on its way; of a time too
    /// short for that, half.
    pub fn time_less(self, time: Duration, margin: Duration) -> Limits {
        self.time(less_margin(time, margin))
    }

    /// Whether a search that has spent `stats`, `last` of it on its last depth, should begin
    /// another: it is expected to grow as it grew before.
    pub(crate) fn allow_deeper(&self, stats: &Stats, last: Duration) -> bool {
        let Some(soft) = self.soft_time else { return true };
        let growth = match stats.last_depths {
            [0, _] => 1.0,
            [before, last] => (last as f64 / before as f64).max(1.0),
        };
        let end = stats.time.as_secs_f64() + last.as_secs_f64() * growth;
        stats.time < soft && self.max_time.is_none_or(|time| end <= time.as_secs_f64())
    }

    /// How many times what the `last` search took are left of the limits, in nodes or in time, after a
    /// search that has spent `spent` in all.
    pub(crate) fn room(&self, spent: &Stats, last: &Stats) -> f32 {
        let share = |whole: f64, spent: f64, last: f64| ((whole - spent) / last.max(1e-9)) as f32;
        let nodes = self.max_nodes.map(|n| share(n as f64, spent.nodes as f64, last.nodes as f64));
        let seconds = |time: Duration| time.as_secs_f64();
        let time = self.soft_time.or(self.max_time);
        let time = time.map(|t| share(seconds(t), seconds(spent.time), seconds(last.time)));
        [nodes, time].into_iter().flatten().fold(f32::INFINITY, f32::min)
    }

    /// Lets the search overlook something for the sake of depth, see the field.
    pub fn selective(self) -> Limits {
        Limits { selective: true, ..self }
    }

    /// Reports to `monitor`, and stops when it says so.
    pub fn monitor(self, monitor: Arc<Monitor>) -> Limits {
        Limits { monitor: Some(monitor), ..self }
    }

    /// Seeds the searches that play by chance.
    pub fn seed(self, seed: u64) -> Limits {
        Limits { seed, ..self }
    }

    /// Searches on so many threads.
    pub fn threads(self, threads: Threads) -> Limits {
        Limits { threads, ..self }
    }

    /// What is left of the limits after a search that spent `stats`; the depth stays.
    pub(crate) fn after(&self, stats: &Stats) -> Limits {
        Limits {
            max_nodes: self.max_nodes.map(|nodes| nodes.saturating_sub(stats.nodes)),
            max_time: self.max_time.map(|time| time.saturating_sub(stats.time)),
            ..self.clone()
        }
    }

    /// The depth as a number to count down from.
    pub(crate) fn plies(&self) -> u32 {
        self.max_depth.unwrap_or(u32::MAX)
    }
}

/// A window onto a running search for other threads: how far it is, and the brake.
#[derive(Debug, Default)]
pub struct Monitor {
    nodes: AtomicU64,
    stop: AtomicBool,
}

impl Monitor {
    /// Asks the search to stop; it does so within some thousand nodes.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }

    /// Whether somebody asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Nodes visited under this monitor so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }
}

/// The search was stopped before it had anything to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the search was stopped before it found an answer")
    }
}

impl Error for Stopped {}

/// A search's running account: counts its nodes and says when to stop.
pub(crate) struct Budget {
    pub(crate) stats: Stats,
    next_check: u64,
    reported: u64,
    max_nodes: u64,
    /// Of a limit that several threads share: the nodes that nobody has taken yet.
    pot: Option<Arc<AtomicU64>>,
    check_every: u64,
    started: Instant,
    deadline: Option<Instant>,
    monitor: Option<Arc<Monitor>>,
}

impl Budget {
    /// Nodes between two looks at the clock and the brake.
    const CHECK_EVERY: u64 = 1024;
    /// The same where a thread may be called back to other work.
    const CHECK_EVERY_IN_TEAM: u64 = 64;
    const CHECK_EVERY_WHEN_EAGER: u64 = 4;

    pub(crate) fn start(limits: &Limits) -> Budget {
        let started = Instant::now();
        Budget {
            stats: Stats { threads: 1, ..Stats::default() },
            next_check: 0,
            reported: 0,
            max_nodes: limits.max_nodes.unwrap_or(u64::MAX),
            pot: None,
            check_every: Budget::CHECK_EVERY,
            started,
            deadline: limits.max_time.and_then(|time| started.checked_add(time)),
            monitor: limits.monitor.clone(),
        }
    }

    /// The first of several accounts under the same limits; the nodes of all count together.
    pub(crate) fn start_in_team(limits: &Limits) -> Budget {
        let pot = limits.max_nodes.map(|nodes| Arc::new(AtomicU64::new(nodes)));
        let check_every = match limits.threads.is_eager() {
            true => Budget::CHECK_EVERY_WHEN_EAGER,
            false => Budget::CHECK_EVERY_IN_TEAM,
        };
        Budget { pot, check_every, ..Budget::start(limits) }
    }

    /// The same account, with so many nodes between two looks at the clock.
    pub(crate) fn checking_every(self, nodes: u64) -> Budget {
        Budget { check_every: nodes, ..self }
    }

    /// Another account under the same limits.
    pub(crate) fn join(&self) -> Budget {
        Budget {
            stats: Stats::default(),
            next_check: 0,
            reported: 0,
            pot: self.pot.clone(),
            monitor: self.monitor.clone(),
            ..*self
        }
    }

    /// Counts one more node, unless a limit forbids it.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> Result<(), Stopped> {
        if self.is_due() {
            self.check()?;
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// Whether the time is up, or somebody asked to stop.
    pub(crate) fn is_over(&self) -> bool {
        let stopped = self.monitor.as_ref().is_some_and(|monitor| monitor.is_stopped());
        stopped || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// What was counted by now.
    pub(crate) fn so_far(&self) -> Stats {
        Stats { time: self.started.elapsed(), ..self.stats }
    }

    /// Whether the next node needs a [`check`](Budget::check) first.
    #[inline(always)]
    pub(crate) fn is_due(&self) -> bool {
        self.stats.nodes == self.next_check
    }

    /// What is left of `limits`, from which this account was started; the depth stays.
    pub(crate) fn left(&self, limits: &Limits) -> Limits {
        limits.after(&self.so_far())
    }

    /// Adds the account of a search that ran within this one, under the same monitor.
    pub(crate) fn spend(&mut self, stats: &Stats) {
        self.stats.add(stats);
        self.reported += stats.nodes;
        self.next_check = self.stats.nodes;
    }

    /// Looks at the limits, and allows some more nodes until the next look.
    #[cold]
    #[inline(never)]
    pub(crate) fn check(&mut self) -> Result<(), Stopped> {
        self.report_nodes();
        if self.is_over() {
            return Err(Stopped);
        }
        let allowed = match &self.pot {
            None => self.max_nodes.saturating_sub(self.stats.nodes).min(self.check_every),
            Some(pot) => {
                let take = |left: u64| Some(left.saturating_sub(self.check_every));
                let left = pot.fetch_update(Relaxed, Relaxed, take);
                left.unwrap_or_else(|left| left).min(self.check_every)
            }
        };
        self.next_check = self.stats.nodes + allowed;
        if allowed > 0 { Ok(()) } else { Err(Stopped) }
    }

    fn report_nodes(&mut self) {
        if let Some(monitor) = &self.monitor {
            monitor.nodes.fetch_add(self.stats.nodes - self.reported, Relaxed);
            self.reported = self.stats.nodes;
        }
    }

    pub(crate) fn finish(mut self) -> Stats {
        self.report_nodes();
        self.stats.time = self.started.elapsed();
        self.stats
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(limits: &Limits) -> u64 {
        let mut budget = Budget::start(limits);
        while budget.stats.nodes < 1_000_000 && budget.enter().is_ok() {}
        budget.finish().nodes
    }

    #[test]
    fn node_limits_are_exact() {
        for nodes in [0, 1, 2, 1023, 1024, 1025, 5000] {
            assert_eq!(count(&Limits::default().nodes(nodes)), nodes);
        }
        assert_eq!(count(&Limits::default()), 1_000_000);
    }

    #[test]
    fn what_a_search_within_spends_counts() {
        let limits = Limits::default().nodes(6_000).time(Duration::from_secs(3_600));
        let mut budget = Budget::start(&limits);
        budget.enter().unwrap();
        let spent = Stats { nodes: 3_000, ..Stats::default() };
        budget.spend(&spent);
        assert_eq!(budget.left(&limits).max_nodes, Some(2_999));
        while budget.enter().is_ok() {}
        assert_eq!(budget.finish().nodes, 6_000);
    }

    #[test]
    fn time_and_the_monitor_stop_a_search() {
        assert_eq!(count(&Limits::default().time(Duration::ZERO)), 0);
        let monitor = Arc::new(Monitor::default());
        let limits = Limits::default().monitor(monitor.clone());
        assert_eq!(count(&limits), 1_000_000);
        assert_eq!(monitor.nodes(), 1_000_000);
        monitor.stop();
        assert_eq!(count(&limits), 0);
    }

    #[test]
    fn no_depth_is_begun_that_cannot_be_finished() {
        let second = Duration::from_secs(1);
        let limits = Limits { soft_time: Some(3 * second), ..Limits::default().time(9 * second) };
        let allow = |time, last, last_depths| {
            let stats = Stats { time: time * second, last_depths, ..Stats::default() };
            limits.allow_deeper(&stats, last * second)
        };
        assert!(allow(2, 1, [100, 600])); // about 6 more seconds
        assert!(!allow(2, 1, [100, 800])); // about 8
        assert!(allow(2, 2, [0, 100]) && allow(2, 1, [100, 50]));
        assert!(!allow(3, 1, [100, 100])); // time for it, but not on this move
        let endless = Limits::default().time(second);
        assert!(endless.allow_deeper(&Stats { time: 9 * second, ..Stats::default() }, second));
    }

    #[test]
    fn what_is_left_after_a_search() {
        let spent = Stats { nodes: 30, time: Duration::from_secs(2), ..Stats::default() };
        let limits = Limits::default().depth(4).nodes(100).time(Duration::from_secs(5));
        let left = limits.after(&spent);
        assert_eq!(left.max_depth, Some(4));
        assert_eq!(left.max_nodes, Some(70));
        assert_eq!(left.max_time, Some(Duration::from_secs(3)));
    }
}
