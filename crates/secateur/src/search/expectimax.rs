//! Expectimax with a probability cut-off, for games of chance.
//!
//! Like [`Minimax`](super::Minimax) it knows no window and no ordering. What it adds: a path whose
//! outcomes are together less probable than a threshold is evaluated at once, because a mean can
//! hardly feel it; and where paths meet in a chance node, its mean is computed once.
//!
//! Without a limit of depth it is deepened, by a smaller threshold each time: so it looks far where few
//! things can happen, and near where many can.

use super::Search;
use super::remembered::{Known, Remembered};
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::mean::Mean;
use crate::record::{Observer, Stop, Unobserved};
use crate::report::Report;
use crate::score::Score;
use crate::table::Bound;
use crate::turn::Turn;

/// Depth-limited expectimax. In a game with [keys](Heuristic::key) it remembers the means of chance
/// nodes for the time of a search. A mean serves again at the same depth on a path that is no more
/// probable than the one that it was computed on: it is at least as careful as what would be
/// computed there.
#[derive(Clone, Copy, Debug)]
pub struct Expectimax {
    /// Paths of a smaller probability are evaluated instead of searched. 0: none, and the values
    /// are those of [`Minimax`](super::Minimax). The default is one in a thousand.
    pub min_probability: f32,
}

impl Default for Expectimax {
    fn default() -> Expectimax {
        Expectimax { min_probability: 0.001 }
    }
}

impl<G: Heuristic> Search<G> for Expectimax {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.observed(game, state, limits, Unobserved)
    }

    /// Looks farther, and at less probable paths. Where there is a limit of depth, `Deepening` itself
    /// goes ply by ply.
    fn anytime(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Option<Result<Report<G::Action>, Stopped>> {
        let refined = || refine(game, state, limits, on_report);
        limits.max_depth.is_none().then(refined)
    }
}

/// The answer of the deepest search for which there is time. One ply is always looked ahead.
fn refine<G: Heuristic>(
    game: &G,
    state: &G::State,
    limits: &Limits,
    on_report: &mut dyn FnMut(&Report<G::Action>),
) -> Result<Report<G::Action>, Stopped> {
    let one_ply = Limits { monitor: limits.monitor.clone(), ..Limits::default() }.depth(1);
    let mut report = Expectimax::default().search(game, state, &one_ply)?;
    let (mut spent, mut last) = (report.stats, report.stats);
    let (mut known, mut schedule) =
        (Remembered::default(), Schedule { reach: 1.0, growth: FIRST_GROWTH });
    on_report(&report);
    while !report.is_exact() && schedule.plies() < LAST_PLIES {
        let more = schedule.step(limits.room(&spent, &last));
        if more < SMALLEST_STEP {
            break;
        }
        schedule.reach += more;
        let search = Expectimax { min_probability: schedule.min_probability() };
        let limits = limits.after(&spent).depth(schedule.plies());
        let Ok(deeper) = search.walk(game, state, &limits, &mut known, Unobserved) else { break };
        schedule.learn(more, last.nodes, deeper.stats.nodes);
        last = deeper.stats;
        spent.last_depths = [spent.last_depths[1], last.nodes];
        spent.add(&last);
        report = Report { stats: spent, ..deeper };
        on_report(&report);
    }
    Ok(Report { stats: spent, ..report })
}

/// From depth to depth, each by a smaller threshold: who looks at improbable paths only, or far along a
/// few probable ones only, plays worse in the same time.
struct Schedule {
    /// Plies, and the part of the next one by which the threshold is smaller already.
    reach: f32,
    /// By this the nodes grow with a ply.
    growth: f32,
}

impl Schedule {
    fn plies(&self) -> u32 {
        self.reach as u32
    }

    /// In 2048 the searches to 5 plies by a threshold of 0.03, to 9 by 0.01 and to 11 by 0.005 overlooked
    /// least for their time.
    fn min_probability(&self) -> f32 {
        0.2 * 0.7f32.powf(self.reach)
    }

    /// How much farther to search, if the last search took one part of the time and `room` are left.
    /// Large steps save the searches between.
    fn step(&self, room: f32) -> f32 {
        let fitting = (SHARE * room).max(1.0).ln() / self.growth.ln();
        if fitting.is_finite() { fitting.min(LARGEST_STEP) } else { 1.0 }
    }

    /// So much farther, `more`, took the nodes of a search from `before` to `after`.
    fn learn(&mut self, more: f32, before: u64, after: u64) {
        let growth = (after as f32 / before as f32).powf(1.0 / more);
        self.growth = growth.clamp(1.5, 2.5);
    }
}

/// How much of what is left a search should take: more, and it would often not end.
const SHARE: f32 = 0.8;
/// By which the nodes grow with a ply before any search has told.
const FIRST_GROWTH: f32 = 2.0;
/// More plies at once could take too long.
const LARGEST_STEP: f32 = 3.0;
/// Less than this part of a ply farther is hardly another search.
const SMALLEST_STEP: f32 = 0.25;
/// Beyond these the threshold is too small for any mean to feel it.
const LAST_PLIES: u32 = 48;

impl Expectimax {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        self.walk(game, state, limits, &mut Remembered::default(), observer)
    }

    /// The search by what is known from searches of the same state by larger thresholds.
    fn walk<G: Heuristic>(
        self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        known: &mut Remembered,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let mut walk = Walk {
            game,
            budget: Budget::start(limits).checking_every(CHECK_EVERY),
            observer,
            plies: limits.plies(),
            min_probability: self.min_probability,
            actions: Vec::new(),
            outcomes: Vec::new(),
            line: Vec::new(),
            known,
            depth_cuts: 0,
        };
        let turn = game.to_move(state);
        let score = walk.value(state, turn, limits.plies(), 1.0)?;
        let depth = limits.max_depth.filter(|_| walk.depth_cuts > 0);
        let report = Report::complete(score, walk.line, limits, walk.budget.finish());
        Ok(Report { depth, ..report })
    }
}

/// Nodes from look to look at the clock: evaluations in games of chance can take long.
const CHECK_EVERY: u64 = 64;

struct Walk<'g, G: Heuristic, O> {
    game: &'g G,
    budget: Budget,
    observer: O,
    /// The depth of the root.
    plies: u32,
    min_probability: f32,
    /// Of all nodes on the current path, one node's after the other's.
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Action, u32)>,
    /// The best lines of all nodes on the current path, each last action first.
    line: Vec<G::Action>,
    known: &'g mut Remembered,
    /// Unfinished games evaluated because of the depth, not the probability.
    depth_cuts: u64,
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// The expected value of `state`, reached with `probability`, with `depth` plies to go, seen
    /// by the side to move. Leaves the best line on top of `self.line`.
    fn value(
        &mut self,
        state: &G::State,
        turn: Turn,
        depth: u32,
        probability: f32,
    ) -> Result<Score, Stopped> {
        self.budget.enter()?;
        self.budget.stats.reach(self.plies - depth);
        self.observer.enter(turn, depth, None);
        if depth == 0 || probability < self.min_probability {
            let horizon = self.budget.stats.horizon;
            let score = self.leaf(state, turn, depth);
            let evaluated = self.budget.stats.horizon > horizon;
            self.depth_cuts += u64::from(evaluated && probability >= self.min_probability);
            return Ok(score);
        }
        if turn == Turn::Chance {
            // Without a ply below the outcomes, a mean is sooner computed than found.
            let Some(key) = self.game.key(state).filter(|_| depth > 1) else {
                return self.mean(state, depth, probability);
            };
            self.budget.stats.table_probes += 1;
            // Without a horizon it is all the same how far a node is from the root.
            let reach = if self.plies == u32::MAX { u32::MAX } else { depth };
            let fineness = probability / self.min_probability;
            if let Some(score) = self.known.find(key, reach, fineness) {
                self.budget.stats.table_hits += 1;
                self.observer.leave(score, Stop::Table, Some(Bound::Exact));
                return Ok(score);
            }
            let score = self.mean(state, depth, probability)?;
            self.known.keep(Known { key, depth: reach, fineness, score });
            return Ok(score);
        }
        let first = self.actions.len();
        self.game.actions(state, &mut self.actions);
        let end = self.actions.len();
        if first == end {
            self.budget.stats.terminals += 1;
            let score = self.game.utility(state).for_turn(turn);
            self.observer.leave(score, Stop::Terminal, None);
            return Ok(score);
        }
        self.observer.expand(&self.actions[first..]);
        let line = self.line.len();
        let mut best = Score::NEG_INFINITY;
        for i in first..end {
            let action = self.actions[i];
            let above = self.line.len();
            let score = self.child(state, turn, action, depth, probability)?;
            if score > best {
                best = score;
                self.line.drain(line..above);
                self.line.push(action);
            } else {
                self.line.truncate(above);
            }
        }
        self.actions.truncate(first);
        self.observer.leave(best, Stop::Complete, None);
        Ok(best)
    }

    /// The mean of the outcomes' values, from Max's side.
    fn mean(&mut self, state: &G::State, depth: u32, probability: f32) -> Result<Score, Stopped> {
        let first = self.outcomes.len();
        self.game.chances(state, &mut self.outcomes);
        let end = self.outcomes.len();
        let total: u64 = self.outcomes[first..].iter().map(|&(_, weight)| u64::from(weight)).sum();
        let unit = probability / total as f32;
        let likeliest = self.outcomes[first..].iter().map(|&(_, weight)| weight).max();
        if unit * (likeliest.unwrap_or(0) as f32) < self.min_probability {
            self.outcomes.truncate(first);
            return Ok(self.leaf(state, Turn::Chance, depth));
        }
        self.observer.expand_chance(self.outcomes[first..].iter().copied());
        let mut mean = Mean::default();
        for i in first..end {
            let (outcome, weight) = self.outcomes[i];
            let above = self.line.len();
            let probability = unit * weight as f32;
            mean.add(self.child(state, Turn::Chance, outcome, depth, probability)?, weight);
            self.line.truncate(above);
        }
        self.outcomes.truncate(first);
        self.observer.leave(mean.score(), Stop::Complete, None);
        Ok(mean.score())
    }

    /// The value of `state` after `action`, as the side to move in `state` sees it.
    #[inline(always)]
    fn child(
        &mut self,
        state: &G::State,
        turn: Turn,
        action: G::Action,
        depth: u32,
        probability: f32,
    ) -> Result<Score, Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        let next = self.game.to_move(&child);
        let passed = turn.passes_to(next);
        self.observer.follow(action);
        Ok(self.value(&child, next, depth - 1, probability)?.from_child(passed))
    }

    fn leaf(&mut self, state: &G::State, turn: Turn, depth: u32) -> Score {
        let (value, stop) = if self.game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            (self.game.utility(state), Stop::Terminal)
        } else {
            self.budget.stats.horizon += 1;
            let stop = if depth == 0 { Stop::Horizon } else { Stop::Improbable };
            (self.estimate(state), stop)
        };
        let score = value.for_turn(turn);
        self.observer.leave(score, stop, None);
        score
    }

    /// The evaluation of an unfinished game, computed once.
    fn estimate(&mut self, state: &G::State) -> Score {
        let Some(key) = self.game.key(state) else { return self.game.evaluate(state) };
        if let Some(score) = self.known.find(key, 0, f32::INFINITY) {
            return score;
        }
        let score = self.game.evaluate(state);
        self.known.keep(Known { key, depth: 0, fineness: f32::INFINITY, score });
        score
    }
}
