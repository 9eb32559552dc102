//! Parallel search: several threads ask the same question over one table, and keep out of each
//! other's way.
//!
//! Simplified ABDADA. Every thread searches the whole tree. Younger brothers that another thread is
//! searching just now are left for later; when their turn comes, the table mostly knows them. The
//! first thread that is through has the answer. (Weill, *The ABDADA Distributed Minimax-Search
//! Algorithm*, 1996; Kerrigan, *Simplified ABDADA*, 2010.)
//!
//! A younger brother that turns out to cut makes the work of all others below the same node vain. So
//! each thread looks now and then whether the table has the answer to a node on its path, and leaves
//! it at once: that halves the nodes that two threads search in vain, and more with more threads.
//!
//! Every thread's search is complete in itself, so a value is as exact as that of one thread.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder, Scope};
use std::time::Duration;

use super::busy::Busy;
use super::children::Child;
use super::pace::{Pace, lock};
use super::unsettled::Unsettled;
use super::walk::{Node, Walk};
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stats, Stopped};
use crate::record::{Observer, Unobserved};
use crate::report::Report;
use crate::score::{Score, Window};
use crate::table::Table;
use crate::threads::Threads;

/// Several threads at one question after the other. The one with number 0 asks, the others help.
pub(super) struct Team<G: Heuristic> {
    threads: Threads,
    selective: bool,
    pace: Pace,
    busy: Busy,
    /// Grows with every question and every answer: who works on an older one may stop.
    round: AtomicU64,
    desk: Mutex<Desk<G>>,
}

/// What the threads tell each other.
struct Desk<G: Heuristic> {
    question: Option<Question<G>>,
    /// That of a helper who was first.
    answer: Option<Answer<G::Action>>,
    /// There will be no more questions.
    closed: bool,
    /// What the helpers who have left counted.
    stats: Stats,
    helpers: usize,
    panic: Option<Box<dyn Any + Send>>,
}

struct Question<G: Heuristic> {
    state: G::State,
    node: Node<G::Action>,
    window: Window,
}

struct Answer<A> {
    score: Score,
    line: Vec<A>,
    estimates: u64,
}

/// A walk's place in its team.
pub(super) struct Seat<'g, G: Heuristic> {
    team: &'g Team<G>,
    number: usize,
    /// The round of the question it works on.
    round: u64,
    /// Nodes of which the pace has heard.
    paced: u64,
    /// Fetches the helpers, if that has not been done.
    call: Option<&'g dyn Fn()>,
    unsettled: Unsettled,
}

impl<'g, G: Heuristic> Seat<'g, G> {
    fn new(team: &'g Team<G>, number: usize) -> Seat<'g, G> {
        Seat { team, number, round: 0, paced: 0, call: None, unsettled: Unsettled::default() }
    }
}

/// Nodes after which a question is worth the start of threads.
const WORTH_THREADS: u64 = 4096;
/// Nodes of an elder brother that make it worthwhile to tell others of a younger one.
const WORTH_TELLING: u64 = 100;
/// Address space for the recursion of a thread; memory is used as deep as a search really goes.
const STACK: usize = if size_of::<usize>() < 8 { 64 << 20 } else { 1 << 30 };

/// Runs a search by a walk that has as many helpers as the limits say, and counts their nodes in.
/// `observer` watches the walk that asks.
pub(super) fn together<G: Heuristic, O: Observer<G::Action>>(
    game: &G,
    table: &Table,
    limits: &Limits,
    observer: O,
    search: impl FnOnce(Walk<'_, G, O>) -> Result<Report<G::Action>, Stopped>,
) -> Result<Report<G::Action>, Stopped> {
    let (threads, selective) = (limits.threads, limits.selective);
    if threads.count() == 1 && !threads.is_simulated() {
        let walk = Walk::new(game, table, Budget::start(limits), observer);
        return search(Walk { selective, ..walk });
    }
    let team = Team::new(threads, selective);
    let budget = Budget::start_in_team(limits);
    let report = thread::scope(|scope| {
        let template = budget.join();
        let call = || team.call(scope, game, table, &template);
        let _closes = Closes(&team);
        let seat = Seat { call: Some(&call), ..Seat::new(&team, 0) };
        search(Walk { seat: Some(seat), selective, ..Walk::new(game, table, budget, observer) })
    });
    let time = team.pace.time(0);
    let desk = team.desk.into_inner().unwrap_or_else(|poison| poison.into_inner());
    if let Some(panic) = desk.panic {
        resume_unwind(panic);
    }
    let mut report = report?;
    let time = time.map_or(report.stats.time, Duration::from_micros);
    report.stats.add(&desk.stats);
    report.stats = Stats { time, threads: 1 + desk.helpers, ..report.stats };
    Ok(report)
}

/// Sends the helpers home, whatever happened to the search.
struct Closes<'t, G: Heuristic>(&'t Team<G>);

impl<G: Heuristic> Drop for Closes<'_, G> {
    fn drop(&mut self) {
        let team = self.0;
        lock(&team.desk).closed = true;
        team.round.fetch_add(1, Relaxed);
        team.pace.wake_all();
        team.pace.leave(0);
    }
}

impl<G: Heuristic> Team<G> {
    fn new(threads: Threads, selective: bool) -> Team<G> {
        let (question, answer, panic) = (None, None, None);
        let desk =
            Desk { question, answer, closed: false, stats: Stats::default(), helpers: 0, panic };
        Team {
            threads,
            selective,
            pace: Pace::new(threads.count(), threads.is_simulated()),
            busy: Busy::new(),
            round: AtomicU64::new(0),
            desk: Mutex::new(desk),
        }
    }

    /// Starts the helpers; as many as the system grants.
    fn call<'scope, 'env>(
        &'env self,
        scope: &'scope Scope<'scope, 'env>,
        game: &'env G,
        table: &'env Table,
        budget: &Budget,
    ) {
        for number in 1..self.threads.count() {
            let budget = budget.join();
            let help = move || self.help(number, Walk::new(game, table, budget, Unobserved));
            if Builder::new().stack_size(STACK).spawn_scoped(scope, help).is_ok() {
                self.pace.admit(number);
            }
        }
    }

    /// The life of a helper.
    fn help<'g>(&'g self, number: usize, mut walk: Walk<'g, G>) {
        self.pace.begin(number);
        walk.seat = Some(Seat::new(self, number));
        walk.selective = self.selective;
        let ended = catch_unwind(AssertUnwindSafe(|| {
            while let Some(question) = self.next_question(&mut walk) {
                let score = walk.value(&question.state, question.node, question.window);
                if let Ok(score) = score {
                    self.answer(&mut walk, score);
                }
                walk.children.clear();
                walk.line.clear();
                walk.estimates = 0;
            }
        }));
        let mut desk = lock(&self.desk);
        desk.stats.add(&walk.budget.finish());
        desk.helpers += 1;
        if let Err(panic) = ended {
            desk.panic = Some(panic);
            desk.closed = true;
            self.round.fetch_add(1, Relaxed);
        }
        drop(desk);
        self.pace.leave(number);
    }

    /// Waits for a question that this walk has not seen yet; `None` when there will be none.
    fn next_question(&self, walk: &mut Walk<'_, G>) -> Option<Question<G>> {
        let seat = walk.seat.as_mut()?;
        let mut desk = lock(&self.desk);
        loop {
            if desk.closed {
                return None;
            }
            let round = self.round.load(Relaxed);
            if round > seat.round {
                seat.round = round;
                if let Some(question) = &desk.question {
                    let (node, window) = (question.node, question.window);
                    return Some(Question { state: question.state.clone(), node, window });
                }
            }
            desk = self.pace.wait(seat.number, &self.desk, desk);
        }
    }

    /// Hands in the answer of a helper, unless another one was quicker.
    fn answer(&self, walk: &mut Walk<'_, G>, score: Score) {
        let Some(seat) = &walk.seat else { return };
        let mut desk = lock(&self.desk);
        if self.round.load(Relaxed) == seat.round && !desk.closed {
            let line = std::mem::take(&mut walk.line);
            desk.answer = Some(Answer { score, line, estimates: walk.estimates });
            desk.question = None;
            self.round.fetch_add(1, Relaxed);
        }
    }
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// As [`value`](Walk::value), asked of the whole team.
    pub(super) fn ask(
        &mut self,
        state: &G::State,
        node: Node<G::Action>,
        window: Window,
    ) -> Result<Score, Stopped> {
        let (line, estimates) = (self.line.len(), self.estimates);
        let Some(seat) = &mut self.seat else { return self.value(state, node, window) };
        let team = seat.team;
        let mut desk = lock(&team.desk);
        desk.question = Some(Question { state: state.clone(), node, window });
        desk.answer = None;
        seat.round = team.round.fetch_add(1, Relaxed) + 1;
        drop(desk);
        team.pace.wake_all();
        let children = self.children.len();
        let score = self.value(state, node, window);
        let mut desk = lock(&team.desk);
        desk.question = None;
        team.round.fetch_add(1, Relaxed);
        match (score, desk.answer.take()) {
            (Err(Stopped), Some(answer)) => {
                self.children.truncate(children);
                self.line.truncate(line);
                self.line.extend(answer.line);
                self.estimates = estimates + answer.estimates;
                Ok(answer.score)
            }
            (score, _) => score,
        }
    }

    /// Looks at the limits, and whether the team is still interested in what this walk does.
    #[cold]
    #[inline(never)]
    pub(super) fn check(&mut self) -> Result<(), Stopped> {
        self.budget.check()?;
        let nodes = self.budget.stats.nodes;
        let Some(seat) = &mut self.seat else { return Ok(()) };
        if (nodes >= WORTH_THREADS || seat.team.threads.is_eager())
            && let Some(call) = seat.call.take()
        {
            call();
        }
        seat.team.pace.advance(seat.number, nodes - seat.paced);
        seat.paced = nodes;
        let is_vain = seat.team.round.load(Relaxed) != seat.round;
        match is_vain || seat.unsettled.is_settled(self.table) {
            true => Err(Stopped),
            false => Ok(()),
        }
    }

    /// The value of a node where the search of a younger child was stopped, if that was because
    /// another thread has settled the node; `estimates` is what there was before the node.
    #[cold]
    #[inline(never)]
    pub(super) fn settled_meanwhile(&mut self, estimates: u64) -> Result<Score, Stopped> {
        let settled = self.seat.as_mut().and_then(|seat| seat.unsettled.take());
        let entry = settled.ok_or(Stopped)?;
        self.estimates = estimates;
        Ok(self.accept(entry))
    }

    /// Puts the children from `i` on that other threads are searching behind all others.
    #[inline(always)]
    pub(super) fn defer_busy(&mut self, i: usize, node: &Node<G::Action>) {
        let busy = |seat: &Seat<'_, G>| seat.team.busy.is_any(node.ply);
        if self.seat.as_ref().is_some_and(busy) {
            self.defer_any_busy(i, node);
        }
    }

    #[cold]
    #[inline(never)]
    fn defer_any_busy(&mut self, i: usize, node: &Node<G::Action>) {
        let Some(seat) = &self.seat else { return };
        for child in &mut self.children[i..] {
            if child.address.is_some_and(|address| {
                seat.team.busy.contains(Busy::name(address, node.depth - child.plies))
            }) {
                child.rank = i64::MIN;
            }
        }
    }

    /// As [`child`](Walk::child), for one whose place is not 0, while others may know that it is being
    /// searched; `nodes` is what its elder brothers took.
    #[inline(always)]
    pub(super) fn child_in_team(
        &mut self,
        child: &Child<G>,
        node: &Node<G::Action>,
        window: Window,
        nth: usize,
        nodes: u64,
    ) -> Result<Score, Stopped> {
        let seat = self.seat.as_mut().expect("a walk in a team");
        let (team, unsettled) = (seat.team, seat.unsettled.len());
        let worthwhile = nodes >= WORTH_TELLING || team.threads.is_eager();
        let address = child.address.filter(|_| worthwhile);
        let name = address.map(|address| Busy::name(address, node.depth - child.plies));
        if let Some(name) = name {
            team.busy.insert(name, node.ply);
            if window.is_null()
                && let Some(address) = node.address
            {
                seat.unsettled.push(address, node.depth, window);
            }
        }
        let score = self.child(child, node, child.narrow(window), nth);
        if let Some(name) = name {
            team.busy.remove(name, node.ply);
            self.seat.as_mut().expect("a walk in a team").unsettled.truncate(unsettled);
        }
        score
    }
}
