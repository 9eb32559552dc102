//! Beyond the one best action: which others are as good ([`best_actions`]), and what each one is
//! worth ([`analyze`]).

use std::time::{Duration, Instant};

use super::Search;
use super::rounds::in_rounds;
use crate::game::Heuristic;
use crate::limits::{Limits, Stopped};
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::turn::Turn;

/// The best actions of a state, see [`best_actions`].
#[derive(Clone, Debug)]
pub struct BestActions<A> {
    /// Those that are proven to reach the value, in the game's order.
    pub actions: Vec<A>,
    /// Whether all others are proven not to: a limit or the depth may have forbidden to tell.
    pub complete: bool,
    /// What it cost to tell.
    pub stats: Stats,
}

/// All actions of `state` that reach `score`, the exact value of the state for the side to move.
///
/// Each is asked only whether it [reaches](Search::reaches) the score, which is cheaper than its
/// value.
pub fn best_actions<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    score: Score,
    limits: &Limits,
) -> BestActions<G::Action> {
    let turn = game.to_move(state);
    let mut best = BestActions { actions: Vec::new(), complete: true, stats: Stats::default() };
    for action in legal_actions(game, state) {
        let (child, passed) = successor(game, state, turn, action);
        let limits = child_limits(limits, &best.stats);
        // Where the turn passes, an action is good enough when the other side cannot do better.
        let window = Window::reaches(score).for_child(passed);
        let Ok((reached, stats)) = search.reaches(game, &child, window.beta, &limits) else {
            best.complete = false;
            break;
        };
        best.stats.add(&stats.below(1));
        match reached {
            Some(reached) if reached != passed => best.actions.push(action),
            Some(_) => {}
            None => best.complete = false,
        }
    }
    best
}

/// What every legal action of a state is worth.
#[derive(Clone, Debug)]
pub struct Analysis<A> {
    /// One for each action, best first; equal ones in the game's order.
    pub variations: Vec<Variation<A>>,
    /// The depth up to which all actions were searched; `None` when to the end of the game.
    pub depth: Option<u32>,
    /// What all searches together counted.
    pub stats: Stats,
}

/// An action, its value, and how the game would go on.
#[derive(Clone, Debug)]
pub struct Variation<A> {
    /// The action.
    pub action: A,
    /// Its value for the side that plays it.
    pub score: Score,
    /// What the value is worth.
    pub certainty: Certainty,
    /// The action and the best answers to it.
    pub pv: Vec<A>,
}

/// Runs `search` on every action of `state`, deeper and deeper until all are proven or a limit says
/// stop. Calls `on_depth` with the analysis of every completed depth. A search that gets better
/// [by itself](Search::anytime) has rounds of equal shares for every action instead.
///
/// The values of an analysis are comparable: all come from the same depth, or are exact.
///
/// # Errors
/// [`Stopped`] when `limits.monitor` stopped it before depth 1 was complete; other limits let
/// depth 1 pass.
pub fn analyze<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    limits: &Limits,
    on_depth: &mut dyn FnMut(&Analysis<G::Action>),
) -> Result<Analysis<G::Action>, Stopped> {
    if let Some(analysis) = in_rounds(search, game, state, limits, on_depth) {
        return Ok(analysis);
    }
    let mut analysis = Analysis::new();
    deepen(search, game, state, &mut analysis, 1.., limits, on_depth)?;
    Ok(ranked(analysis))
}

/// As [`analyze`], with a search that solves games: after a first look at all actions, each one is
/// searched to the end of the game, the most promising first, for an equal share of half of what is
/// left of the limits; the other half goes deeper into those that took more. Calls `on_step` after
/// each depth and for each action that is solved.
///
/// # Errors
/// As [`analyze`].
pub fn analyze_by_solving<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    limits: &Limits,
    on_step: &mut dyn FnMut(&Analysis<G::Action>),
) -> Result<Analysis<G::Action>, Stopped> {
    let mut analysis = Analysis::new();
    deepen(search, game, state, &mut analysis, 1..=FIRST_LOOK, limits, on_step)?;
    if limits.max_depth.is_none() {
        solve_each(search, game, state, &mut analysis, limits, on_step);
    }
    deepen(search, game, state, &mut analysis, FIRST_LOOK + 1.., limits, on_step)?;
    Ok(ranked(analysis))
}

/// Plies that make estimates of some use.
const FIRST_LOOK: u32 = 6;

impl<A> Analysis<A> {
    /// Before anything is known. From here on `variations` are in the game's order, to be ranked.
    pub(super) fn new() -> Analysis<A> {
        Analysis { variations: Vec::new(), depth: None, stats: Stats::default() }
    }

    pub(super) fn is_proven(&self) -> bool {
        self.variations.iter().all(|v| v.certainty == Certainty::Exact)
    }
}

/// Best first; of equals, what is proven comes before an estimate.
pub(super) fn ranked<A>(mut analysis: Analysis<A>) -> Analysis<A> {
    let proven = |v: &Variation<A>| v.certainty == Certainty::Exact;
    analysis.variations.sort_by_key(|v| std::cmp::Reverse((v.score, proven(v))));
    analysis
}

/// Brings `analysis` to all of these depths, as far as the limits allow.
fn deepen<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    analysis: &mut Analysis<G::Action>,
    depths: impl Iterator<Item = u32>,
    limits: &Limits,
    on_depth: &mut dyn FnMut(&Analysis<G::Action>),
) -> Result<(), Stopped> {
    let mut last_time = Duration::ZERO;
    for depth in depths.take_while(|&depth| depth <= limits.plies().max(1)) {
        let deeper = !analysis.is_proven() && limits.allow_deeper(&analysis.stats, last_time);
        if depth > 1 && !deeper {
            break;
        }
        let limits = match depth {
            1 => Limits { monitor: limits.monitor.clone(), ..Limits::default() },
            _ => limits.clone(),
        };
        let before = analysis.stats;
        match to_depth(search, game, state, analysis, &limits.depth(depth)) {
            Ok(variations) => {
                analysis.variations = variations;
                let nodes = analysis.stats.nodes - before.nodes;
                analysis.stats.last_depths = [before.last_depths[1], nodes];
                last_time = analysis.stats.time - before.time;
            }
            Err(Stopped) if depth == 1 => return Err(Stopped),
            Err(Stopped) => break,
        }
        analysis.depth = (!analysis.is_proven()).then_some(depth);
        on_depth(&ranked(analysis.clone()));
    }
    Ok(())
}

/// All actions to `limits.max_depth`, except those that `analysis` has proven already.
fn to_depth<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    analysis: &mut Analysis<G::Action>,
    limits: &Limits,
) -> Result<Vec<Variation<G::Action>>, Stopped> {
    let turn = game.to_move(state);
    let actions = legal_actions(game, state);
    let mut variations = Vec::with_capacity(actions.len());
    for (i, action) in actions.into_iter().enumerate() {
        let previous = analysis.variations.get(i);
        if let Some(proven) = previous.filter(|v| v.certainty == Certainty::Exact) {
            variations.push(proven.clone());
            continue;
        }
        let (child, passed) = successor(game, state, turn, action);
        let report = search.search(game, &child, &child_limits(limits, &analysis.stats))?;
        analysis.stats.add(&report.stats.below(1));
        if report.stopped {
            return Err(Stopped);
        }
        variations.push(variation(action, passed, report));
    }
    Ok(variations)
}

/// Searches each action that is not proven yet to the end of the game.
fn solve_each<G: Heuristic>(
    search: &mut dyn Search<G>,
    game: &G,
    state: &G::State,
    analysis: &mut Analysis<G::Action>,
    limits: &Limits,
    on_step: &mut dyn FnMut(&Analysis<G::Action>),
) {
    let turn = game.to_move(state);
    let unproven = |&i: &usize| analysis.variations[i].certainty != Certainty::Exact;
    let mut open: Vec<usize> = (0..analysis.variations.len()).filter(unproven).collect();
    open.sort_by_key(|&i| std::cmp::Reverse(analysis.variations[i].score));
    for (done, &i) in open.iter().enumerate() {
        let action = analysis.variations[i].action;
        let (child, passed) = successor(game, state, turn, action);
        let share = 2 * (open.len() - done) as u32;
        let left = limits.after(&analysis.stats);
        let limits = Limits {
            max_nodes: left.max_nodes.map(|nodes| nodes / u64::from(share)),
            max_time: left.max_time.map(|time| time / share),
            ..left
        };
        let started = Instant::now();
        match search.search(game, &child, &limits) {
            Ok(report) => {
                analysis.stats.add(&report.stats.below(1));
                if report.is_exact() {
                    analysis.variations[i] = variation(action, passed, report);
                    on_step(&ranked(analysis.clone()));
                }
            }
            // What it counted is lost; it was no more than this.
            Err(Stopped) => {
                analysis.stats.nodes += limits.max_nodes.unwrap_or_default();
                analysis.stats.time += started.elapsed();
            }
        }
    }
    if analysis.is_proven() {
        analysis.depth = None;
    }
}

/// What a report about the state after `action` says about the action.
pub(super) fn variation<A: Copy>(action: A, passed: bool, report: Report<A>) -> Variation<A> {
    let mut pv = vec![action];
    pv.extend(report.pv);
    let score = report.score.from_child(passed);
    Variation { action, score, certainty: report.certainty.for_parent(passed), pv }
}

pub(super) fn legal_actions<G: Heuristic>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if game.to_move(state) != Turn::Chance {
        game.actions(state, &mut actions);
    }
    actions
}

/// The state after `action`, and whether it sees values from the other side.
pub(super) fn successor<G: Heuristic>(
    game: &G,
    state: &G::State,
    turn: Turn,
    action: G::Action,
) -> (G::State, bool) {
    let mut child = state.clone();
    game.apply(&mut child, action);
    let passed = turn.passes_to(game.to_move(&child));
    (child, passed)
}

/// What is left of a state's limits for one of its children.
pub(super) fn child_limits(limits: &Limits, spent: &Stats) -> Limits {
    let limits = limits.after(spent);
    Limits { max_depth: limits.max_depth.map(|depth| depth.saturating_sub(1)), ..limits }
}
