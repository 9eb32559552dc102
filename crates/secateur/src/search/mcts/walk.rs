//! A playout: down the tree, out of it to the end of the game, and back up with the result.

use super::arena::{Arena, Block, Place};
use super::bounds::Bounds;
use super::clock::Clock;
use super::pending::Pending;
use super::scale::Scale;
use super::selection::Selection;
use super::standing::Standing;
use crate::game::Heuristic;
use crate::limits::{Budget, Stopped};
use crate::random::Random;
use crate::score::Score;
use crate::turn::Turn;

/// What stays the same during a search.
pub(super) struct Ground<'g, G: Heuristic> {
    pub(super) game: &'g G,
    pub(super) root: &'g G::State,
    pub(super) arena: &'g Arena<G::Action>,
    pub(super) selection: &'g Selection,
    pub(super) scale: Scale,
    /// Visits after which a leaf gets children.
    pub(super) patience: u32,
    /// Plies that the tree may be deep.
    pub(super) depth: u32,
    /// Plies after which a playout is evaluated.
    pub(super) playout_plies: u32,
}

/// A thread on its ways through the tree.
pub(super) struct Walk<'g, G: Heuristic> {
    pub(super) ground: &'g Ground<'g, G>,
    pub(super) budget: Budget,
    pub(super) random: Random,
    clock: Clock,
    pub(super) pending: Pending,
    /// Unfinished games valued at the horizon of the tree.
    pub(super) estimates: u64,
    /// The nodes from the root's child to the leaf.
    path: Vec<Step>,
    /// The chance nodes on the path.
    chances: Vec<G::State>,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Action, u32)>,
    priors: Vec<f32>,
}

/// A node on the path.
#[derive(Clone, Copy)]
struct Step {
    place: Place,
    /// The side that chose it.
    turn: Turn,
    /// Its visits before; 0 where others see that this one is under way.
    visits: u32,
}

/// Visits of a node from which on one more under way would hardly send another thread elsewhere.
const MARKED_BELOW: u32 = 256;

/// What a visit to a leaf came to.
pub(super) enum Leaf {
    /// The score of a playout.
    Played(Score),
    /// The leaf's own score, proven.
    Proven(Score),
}

impl<'g, G: Heuristic> Walk<'g, G> {
    pub(super) fn new(ground: &'g Ground<'g, G>, budget: Budget, random: Random) -> Walk<'g, G> {
        Walk {
            ground,
            budget,
            random,
            clock: Clock::new(),
            pending: Pending::new(1),
            estimates: 0,
            path: Vec::new(),
            chances: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// Whether the time is up; looks at the clock only when it may be.
    #[inline(always)]
    pub(super) fn is_over(&mut self) -> bool {
        self.clock.is_due() && self.budget.is_over()
    }

    /// One playout. `ALONE`: no other thread is in the tree. Calls `on_turn` at the leaf, when the way
    /// down is marked and nothing is carried back yet.
    pub(super) fn playout<const ALONE: bool>(
        &mut self,
        on_turn: impl FnOnce(),
    ) -> Result<(), Stopped> {
        if self.is_over() {
            return Err(Stopped);
        }
        self.budget.enter()?;
        let Ground { game, arena, .. } = *self.ground;
        self.path.clear();
        self.chances.clear();
        let mut state = self.ground.root.clone();
        let mut place = arena.root();
        let mut standing = arena.standing(place);
        while let Some(block) = self.children(place, &state, standing.visits) {
            let child = match block.turn {
                Turn::Chance => self.sample(&state, block),
                _ => self.ground.selection.choose::<G>(arena, block, standing.visits),
            };
            arena.prefetch_children(child);
            game.apply(&mut state, arena.action(child, block));
            place = child;
            standing = arena.standing(place);
            let mut visits = standing.visits;
            if !ALONE && visits < MARKED_BELOW {
                standing = arena.enter(place);
                visits = 0; // whatever other threads have made of it meanwhile
            }
            self.path.push(Step { place, turn: block.turn, visits });
            if !standing.is_open() {
                break; // an outcome of chance
            }
        }
        let deepest = &mut self.budget.stats.deepest;
        *deepest = self.path.len().max(*deepest as usize) as u32;
        on_turn();
        let leaf = self.leaf(place, &mut state, standing.visits);
        self.back::<ALONE>(place, leaf);
        Ok(())
    }

    /// The children of a node; a leaf that was visited often enough gets some.
    #[inline(always)]
    fn children(&mut self, place: Place, state: &G::State, visits: u32) -> Option<Block> {
        let arena = self.ground.arena;
        match arena.children(place) {
            None if visits >= self.ground.patience => self.expand(place, state),
            block => block,
        }
    }

    /// Gives a node its children. `None` where there are none to have: at the horizon, at the end
    /// of a game, or at the end of the memory.
    pub(super) fn expand(&mut self, place: Place, state: &G::State) -> Option<Block> {
        let Ground { game, arena, .. } = *self.ground;
        if self.path.len() as u32 >= self.ground.depth {
            return None;
        }
        let turn = game.to_move(state);
        self.actions.clear();
        if turn == Turn::Chance {
            self.outcomes.clear();
            game.chances(state, &mut self.outcomes);
            self.actions.extend(self.outcomes.iter().map(|&(outcome, _)| outcome));
        } else {
            game.candidates(state, &mut self.actions);
        }
        if self.actions.is_empty() {
            return None;
        }
        let block = arena.expand(place, turn, self.actions.iter().copied(), Standing::ONE / 2)?;
        if G::PRIORS && turn != Turn::Chance {
            self.set_priors(block, state);
        }
        Some(block)
    }

    /// The game's priors, such that they add up to 1. A thread that comes meanwhile may see some of
    /// them as 0, and goes by the means alone.
    fn set_priors(&mut self, block: Block, state: &G::State) {
        let Ground { game, arena, .. } = *self.ground;
        self.priors.clear();
        game.priors(state, &self.actions, &mut self.priors);
        let sum: f32 = self.priors.iter().sum();
        let each = 1.0 / block.count as f32;
        for (child, &weight) in block.places().zip(&self.priors) {
            arena.set_prior(child, if sum > 0.0 { weight / sum } else { each });
        }
    }

    /// An outcome of chance by its weight.
    fn sample(&mut self, state: &G::State, block: Block) -> Place {
        self.chances.push(state.clone());
        self.outcomes.clear();
        self.ground.game.chances(state, &mut self.outcomes);
        block.first + self.random.weighted(self.outcomes.iter().map(|&(_, weight)| weight)) as Place
    }

    /// The value of a leaf: proven where the game can tell, else by playing on.
    fn leaf(&mut self, place: Place, state: &mut G::State, visits: u32) -> Leaf {
        let Ground { game, arena, depth, .. } = *self.ground;
        if visits > 0 {
            let known = arena.bounds(place);
            if known.is_exact() {
                return Leaf::Proven(known.low);
            }
        } else if let Some(score) = game.solved(state) {
            self.budget.stats.solved += 1;
            return Leaf::Proven(score);
        } else if let Some((low, high)) = game.bounds(state) {
            if low >= high {
                return Leaf::Proven(low);
            }
            arena.narrow(place, Bounds { low, high });
        }
        if self.path.len() as u32 >= depth {
            let evaluated = self.budget.stats.horizon;
            let score = self.valued(state);
            self.estimates += self.budget.stats.horizon - evaluated;
            return Leaf::Proven(score);
        }
        self.play_on(state)
    }

    /// The value of a state at a horizon.
    fn valued(&mut self, state: &G::State) -> Score {
        let game = self.ground.game;
        if game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            game.utility(state)
        } else {
            self.budget.stats.horizon += 1;
            game.evaluate(state)
        }
    }

    /// Plays on to the end of the game, or as far as a playout may go.
    #[inline(always)]
    pub(super) fn play_on(&mut self, state: &mut G::State) -> Leaf {
        let game = self.ground.game;
        for plies in 0..self.ground.playout_plies {
            let action = if game.to_move(state) == Turn::Chance {
                self.outcomes.clear();
                game.chances(state, &mut self.outcomes);
                let weights = self.outcomes.iter().map(|&(_, weight)| weight);
                self.outcomes[self.random.weighted(weights)].0
            } else {
                let chosen = game.playout_action(state, &mut self.random, &mut self.actions);
                let Some(action) = chosen else {
                    self.budget.stats.terminals += 1;
                    self.clock.spend(plies);
                    let score = game.utility(state);
                    return if plies == 0 { Leaf::Proven(score) } else { Leaf::Played(score) };
                };
                action
            };
            game.apply(state, action);
        }
        self.clock.spend(self.ground.playout_plies);
        Leaf::Played(self.valued(state))
    }

    /// Carries the value of a leaf up the path: the mean always, a proof as far as it changes
    /// anything.
    #[inline(always)]
    fn back<const ALONE: bool>(&mut self, leaf_place: Place, leaf: Leaf) {
        let Ground { arena, ref scale, .. } = *self.ground;
        let (Leaf::Played(score) | Leaf::Proven(score)) = leaf;
        let mut parts = scale.parts(score);
        for &Step { place, turn, visits } in self.path.iter().rev() {
            if arena.is_narrowed(place) {
                let Bounds { low, high } = arena.bounds(place);
                parts = parts.clamp(scale.parts(low), scale.parts(high));
            }
            let seen = if turn == Turn::Min { Standing::ONE - parts } else { parts };
            match visits {
                _ if ALONE => arena.visit(place, seen),
                0 => arena.leave(place, seen),
                _ => self.pending.count(arena, place, visits, seen),
            }
        }
        let root = arena.root();
        match arena.standing(root).visits {
            _ if ALONE => arena.visit(root, parts),
            visits => self.pending.count(arena, root, visits, parts),
        }
        if let Leaf::Proven(score) = leaf {
            self.prove(leaf_place, score);
        }
    }

    /// Settles a leaf and concludes what follows.
    #[cold]
    #[inline(never)]
    fn prove(&mut self, leaf: Place, score: Score) {
        let Ground { game, arena, .. } = *self.ground;
        arena.settle(leaf, score);
        while let Some(Step { turn, .. }) = self.path.pop() {
            self.outcomes.clear();
            if turn == Turn::Chance
                && let Some(state) = self.chances.pop()
            {
                game.chances(&state, &mut self.outcomes);
            }
            let parent = self.path.last().map_or(arena.root(), |step| step.place);
            if !arena.conclude(parent, self.outcomes.iter().map(|&(_, weight)| weight)) {
                return;
            }
        }
    }
}
