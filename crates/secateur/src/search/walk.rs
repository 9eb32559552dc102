//! The node of the alpha-beta family: principal variation search over a transposition table.
//!
//! Everything the field relies on, each stage where it stands in the list: proven knowledge of the
//! game, the table, enhanced transposition cutoff, internal deepening, ordering, null windows. The
//! searches of the family ([`Pvs`](super::Pvs), [`Mtdf`](super::Mtdf), [`Bisection`](super::Bisection))
//! ask it different questions about the root.

use super::children::Child;
use super::team::Seat;
use super::unfinished::Unfinished;
use crate::game::Heuristic;
use crate::limits::{Budget, Stopped};
use crate::ordering::Learned;
use crate::record::{Observer, Stop, Unobserved};
use crate::score::{Score, Window};
use crate::table::{Address, Bound, Entry, Table};
use crate::turn::Turn;

/// A search on its way through a tree.
pub(crate) struct Walk<'g, G: Heuristic, O = Unobserved> {
    pub(crate) game: &'g G,
    pub(crate) budget: Budget,
    pub(super) observer: O,
    pub(super) table: &'g Table,
    pub(super) learned: Learned,
    /// The candidates of all nodes on the current path, one node's after the other's.
    pub(super) children: Vec<Child<G>>,
    /// Whether late actions are looked at less deep first.
    pub(super) selective: bool,
    /// Room for a list of actions.
    pub(super) actions: Vec<G::Action>,
    /// The best lines of all nodes on the current path, each last action first.
    pub(crate) line: Vec<G::Action>,
    /// Grows with every estimate that had a part in a value. A node whose value is proven sets it
    /// back to what it was.
    pub(crate) estimates: u64,
    /// The best of the root's actions so far, should a limit stop the search.
    pub(super) unfinished: Option<Unfinished<G::Action>>,
    /// Its place among several threads.
    pub(super) seat: Option<Seat<'g, G>>,
}

/// Where a node stands: what its parent knows about it.
#[derive(Clone, Copy)]
pub(crate) struct Node<A> {
    pub(crate) turn: Turn,
    pub(crate) address: Option<Address>,
    pub(crate) depth: u32,
    pub(crate) ply: usize,
    /// The action that led here.
    pub(crate) previous: Option<A>,
}

/// Whether a score is proven even though estimates had a part in the search.
///
/// Evaluations are plain scores, so a forced win or loss does not rest on one. But an estimate may
/// hide a quicker win or loss beyond the horizon, so the count of plies is right only as far as the
/// search looked; farther than that (the table knew it) a win is a lower bound, a loss an upper one.
fn is_proof(score: Score, bound: Bound, depth: u32) -> bool {
    let one_sided = match bound {
        Bound::Exact => false,
        Bound::Lower => score > Score::DRAW,
        Bound::Upper => score < Score::DRAW,
    };
    score.plies_to_end().is_some_and(|plies| plies <= depth || one_sided)
}

/// The difference between the keys of a state for a selective search and for others.
const SELECTIVE: u64 = 0x9E37_79B9_7F4A_7C15;

/// Depths at which a missing table action is worth a search of its own. (A search to the end of the
/// game has no depth to speak of.)
const INTERNAL_DEEPENING: std::ops::Range<u32> = 4..Entry::PROVEN;

impl<'g, G: Heuristic, O: Observer<G::Action>> Walk<'g, G, O> {
    pub(super) fn new(
        game: &'g G,
        table: &'g Table,
        budget: Budget,
        observer: O,
    ) -> Walk<'g, G, O> {
        Walk {
            game,
            budget,
            observer,
            table,
            learned: Learned::new(),
            // Room for easy questions, which take less time than to ask for more of it.
            children: Vec::with_capacity(64),
            selective: false,
            actions: Vec::with_capacity(16),
            line: Vec::with_capacity(16),
            estimates: 0,
            unfinished: None,
            seat: None,
        }
    }

    /// The root as a node.
    pub(crate) fn root(&self, state: &G::State, depth: u32) -> Node<G::Action> {
        let (turn, address) = (self.game.to_move(state), self.address(state));
        Node { turn, address, depth, ply: 0, previous: None }
    }

    /// Where the table keeps the state, if it has a key.
    #[inline(always)]
    pub(super) fn address(&self, state: &G::State) -> Option<Address> {
        let mut key = self.game.key(state)?;
        if G::REDUCTIONS && self.selective {
            key ^= SELECTIVE; // what it finds to a depth is not what others find
        }
        Some(self.table.address(key, self.game.is_endgame(state)))
    }

    /// The value of `state`, seen by the side to move, such that
    ///
    /// - inside the window it is exact,
    /// - at or below alpha it is an upper bound,
    /// - at or above beta it is a lower bound,
    ///
    /// and that it is proven, at every depth, if `self.estimates` is what it was before. Leaves the
    /// best line on top of `self.line`; inside the window it is the principal variation.
    pub(crate) fn value(
        &mut self,
        state: &G::State,
        node: Node<G::Action>,
        window: Window,
    ) -> Result<Score, Stopped> {
        debug_assert!(window.alpha < window.beta, "an empty window");
        self.enter()?;
        self.budget.stats.reach(node.ply as u32);
        self.observer.enter(node.turn, node.depth, Some(window));
        if node.depth == 0 {
            return Ok(self.leaf(state, node.turn));
        }
        if node.turn == Turn::Chance {
            return self.mean(state, node, window);
        }

        // The parent has looked into the table for proofs, so a search to the end of the game sets
        // out without waiting for it; an estimate may be there.
        let first = self.children.len();
        let solving = window.is_null() && node.depth >= Entry::PROVEN;
        let early = if solving { Some(self.expand(state, &node, window)) } else { None };

        // Table: another path led here before. An open window wants the line, not just the value.
        let entry = node.address.and_then(|address| self.table.probe(address));
        self.budget.stats.table_probes += u64::from(node.address.is_some());
        if window.is_null()
            && let Some(entry) = entry
            && let Some(score) = self.answer(entry, node.depth, window)
        {
            self.children.truncate(first);
            self.observer.leave(score, Stop::Table, Some(entry.bound));
            return Ok(score);
        }

        // Internal deepening: no idea what to try first, so ask a shallower search.
        let mut first_try = entry.and_then(|entry| entry.action);
        let deepens = INTERNAL_DEEPENING.contains(&node.depth);
        if first_try.is_none() && deepens && !window.is_null() && node.address.is_some() {
            let (line, estimates) = (self.line.len(), self.estimates);
            self.value(state, Node { depth: node.depth - 2, ..node }, window)?;
            self.line.truncate(line);
            self.estimates = estimates;
            first_try =
                node.address.and_then(|address| self.table.probe(address)).and_then(|e| e.action);
        }

        let expanded = early.unwrap_or_else(|| self.expand(state, &node, window));
        let Some(closed) = expanded else { return Ok(self.terminal(state, node.turn)) };
        self.prefer(first, first_try);
        if let Some(score) = self.known_cut(first, &node, window.beta) {
            self.children.truncate(first);
            self.observer.leave(score, Stop::Known, Some(Bound::Lower));
            return Ok(score);
        }
        let score = match self.seat.is_some() {
            false => self.search_children::<false>(first, closed, &node, window),
            true => self.search_children_in_team(first, closed, &node, window),
        };
        self.children.truncate(first);
        score
    }

    /// Counts one more node, unless a limit forbids it.
    #[inline(always)]
    pub(super) fn enter(&mut self) -> Result<(), Stopped> {
        if self.budget.is_due() {
            self.check()?;
        }
        self.budget.stats.nodes += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn search_children_in_team(
        &mut self,
        first: usize,
        closed: Score,
        node: &Node<G::Action>,
        window: Window,
    ) -> Result<Score, Stopped> {
        self.search_children::<true>(first, closed, node, window)
    }

    /// The value of the node whose children lie in `self.children` from `first` on, as
    /// [`value`](Walk::value) says; remembers it in the table. Its other actions reach `closed` at
    /// most.
    #[inline(always)]
    fn search_children<const TEAM: bool>(
        &mut self,
        first: usize,
        closed: Score,
        node: &Node<G::Action>,
        mut window: Window,
    ) -> Result<Score, Stopped> {
        let (alpha, line, estimates) = (window.alpha, self.line.len(), self.estimates);
        let entered = self.budget.stats.nodes;
        let mut best = (closed, None);
        let mut searched = false;
        for i in first..self.children.len() {
            if TEAM && searched {
                self.defer_busy(i, node);
            }
            self.pick(i);
            if self.children[i].upper <= window.alpha {
                let Child { action, lower, upper, .. } = self.children[i];
                self.observer.know(action, lower, upper);
                best.0 = best.0.max(self.children[i].upper);
                continue;
            }
            let child = self.children[i].clone();
            let (mut above, before) = (self.line.len(), self.estimates);
            let score = match child.lower == child.upper {
                true => {
                    self.observer.know(child.action, child.lower, child.upper);
                    child.lower
                }
                false if TEAM && searched => {
                    let nodes = self.budget.stats.nodes - entered;
                    let score = self.child_in_team(&child, node, window, i - first, nodes);
                    let Ok(score) = score else { return self.settled_meanwhile(estimates) };
                    score
                }
                false => {
                    let nth = if searched { i - first } else { 0 };
                    self.child(&child, node, child.narrow(window), nth)?
                }
            };
            searched = true;
            if score > best.0 {
                best = (score, Some(child.index as usize));
            }
            if score <= window.alpha {
                self.line.truncate(above);
                continue;
            }
            window.alpha = score;
            if child.plies > 1 {
                above = self.line.len(); // without the forced replies, what follows is no line
            }
            self.line.drain(line..above);
            self.line.push(child.action);
            if node.ply == 0 {
                self.lead(node, &child, score, line);
            }
            if score >= window.beta {
                self.budget.stats.cut(i - first);
                if self.estimates == before {
                    self.estimates = estimates; // one proven action is enough for a lower bound
                }
                self.learned.cut(
                    self.game,
                    node.turn,
                    node.ply,
                    node.previous,
                    child.action,
                    node.depth,
                );
                break;
            }
        }
        let bound = match best.0 {
            score if score >= window.beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if is_proof(best.0, bound, self.whole(node.depth)) {
            self.estimates = estimates;
        }
        self.remember(node, best, bound, self.estimates == estimates, entered);
        self.observer.leave(best.0, Stop::Complete, None);
        Ok(best.0)
    }

    /// The value of one action, as its parent sees it. After the first action, whose place is 0, a null
    /// window asks whether there is anything better before an open one asks how much; before that, a
    /// selective search asks less deep.
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        child: &Child<G>,
        node: &Node<G::Action>,
        window: Window,
        nth: usize,
    ) -> Result<Score, Stopped> {
        let passed = node.turn.passes_to(child.turn);
        let below = Node {
            turn: child.turn,
            address: child.address,
            depth: node.depth - child.plies,
            ply: node.ply + child.plies as usize,
            previous: (child.plies == 1).then_some(child.action),
        };
        if G::REDUCTIONS
            && self.selective
            && nth > 0
            && let Some(score) = self.reduced(child, node, below, window, nth)?
        {
            return Ok(score);
        }
        if nth > 0 && !window.is_null() {
            let (line, estimates) = (self.line.len(), self.estimates);
            let null = window.null().for_child(passed);
            self.observer.follow(child.action);
            let score = self.value(&child.state, below, null)?.from_child(passed);
            if score <= window.alpha || score >= window.beta {
                return Ok(score);
            }
            self.line.truncate(line);
            if node.ply == 0 {
                self.lead(node, child, score, line);
            }
            self.estimates = estimates;
        }
        self.observer.follow(child.action);
        let score = self.value(&child.state, below, window.descend(child.plies, passed))?;
        Ok(score.ascend(child.plies, passed))
    }

    /// What a table entry says about the question of `window`, if it settles it.
    #[inline]
    pub(super) fn answer(&mut self, entry: Entry, depth: u32, window: Window) -> Option<Score> {
        entry.answers(depth, window).then(|| self.accept(entry))
    }

    /// The score of a table entry that settles a question, which may rest on an estimate.
    #[inline]
    pub(super) fn accept(&mut self, entry: Entry) -> Score {
        if entry.depth != Entry::PROVEN {
            self.estimates += 1;
        }
        self.budget.stats.table_hits += 1;
        entry.score
    }

    #[inline]
    pub(super) fn remember(
        &self,
        node: &Node<G::Action>,
        (score, action): (Score, Option<usize>),
        bound: Bound,
        proven: bool,
        entered: u64,
    ) {
        if let Some(address) = node.address {
            let depth = if proven { Entry::PROVEN } else { node.depth.min(Entry::PROVEN - 1) };
            let nodes = self.budget.stats.nodes - entered;
            self.table.store(address, Entry { score, bound, depth, action }, nodes);
        }
    }

    fn leaf(&mut self, state: &G::State, turn: Turn) -> Score {
        if self.game.is_terminal(state) {
            return self.terminal(state, turn);
        }
        if let Some(score) = self.game.solved(state) {
            self.budget.stats.solved += 1;
            let score = score.for_turn(turn);
            self.observer.leave(score, Stop::Known, Some(Bound::Exact));
            return score;
        }
        self.estimates += 1;
        self.budget.stats.horizon += 1;
        let score = self.game.evaluate(state).for_turn(turn);
        self.observer.leave(score, Stop::Horizon, None);
        score
    }

    fn terminal(&mut self, state: &G::State, turn: Turn) -> Score {
        self.budget.stats.terminals += 1;
        let score = self.game.utility(state).for_turn(turn);
        self.observer.leave(score, Stop::Terminal, None);
        score
    }
}
