//! How the network learns: the slope of its error, by backpropagation. Not needed to play.

use secateur::Random;

use super::Tie;
use super::board::{ALL, State};
use super::evaluation::logistic;
use super::network::{FACETS, INNER, Network, OUTER, SEEN, Weights, written};

/// A position, and the share of a win that the side to move can expect there, a draw being half a win.
#[derive(Clone)]
pub struct Sample {
    /// The position.
    pub state: State,
    /// From 0, lost, to 1, won.
    pub share: f32,
    /// Whether the game was drawn.
    pub drawn: bool,
    /// How the game ends.
    pub tie: Tie,
}

impl Sample {
    /// The same position, seen in one of the eight ways to turn and mirror the board.
    pub fn turned(&self, way: usize) -> Sample {
        let State { marks, won, open, playable, side } = self.state;
        let turn =
            |set: u16| (0..9).filter(|i| set >> i & 1 == 1).map(|i| 1 << turned(i, way)).sum();
        let mut state =
            State { open: turn(open), playable: turn(playable), side, ..State::INITIAL };
        for side in 0..2 {
            state.won[side] = turn(won[side]);
            for (board, &cells) in marks[side].iter().enumerate() {
                state.marks[side][turned(board, way)] = turn(cells);
            }
        }
        Sample { state, ..*self }
    }

    /// How far a network is off: cross-entropy.
    pub fn loss(&self, network: &Network) -> f32 {
        let guess = logistic(network.guess(&self.state, self.tie));
        let sure = guess.clamp(1e-6, 1.0 - 1e-6);
        -(self.share * sure.ln() + (1.0 - self.share) * (1.0 - sure).ln())
    }
}

/// Where one of nine comes to lie.
fn turned(place: usize, way: usize) -> usize {
    let (mut row, mut column) = (place / 3, place % 3);
    if way & 1 != 0 {
        (row, column) = (column, row);
    }
    if way & 2 != 0 {
        row = 2 - row;
    }
    if way & 4 != 0 {
        column = 2 - column;
    }
    row * 3 + column
}

impl Weights {
    /// Small numbers by lot, to begin with.
    pub fn random(random: &mut Random) -> Weights {
        let mut spread = |width: usize| {
            let unit = random.bits() as f32 / u64::MAX as f32;
            (unit - 0.5) * (12.0 / width as f32).sqrt()
        };
        let mut weights = Weights::ZERO;
        weights.inner.iter_mut().flatten().for_each(|weight| *weight = spread(6));
        weights.facets.iter_mut().flatten().for_each(|weight| *weight = spread(INNER));
        weights.decided.iter_mut().flatten().for_each(|weight| *weight = spread(4));
        weights.outer.iter_mut().flatten().for_each(|weight| *weight = spread(4 * FACETS));
        weights.last.iter_mut().flatten().for_each(|weight| *weight = spread(OUTER));
        weights.facets_bias = [0.1; FACETS];
        weights
    }

    /// As [`read`](Weights::read) takes them, in lines.
    pub fn write(&self) -> String {
        let mut digits = Vec::new();
        self.clone().for_each(|weight| digits.extend(written(*weight)));
        let lines = digits.chunks(96).map(|line| String::from_utf8_lossy(line).into_owned() + "\n");
        lines.collect()
    }

    /// Adds to `slope` by how much each weight makes the error of a sample grow. How likely a draw is
    /// is read off the outer units, which do not learn from it.
    pub fn learn(&self, sample: &Sample, slope: &mut Weights) {
        let seen: Vec<Board> = (0..9).map(|board| Board::see(self, &sample.state, board)).collect();
        let mut units = self.outer_bias;
        for (board, at) in seen.iter().zip((0..9).map(|board| board * FACETS)) {
            for (facet, weights) in board.facets.iter().zip(&self.outer[at..]) {
                (0..OUTER).for_each(|i| units[i] += facet.max(0.0) * weights[i]);
            }
        }
        let tie = sample.tie as usize;
        let last = (0..OUTER).map(|i| units[i].max(0.0) * self.last[tie][i]).sum::<f32>();
        let guess = logistic(last + self.last_bias[tie]);
        // Of cross-entropy behind a logistic function, the slope is the difference.
        let error = guess - sample.share;
        slope.last_bias[tie] += error;
        if sample.tie == Tie::Draw {
            let reading = (0..OUTER).map(|i| units[i].max(0.0) * self.draw[i]).sum::<f32>();
            let draw = logistic(reading + self.draw_bias);
            let error = draw - f32::from(u8::from(sample.drawn));
            (0..OUTER).for_each(|i| slope.draw[i] += error * units[i].max(0.0));
            slope.draw_bias += error;
        }
        let mut unit_slopes = [0.0; OUTER];
        for i in (0..OUTER).filter(|&i| units[i] > 0.0) {
            slope.last[tie][i] += error * units[i];
            unit_slopes[i] = error * self.last[tie][i];
            slope.outer_bias[i] += unit_slopes[i];
        }
        for (number, board) in seen.iter().enumerate() {
            let mut facet_slopes = [0.0; FACETS];
            for k in (0..FACETS).filter(|&k| board.facets[k] > 0.0) {
                let at = number * FACETS + k;
                for (i, unit_slope) in unit_slopes.iter().enumerate() {
                    slope.outer[at][i] += unit_slope * board.facets[k];
                    facet_slopes[k] += unit_slope * self.outer[at][i];
                }
            }
            board.learn(self, &facet_slopes, slope);
        }
    }
}

/// A small board as the first layers see it, before the cut at zero.
struct Board {
    /// Which way it is decided, if it is.
    decided: Option<usize>,
    inputs: Vec<usize>,
    inner: [f32; INNER],
    facets: [f32; FACETS],
}

impl Board {
    fn see(weights: &Weights, state: &State, board: usize) -> Board {
        let (own, other) = (usize::from(state.side), usize::from(state.side ^ 1));
        let has = |set: u16| set >> board & 1 == 1;
        let decided = match () {
            () if has(state.open) => None,
            () if has(state.won[own]) => Some(0),
            () if has(state.won[other]) => Some(1),
            () => Some(2),
        };
        if let Some(way) = decided {
            let facets = weights.decided[way];
            return Board { decided, inputs: Vec::new(), inner: [0.0; INNER], facets };
        }
        let cells = u32::from(state.marks[own][board] & ALL)
            | u32::from(state.marks[other][board] & ALL) << 9
            | u32::from(has(state.playable)) << 18;
        let inputs: Vec<usize> = (0..SEEN).filter(|i| cells >> i & 1 == 1).collect();
        let mut inner = weights.inner_bias;
        for &input in &inputs {
            (0..INNER).for_each(|i| inner[i] += weights.inner[input][i]);
        }
        let mut facets = weights.facets_bias;
        for (unit, weights) in inner.iter().zip(&weights.facets) {
            (0..FACETS).for_each(|k| facets[k] += unit.max(0.0) * weights[k]);
        }
        Board { decided, inputs, inner, facets }
    }

    fn learn(&self, weights: &Weights, facet_slopes: &[f32; FACETS], slope: &mut Weights) {
        if let Some(way) = self.decided {
            (0..FACETS).for_each(|k| slope.decided[way][k] += facet_slopes[k]);
            return;
        }
        (0..FACETS).for_each(|k| slope.facets_bias[k] += facet_slopes[k]);
        for i in (0..INNER).filter(|&i| self.inner[i] > 0.0) {
            let mut unit_slope = 0.0;
            for (k, facet_slope) in facet_slopes.iter().enumerate() {
                slope.facets[i][k] += facet_slope * self.inner[i];
                unit_slope += facet_slope * weights.facets[i][k];
            }
            slope.inner_bias[i] += unit_slope;
            for &input in &self.inputs {
                slope.inner[input][i] += unit_slope;
            }
        }
    }
}
