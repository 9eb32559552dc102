//! What the hooks of `Heuristic` cost where a game has none, for `cargo xtask bench hooks`, which
//! counts the instructions of this program.
//!
//! `hooks VARIANT DEPTH` searches Connect Four so deep and prints the nodes. The variants come in
//! pairs that must cost the same: the generic alpha-beta and one written out by hand for this game;
//! principal variation search where the hooks are absent and where each is overridden with the body
//! of its default, without a table and with one.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use secateur::{AlphaBeta, Game, Heuristic, Limits, Pvs, Score, Search, Table, Turn};
use secateur_games::connect_four::{ConnectFour, Standard, State};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (variant, depth) = (words.next(), words.next().and_then(|depth| depth.parse().ok()));
    let (Some(variant), Some(depth)) = (variant, depth) else {
        eprintln!("usage: hooks VARIANT DEPTH");
        return ExitCode::from(2);
    };
    // A limit that never comes, as all searches must look at the clock.
    let limits = Limits::default().depth(depth).time(Duration::from_secs(1 << 30));
    let nodes = match variant.as_str() {
        "generic" => nodes(AlphaBeta::default(), &Absent::<false>, &limits),
        "by-hand" => ByHand::search(depth),
        "absent" => nodes(pvs(), &Absent::<false>, &limits),
        "overridden" => nodes(pvs(), &Overridden::<false>, &limits),
        "absent-table" => nodes(pvs(), &Absent::<true>, &limits),
        "overridden-table" => nodes(pvs(), &Overridden::<true>, &limits),
        other => {
            eprintln!("no variant '{other}'");
            return ExitCode::from(2);
        }
    };
    println!("{nodes}");
    ExitCode::SUCCESS
}

fn pvs() -> Pvs {
    Pvs::new(Arc::new(Table::new(1)))
}

fn nodes<G: Heuristic>(mut search: impl Search<G>, game: &G, limits: &Limits) -> u64 {
    search.search(game, &game.initial(), limits).expect("nothing stops it").stats.nodes
}

/// The rules of Connect Four, and none of its knowledge.
const RULES: ConnectFour = ConnectFour::new(Standard);

/// A game without hooks, but for the key where a table is wanted.
struct Absent<const TABLE: bool>;

/// The same with all hooks written out as their defaults are.
struct Overridden<const TABLE: bool>;

macro_rules! rules {
    ($game:ident) => {
        impl<const TABLE: bool> Game for $game<TABLE> {
            type State = State;
            type Action = u8;

            fn initial(&self) -> State {
                RULES.initial()
            }
            #[inline(always)]
            fn to_move(&self, state: &State) -> Turn {
                RULES.to_move(state)
            }
            #[inline(always)]
            fn actions(&self, state: &State, actions: &mut Vec<u8>) {
                RULES.actions(state, actions);
            }
            #[inline(always)]
            fn apply(&self, state: &mut State, action: u8) {
                RULES.apply(state, action);
            }
            #[inline(always)]
            fn utility(&self, state: &State) -> Score {
                RULES.utility(state)
            }
            #[inline(always)]
            fn is_terminal(&self, state: &State) -> bool {
                RULES.is_terminal(state)
            }
        }
    };
}

rules!(Absent);
rules!(Overridden);

impl<const TABLE: bool> Heuristic for Absent<TABLE> {
    #[inline(always)]
    fn key(&self, state: &State) -> Option<u64> {
        if TABLE { RULES.key(state) } else { None }
    }
}

impl<const TABLE: bool> Heuristic for Overridden<TABLE> {
    #[inline(always)]
    fn evaluate(&self, _state: &State) -> Score {
        Score::DRAW
    }
    #[inline(always)]
    fn key(&self, state: &State) -> Option<u64> {
        if TABLE { RULES.key(state) } else { None }
    }
    #[inline(always)]
    fn solved(&self, _state: &State) -> Option<Score> {
        None
    }
    #[inline(always)]
    fn bounds(&self, _state: &State) -> Option<(Score, Score)> {
        None
    }
    #[inline(always)]
    fn range(&self) -> (Score, Score) {
        (Score::new(-Score::PLAIN_MAX), Score::new(Score::PLAIN_MAX))
    }
    #[inline(always)]
    fn candidates(&self, state: &State, actions: &mut Vec<u8>) {
        self.actions(state, actions);
    }
    #[inline(always)]
    fn is_endgame(&self, _state: &State) -> bool {
        false
    }
    #[inline(always)]
    fn forced(&self, _state: &State) -> Option<u8> {
        None
    }
    #[inline(always)]
    fn order(&self, _state: &State, _action: u8, _child: &State) -> i32 {
        0
    }
    #[inline(always)]
    fn slot(&self, _action: u8) -> Option<usize> {
        None
    }
}

/// Alpha-beta for this game alone, as one would write it: sides alternate, so a value is negated at
/// every ply. Like the generic one it counts its nodes, looks at the clock now and then, keeps the
/// best line, and counts the plies to a win in the score (though in this game nothing counts them).
struct ByHand {
    nodes: u64,
    deadline: Instant,
    actions: Vec<u8>,
    line: Vec<u8>,
}

impl ByHand {
    const INFINITY: i32 = i32::MAX;

    fn search(depth: u32) -> u64 {
        let deadline = Instant::now() + Duration::from_secs(1 << 30);
        let mut search = ByHand { nodes: 0, deadline, actions: Vec::new(), line: Vec::new() };
        let value = search.value(&RULES.initial(), depth, -ByHand::INFINITY, ByHand::INFINITY);
        assert!(value.is_some() && search.line.len() == depth as usize, "it was stopped");
        search.nodes
    }

    /// The value for the side to move; `None` when the time is up.
    fn value(&mut self, state: &State, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        if self.nodes.is_multiple_of(1024) && Instant::now() >= self.deadline {
            return None;
        }
        self.nodes += 1;
        let side = if RULES.to_move(state) == Turn::Min { -1 } else { 1 };
        if depth == 0 {
            let finished = RULES.is_terminal(state);
            return Some(if finished { side * RULES.utility(state).value() } else { 0 });
        }
        let first = self.actions.len();
        RULES.actions(state, &mut self.actions);
        let end = self.actions.len();
        if first == end {
            return Some(side * RULES.utility(state).value());
        }
        let line = self.line.len();
        let mut best = -ByHand::INFINITY;
        for i in first..end {
            let action = self.actions[i];
            let above = self.line.len();
            let mut child = *state;
            RULES.apply(&mut child, action);
            let value = -self.value(&child, depth - 1, -beta, -alpha)?;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.line.drain(line..above);
                    self.line.push(action);
                    if alpha >= beta {
                        break;
                    }
                    continue;
                }
            }
            self.line.truncate(above);
        }
        self.actions.truncate(first);
        Some(best)
    }
}
