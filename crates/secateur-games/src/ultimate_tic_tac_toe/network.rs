//! A small neural network that guesses who wins, trained by games against itself
//! (`examples/train_ultimate.rs`).
//!
//! Two layers look at one small board, the same for all nine, and make sixteen numbers of it; two more
//! layers look at the nine times sixteen. A small board has only 19,683 fillings, so what each adds to the
//! third layer is tabulated for each of the nine places: a guess is nine additions of rows of 64 small
//! whole numbers. Everything is seen from the side to move.

use super::Tie;
use super::board::{ALL, State};

/// Numbers that stand for a small board.
pub(crate) const FACETS: usize = 16;
/// Units between a small board and its facets.
pub(crate) const INNER: usize = 32;
/// Units between all facets and the guess.
pub(crate) const OUTER: usize = 64;
/// What the first layer sees of a small board: own marks, the other's, whether it can be played.
pub(crate) const SEEN: usize = 19;
/// Ways to fill nine cells.
const FILLINGS: usize = 19_683;

/// The weights, in the order in which they are written.
#[derive(Clone)]
pub struct Weights {
    /// From what is seen to the inner units.
    pub inner: [[f32; INNER]; SEEN],
    /// Of the inner units.
    pub inner_bias: [f32; INNER],
    /// From the inner units to the facets.
    pub facets: [[f32; FACETS]; INNER],
    /// Of the facets.
    pub facets_bias: [f32; FACETS],
    /// Of a board that the side to move has won, that the other has, and that is full.
    pub decided: [[f32; FACETS]; 3],
    /// From all facets to the outer units.
    pub outer: [[f32; OUTER]; 9 * FACETS],
    /// Of the outer units.
    pub outer_bias: [f32; OUTER],
    /// From the outer units to the guess, for each [`Tie`].
    pub last: [[f32; OUTER]; 2],
    /// Of the guess.
    pub last_bias: [f32; 2],
    /// From the outer units to how likely a draw is with [`Tie::Draw`].
    pub draw: [f32; OUTER],
    /// Of that.
    pub draw_bias: f32,
}

/// The network, ready to guess: its numbers are whole, `1 / STEPS` each.
pub struct Network {
    /// What a small board adds to the outer units: by place, in each by filling; those that can be
    /// played behind those that cannot, those decided at the end.
    rows: Vec<[i16; OUTER]>,
    bias: [i16; OUTER],
    last: [[i16; OUTER]; 2],
    last_bias: [f32; 2],
    draw: [i16; OUTER],
    draw_bias: f32,
    /// A set of cells as the digits 0 and 1 of base 3.
    ternary: [u16; 512],
}

/// Rows of a place.
const ROWS: usize = 2 * FILLINGS + 3;
/// So fine that hardly a guess changes, so coarse that the units' sums fit 16 bits.
const STEPS: f32 = 512.0;

impl Weights {
    /// All zero.
    pub const ZERO: Weights = Weights {
        inner: [[0.0; INNER]; SEEN],
        inner_bias: [0.0; INNER],
        facets: [[0.0; FACETS]; INNER],
        facets_bias: [0.0; FACETS],
        decided: [[0.0; FACETS]; 3],
        outer: [[0.0; OUTER]; 9 * FACETS],
        outer_bias: [0.0; OUTER],
        last: [[0.0; OUTER]; 2],
        last_bias: [0.0; 2],
        draw: [0.0; OUTER],
        draw_bias: 0.0,
    };

    /// Calls `visit` with every weight, in their order.
    pub fn for_each(&mut self, mut visit: impl FnMut(&mut f32)) {
        self.inner.iter_mut().flatten().for_each(&mut visit);
        self.inner_bias.iter_mut().for_each(&mut visit);
        self.facets.iter_mut().flatten().for_each(&mut visit);
        self.facets_bias.iter_mut().for_each(&mut visit);
        self.decided.iter_mut().flatten().for_each(&mut visit);
        self.outer.iter_mut().flatten().for_each(&mut visit);
        self.outer_bias.iter_mut().for_each(&mut visit);
        self.last.iter_mut().flatten().for_each(&mut visit);
        self.last_bias.iter_mut().for_each(&mut visit);
        self.draw.iter_mut().for_each(&mut visit);
        visit(&mut self.draw_bias);
    }

    /// Reads weights written by two characters each: the digits, base 91, of 512 times the weight
    /// and half the range. Line ends do not matter; what is missing is zero.
    pub fn read(text: &str) -> Weights {
        let mut digits = text.bytes().filter(|byte| byte.is_ascii_graphic()).map(digit);
        let mut weights = Weights::ZERO;
        weights.for_each(|weight| {
            if let (Some(high), Some(low)) = (digits.next(), digits.next()) {
                *weight = (high * 91 + low - HALF) as f32 / SCALE;
            }
        });
        weights
    }

    /// The facets of an open board.
    fn facets_of(&self, own: u16, other: u16, playable: bool) -> [f32; FACETS] {
        let mut inner = self.inner_bias;
        let mut add = |from: usize| {
            (0..INNER).for_each(|i| inner[i] += self.inner[from][i]);
        };
        (0..9).filter(|cell| own >> cell & 1 == 1).for_each(&mut add);
        (0..9).filter(|cell| other >> cell & 1 == 1).for_each(|cell| add(9 + cell));
        if playable {
            add(18);
        }
        let mut facets = self.facets_bias;
        for (unit, weights) in inner.iter().zip(&self.facets) {
            (0..FACETS).for_each(|i| facets[i] += unit.max(0.0) * weights[i]);
        }
        facets.map(|facet| facet.max(0.0))
    }
}

/// Half the range of two digits.
const HALF: i32 = 91 * 91 / 2;
const SCALE: f32 = 512.0;

/// The value of a character as a digit: all that can be seen, without `"`, `'` and `\`.
fn digit(byte: u8) -> i32 {
    let skipped = [b'"', b'\'', b'\\'].iter().filter(|&&not| byte > not).count();
    i32::from(byte) - 33 - skipped as i32
}

/// A weight by two characters, as [`Weights::read`] takes it.
pub(crate) fn written(weight: f32) -> [u8; 2] {
    let value = ((weight * SCALE).round() as i32 + HALF).clamp(0, 91 * 91 - 1);
    [value / 91, value % 91].map(|wanted| {
        let found = (b'!'..=b'~').rev().find(|&byte| digit(byte) == wanted);
        found.expect("a character for each of 91 digits")
    })
}

impl Network {
    /// The network with these weights.
    pub fn new(weights: &Weights) -> Network {
        let mut ternary = [0; 512];
        for (set, digits) in ternary.iter_mut().enumerate() {
            *digits = (0..9).filter(|i| set >> i & 1 == 1).map(|i| 3u16.pow(i)).sum();
        }
        let mut facets = vec![[0.0; FACETS]; 2 * FILLINGS];
        for own in 0..=ALL {
            for other in (0..=ALL).filter(|other| own & other == 0) {
                let filling = usize::from(ternary[own as usize] + 2 * ternary[other as usize]);
                for (playable, first) in [(false, 0), (true, FILLINGS)] {
                    facets[first + filling] = weights.facets_of(own, other, playable);
                }
            }
        }
        facets.extend(weights.decided.map(|facets| facets.map(|facet| facet.max(0.0))));
        let mut rows = Vec::with_capacity(9 * ROWS);
        for weights in weights.outer.chunks_exact(FACETS) {
            rows.extend(facets.iter().map(|facets| row(facets, weights)));
        }
        let (bias, draw) = (whole(&weights.outer_bias), whole(&weights.draw));
        let last = [0, 1].map(|tie| whole(&weights.last[tie]));
        let Weights { last_bias, draw_bias, .. } = *weights;
        Network { rows, bias, last, last_bias, draw, draw_bias, ternary }
    }

    /// The log odds that the side to move wins.
    #[inline]
    pub fn guess(&self, state: &State, tie: Tie) -> f32 {
        self.read(&self.units(state), tie)
    }

    /// What the outer units say: the log odds that the side to move wins.
    #[inline(always)]
    pub(crate) fn read(&self, units: &[i16; OUTER], tie: Tie) -> f32 {
        self.last_bias[tie as usize] + product(units, &self.last[tie as usize])
    }

    /// What the outer units say: the log odds of a draw, with [`Tie::Draw`].
    #[inline(always)]
    pub(crate) fn read_draw(&self, units: &[i16; OUTER]) -> f32 {
        self.draw_bias + product(units, &self.draw)
    }

    /// The outer units of a position, before the cut at zero.
    #[inline(always)]
    pub(crate) fn units(&self, state: &State) -> [i16; OUTER] {
        let mut units = self.bias;
        for (board, rows) in self.rows.chunks_exact(ROWS).enumerate() {
            let row = &rows[self.code(state, board)];
            for (unit, more) in units.iter_mut().zip(row) {
                *unit = unit.saturating_add(*more);
            }
        }
        units
    }

    /// The row of a small board in its place.
    #[inline(always)]
    fn code(&self, state: &State, board: usize) -> usize {
        let (own, other) = (usize::from(state.side & 1), usize::from(!state.side & 1));
        let bit = 1u16 << board;
        if state.open & bit != 0 {
            let digits = |side: usize| self.ternary[usize::from(state.marks[side][board] & ALL)];
            let first = if state.playable & bit != 0 { FILLINGS } else { 0 };
            first + usize::from(digits(own)) + 2 * usize::from(digits(other))
        } else if state.won[own] & bit != 0 {
            2 * FILLINGS
        } else if state.won[other] & bit != 0 {
            2 * FILLINGS + 1
        } else {
            2 * FILLINGS + 2
        }
    }
}

/// The sum of units above zero, each by its weight.
#[inline(always)]
fn product(units: &[i16; OUTER], weights: &[i16; OUTER]) -> f32 {
    let products = units.iter().zip(weights);
    let sum: i32 =
        products.map(|(&unit, &weight)| i32::from(unit.max(0)) * i32::from(weight)).sum();
    sum as f32 / (STEPS * STEPS)
}

/// What a small board with these facets adds to the outer units.
fn row(facets: &[f32; FACETS], weights: &[[f32; OUTER]]) -> [i16; OUTER] {
    let mut units = [0.0; OUTER];
    for (facet, weights) in facets.iter().zip(weights).filter(|&(&facet, _)| facet > 0.0) {
        for (unit, weight) in units.iter_mut().zip(weights) {
            *unit += facet * weight;
        }
    }
    whole(&units)
}

/// In steps.
fn whole(units: &[f32; OUTER]) -> [i16; OUTER] {
    units.map(|unit| (unit * STEPS).round() as i16)
}
