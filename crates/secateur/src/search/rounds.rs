//! Analysis by a search that gets better by itself: every action has the same share, in rounds.

use super::Search;
use super::analysis::{Analysis, child_limits, legal_actions, ranked, successor, variation};
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};

/// Nodes for each action in the first round.
const FIRST: u64 = 1_024;
/// A round has so many times the nodes of the one before.
const GROWTH: u32 = 4;

/// What [`analyze`](super::analyze) does with a search that gets better [by itself](Search::anytime):
/// rounds of growing length in which every action has the same number of nodes, until all is proven
/// or a limit says stop. So it may be stopped at any time. The last round has all that is left, when
/// two more would not fit. `None`: this is another kind of search, or there was no time for a round.
pub(super) fn in_rounds<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    limits: &Limits,
    on_round: &mut dyn FnMut(&Analysis<G::Action>),
) -> Option<Analysis<G::Action>> {
    let (costs, analysis) = (Vec::new(), Analysis::new());
    let mut rounds = Rounds { game, state, limits, costs, analysis };
    let mut share = Some(FIRST);
    loop {
        let before = rounds.analysis.stats;
        let ended = rounds.play(search, share)?;
        on_round(&ranked(rounds.analysis.clone()));
        let spent = rounds.analysis.stats;
        let (nodes, time) = (spent.nodes - before.nodes, spent.time - before.time);
        let left = limits.after(&spent);
        let fits = |times: u32| {
            left.max_nodes.is_none_or(|left| left >= nodes.saturating_mul(times.into()).max(1))
                && left.max_time.is_none_or(|left| left > time.saturating_mul(times))
        };
        if ended.is_err() || share.is_none() || rounds.open().next().is_none() || !fits(1) {
            return Some(ranked(rounds.analysis));
        }
        let next = share.map(|share| share.saturating_mul(GROWTH.into()));
        share = next.filter(|_| fits(GROWTH + GROWTH * GROWTH));
    }
}

struct Rounds<'a, G: Heuristic> {
    game: &'a G,
    state: &'a G::State,
    limits: &'a Limits,
    /// The nodes that the answer for each action took, which a cheaper one does not replace; `None`
    /// when there is nothing to add to it.
    costs: Vec<Option<u64>>,
    analysis: Analysis<G::Action>,
}

impl<G: Heuristic> Rounds<'_, G> {
    /// The actions that are not settled.
    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.costs.len()).filter(|&i| self.costs[i].is_some())
    }

    /// A round with so many nodes for each action, or with all that is left. `None` when it is the
    /// first one, and could not be ended.
    fn play(
        &mut self,
        search: &mut dyn Search<G>,
        share: Option<u64>,
    ) -> Option<Result<(), Stopped>> {
        let turn = self.game.to_move(self.state);
        let actions = legal_actions(self.game, self.state);
        let is_first = self.costs.is_empty();
        let open: Vec<usize> =
            if is_first { (0..actions.len()).collect() } else { self.open().collect() };
        for (done, &i) in open.iter().enumerate() {
            let (child, passed) = successor(self.game, self.state, turn, actions[i]);
            let to_come = (open.len() - done) as u32;
            let left = child_limits(self.limits, &self.analysis.stats);
            let even = left.max_nodes.map(|nodes| nodes / u64::from(to_come));
            let limits = Limits {
                max_nodes: even.into_iter().chain(share).min(),
                max_time: left.max_time.map(|time| time / to_come),
                ..left
            };
            let report = match search.anytime(self.game, &child, &limits, &mut |_| {})? {
                Ok(report) => report,
                Err(Stopped) if is_first => return None,
                Err(Stopped) => return Some(Err(Stopped)),
            };
            self.analysis.stats.add(&report.stats.below(1));
            let cost = report.stopped.then_some(report.stats.nodes);
            if is_first {
                self.costs.push(cost);
                self.analysis.variations.push(variation(actions[i], passed, report));
            } else if cost.is_none() || cost >= self.costs[i] {
                self.costs[i] = cost;
                self.analysis.variations[i] = variation(actions[i], passed, report);
            }
        }
        self.analysis.depth = self.limits.max_depth.filter(|_| !self.analysis.is_proven());
        Some(Ok(()))
    }
}
