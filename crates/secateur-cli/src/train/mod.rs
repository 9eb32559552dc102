//! `secateur train`: an evaluation learns by games against itself.

mod curve;
mod state;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use secateur::Monitor;
use secateur_games::{Begin, Trainable, Training};

use crate::failure::Failure;
use crate::networks;
use crate::output::{print_json, print_line};
use crate::watch::interruptible;
use curve::Tally;
use state::{Progress, State};

/// Train a game's evaluation by games against itself
///
/// Ctrl-C ends it well: what was learned is kept, and the same command goes on from there. So does
/// it after a kill, from the last time that the state was saved.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  secateur train 2048
  secateur train 2048 --games 1000000 --threads 4 --megabytes 50 --curve curve.svg
  secateur train 2048 --network here.network --state here.training

The network is found by every later `secateur` when it stands where it is written without --network.
The JSON object has: game, seed, hope, games, seconds, network, bytes, and curve, an array with for
each point: games, mean (of the games since the point before), actions (of a game), and reached: the
share of games by how far they came.")]
pub(crate) struct Args {
    /// The game
    game: String,

    /// Play so many games in all
    #[arg(long, default_value_t = 100_000)]
    games: u64,

    /// Stop after this time, such as 90m
    #[arg(long)]
    time: Option<humantime::Duration>,

    /// Learn with so many threads; with one, the same seed learns the same
    #[arg(long, default_value_t = NonZeroUsize::MIN)]
    threads: NonZeroUsize,

    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Points that every position promises at first (optimistic initial values)
    #[arg(long, default_value_t = 0)]
    hope: u32,

    /// Keep the state of the training in this file [default: GAME.training]
    #[arg(long)]
    state: Option<PathBuf>,

    /// Save the state every so often
    #[arg(long, default_value = "10m")]
    save_every: humantime::Duration,

    /// Write the network to this file [default: where the program finds it]
    #[arg(long)]
    network: Option<PathBuf>,

    /// The network may take so many megabytes
    #[arg(long, default_value_t = 5.0)]
    megabytes: f64,

    /// A point of the learning curve every so many games
    #[arg(long, default_value_t = 1000)]
    every: u64,

    /// Draw the learning curve as SVG
    #[arg(long)]
    curve: Option<PathBuf>,

    /// Print one JSON object instead of the table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let trainable = networks::trainable(&args.game)?;
    if !(args.megabytes > 0.0 && args.megabytes < 4096.0) {
        return Err(Failure::input("--megabytes: a number above 0 and below 4096 is needed"));
    }
    let file = args.state.clone().unwrap_or_else(|| format!("{}.training", args.game).into());
    let network = match &args.network {
        Some(network) => network.clone(),
        None => networks::place(trainable.game)?,
    };
    let progress = Progress::new(trainable.game, args.seed, args.hope, args.every);
    let training = (trainable.begin)(&Begin { seed: args.seed, hope: args.hope });
    let mut state = State::open(&file, progress, training)?;
    let started = Instant::now();
    interruptible(|monitor| learn(args, trainable, &mut state, &monitor))?;
    let packed = state.training.pack((args.megabytes * 1e6) as usize);
    state::write_whole(&network, |out| out.write_all(&packed))?;
    if let Some(path) = &args.curve {
        let picture = curve::draw(&state.progress, trainable.milestones)?;
        fs::write(path, picture).map_err(|e| Failure::work(format!("{}: {e}", path.display())))?;
    }
    report(args, trainable, &state.progress, started.elapsed(), &network, packed.len())
}

/// Plays until the games are played, the time is up or Ctrl-C comes, and saves the state on the way
/// and in the end.
fn learn(
    args: &Args,
    trainable: &Trainable,
    state: &mut State,
    monitor: &Monitor,
) -> Result<(), Failure> {
    let started = Instant::now();
    let until = args.time.map(|time| started + Duration::from(time));
    let is_over = || monitor.is_stopped() || until.is_some_and(|until| Instant::now() >= until);
    let bar = progress_bar(args.games);
    let mut saved = Instant::now();
    while state.progress.games() < args.games && !is_over() {
        let from = state.progress.games();
        let to = state.progress.next_point().min(args.games);
        let tally = play(&*state.training, from..to, args.threads.get(), &is_over, &bar);
        state.progress.add(&tally);
        bar.set_message(state.progress.last_words(trainable.milestones));
        if saved.elapsed() >= *args.save_every {
            state.save()?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    state.progress.seconds += started.elapsed().as_secs_f64();
    state.save()
}

/// Plays games of these numbers by several threads, one after the other until it is over.
fn play(
    training: &dyn Training,
    numbers: std::ops::Range<u64>,
    threads: usize,
    is_over: &(dyn Fn() -> bool + Sync),
    bar: &ProgressBar,
) -> Tally {
    let next = AtomicU64::new(numbers.start);
    let learn = || {
        let mut tally = Tally::default();
        while !is_over() {
            let taken = next.fetch_update(Relaxed, Relaxed, |number| {
                (number < numbers.end).then_some(number + 1)
            });
            let Ok(number) = taken else { break };
            tally.count(&training.play(number));
            bar.set_position(number + 1);
        }
        tally
    };
    thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(learn)).collect();
        let mut sum = learn();
        for helper in helpers {
            sum.add(&helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        sum
    })
}

fn progress_bar(games: u64) -> ProgressBar {
    use std::io::IsTerminal;
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = "{elapsed} {wide_bar} {human_pos} of {human_len} games, {eta} to go\n{msg}";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::new(games).with_style(style)
}

fn report(
    args: &Args,
    trainable: &Trainable,
    progress: &Progress,
    took: Duration,
    network: &Path,
    bytes: usize,
) -> Result<(), Failure> {
    if args.json {
        return print_json(&progress.in_json(network, bytes));
    }
    print_line(&curve::table(progress, trainable.milestones))?;
    print_line(&format!(
        "{} games in all, {:.0} s now; {} ({} bytes)",
        HumanCount(progress.games()),
        took.as_secs_f64(),
        network.display(),
        HumanCount(bytes as u64)
    ))
}
