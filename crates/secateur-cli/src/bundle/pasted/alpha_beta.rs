//! Alpha-beta search with iterative deepening, null windows after the first action, a transposition
//! table, killers and history; late actions are looked at less deep first.

use std::time::Instant;

use secateur::{Game, Heuristic, Score, Turn};

/// A game won at the root; each ply to the end counts one less.
const WON: i32 = 1_000_000;
const INFINITY: i32 = 2 * WON;
/// Evaluations stay below what is won.
const LARGEST: i32 = WON / 2;
/// Entries of the table, a power of two.
const ENTRIES: usize = 1 << 20;
/// No game is searched deeper.
const DEEPEST: usize = 128;

/// What the table knows: a score to a depth, which may be a bound, and the best action.
#[derive(Clone, Copy)]
struct Entry<A> {
    key: u64,
    score: i32,
    depth: i16,
    /// -1: at most, 0: exactly, 1: at least.
    bound: i8,
    action: Option<A>,
}

/// The time is up.
struct Stopped;

/// A search for one game.
pub struct Engine<G: Game> {
    game: G,
    state: G::State,
    table: Vec<Entry<G::Action>>,
    killers: Vec<[Option<G::Action>; 2]>,
    /// How often an action of this slot cut, more the deeper.
    history: Vec<i32>,
    /// The actions of all nodes on the path, with their ranks.
    actions: Vec<(i32, G::Action)>,
    best: Option<G::Action>,
    end: Instant,
    nodes: u64,
}

impl<G: Heuristic> Engine<G> {
    pub fn new(game: G) -> Engine<G> {
        let state = game.initial();
        let empty = Entry { key: 0, score: 0, depth: -1, bound: 0, action: None };
        Engine {
            game,
            state,
            table: vec![empty; ENTRIES],
            killers: vec![[None; 2]; DEEPEST + 1],
            history: vec![0; 4096],
            actions: Vec::new(),
            best: None,
            end: Instant::now(),
            nodes: 0,
        }
    }

    pub fn game(&self) -> &G {
        &self.game
    }

    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The legal actions.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.game.actions(&self.state, &mut actions);
        actions
    }

    /// Plays an action.
    pub fn play(&mut self, action: G::Action) {
        self.game.apply(&mut self.state, action);
    }

    /// The best action found by then.
    pub fn search(&mut self, end: Instant) -> Option<G::Action> {
        self.end = end;
        self.nodes = 0;
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|count| *count /= 8);
        let mut legal = Vec::new();
        self.game.candidates(&self.state, &mut legal);
        let mut found = legal.first().copied();
        for depth in 1..DEEPEST as i32 {
            self.best = None;
            self.actions.clear();
            let state = self.state.clone();
            let stopped = self.node(&state, depth, -INFINITY, INFINITY, 0);
            // The first action of a depth is the best of the one before: a better one counts.
            found = self.best.or(found);
            match stopped {
                Ok(score) if score.abs() < WON - DEEPEST as i32 && legal.len() > 1 => {}
                _ => break,
            }
        }
        found
    }

    /// The value of a state for the side to move, or a bound outside the window.
    fn node(
        &mut self,
        state: &G::State,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes & 255 == 0 && Instant::now() >= self.end {
            return Err(Stopped);
        }
        let turn = self.game.to_move(state);
        if self.game.is_terminal(state) {
            return Ok(counted(self.game.utility(state), turn, ply));
        }
        // The root must say what to play.
        if ply > 0 {
            if let Some(score) = self.game.solved(state) {
                return Ok(counted(score, turn, ply));
            }
        }
        if depth <= 0 || ply >= DEEPEST {
            return Ok(counted(self.game.evaluate(state), turn, ply));
        }
        let key = self.game.key(state).unwrap_or(0);
        let place = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 24 & (ENTRIES - 1);
        let entry = self.table[place];
        let known = entry.key == key && key != 0 && entry.depth >= 0;
        if known && ply > 0 && i32::from(entry.depth) >= depth {
            let score = entry.score;
            let answers = match entry.bound {
                0 => true,
                1 => score >= beta,
                _ => score <= alpha,
            };
            // What was counted from another root may be a ply off.
            if answers && score.abs() < WON - 2 * DEEPEST as i32 {
                return Ok(score);
            }
        }
        let first = self.list(state, entry.action.filter(|_| known), ply);
        let (start, count) = (alpha, self.actions.len() - first);
        let (mut best, mut best_action) = (-INFINITY, None);
        for i in 0..count {
            let (_, action) = self.actions[first + i];
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let score = self.child(&child, turn, depth, (alpha, beta), ply, i)?;
            if score > best {
                (best, best_action) = (score, Some(action));
                if ply == 0 {
                    self.best = best_action;
                }
            }
            alpha = alpha.max(best);
            if alpha >= beta {
                self.remember(action, depth, ply);
                break;
            }
        }
        self.actions.truncate(first);
        let bound = i8::from(best >= beta) - i8::from(best <= start);
        self.table[place] = Entry { key, score: best, depth: depth as i16, bound, action: best_action };
        Ok(best)
    }

    /// The value of the `i`-th child for its parent.
    fn child(
        &mut self,
        child: &G::State,
        turn: Turn,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
        i: usize,
    ) -> Result<i32, Stopped> {
        let passed = turn.passes_to(self.game.to_move(child));
        let mut look = |depth: i32, alpha: i32, beta: i32| match passed {
            true => self.node(child, depth, -beta, -alpha, ply + 1).map(|score| -score),
            false => self.node(child, depth, alpha, beta, ply + 1),
        };
        if i == 0 {
            return look(depth - 1, alpha, beta);
        }
        let reduced = if depth >= 3 && i >= 3 { 1 + i32::from(i >= 8) } else { 0 };
        let mut score = look(depth - 1 - reduced, alpha, alpha + 1)?;
        if score > alpha && reduced > 0 {
            score = look(depth - 1, alpha, alpha + 1)?;
        }
        if score > alpha && score < beta {
            score = look(depth - 1, alpha, beta)?;
        }
        Ok(score)
    }

    /// Lists the actions of a state, most promising first; where the list begins.
    fn list(&mut self, state: &G::State, known: Option<G::Action>, ply: usize) -> usize {
        let first = self.actions.len();
        let mut actions = Vec::new();
        self.game.candidates(state, &mut actions);
        for action in actions {
            let mut child = state.clone();
            self.game.apply(&mut child, action);
            let habit = self.game.slot(action).map_or(0, |slot| self.history[slot & 4095]);
            let mut rank = habit.min(100_000) + 1000 * self.game.order(state, action, &child);
            if self.killers[ply].contains(&Some(action)) {
                rank += 50_000;
            }
            if known == Some(action) {
                rank = i32::MAX;
            }
            self.actions.push((rank, action));
        }
        self.actions[first..].sort_by_key(|&(rank, _)| std::cmp::Reverse(rank));
        first
    }

    /// An action that cut is tried sooner elsewhere.
    fn remember(&mut self, action: G::Action, depth: i32, ply: usize) {
        let [latest, before] = &mut self.killers[ply];
        if *latest != Some(action) {
            *before = *latest;
            *latest = Some(action);
        }
        if let Some(slot) = self.game.slot(action) {
            let count = &mut self.history[slot & 4095];
            *count = (*count + depth * depth).min(100_000);
        }
    }
}

/// A score of the game for the side to move at a ply.
fn counted(score: Score, turn: Turn, ply: usize) -> i32 {
    let score = score.for_turn(turn);
    match score.plies_to_end() {
        Some(plies) => score.value().signum() * (WON - ply as i32 - plies as i32),
        None => score.value().clamp(-LARGEST, LARGEST),
    }
}
