//! Monte Carlo tree search: the value of a state is how games from it go on.
//!
//! A playout walks down the tree by [`Formula`], plays on from a leaf to the end of the game, and
//! carries the result back up. So the tree grows where the play is good, without any evaluation.
//! What the end of a game, or the game's knowledge, proves about a node spreads up the tree as
//! bounds on values, and may settle the root.
//!
//! Browne et al., *A Survey of Monte Carlo Tree Search Methods* (2012).

mod arena;
mod bounds;
mod choice;
mod clock;
mod pending;
mod reuse;
mod scale;
mod selection;
mod standing;
mod team;
mod walk;

pub use selection::Formula;

use self::arena::Arena;
use self::scale::Scale;
use self::selection::Selection;
use self::walk::{Ground, Leaf, Walk};
use super::{AlphaBeta, Search};
use crate::game::{Game, Heuristic};
use crate::limits::{Budget, Limits, Stats, Stopped};
use crate::random::Random;
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::turn::Turn;

/// Monte Carlo tree search. A node of its [`Stats`] is one playout.
///
/// It keeps its tree: a search from a state some plies further on, in a game that tells when two
/// states are the [same](Heuristic::same), goes on where the last one ended. So one search serves
/// one game.
///
/// - Answers are estimates, or proven: then the search ends before its limits.
/// - [`Limits::threads`] grow one tree together. They prove what one thread proves; what they
///   estimate differs from time to time.
/// - Within a depth, unfinished games at the horizon have their evaluation for a value, as in other
///   searches, and the tree ends there.
/// - An estimate is a plain score within the game's [range](Heuristic::range). In a game that does
///   not tell its range it lies between the plain scores that the first playouts ended with; where
///   they were all won, lost or drawn, between -1000 and 1000.
pub struct Mcts<G: Game> {
    formula: Formula,
    patience: u32,
    playout_plies: u32,
    megabytes: usize,
    tree: Option<Tree<G>>,
}

/// What a search keeps for the next one.
struct Tree<G: Game> {
    arena: Arena<G::Action>,
    state: G::State,
    scale: Scale,
}

impl<G: Game> Mcts<G> {
    /// A search whose tree takes at most about so many megabytes. When they are full the tree stops
    /// growing, and the search goes on in the tree it has.
    pub fn new(megabytes: usize) -> Mcts<G> {
        Mcts {
            formula: Formula::Uct(0.7),
            patience: 1,
            playout_plies: 10_000,
            megabytes,
            tree: None,
        }
    }

    /// How children are chosen.
    pub fn formula(self, formula: Formula) -> Mcts<G> {
        Mcts { formula, ..self }
    }

    /// After how many visits a leaf gets children, 1 at least.
    pub fn patience(self, visits: u32) -> Mcts<G> {
        Mcts { patience: visits.max(1), ..self }
    }

    /// After how many plies a playout ends with an evaluation.
    pub fn playout_plies(self, plies: u32) -> Mcts<G> {
        Mcts { playout_plies: plies, ..self }
    }
}

impl<G: Game> Default for Mcts<G> {
    /// 256 megabytes at most.
    fn default() -> Mcts<G> {
        Mcts::new(256)
    }
}

impl<G: Heuristic> Search<G> for Mcts<G> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        self.run(game, state, limits, None, &mut |_| {})
    }

    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        let report = self.run(game, state, limits, Some(score), &mut |_| {})?;
        super::reached(&report, score)
    }

    fn anytime(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Option<Result<Report<G::Action>, Stopped>> {
        Some(self.run(game, state, limits, None, on_report))
    }
}

impl<G: Heuristic> Mcts<G> {
    /// Searches until the root is settled, or, with a goal, until it is proven whether the root
    /// reaches it.
    fn run(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        goal: Option<Score>,
        on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Result<Report<G::Action>, Stopped> {
        if limits.max_depth == Some(0) || game.is_terminal(state) {
            return AlphaBeta::default().search(game, state, limits);
        }
        // On a clock, what a move deserves: there is no depth to complete.
        let max_time = limits.max_time.into_iter().chain(limits.soft_time).min();
        let limits = &Limits { max_time, ..limits.clone() };
        let budget = team::budget(limits);
        let tree = self.tree_from(game, state, limits);
        let selection = Selection::new(self.formula, FIRST_HOPE);
        let ground = Ground {
            game,
            root: state,
            arena: &tree.arena,
            selection: &selection,
            scale: tree.scale,
            patience: self.patience,
            depth: limits.plies(),
            playout_plies: self.playout_plies,
        };
        let mut walk = Walk::new(&ground, budget, Random::new(limits.seed));
        let root = Root { turn: game.to_move(state), goal, limits };
        walk.expand(tree.arena.root(), state);
        let simulated = root.search(&mut walk, on_report);
        if !root.is_settled(&ground) && tree.arena.standing(tree.arena.root()).visits == 0 {
            return Err(Stopped);
        }
        let mut report = root.report(&walk, walk.budget.so_far());
        report.stats.time = simulated.unwrap_or(report.stats.time);
        walk.budget.finish();
        if limits.max_depth.is_none() {
            self.tree = Some(tree);
        }
        on_report(&report);
        Ok(report)
    }

    /// The tree of the last search if `state` is in it, else a new one.
    fn tree_from(&mut self, game: &G, state: &G::State, limits: &Limits) -> Tree<G> {
        let kept = self.tree.take();
        if limits.max_depth.is_none()
            && let Some(mut tree) = kept
        {
            if tree.advance(game, state) {
                return tree;
            }
            tree.arena.clear();
            return Tree { state: state.clone(), scale: self.scale(game, state, limits), ..tree };
        }
        let arena = Arena::new(self.megabytes << 20, G::PRIORS);
        Tree { arena, state: state.clone(), scale: self.scale(game, state, limits) }
    }

    /// The scale of the game's scores, by its range or by some playouts.
    fn scale(&self, game: &G, state: &G::State, limits: &Limits) -> Scale {
        let (low, high) = game.range();
        if low.value() > -Score::PLAIN_MAX || high.value() < Score::PLAIN_MAX {
            return Scale::new(low, high);
        }
        let arena = Arena::new(0, false);
        let selection = Selection::new(self.formula, FIRST_HOPE);
        let ground = Ground {
            game,
            root: state,
            arena: &arena,
            selection: &selection,
            scale: Scale::new(low, high),
            patience: self.patience,
            depth: 0,
            playout_plies: self.playout_plies,
        };
        // A slow game has seen enough after a tenth of the time.
        let tenth = limits.max_time.map(|time| time / 10);
        let budget = Budget::start(&Limits { max_time: tenth, ..Limits::default() });
        let mut walk = Walk::new(&ground, budget, Random::new(limits.seed));
        let mut seen: Option<(Score, Score)> = None;
        for _ in 0..PLAYOUTS_FOR_SCALE {
            if walk.is_over() {
                break;
            }
            let (Leaf::Played(score) | Leaf::Proven(score)) = walk.play_on(&mut state.clone());
            if !score.is_decisive() {
                let (low, high) = seen.unwrap_or((score, score));
                seen = Some((low.min(score), high.max(score)));
            }
        }
        let plain = seen.filter(|&(low, high)| low != Score::DRAW || high != Score::DRAW);
        let (low, high) = plain.unwrap_or((Score::new(-1000), Score::new(1000)));
        Scale::new(low, high)
    }
}

/// Playouts that show what scores a game has that does not tell.
const PLAYOUTS_FOR_SCALE: u32 = 64;

/// The hope for a child that was never visited, as a multiple of one that was, once.
const FIRST_HOPE: f32 = 1e6;

/// What is asked about the root.
struct Root<'a> {
    turn: Turn,
    goal: Option<Score>,
    limits: &'a Limits,
}

impl Root<'_> {
    fn is_settled<G: Heuristic>(&self, ground: &Ground<'_, G>) -> bool {
        let bounds = ground.arena.bounds(ground.arena.root());
        bounds.is_exact()
            || self.goal.is_some_and(|goal| {
                let bounds = bounds.for_turn(self.turn);
                bounds.low >= goal || bounds.high < goal
            })
    }

    /// What the tree says by now.
    fn report<G: Heuristic>(&self, walk: &Walk<'_, G>, stats: Stats) -> Report<G::Action> {
        let Ground { arena, ref scale, .. } = *walk.ground;
        let bounds = arena.bounds(arena.root()).for_turn(self.turn);
        let pv = arena.line(arena.root(), scale);
        let best = arena.children(arena.root()).filter(|block| block.turn != Turn::Chance);
        let estimate = match best {
            Some(block) => arena.promise(arena.best_child(block, scale), self.turn, scale),
            None => scale.score(arena.standing(arena.root()).share()),
        };
        let (score, certainty) = match self.goal {
            _ if bounds.is_exact() => (bounds.low, Certainty::Exact),
            Some(goal) if bounds.low >= goal => (bounds.low, Certainty::Lower),
            Some(goal) if bounds.high < goal => (bounds.high, Certainty::Upper),
            _ if scale.is_win(bounds.low) => (bounds.low, Certainty::Lower),
            _ if scale.is_loss(bounds.high) => (bounds.high, Certainty::Upper),
            _ => (estimate.clamp(bounds.low, bounds.high), Certainty::Estimate),
        };
        let depth = self.limits.max_depth;
        let certainty = match certainty {
            Certainty::Estimate => certainty,
            _ if walk.estimates == 0 => certainty,
            _ => Certainty::of(score, Window::FULL, depth, true),
        };
        Report {
            score,
            certainty,
            best: pv.first().copied(),
            pv,
            depth,
            stopped: !self.is_settled(walk.ground),
            seen: Vec::new(),
            stats,
        }
    }
}
