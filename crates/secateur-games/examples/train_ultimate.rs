//! Trains the network of ultimate tic-tac-toe by games against itself.
//!
//! ```text
//! train_ultimate play TIE GAMES NODES SEED FILE [WEIGHTS]
//!     games with the tie 'draw' or 'boards'; a line a position is added to FILE. Without WEIGHTS by Monte
//!     Carlo tree search with NODES playouts a move, with them by principal variation search of NODES nodes
//! train_ultimate fit EPOCHS FILE... WEIGHTS
//!     fits new weights to the positions; begins with those of the file WEIGHTS, if there is one
//! train_ultimate draws EPOCHS FILE... WEIGHTS
//!     fits only how likely a draw is, and leaves all other weights as they are
//! ```
//!
//! `weights.txt` was made so. Rounds with a smaller network (the history of `network.rs` has it) left 305,000
//! positions of games with the tie 'boards' and 424,000 with 'draw', both by Monte Carlo tree search, most of
//! them by 600 visits a move. Shuffled, they made the first network of this shape, `fit 16 old first`. It
//! played games of 4,000 nodes a move, `play draw 1000 4000 SEED new first` with the seeds 101 to 104 and
//! `play boards 1000 4000 SEED new first` with 201 to 204 (the last one cut short): 328,000 positions. All
//! of them, shuffled, trained the first network further: `fit 10 old new weights.txt`. How likely a draw is
//! came later, from the new games with 'draw': `draws 4 new weights.txt`.
//!
//! A position is kept with the share of the points that the search expected and the one that the game
//! came to, both for the side to move; the network learns their mean.

use std::fs;
use std::io::Write;
use std::sync::Arc;

use secateur::{Deepening, Game, Limits, Mcts, Notation, Pvs, Random, Search, Table, Turn};
use secateur_games::ultimate_tic_tac_toe::network::{Network, Weights};
use secateur_games::ultimate_tic_tac_toe::training::Sample;
use secateur_games::ultimate_tic_tac_toe::{Tie, Ultimate};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["play", name, games, nodes, seed, file, ref weights @ ..] => {
            let number = |text: &str| text.parse().expect("a number");
            let game = match weights {
                [] => Ultimate::new(tie(name)),
                [path, ..] => Ultimate::with(tie(name), network(path)),
            };
            let search: Box<dyn Search<Ultimate>> = match weights {
                [] => Box::new(Mcts::new(32)),
                _ => Box::new(Deepening::new(Pvs::new(Arc::new(Table::new(8))))),
            };
            play(name, game, search, [number(games), number(nodes), number(seed)], file);
        }
        [what @ ("fit" | "draws"), epochs, ref files @ .., weights] => {
            fit(what == "draws", epochs.parse().expect("a number"), files, weights);
        }
        _ => panic!("see the top of examples/train_ultimate.rs"),
    }
}

fn network(path: &str) -> &'static Network {
    let text = fs::read_to_string(path).expect("weights can be read");
    Box::leak(Box::new(Network::new(&Weights::read(&text))))
}

fn tie(name: &str) -> Tie {
    if name == "boards" { Tie::Boards } else { Tie::Draw }
}

/// Plays games; each begins with a few moves at random, and now and then one comes later.
fn play(
    tie: &str,
    game: Ultimate,
    mut search: Box<dyn Search<Ultimate>>,
    [games, nodes, seed]: [u64; 3],
    file: &str,
) {
    let mut out = fs::OpenOptions::new().create(true).append(true).open(file).expect("a file");
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut state = game.initial();
        let mut kept = Vec::new();
        let opening = 1 + random.below(12);
        let mut actions = Vec::new();
        let mut ply = 0;
        while !game.is_terminal(&state) {
            actions.clear();
            game.actions(&state, &mut actions);
            let mut action = actions[random.below(actions.len())];
            if ply >= opening && random.below(16) > 0 {
                let limits = Limits::default().nodes(nodes).seed(random.bits()).selective();
                let report = search.search(&game, &state, &limits).expect("nodes are enough");
                let share = match report.score.plies_to_end() {
                    Some(_) => f32::from(u8::from(report.score.value() > 0)),
                    None => 0.5 + report.score.value() as f32 / 20_000.0,
                };
                kept.push((game.write_state(&state), share, game.to_move(&state)));
                action = report.best.expect("an action");
            }
            game.apply(&mut state, action);
            ply += 1;
        }
        let result = 0.5 + game.utility(&state).value().signum() as f32 / 2.0;
        for (text, share, turn) in kept {
            let result = if turn == Turn::Min { 1.0 - result } else { result };
            writeln!(out, "{text} {share:.3} {result} {tie}").expect("it can be written");
        }
    }
}

/// Reads the positions, the last twentieth for a check, and fits by Adam in small batches: all weights, or
/// how likely a draw is and nothing else.
fn fit(draws_only: bool, epochs: u32, files: &[&str], path: &str) {
    let game = Ultimate::new(Tie::Boards);
    let mut samples = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("positions can be read");
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let &[board, side, to, share, result, rule] = &words[..] else { continue };
            let state = game.read_state(&format!("{board} {side} {to}")).expect("a position");
            let number = |text: &str| text.parse::<f32>().expect("a number");
            let drawn = number(result) == 0.5;
            let share = 0.6 * number(share) + 0.4 * number(result);
            samples.push(Sample { state, share, drawn, tie: tie(rule) });
        }
    }
    let (kept, check) = samples.split_at(samples.len() / 20 * 19);
    let mut kept = kept.to_vec();
    let mut random = Random::new(1);
    let start = fs::read_to_string(path);
    let mut weights =
        start.map_or_else(|_| Weights::random(&mut random), |text| Weights::read(&text));
    let mut adam = Adam::default();
    const BATCH: usize = 64;
    for epoch in 0..epochs {
        for i in (1..kept.len()).rev() {
            kept.swap(i, random.below(i + 1));
        }
        let rate =
            0.002 * 0.5 * (1.0 + (std::f32::consts::PI * epoch as f32 / epochs as f32).cos());
        for batch in kept.chunks_exact(BATCH) {
            let mut slope = Weights::ZERO;
            for sample in batch {
                weights.learn(&sample.turned(random.below(8)), &mut slope);
            }
            if draws_only {
                let Weights { draw, draw_bias, .. } = slope;
                slope = Weights { draw, draw_bias, ..Weights::ZERO };
            }
            adam.step(&mut weights, &mut slope, BATCH, rate.max(1e-5));
        }
        let network = Network::new(&weights);
        let loss = |samples: &[Sample]| {
            let sum: f32 = samples.iter().map(|sample| sample.loss(&network)).sum();
            sum / samples.len() as f32
        };
        let few = &kept[..check.len().min(kept.len())];
        println!("epoch {epoch}: loss {:.5}, checked {:.5}", loss(few), loss(check));
        fs::write(path, weights.write()).expect("weights can be written");
    }
}

/// Kingma & Ba, *Adam: A Method for Stochastic Optimization* (2015).
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Default for Adam {
    fn default() -> Adam {
        let mut count = 0;
        Weights::ZERO.clone().for_each(|_| count += 1);
        Adam { mean: vec![0.0; count], square: vec![0.0; count], steps: 0 }
    }
}

impl Adam {
    fn step(&mut self, weights: &mut Weights, slope: &mut Weights, batch: usize, rate: f32) {
        self.steps += 1;
        let (first, second) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.999f32.powi(self.steps));
        let mut slopes = Vec::with_capacity(self.mean.len());
        slope.for_each(|slope| slopes.push(*slope / batch as f32));
        let mut i = 0;
        weights.for_each(|weight| {
            self.mean[i] += 0.1 * (slopes[i] - self.mean[i]);
            self.square[i] += 0.001 * (slopes[i] * slopes[i] - self.square[i]);
            let step = self.mean[i] / first / ((self.square[i] / second).sqrt() + 1e-8);
            // What cannot be written is of no use.
            *weight = (*weight - rate * step).clamp(-8.0, 8.0);
            i += 1;
        });
    }
}
