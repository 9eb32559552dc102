//! Trains the network of ultimate tic-tac-toe by games against itself.
//!
//! ```text
//! train_ultimate play GAMES VISITS SEED FILE [WEIGHTS]   games of Monte Carlo tree search with the
//!                                                        network, or with playouts where there is
//!                                                        none; a line a position is added to FILE
//! train_ultimate fit EPOCHS FILE... WEIGHTS              fits new weights to the positions
//! ```
//!
//! `weights.txt` was made so, in three rounds: 51,000 positions of games by 400 playouts a move, fitted
//! for 30 epochs; 95,000 of games by 500 visits with those weights, fitted for 20 with the first ones;
//! 210,000 of games by 600 visits, fitted for 16 with the second ones.
//!
//! A position is kept with the share of a win that the search expected and the one that the game
//! came to, both for the side to move; the network learns their mean.

use std::fs;
use std::io::Write;

use secateur::{Game, Limits, Mcts, Notation, Random, Search, Turn};
use secateur_games::ultimate_tic_tac_toe::network::{Network, Weights};
use secateur_games::ultimate_tic_tac_toe::training::Sample;
use secateur_games::ultimate_tic_tac_toe::{Tie, Ultimate};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["play", games, visits, seed, file, ref weights @ ..] => {
            let number = |text: &str| text.parse().expect("a number");
            let network = weights.first().map(|path| network(path));
            play(number(games), number(visits), number(seed), file, network);
        }
        ["fit", epochs, ref files @ .., weights] => {
            fit(epochs.parse().expect("a number"), files, weights);
        }
        _ => panic!("see the top of examples/train_ultimate.rs"),
    }
}

fn network(path: &str) -> &'static Network {
    let text = fs::read_to_string(path).expect("weights can be read");
    Box::leak(Box::new(Network::new(Weights::read(&text))))
}

/// Plays games; each begins with a few moves at random, and now and then one comes later.
fn play(games: u64, visits: u64, seed: u64, file: &str, network: Option<&'static Network>) {
    let mut out = fs::OpenOptions::new().create(true).append(true).open(file).expect("a file");
    let mut random = Random::new(seed);
    let game = network.map_or(Ultimate::new(Tie::Boards), |n| Ultimate::with(Tie::Boards, n));
    for _ in 0..games {
        let plies = if network.is_some() { 0 } else { 10_000 };
        let mut search = Mcts::new(32).playout_plies(plies);
        let mut state = game.initial();
        let mut kept = Vec::new();
        let opening = 1 + random.below(12);
        let mut actions = Vec::new();
        let mut ply = 0;
        loop {
            actions.clear();
            game.actions(&state, &mut actions);
            if actions.is_empty() {
                break;
            }
            let mut action = actions[random.below(actions.len())];
            if ply >= opening && random.below(20) > 0 {
                let limits = Limits::default().nodes(visits).seed(random.bits());
                let report = search.search(&game, &state, &limits).expect("visits are enough");
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
            writeln!(out, "{text} {share:.3} {result}").expect("it can be written");
        }
    }
}

/// Reads the positions, the last twentieth for a check, and fits by Adam in small batches.
fn fit(epochs: u32, files: &[&str], path: &str) {
    let game = Ultimate::new(Tie::Boards);
    let mut samples = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).expect("positions can be read");
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let &[board, side, to, share, result] = &words[..] else { continue };
            let state = game.read_state(&format!("{board} {side} {to}")).expect("a position");
            let number = |text: &str| text.parse::<f32>().expect("a number");
            samples.push(Sample { state, share: 0.6 * number(share) + 0.4 * number(result) });
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
            adam.step(&mut weights, &mut slope, BATCH, rate.max(1e-5));
        }
        let network = Network::new(weights.clone());
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
