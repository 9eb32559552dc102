//! Minimax as the textbook prints it, chance nodes included (EXPECTIMINIMAX).
//!
//! Russell & Norvig, *Artificial Intelligence: A Modern Approach*, chapter "Adversarial Search and
//! Games". No window, no table, no ordering, and Max and Min written out: this is the oracle that
//! every other search is tested against.

use super::Search;
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::mean::Mean;
use crate::record::{Observer, Stop, Unobserved};
use crate::report::Report;
use crate::score::Score;
use crate::turn::Turn;

/// Plain minimax. Visits every state within the depth limit.
///
/// ```
/// use secateur::{Game, Heuristic, Limits, Minimax, Score, Search, Turn};
///
/// /// Take one or two matches; whoever takes the last one wins.
/// struct Matches;
/// impl Game for Matches {
///     type State = (u32, Turn);
///     type Action = u32;
///     fn initial(&self) -> (u32, Turn) { (7, Turn::Max) }
///     fn to_move(&self, &(_, turn): &(u32, Turn)) -> Turn { turn }
///     fn actions(&self, &(left, _): &(u32, Turn), out: &mut Vec<u32>) { out.extend(1..=left.min(2)) }
///     fn apply(&self, (left, turn): &mut (u32, Turn), take: u32) {
///         *left -= take;
///         *turn = if *turn == Turn::Max { Turn::Min } else { Turn::Max };
///     }
///     fn utility(&self, &(_, turn): &(u32, Turn)) -> Score {
///         if turn == Turn::Max { Score::LOSS } else { Score::WIN }
///     }
/// }
/// impl Heuristic for Matches {}
///
/// let report = Minimax.search(&Matches, &Matches.initial(), &Limits::default()).unwrap();
/// assert_eq!(report.best, Some(1)); // leave a multiple of three
/// assert_eq!(report.score, Score::win_in(5));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl<G: Heuristic> Search<G> for Minimax {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.observed(game, state, limits, Unobserved)
    }
}

impl Minimax {
    /// The search, watched by `observer`.
    pub(super) fn observed<G: Heuristic>(
        self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        observer: impl Observer<G::Action>,
    ) -> Result<Report<G::Action>, Stopped> {
        let (budget, plies) = (Budget::start(limits), limits.plies());
        let mut walk = Walk { game, budget, plies, observer };
        let (value, line) = walk.value(state, plies)?;
        let score = value.for_turn(game.to_move(state));
        Ok(Report::complete(score, line, limits, walk.budget.finish()))
    }
}

struct Walk<'g, G, O> {
    game: &'g G,
    budget: Budget,
    observer: O,
    /// The depth of the root.
    plies: u32,
}

impl<G: Heuristic, O: Observer<G::Action>> Walk<'_, G, O> {
    /// MINIMAX(state) with `depth` plies to go, from Max's side, and the principal variation, last
    /// action first.
    ///
    /// - finished: UTILITY(state); at depth 0 otherwise: an evaluation
    /// - Max to move: the largest value of the successors; Min: the smallest
    /// - Chance: the mean of the outcomes' values by their probabilities
    fn value(&mut self, state: &G::State, depth: u32) -> Result<(Score, Vec<G::Action>), Stopped> {
        self.budget.enter()?;
        self.observer.enter(self.game.to_move(state), depth, None);
        self.budget.stats.reach(self.plies - depth);
        if self.game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            let value = self.game.utility(state);
            self.leave(state, value, Stop::Terminal);
            return Ok((value, Vec::new()));
        }
        if depth == 0 {
            self.budget.stats.horizon += 1;
            let value = self.game.evaluate(state);
            self.leave(state, value, Stop::Horizon);
            return Ok((value, Vec::new()));
        }
        let turn = self.game.to_move(state);
        if turn == Turn::Chance {
            return Ok((self.mean(state, depth)?, Vec::new()));
        }
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        self.observer.expand(&actions);
        let mut best: Option<(Score, Vec<G::Action>)> = None;
        for action in actions {
            let (value, mut line) = self.successor(state, action, depth)?;
            let better = match (&best, turn) {
                (None, _) => true,
                (Some((best, _)), Turn::Max) => value > *best,
                (Some((best, _)), _) => value < *best,
            };
            if better {
                line.push(action);
                best = Some((value, line));
            }
        }
        let best = best.expect("an unfinished game has an action");
        self.leave(state, best.0, Stop::Complete);
        Ok(best)
    }

    /// Tells the observer what a state is worth.
    #[inline(always)]
    fn leave(&mut self, state: &G::State, value: Score, stop: Stop) {
        self.observer.leave(value.for_turn(self.game.to_move(state)), stop, None);
    }

    /// The mean of the outcomes' values; from Max's side.
    fn mean(&mut self, state: &G::State, depth: u32) -> Result<Score, Stopped> {
        let mut outcomes = Vec::new();
        self.game.chances(state, &mut outcomes);
        self.observer.expand_chance(outcomes.iter().copied());
        let mut mean = Mean::default();
        for (outcome, weight) in outcomes {
            mean.add(self.successor(state, outcome, depth)?.0, weight);
        }
        self.leave(state, mean.score(), Stop::Complete);
        Ok(mean.score())
    }

    /// MINIMAX(RESULT(state, action)), a forced win or loss counted one ply further away.
    fn successor(
        &mut self,
        state: &G::State,
        action: G::Action,
        depth: u32,
    ) -> Result<(Score, Vec<G::Action>), Stopped> {
        let mut child = state.clone();
        self.game.apply(&mut child, action);
        self.observer.follow(action);
        let (value, line) = self.value(&child, depth - 1)?;
        Ok((value.from_child(false), line))
    }
}
