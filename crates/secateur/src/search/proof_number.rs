//! Proof-number search, depth first (df-pn): does the side to move reach a score?
//!
//! A question with two answers turns the game into an AND/OR tree. The search goes where the fewest
//! states must be settled to answer it, so it finds long forced lines that a search by depth does
//! not reach, and it is at its best where the sides have few replies.
//!
//! Allis, van der Meulen & van den Herik, *Proof-Number Search* (1994); Nagai, *Df-pn Algorithm for
//! Searching AND/OR Trees and Its Applications* (2002); the growth of the limits after Pawlewicz &
//! Lew, *Improving Depth-First PN-Search: 1+ε Trick* (2007); the sum of a node's numbers after Ueda,
//! Hashimoto, Hashimoto & Iida, *Weak Proof-Number Search* (2008).
//!
//! Every question is asked from Max's side, "is the value at least the goal?", whoever asks it and
//! whoever is to move: Max's states are its OR nodes, Min's its AND nodes. What is proven is kept as
//! bounds on the value, so that an answer to one goal often answers the next.

use super::proof_table::{Known, Numbers, Place, ProofTable};
use super::{AlphaBeta, Search};
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stopped};
use crate::random::Random;
use crate::report::{Certainty, Report};
use crate::score::{Score, Window};
use crate::stats::Stats;
use crate::turn::Turn;

/// Proof-number search. It keeps what it has proven from search to search.
///
/// [`reaches`](Search::reaches) is its natural question. For a value it asks as often as it takes,
/// halving what is still possible; stopped early, it answers with the bound proven so far.
///
/// - A game without a [key](Heuristic::key) is remembered by paths: it works, but a state that two
///   paths lead to is searched twice, and nothing is kept from search to search.
/// - Within a depth, unfinished games at the horizon have their evaluation for a value.
/// - Proofs do not count probabilities: a chance node is a leaf, whose value [`AlphaBeta`] finds
///   when the search comes to it.
/// - Memory runs out without harm: what is forgotten is searched again.
#[derive(Clone)]
pub struct ProofNumber {
    table: ProofTable,
}

impl ProofNumber {
    /// A search that remembers states in at most about so many megabytes.
    pub fn new(megabytes: usize) -> ProofNumber {
        ProofNumber { table: ProofTable::with_megabytes(megabytes) }
    }

    /// A search that remembers at most four times so many states.
    pub fn with_buckets(buckets: usize) -> ProofNumber {
        ProofNumber { table: ProofTable::new(buckets) }
    }

    /// A walk from `state`. What the table knows stays true for searches to the end of the game
    /// from states that have a name; for others it must begin anew.
    fn walk<'w, G: Heuristic>(
        &'w mut self,
        game: &'w G,
        state: &G::State,
        limits: &'w Limits,
    ) -> Walk<'w, G> {
        if limits.max_depth.is_some() || game.key(state).is_none() {
            self.table.clear();
        }
        let (budget, table) = (Budget::start(limits), &mut self.table);
        Walk { game, limits, budget, table, nodes: Vec::new(), actions: Vec::new() }
    }
}

impl Default for ProofNumber {
    fn default() -> ProofNumber {
        ProofNumber::new(64)
    }
}

impl<G: Heuristic> Search<G> for ProofNumber {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Report<G::Action>, Stopped> {
        if is_leaf(game, state, limits.max_depth) {
            return AlphaBeta::default().search(game, state, limits);
        }
        let mut walk = self.walk(game, state, limits);
        let mut root = walk.root(state, Score::DRAW)?;
        let (mut best, mut bound) = (None, None);
        while root.known.low < root.known.high {
            root.known = root.known.aimed_at(Score::between(root.known.low, root.known.high));
            let Ok((known, reached_by)) = walk.settle(&root) else { break };
            root.known = known;
            best = reached_by.and_then(|child| child.action).or(best);
            bound = Some(if best.is_some() { Certainty::Lower } else { Certainty::Upper });
        }
        let stopped = root.known.low < root.known.high;
        let mut pv = if stopped { Vec::new() } else { walk.line(&root) };
        if pv.is_empty() {
            pv.extend(best);
        }
        // Stopped before a question was answered, or before an action could be named.
        if stopped && bound.is_none() || !stopped && pv.is_empty() {
            return Err(Stopped);
        }
        let (low, high) = match root.turn {
            Turn::Min => (-root.known.high, -root.known.low),
            _ => (root.known.low, root.known.high),
        };
        let score = if bound == Some(Certainty::Upper) { high } else { low };
        let (best, stats) = (pv.first().copied(), walk.budget.finish());
        let certainty = Certainty::of(score, Window::FULL, limits.max_depth, stats.horizon > 0);
        let certainty = match bound {
            Some(bound) if stopped && certainty == Certainty::Exact => bound,
            _ => certainty,
        };
        let (depth, seen) = (limits.max_depth, Vec::new());
        Ok(Report { score, certainty, best, pv, depth, stopped, seen, stats })
    }

    fn reaches(
        &mut self,
        game: &G,
        state: &G::State,
        score: Score,
        limits: &Limits,
    ) -> Result<(Option<bool>, Stats), Stopped> {
        if is_leaf(game, state, limits.max_depth) {
            return AlphaBeta::default().reaches(game, state, score, limits);
        }
        let mut walk = self.walk(game, state, limits);
        // Min reaches a score where Max does not get past it.
        let goal = match game.to_move(state) {
            Turn::Min => (-score).just_above(),
            _ => score,
        };
        let mut root = walk.root(state, goal)?;
        if !root.known.is_settled() {
            root.known = walk.settle(&root)?.0;
        }
        let reached = root.known.numbers.for_turn(root.turn).proof == 0;
        let stats = walk.budget.finish();
        Ok(((stats.horizon == 0).then_some(reached), stats))
    }
}

/// Whether there is no action to search: the game is over, chance is to move, or the depth is 0.
fn is_leaf<G: Heuristic>(game: &G, state: &G::State, depth: Option<u32>) -> bool {
    game.to_move(state) == Turn::Chance || depth == Some(0) || game.is_terminal(state)
}

/// A search on its way through a tree.
struct Walk<'w, G: Heuristic> {
    game: &'w G,
    limits: &'w Limits,
    budget: Budget,
    table: &'w mut ProofTable,
    /// The children of all nodes on the current path, one node's after the other's.
    nodes: Vec<Node<G>>,
    /// Room for a list of actions.
    actions: Vec<G::Action>,
}

/// A state, how the search came to it, and what is known about it.
struct Node<G: Heuristic> {
    /// The action that led here. (The root has none, and nobody asks.)
    action: Option<G::Action>,
    state: G::State,
    turn: Turn,
    ply: u32,
    place: Place,
    known: Known,
    /// How promising the action is.
    order: i32,
}

impl<G: Heuristic> Clone for Node<G> {
    fn clone(&self) -> Node<G> {
        Node { state: self.state.clone(), ..*self }
    }
}

impl<G: Heuristic> Node<G> {
    /// The same node before anything is known about it.
    fn unknown(&self) -> Node<G> {
        Node { known: Known::nothing(self.known.goal), ..self.clone() }
    }
}

impl<G: Heuristic> Walk<'_, G> {
    /// The root as a node, with what can be told about it at once.
    fn root(&mut self, state: &G::State, goal: Score) -> Result<Node<G>, Stopped> {
        self.budget.enter()?;
        let place = Place { key: self.game.key(state).unwrap_or(0), depth: self.limits.max_depth };
        let turn = self.game.to_move(state);
        let known = self.look(state, turn, place, goal);
        Ok(Node { action: None, state: state.clone(), turn, ply: 0, place, known, order: 0 })
    }

    /// Settles whether Max reaches the goal of `node`, a state with actions: what is then known
    /// about it, and the first child with which the side to move gets its way, if it does.
    fn settle(&mut self, node: &Node<G>) -> Result<(Known, Option<Node<G>>), Stopped> {
        const WHATEVER_IT_TAKES: Numbers =
            Numbers { proof: Numbers::INFINITE, disproof: Numbers::INFINITE };
        self.nodes.clear();
        let entered = self.budget.stats.nodes;
        self.expand(node)?;
        // A child must show it, so what is known about the node itself does not count here.
        let known = self.search_children(0, &node.unknown(), WHATEVER_IT_TAKES)?;
        let known = known.within(node.known.low, node.known.high);
        self.table.store(node.place, known, self.budget.stats.nodes - entered);
        let gets_its_way = |child: &Node<G>| child.known.numbers.for_turn(node.turn).proof == 0;
        Ok((known, self.nodes.drain(..).find(gets_its_way)))
    }

    /// Searches the node at `self.nodes[i]` until it is settled whether Max reaches its goal, or
    /// one of its numbers is at least that of `limit`, and returns what is then known about it.
    fn search(&mut self, i: usize, limit: Numbers) -> Result<Known, Stopped> {
        let node = self.nodes[i].clone();
        let entered = self.budget.stats.nodes;
        let known = if node.turn == Turn::Chance {
            self.chance(&node)?
        } else {
            let first = self.nodes.len();
            self.expand(&node)?;
            let known = self.search_children(first, &node, limit)?;
            self.nodes.truncate(first);
            known
        };
        self.table.store(node.place, known, self.budget.stats.nodes - entered);
        Ok(known)
    }

    /// As [`search`](Walk::search), for the node whose children lie in `self.nodes` from `first`
    /// on. Their numbers are kept there, so that it comes to an end whatever the table forgets.
    fn search_children(
        &mut self,
        first: usize,
        node: &Node<G>,
        limit: Numbers,
    ) -> Result<Known, Stopped> {
        loop {
            let sum = self.sum_up(first, node);
            if sum.known.numbers.reach(limit) {
                return Ok(sum.known);
            }
            // The child is left when another one is clearly more promising, or when it alone would
            // carry this node's number to its limit.
            let limit = limit.for_turn(node.turn);
            let patience = sum.second.saturating_add(sum.second / 4 + 1);
            let limit = Numbers {
                proof: limit.proof.min(patience),
                disproof: match limit.disproof {
                    Numbers::INFINITE => Numbers::INFINITE,
                    disproof => disproof - sum.others,
                },
            };
            let child = first + sum.best;
            self.nodes[child].known = self.search(child, limit.for_turn(node.turn))?;
        }
    }

    /// What a node's children say about it.
    ///
    /// The side to move gets its way with one child: the smallest number counts. It fails when all
    /// children fail; since their proofs overlap wherever paths meet, the largest number counts,
    /// and one for each of the other children, rather than the sum.
    fn sum_up(&self, first: usize, node: &Node<G>) -> Sum {
        let better = match node.turn {
            Turn::Min => Score::min,
            _ => Score::max,
        };
        let mut bounds: Option<(Score, Score)> = None;
        let (mut least, mut second, mut best) =
            ((Numbers::INFINITE, i32::MAX), Numbers::INFINITE, 0);
        let (mut hardest, mut open) = (0, 0);
        for (i, child) in self.nodes[first..].iter().enumerate() {
            let known = &child.known;
            let (low, high) = (known.low.from_child(false), known.high.from_child(false));
            bounds = bounds.map(|(l, h)| (better(l, low), better(h, high))).or(Some((low, high)));
            let numbers = known.numbers.for_turn(node.turn);
            hardest = numbers.disproof.max(hardest);
            open += u32::from(numbers.disproof > 0);
            let rank = (numbers.proof, child.order.saturating_neg());
            if rank < least {
                (second, least, best) = (least.0, rank, i);
            } else {
                second = second.min(numbers.proof);
            }
        }
        let others = open.saturating_sub(1);
        let disproof = match hardest {
            Numbers::INFINITE => Numbers::INFINITE,
            hardest => hardest.saturating_add(others).min(Numbers::INFINITE - 1),
        };
        let numbers = Numbers { proof: least.0, disproof }.for_turn(node.turn);
        let bounds = bounds.expect("an unfinished game has an action");
        let known = Known::new(bounds, node.known.goal, numbers);
        Sum { known: known.within(node.known.low, node.known.high), best, second, others }
    }

    /// Pushes the children of `node`, each with what can be told about it at once.
    fn expand(&mut self, node: &Node<G>) -> Result<(), Stopped> {
        let mut actions = std::mem::take(&mut self.actions);
        self.game.candidates(&node.state, &mut actions);
        let depth = node.place.depth.map(|depth| depth - 1);
        let goal = node.known.goal.reached_from();
        let ply = node.ply + 1;
        self.budget.stats.reach(ply);
        for (index, &action) in actions.iter().enumerate() {
            self.budget.enter()?;
            let mut state = node.state.clone();
            self.game.apply(&mut state, action);
            let turn = self.game.to_move(&state);
            let path = || Random::new(node.place.key ^ (index as u64 + 1)).bits();
            let key = self.game.key(&state).unwrap_or_else(path);
            let place = Place { key, depth };
            let known = self.look(&state, turn, place, goal);
            let order = self.game.order(&node.state, action, &state);
            let action = Some(action);
            self.nodes.push(Node { action, state, turn, ply, place, known, order });
        }
        actions.clear();
        self.actions = actions;
        Ok(())
    }

    /// What can be told about a state without a search.
    fn look(&mut self, state: &G::State, turn: Turn, place: Place, goal: Score) -> Known {
        let exactly = |score| Known::new((score, score), goal, Numbers::NEW);
        if turn != Turn::Chance && self.game.is_terminal(state) {
            self.budget.stats.terminals += 1;
            return exactly(self.game.utility(state));
        }
        if let Some(score) = self.game.solved(state) {
            self.budget.stats.solved += 1;
            return exactly(score);
        }
        if place.depth == Some(0) {
            self.budget.stats.horizon += 1;
            return exactly(self.game.evaluate(state));
        }
        self.budget.stats.table_probes += 1;
        let known = match self.table.probe(place) {
            None => Known::nothing(goal),
            Some(known) => {
                self.budget.stats.table_hits += 1;
                known.aimed_at(goal)
            }
        };
        self.game.bounds(state).map_or(known, |(low, high)| known.within(low, high))
    }

    /// The value of a chance node, by alpha-beta.
    fn chance(&mut self, node: &Node<G>) -> Result<Known, Stopped> {
        let left = self.budget.left(self.limits);
        let limits = Limits { max_depth: node.place.depth, ..left };
        let report = AlphaBeta::default().search(self.game, &node.state, &limits)?;
        self.budget.spend(&report.stats.below(node.ply));
        Ok(Known::new((report.score, report.score), node.known.goal, node.known.numbers))
    }

    /// The line of best play from `root`, whose value is known, as far as the limits let it go on.
    fn line(&mut self, root: &Node<G>) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut node = root.clone();
        let mut value = root.known.low;
        while !is_leaf(self.game, &node.state, node.place.depth) {
            // Max's way is to reach the value; Min's, to let nothing better be reached.
            node.known = node.known.aimed_at(match node.turn {
                Turn::Min => value.just_above(),
                _ => value,
            });
            let Ok((_, Some(child))) = self.settle(&node) else { break };
            line.extend(child.action);
            (node, value) = (child, value.reached_from());
        }
        line
    }
}

/// A node summed up, seen by the side to move.
struct Sum {
    known: Known,
    /// The child with the smallest number, and the number of the next one.
    best: usize,
    second: u32,
    /// What the children besides one add to the other number.
    others: u32,
}
