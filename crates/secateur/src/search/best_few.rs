//! The best few actions of a state, with their values and lines (multi-PV).

use std::cmp::Reverse;
use std::time::Duration;

use super::Search;
use super::analysis::{Analysis, Variation, child_limits, legal_actions, successor, variation};
use super::rounds::in_rounds;
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::report::Certainty;
use crate::score::{Score, Window};
use crate::stats::Stats;

/// As [`analyze`](super::analyze), but only the `count` best actions (at least one), in less time:
/// any other one is asked only whether it is better than the least of these. Of actions that are as
/// good as that one, any may be left out. A search that gets better [by itself](Search::anytime)
/// looks at all of them for the same time.
///
/// # Errors
/// As [`analyze`](super::analyze).
pub fn analyze_best<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    count: usize,
    limits: &Limits,
    on_depth: &mut dyn FnMut(&Analysis<G::Action>),
) -> Result<Analysis<G::Action>, Stopped> {
    let best = |analysis: &Analysis<G::Action>| {
        let mut best = analysis.clone();
        best.variations.truncate(count.max(1));
        best
    };
    if let Some(all) = in_rounds(search, game, state, limits, &mut |all| on_depth(&best(all))) {
        return Ok(best(&all));
    }
    let rival = |action| Rival { action, known: None };
    let rivals = legal_actions(game, state).into_iter().map(rival).collect();
    let mut contest = Contest { search, game, state, count: count.max(1), rivals };
    let mut analysis = Analysis { variations: Vec::new(), depth: None, stats: Stats::default() };
    let mut last_time = Duration::ZERO;
    for depth in 1..=limits.plies().max(1) {
        if depth > 1 && !limits.allow_deeper(&analysis.stats, last_time) {
            break;
        }
        let limits = match depth {
            1 => Limits { monitor: limits.monitor.clone(), ..Limits::default() },
            _ => limits.clone(),
        };
        let before = analysis.stats;
        let proven = match contest.deepen(&limits.depth(depth), &mut analysis.stats) {
            Ok((variations, proven)) => {
                analysis.variations = variations;
                proven
            }
            Err(Stopped) if depth == 1 => return Err(Stopped),
            Err(Stopped) => break,
        };
        let nodes = analysis.stats.nodes - before.nodes;
        analysis.stats.last_depths = [before.last_depths[1], nodes];
        last_time = analysis.stats.time - before.time;
        analysis.depth = (!proven).then_some(depth);
        on_depth(&analysis);
        if proven {
            break;
        }
    }
    Ok(analysis)
}

/// The actions of a state in contest for the best places.
struct Contest<'a, G: Heuristic> {
    search: &'a mut dyn Search<G>,
    game: &'a G,
    state: &'a G::State,
    /// Places to win.
    count: usize,
    /// In the game's order.
    rivals: Vec<Rival<G::Action>>,
}

/// An action, and what was found out about it last: its value, or a bound.
struct Rival<A> {
    action: A,
    known: Option<Variation<A>>,
}

/// The best actions, and whether all of that is proven.
type Places<A> = (Vec<Variation<A>>, bool);

impl<G: Heuristic> Contest<'_, G> {
    /// One step of [`analyze_best`], to `limits.max_depth`: the best actions, and whether all this
    /// is proven. What is proven already is not searched again.
    fn deepen(&mut self, limits: &Limits, spent: &mut Stats) -> Result<Places<G::Action>, Stopped> {
        let mut order: Vec<usize> = (0..self.rivals.len()).collect();
        order.sort_by_key(|&i| Reverse(self.rivals[i].known.as_ref().map(rank)));
        let mut best: Vec<usize> = Vec::new();
        for i in order {
            let least = best.get(self.count - 1).map(|&i| self.score(i));
            if !self.is_settled(i, least) {
                self.rivals[i].known =
                    Some(self.value(self.rivals[i].action, least, limits, spent)?);
            }
            if least.is_none_or(|least| self.score(i) > least) {
                best.push(i);
                best.sort_by_key(|&i| (Reverse(self.rivals[i].known.as_ref().map(rank)), i));
                best.truncate(self.count);
            }
        }
        let least = best.get(self.count - 1).map(|&i| self.score(i));
        let proven = (0..self.rivals.len()).all(|i| self.is_settled(i, least));
        let variations = best.iter().filter_map(|&i| self.rivals[i].known.clone()).collect();
        Ok((variations, proven))
    }

    /// The value of an action, or a bound that says it is no better than `least`.
    fn value(
        &mut self,
        action: G::Action,
        least: Option<Score>,
        limits: &Limits,
        spent: &mut Stats,
    ) -> Result<Variation<G::Action>, Stopped> {
        let turn = self.game.to_move(self.state);
        let (child, passed) = successor(self.game, self.state, turn, action);
        let limits = child_limits(limits, spent);
        let report = match least {
            None => self.search.search(self.game, &child, &limits)?,
            Some(alpha) => {
                let window = Window { alpha, ..Window::FULL }.for_child(passed);
                self.search.search_within(self.game, &child, window, &limits)?
            }
        };
        spent.add(&report.stats.below(1));
        if report.stopped {
            return Err(Stopped);
        }
        Ok(variation(action, passed, report))
    }

    /// What is known of an action's value; below all values when nothing is.
    fn score(&self, i: usize) -> Score {
        self.rivals[i].known.as_ref().map_or(Score::NEG_INFINITY, |v| v.score)
    }

    /// Whether a deeper search could not tell more about an action: its value is proven, or that it
    /// is no better than the least that has a place.
    fn is_settled(&self, i: usize, least: Option<Score>) -> bool {
        self.rivals[i].known.as_ref().is_some_and(|v| match v.certainty {
            Certainty::Exact => true,
            Certainty::Upper => least.is_some_and(|least| v.score <= least),
            Certainty::Lower | Certainty::Estimate => false,
        })
    }
}

/// To sort by, best last: of equals, what is proven is better than an estimate.
fn rank<A>(variation: &Variation<A>) -> (Score, bool) {
    (variation.score, variation.certainty == Certainty::Exact)
}
