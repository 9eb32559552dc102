//! How strong the player of 2048 is: whole games, seeded, and what they came to.
//!
//! ```text
//! strength_2048 GAMES LIMIT [SEED [NETWORK]]    LIMIT: plies (3p), nodes (2000n) or time (1ms) a move
//! ```
//!
//! Every game is played by one thread, as many at once as there are processors. Times are of the
//! processor, so that what else runs does not count; but a LIMIT in time is one by the clock. Prints the
//! mean with its interval of 95 per cent, the shares of games that made each tile, slides a second, and
//! milliseconds a slide; on a terminal also after every game.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use secateur::{Deepening, Expectimax, Game, Limits, Random, Search, Turn};
use secateur_games::game_2048::network::Network;
use secateur_games::game_2048::{Evaluation, Game2048};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let usage = "strength_2048 GAMES 3p|2000n|1ms [SEED [NETWORK]]";
    let word = |i: usize| words.get(i).map(String::as_str);
    let games: u64 = word(0).and_then(|games| games.parse().ok()).expect(usage);
    let limits = limits(word(1).expect(usage)).expect(usage);
    let seed: u64 = word(2).map_or(1, |seed| seed.parse().expect(usage));
    let network: &'static Network = match word(3) {
        Some(path) => {
            let bytes = std::fs::read(path).expect("a file");
            Box::leak(Box::new(Network::read(&bytes).expect("a network")))
        }
        None => Network::in_use().expect("the network in the program is whole"),
    };
    let game = Game2048::new(true, Evaluation::Network(network));
    let (next, played) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let watched = std::io::stderr().is_terminal();
    let player = || {
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= games {
                break;
            }
            let one = play(&game, &limits, seed + number);
            let mut played = played.lock().expect("nobody panics with the lock");
            played.push(one);
            if watched {
                eprint!("\r{} ", report(&played));
            }
        }
    };
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(player)));
    });
    if watched {
        eprint!("\r");
    }
    println!("{}", report(&played.lock().expect("nobody panics with the lock")));
}

fn limits(text: &str) -> Option<Limits> {
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(end);
    let limits = Limits::default();
    Some(match unit {
        "p" => limits.depth(number.parse().ok()?),
        "n" => limits.nodes(number.parse().ok()?),
        "us" => limits.time(Duration::from_micros(number.parse().ok()?)),
        "ms" => limits.time(Duration::from_millis(number.parse().ok()?)),
        _ => return None,
    })
}

/// A game that has been played.
struct Played {
    points: u32,
    largest: u32,
    slides: u64,
    cpu: Duration,
}

fn play(game: &Game2048, limits: &Limits, seed: u64) -> Played {
    let started = cpu();
    let mut random = Random::new(Random::new(seed).bits());
    let (mut state, mut slides, mut outcomes) = (game.initial(), 0, Vec::new());
    while !game.is_terminal(&state) {
        let action = if game.to_move(&state) == Turn::Chance {
            outcomes.clear();
            game.chances(&state, &mut outcomes);
            outcomes[random.weighted(outcomes.iter().map(|&(_, weight)| weight))].0
        } else {
            slides += 1;
            let report = Deepening::new(Expectimax::default()).search(game, &state, limits);
            report.expect("one ply is always looked ahead").best.expect("there is a slide")
        };
        game.apply(&mut state, action);
    }
    let (points, largest) = (state.points(), state.largest_tile());
    Played { points, largest, slides, cpu: cpu() - started }
}

fn report(played: &[Played]) -> String {
    let count = played.len() as f64;
    let mean = played.iter().map(|game| f64::from(game.points)).sum::<f64>() / count;
    let squares = played.iter().map(|game| (f64::from(game.points) - mean).powi(2)).sum::<f64>();
    let interval = 1.96 * (squares / (count - 1.0).max(1.0) / count).sqrt();
    let share = |tile: u32| {
        100.0 * played.iter().filter(|game| game.largest >= tile).count() as f64 / count
    };
    let shares: Vec<_> =
        (11..=16).map(|k| 1 << k).map(|tile| format!("{tile} {:.1} %", share(tile))).collect();
    let slides = played.iter().map(|game| game.slides).sum::<u64>() as f64;
    let seconds = played.iter().map(|game| game.cpu.as_secs_f64()).sum::<f64>();
    format!(
        "{count} games  mean {mean:.0} ± {interval:.0}  {}  {:.0} slides/s  {:.3} ms a slide",
        shares.join("  "),
        slides / seconds,
        1e3 * seconds / slides,
    )
}

/// Time that the processor has spent on this thread.
fn cpu() -> Duration {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split_whitespace().next().and_then(|number| number.parse().ok());
    nanoseconds.map_or_else(|| STARTED.elapsed(), Duration::from_nanos)
}

static STARTED: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
