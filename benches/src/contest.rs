//! Who is faster: contenders take turns at the same work, in one run and on one thread.

use std::hint::black_box;
use std::sync::LazyLock;

use cpu_time::ThreadTime;

/// One of those that are compared.
pub(crate) struct Contender<'a> {
    pub(crate) name: &'static str,
    /// The work that one run does, for a rate: nodes, paths or playouts.
    pub(crate) work: f64,
    /// Does it once: the CPU seconds that it took.
    pub(crate) run: Box<dyn FnMut() -> f64 + 'a>,
}

/// What a contender needed.
pub(crate) struct Result {
    pub(crate) name: &'static str,
    /// CPU seconds a run, the median.
    pub(crate) seconds: f64,
    /// Work a second.
    pub(crate) rate: f64,
    /// The first contender's rate over this one's, the median of the rounds.
    pub(crate) rate_ratio: f64,
}

/// Lets all contenders do their work so many times, one after the other, round by round: what else
/// the machine does weighs on all of a round alike.
pub(crate) fn contest(rounds: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Result> {
    let mut seconds = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (contender, seconds) in contenders.iter_mut().zip(&mut seconds) {
            seconds.push((contender.run)());
        }
    }
    let ours = contenders[0].work;
    let result = |(i, contender): (usize, &Contender<'_>)| {
        let ratios: Vec<f64> = seconds[0].iter().zip(&seconds[i]).map(|(a, b)| a / b).collect();
        let (time_ratio, own) = (median(ratios), median(seconds[i].clone()));
        Result {
            name: contender.name,
            seconds: own,
            rate: contender.work / own,
            rate_ratio: ours / contender.work / time_ratio,
        }
    };
    contenders.iter().enumerate().map(result).collect()
}

/// The CPU seconds that `work` takes on this thread, less those that the clock takes: a question to
/// the system, a good part of the time of an easy position.
pub(crate) fn cpu_seconds<T>(work: impl FnOnce() -> T) -> f64 {
    static CLOCK: LazyLock<f64> =
        LazyLock::new(|| (0..1_000).map(|_| seconds(|| ())).fold(f64::INFINITY, f64::min));
    let clock = *CLOCK;
    (seconds(work) - clock).max(0.0)
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let started = ThreadTime::now();
    black_box(work());
    started.elapsed().as_secs_f64()
}

/// The median of some measurements.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints what each contender needed.
fn print(unit: &str, results: &[Result]) {
    let first = results[0].name;
    for Result { name, seconds, rate, rate_ratio } in results {
        let (milliseconds, rate) = (seconds * 1e3, readable(*rate));
        println!(
            "  {name:<10} {milliseconds:9.2} ms {rate} {unit}/s; {first} has {rate_ratio:5.2} times as many"
        );
    }
}

/// Prints the results, and fails when the first contender's rate is less than `least` times the
/// fastest other's.
pub(crate) fn judge(unit: &str, results: &[Result], least: f64) -> std::result::Result<(), String> {
    print(unit, results);
    let lead = results[1..].iter().map(|result| result.rate_ratio).fold(f64::INFINITY, f64::min);
    println!("  {lead:.2} times the fastest other's rate; limit {least}");
    match lead >= least {
        true => Ok(()),
        false => Err(format!("{lead:.2} times the fastest other's {unit}/s, below {least}")),
    }
}

/// Millions and thousands.
fn readable(number: f64) -> String {
    match number {
        1e6.. => format!("{:7.1} M", number / 1e6),
        _ => format!("{number:9.1}"),
    }
}
