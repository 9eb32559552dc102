//! Iterative deepening: depth 1, 2, 3, … until the game is solved or a limit says stop.

use std::iter::once;
use std::time::Duration;

use super::Search;
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::report::{Certainty, Report};
use crate::stats::Stats;

/// Runs a depth-limited search deeper and deeper, so that there is an answer at any time.
///
/// Where neither time, nodes nor a monitor can stop it, the answer that counts is the last one. The
/// others only teach which actions to try first, and every second depth teaches as much.
///
/// Of a depth that a limit cuts short, the best action counts if it was found better than that of the
/// depth before.
///
/// Depth 1 is always completed, whatever the limits (a stop by the monitor excepted): a player
/// must have a move.
pub struct Deepening<'f, S, A> {
    inner: S,
    on_depth: OnDepth<'f, A>,
}

type OnDepth<'f, A> = Box<dyn FnMut(&Report<A>) + 'f>;

impl<'f, S, A> Deepening<'f, S, A> {
    /// Deepens `inner`.
    pub fn new(inner: S) -> Deepening<'f, S, A> {
        Deepening { inner, on_depth: Box::new(|_| {}) }
    }

    /// Calls `report` with the answer of every completed depth, and with that of an unfinished one if
    /// it counts.
    pub fn on_depth(self, report: impl FnMut(&Report<A>) + 'f) -> Deepening<'f, S, A> {
        Deepening { on_depth: Box::new(report), ..self }
    }
}

impl<G: Heuristic, S: Search<G>> Search<G> for Deepening<'_, S, G::Action> {
    /// The answer of the deepest search that has one; its statistics are those of all depths together.
    /// A search that gets better [by itself](Search::anytime) is not deepened, unless it was stopped
    /// before it had an answer.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        if let Some(Ok(report)) = self.inner.anytime(game, state, limits, &mut self.on_depth) {
            return Ok(report);
        }
        let (mut spent, mut last_time) = (Stats::default(), Duration::ZERO);
        let mut last: Option<Report<G::Action>> = None;
        for depth in depths(limits) {
            if depth > 1 && !limits.allow_deeper(&spent, last_time) {
                break;
            }
            let limits = match depth {
                1 => Limits { monitor: limits.monitor.clone(), ..Limits::default() },
                _ => limits.after(&spent),
            };
            let Ok(mut report) = self.inner.search(game, state, &limits.depth(depth)) else {
                break;
            };
            let nodes = report.stats.nodes;
            last_time = report.stats.time;
            spent.add(&report.stats);
            if report.stopped
                && let Some(last) = &mut last
            {
                if is_better(&report, last) {
                    report.stats = spent;
                    (self.on_depth)(&report);
                    *last = report;
                }
                break;
            }
            spent.last_depths = [spent.last_depths[1], nodes];
            spent.depth_step = depth - last.as_ref().and_then(|last| last.depth).unwrap_or(0);
            report.stats = spent;
            (self.on_depth)(&report);
            // Without a depth there is nothing deeper to look at.
            let done = report.is_exact() || report.stopped || report.depth.is_none();
            last = Some(report);
            if done {
                break;
            }
        }
        last.map(|report| Report { stats: spent, ..report }).ok_or(Stopped)
    }
}

/// Whether the best of a depth that a limit cut short is a better answer than that of the last one:
/// the deeper search has preferred it to that one, and does not take a forced win for less.
fn is_better<A: PartialEq>(unfinished: &Report<A>, last: &Report<A>) -> bool {
    let preferred = unfinished.best != last.best
        && last.best.as_ref().is_some_and(|best| unfinished.seen.contains(best));
    preferred && (last.certainty == Certainty::Estimate || unfinished.score > last.score)
}

/// The depths to search, up to the limit.
fn depths(limits: &Limits) -> impl Iterator<Item = u32> {
    let last = limits.plies().max(1);
    let is_timed = limits.max_time.or(limits.soft_time).is_some();
    let can_stop = is_timed || limits.max_nodes.is_some() || limits.monitor.is_some();
    let step = if can_stop { 1 } else { 2 };
    // The last depth is one of them.
    let second = 2 + last % step;
    once(1).chain((second..=last).step_by(step as usize))
}
