//! What a search takes, depth by depth, on average over some trees.

use std::sync::Arc;

use indicatif::ProgressBar;
use secateur::{Algorithm, Answer, Limits, Monitor, ParseError, Random, Score, Session, Stats};
use serde::Serialize;

use super::Args;
use crate::failure::Failure;

/// What is searched.
pub(super) enum Trees {
    /// Random trees of one kind.
    Random { kind: &'static str, branching: u32, depth: u32 },
    /// A game, from positions that so many random actions lead to.
    Game { game: String, opening: u32 },
}

/// The costs of one search.
#[derive(Serialize)]
pub(super) struct Curve {
    pub(super) algorithm: &'static str,
    /// From depth 1 on, as far as every tree was searched.
    pub(super) points: Vec<Point>,
}

/// What a depth took on average.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Point {
    pub(super) depth: u32,
    pub(super) nodes: f64,
    pub(super) leaves: f64,
    pub(super) seconds: f64,
    /// Of this depth and all before.
    pub(super) all_nodes: f64,
    /// The fewest leaves that any search must visit, where the trees are uniform.
    pub(super) minimum: Option<f64>,
    /// The leaves over the minimum.
    pub(super) ratio: Option<f64>,
}

/// The fewest leaves that a search of a uniform tree must visit (Knuth & Moore 1975).
fn minimal_leaves(branching: u32, depth: u32) -> f64 {
    let power = |exponent: u32| f64::from(branching).powi(exponent as i32);
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

impl Trees {
    /// The trees in words.
    pub(super) fn name(&self) -> String {
        match self {
            Trees::Random { kind, branching, .. } => format!("{kind} trees, branching {branching}"),
            Trees::Game { game, opening } => format!("{game} after {opening} random actions"),
        }
    }

    /// The tree of a seed.
    pub(super) fn open(&self, seed: u32) -> Result<Box<dyn Session>, ParseError> {
        match self {
            Trees::Random { kind, branching, depth } => {
                let options = format!("kind={kind},branching={branching},depth={depth}");
                secateur_games::open(&format!("random-tree:{options},seed={seed}"), None)
            }
            Trees::Game { game, opening } => {
                let mut session = secateur_games::open(game, None)?;
                let mut random = Random::new(seed.into());
                for _ in 0..*opening {
                    let actions = session.actions();
                    if !actions.is_empty() {
                        session.play(&actions[random.below(actions.len())])?;
                    } else if session.roll(&mut random).is_none() {
                        break;
                    }
                }
                if session.utility().is_some() {
                    session.undo(); // a finished game has nothing to search
                }
                Ok(session)
            }
        }
    }

    fn minimum(&self, depth: u32) -> Option<f64> {
        match self {
            Trees::Random { branching, .. } => Some(minimal_leaves(*branching, depth)),
            Trees::Game { .. } => None,
        }
    }
}

/// The curves of all algorithms on the trees. Stopped by the monitor, they are of fewer trees.
pub(super) fn measure(
    trees: &Trees,
    args: &Args,
    monitor: &Arc<Monitor>,
    bar: &ProgressBar,
) -> Result<Vec<Curve>, Failure> {
    let mut runs: Vec<Vec<Vec<Point>>> = Vec::new();
    for number in 0..args.trees {
        let seed = args.seed.wrapping_add(number);
        bar.set_message(format!("{}: tree {} of {}", trees.name(), number + 1, args.trees));
        let mut of_tree = Vec::new();
        let mut values = Vec::new();
        for &algorithm in &args.algorithms {
            let limits = Limits::default().depth(args.depth).nodes(args.nodes);
            let limits = limits.monitor(monitor.clone());
            let (points, value) = depths(&*trees.open(seed)?, algorithm, &limits)?;
            of_tree.push(points);
            values.push((points_of(&of_tree), value));
        }
        if monitor.is_stopped() {
            break;
        }
        check(trees, args, seed, &values)?;
        runs.push(of_tree);
    }
    if runs.is_empty() {
        return Err(Failure::work("stopped before the first tree was done"));
    }
    let curve = |(i, algorithm): (usize, &Algorithm)| Curve {
        algorithm: algorithm.name(),
        points: means(trees, &runs.iter().map(|tree| &tree[i][..]).collect::<Vec<_>>()),
    };
    Ok(args.algorithms.iter().enumerate().map(curve).collect())
}

/// Depths that the last of the searches completed.
fn points_of(of_tree: &[Vec<Point>]) -> usize {
    of_tree.last().map_or(0, Vec::len)
}

/// Random trees have no transpositions, so to the same depth all searches find the same value.
fn check(trees: &Trees, args: &Args, seed: u32, values: &[(usize, Score)]) -> Result<(), Failure> {
    let Trees::Random { .. } = trees else { return Ok(()) };
    let same = |a: &(usize, Score), b: &(usize, Score)| a.0 != b.0 || a.1 == b.1;
    if values.iter().all(|a| values.iter().all(|b| same(a, b))) {
        return Ok(());
    }
    let found: Vec<_> = args.algorithms.iter().zip(values).collect();
    let found = found.iter().map(|(a, (depth, v))| format!("{} {v} at depth {depth}", a.name()));
    let found = found.collect::<Vec<_>>().join(", ");
    Err(Failure::work(format!("{}, seed {seed}: values differ: {found}", trees.name())))
}

/// What each depth of one search took, and the value it found last.
fn depths(
    session: &dyn Session,
    algorithm: Algorithm,
    limits: &Limits,
) -> Result<(Vec<Point>, Score), Failure> {
    let mut points: Vec<Point> = Vec::new();
    let mut before = Stats::default();
    let mut on_depth = |answer: &Answer| {
        let stats = &answer.stats;
        points.push(Point {
            depth: points.len() as u32 + 1,
            nodes: (stats.nodes - before.nodes) as f64,
            leaves: (stats.leaves() - before.leaves()) as f64,
            seconds: (stats.time - before.time).as_secs_f64(),
            all_nodes: stats.nodes as f64,
            ..Point::default()
        });
        before = *stats;
    };
    let answer = session.search(algorithm, limits, &mut on_depth).map_err(Failure::work)?;
    Ok((points, answer.score))
}

/// The means of some searches' points, as far as all of them have one.
fn means(trees: &Trees, searches: &[&[Point]]) -> Vec<Point> {
    let depths = searches.iter().map(|points| points.len()).min().unwrap_or(0);
    let mean = |i: usize, of: fn(&Point) -> f64| {
        searches.iter().map(|points| of(&points[i])).sum::<f64>() / searches.len() as f64
    };
    let point = |i: usize| {
        let depth = i as u32 + 1;
        let (leaves, minimum) = (mean(i, |p| p.leaves), trees.minimum(depth));
        Point {
            depth,
            nodes: mean(i, |p| p.nodes),
            leaves,
            seconds: mean(i, |p| p.seconds),
            all_nodes: mean(i, |p| p.all_nodes),
            minimum,
            ratio: minimum.map(|minimum| leaves / minimum),
        }
    };
    (0..depths).map(point).collect()
}
