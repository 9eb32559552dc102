//! Best play by alpha-beta, for stacks with too many states to sweep.
//!
//! What is still to come depends only on the words that are *open* to a side: it has not completed
//! them yet, and the letters it misses are all in the stack. So a state's value is bounded by what
//! its open words can bring at best, and states that differ in nothing that matters to open words
//! share one line in a table.

use std::collections::HashMap;
use std::ops::Range;

use secateur::Game;

use super::{Letters, Place, State};

/// See [`Letters::best_play`].
pub(super) fn best_play(game: &Letters) -> Vec<Place> {
    let mut search = Search::new(game);
    let mut state = game.initial();
    let mut line = Vec::new();
    let value = search.value(&state, -i32::MAX, i32::MAX);
    while let Some(top) = game.choices(&state).next() {
        let after = game.after(&state, top);
        let as_good = match state.side() {
            0 => search.value(&after, value - 1, value) >= value,
            _ => search.value(&after, value, value + 1) <= value,
        };
        let second = game.choices(&state).nth(1);
        let place = if as_good { top } else { second.expect("one choice is the best") };
        game.apply(&mut state, place);
        line.push(place);
    }
    line
}

struct Search<'g> {
    game: &'g Letters,
    /// The words open to Max and to Min, for every state on the current path, the root's first.
    open: Vec<u32>,
    known: HashMap<Key, Bounds>,
}

/// What decides how much is still to come, see [`Search::key`].
type Key = [u64; 3];

/// States to remember, in some 200 MB. When there are more, all are forgotten.
const MOST_KNOWN: usize = 3_600_000;

/// A difference of scores, from Max's side, is proven to lie between these.
#[derive(Clone, Copy)]
struct Bounds {
    low: i32,
    high: i32,
}

impl Bounds {
    /// The difference itself, or one end that is enough to know outside a window.
    fn answer(self, alpha: i32, beta: i32) -> Option<i32> {
        if self.low >= beta || self.low == self.high {
            Some(self.low)
        } else {
            (self.high <= alpha).then_some(self.high)
        }
    }

    fn plus(self, difference: i32) -> Bounds {
        Bounds { low: self.low + difference, high: self.high + difference }
    }
}

/// What the open words say about a state.
struct Outlook {
    /// Where they stand in [`Search::open`], of Max and of Min.
    open: [Range<usize>; 2],
    /// The letters in them.
    asked: [u64; 2],
    /// What they can add to the difference at the most.
    to_come: Bounds,
}

impl Search<'_> {
    fn new(game: &Letters) -> Search<'_> {
        let words = 0..game.words.len() as u32;
        Search { game, open: words.clone().chain(words).collect(), known: HashMap::new() }
    }

    /// The final difference with best play from `state`: exact between `alpha` and `beta`; at or
    /// below alpha an upper bound, at or above beta a lower one.
    fn value(&mut self, state: &State, alpha: i32, beta: i32) -> i32 {
        let words = self.game.words.len();
        self.visit(state, &[0..words, words..2 * words], alpha, beta)
    }

    /// The same, with open words that are among `open`.
    fn visit(&mut self, state: &State, open: &[Range<usize>; 2], alpha: i32, beta: i32) -> i32 {
        let start = self.open.len();
        let outlook = self.outlook(state, open);
        let bounds = outlook.to_come.plus(state.difference());
        let value = match bounds.answer(alpha, beta) {
            Some(value) => value,
            None => self.look_up(state, &outlook, alpha, beta),
        };
        self.open.truncate(start);
        value
    }

    /// Puts the words that are still open on top of the list.
    fn outlook(&mut self, state: &State, among: &[Range<usize>; 2]) -> Outlook {
        let start = self.open.len();
        let mut outlook = Outlook {
            open: [start..start, start..start],
            asked: [0; 2],
            to_come: Bounds { low: 0, high: 0 },
        };
        let left = self.game.letters(self.game.left(state));
        for side in [0, 1] {
            let from = self.open.len();
            let has = self.game.letters(state.hands[side]);
            for i in among[side].clone() {
                let index = self.open[i];
                let word = self.game.words[index as usize];
                let missing = word.letters & !has;
                if missing == 0 || missing & !left != 0 {
                    continue;
                }
                self.open.push(index);
                outlook.asked[side] |= word.letters;
                let gain = if side == 0 { word.score } else { -word.score };
                outlook.to_come.low += gain.min(0);
                outlook.to_come.high += gain.max(0);
            }
            outlook.open[side] = from..self.open.len();
        }
        outlook
    }

    /// The value of a state whose open words do not tell it, from the table if it can.
    fn look_up(&mut self, state: &State, outlook: &Outlook, alpha: i32, beta: i32) -> i32 {
        let key = self.key(state, outlook);
        let so_far = state.difference();
        let mut bounds = self.known.get(&key).unwrap_or(&outlook.to_come).plus(so_far);
        if let Some(value) = bounds.answer(alpha, beta) {
            return value;
        }
        let value = self.best(state, outlook, alpha, beta);
        if value > alpha {
            bounds.low = bounds.low.max(value);
        }
        if value < beta {
            bounds.high = bounds.high.min(value);
        }
        if self.known.len() == MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, bounds.plus(-so_far));
        value
    }

    /// The letters left, and for each side a bit a letter: of those that are gone, whether the side
    /// has it and some open word asks for it; of those that are left, whether the side can do
    /// without it (it has a copy, or no open word asks for it).
    ///
    /// Two states with the same key have the same open words. Let a word be open in the first. The
    /// side has all its letters that are gone, so they are set, so it has them in the second state
    /// too. It misses one of those that are left, which is not set, so it misses that one in the
    /// second state too.
    fn key(&self, state: &State, outlook: &Outlook) -> Key {
        let places = self.game.left(state);
        let left = self.game.letters(places);
        let side = |side: usize| {
            let (has, asked) = (self.game.letters(state.hands[side]), outlook.asked[side]);
            (has & asked) | (left & !asked)
        };
        [places, side(0), side(1)]
    }

    /// The value of the better choice; the one that promises more is tried first.
    fn best(&mut self, state: &State, outlook: &Outlook, mut alpha: i32, mut beta: i32) -> i32 {
        let max_to_move = state.side() == 0;
        let mut choices = self.game.choices(state);
        let mut order = [choices.next(), choices.next()];
        order.sort_by_key(|place| place.map(|p| -self.promise(state, outlook, p)));
        let mut best = if max_to_move { -i32::MAX } else { i32::MAX };
        for place in order.into_iter().flatten() {
            let after = self.game.after(state, place);
            let value = self.visit(&after, &outlook.open, alpha, beta);
            if max_to_move {
                best = best.max(value);
                alpha = alpha.max(value);
            } else {
                best = best.min(value);
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// What the letter at a place is worth to either side, by its open words: each its score, a
    /// quarter for every letter that is missing.
    fn promise(&self, state: &State, outlook: &Outlook, place: Place) -> i64 {
        let letter = self.game.letters(1 << place);
        let words = |side: usize| -> i64 {
            let missing = !self.game.letters(state.hands[side]);
            let open = self.open[outlook.open[side].clone()].iter();
            let words = open.map(|&i| self.game.words[i as usize]);
            let asking = words.filter(|word| word.letters & letter != 0);
            let worth = |word: super::Word| {
                let quarters = (word.letters & missing).count_ones().min(15);
                (i64::from(word.score) << 30) >> (2 * quarters)
            };
            asking.map(worth).sum()
        };
        words(0) + words(1)
    }
}
