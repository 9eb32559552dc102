//! What a position looks like before its end.

use std::sync::Mutex;

use secateur::Score;

use super::Tie;
use super::board::{State, about, boards};
use super::network::{Network, Weights};

/// The largest evaluation, a sure win; the smallest is its negative.
pub(crate) const MOST: i32 = 10_000;

/// The network that was trained for the game, made once. (By a lock, since a bundle of the game compiles
/// with Rust 1.63.)
pub(crate) fn network() -> &'static Network {
    static NETWORK: Mutex<Option<&'static Network>> = Mutex::new(None);
    let mut network = NETWORK.lock().unwrap_or_else(|poison| poison.into_inner());
    let weights = || Weights::read(include_str!("weights.txt"));
    network.get_or_insert_with(|| Box::leak(Box::new(Network::new(&weights()))))
}

/// What the side to move can expect, as X sees it, to whom a draw is worth `drawn`.
#[inline]
pub(crate) fn evaluate(network: &Network, state: &State, tie: Tie, drawn: i32) -> Score {
    let units = network.units(state);
    let share = logistic(network.read(&units, tie));
    let score = ((2.0 * share - 1.0) * MOST as f32) as i32;
    let score = if state.side == 0 { score } else { -score };
    if drawn == 0 {
        return Score::new(score);
    }
    let draw = logistic(network.read_draw(&units)) * drawn as f32;
    Score::new((score + draw as i32).clamp(-MOST, MOST))
}

/// A probability from its log odds.
#[inline(always)]
pub(crate) fn logistic(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// How promising the move from `state` to `child` is.
#[inline]
pub(crate) fn order(state: &State, child: &State) -> i32 {
    let side = usize::from(state.side & 1);
    let won = child.won[side] != state.won[side];
    let free = child.playable.count_ones() as i32;
    let other = side ^ 1;
    let loses = boards(child.playable)
        .filter(|&board| about(child.marks[other][board]).completing & child.free(board) != 0)
        .count() as i32;
    100 * i32::from(won) - 20 * i32::from(free > 1) - 30 * loses.min(1)
}
