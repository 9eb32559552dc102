//! What a search counted, in words for `--stats` and in JSON.

use secateur::Stats;
use serde::Serialize;

/// The statistics of a search in JSON.
#[derive(Serialize)]
pub(crate) struct Statistics {
    leaves: u64,
    deepest: u32,
    nodes_per_second: f64,
    branching: Option<f64>,
    cutoffs: [u64; Stats::PLACES],
    first_cutoffs: Option<f64>,
    known_cuts: u64,
    table_probes: u64,
    table_hits: u64,
    table_fill: f64,
}

impl From<&Stats> for Statistics {
    fn from(stats: &Stats) -> Statistics {
        Statistics {
            leaves: stats.leaves(),
            deepest: stats.deepest,
            nodes_per_second: stats.nodes_per_second().round(),
            branching: stats.branching(),
            cutoffs: stats.cutoffs,
            first_cutoffs: stats.first_cutoffs(),
            known_cuts: stats.known_cuts,
            table_probes: stats.table_probes,
            table_hits: stats.table_hits,
            table_fill: f64::from(stats.table_fill) / 1000.0,
        }
    }
}

/// The statistics of a search in words, line by line.
pub(crate) fn describe(stats: &Stats) -> String {
    let share = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole as f64);
    let mut lines = Vec::new();
    let mut line = |name: &str, value: String| lines.push(format!("{name:<10}{value}"));
    line("leaves", format!("{} ({})", stats.leaves(), share(stats.leaves(), stats.nodes)));
    line("deepest", format!("ply {}", stats.deepest));
    line("speed", format!("{:.0} nodes a second", stats.nodes_per_second()));
    if let Some(branching) = stats.branching() {
        line("branching", format!("{branching:.2}"));
    }
    if stats.first_cutoffs().is_some() {
        let all = stats.cutoffs.iter().sum();
        let places = stats.cutoffs.map(|count| count.to_string()).join(" ");
        let first = share(stats.cutoffs[0], all);
        line("cutoffs", format!("{all}, {first} by the first action; in order {places}"));
    }
    if stats.known_cuts > 0 {
        line("known", format!("{} nodes cut before any action was searched", stats.known_cuts));
    }
    if stats.table_probes > 0 {
        let (hits, probes) = (stats.table_hits, stats.table_probes);
        let (answered, fill) = (share(hits, probes), f64::from(stats.table_fill) / 10.0);
        line("table", format!("answered {hits} of {probes} ({answered}); {fill:.1} % full"));
    }
    lines.join("\n")
}
