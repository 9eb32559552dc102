//! `secateur compare`: what different searches take for the same positions.

mod curve;
mod plot;

use std::fs;
use std::path::PathBuf;

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use secateur::Algorithm;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::question::algorithm_argument;
use crate::watch::watched;
use curve::{Curve, Trees};

/// Run searches on the same positions, deeper and deeper, and compare what they take
///
/// 'random-trees' stands for random trees of three kinds, of which as many are drawn as --trees
/// says: uniform (leaves independent), incremental (leaves are sums of steps, as in most games) and
/// ordered (the first action is mostly the best). Any other game is searched from positions that
/// random actions lead to. Every search deepens iteratively and begins with empty tables.
#[derive(clap::Args)]
#[command(after_help = "\
The minimum is that of Knuth and Moore (1975): even in the best order a search must visit
b^ceil(d/2) + b^floor(d/2) - 1 leaves of a uniform tree of branching b and depth d. The ratio compares
the leaves of the deepest search with it. Searches with a table also pay for its memory at first: the
times of their first depths are mostly that.

Ctrl-C ends the comparison after the positions done so far.

Examples:
  secateur compare random-trees --plot trees.svg
  secateur compare random-trees --kind ordered --branching 30 --depth 5 --trees 20
  secateur compare connect-four --depth 9 --algorithms alpha-beta,pvs,mtdf --json

The JSON array has for each kind of trees, or the game: trees (what was searched), seed, and curves;
a curve has algorithm and points, one a depth, with the means over all trees: depth, nodes, leaves,
seconds (of the search to this depth alone), all_nodes (of all depths so far), and minimum and ratio
(null where the branching is not uniform).")]
pub(crate) struct Args {
    /// random-trees, or a game, with options behind a colon
    game: String,

    /// Only random trees of this kind
    #[arg(long, value_name = "KIND", value_parser = KINDS)]
    kind: Option<String>,

    /// The searches to compare, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = algorithm_argument(),
          default_value = "alpha-beta,pvs,aspiration,mtdf")]
    algorithms: Vec<Algorithm>,

    /// Search so many trees, or positions of a game
    #[arg(long, value_name = "N", default_value_t = 5,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    trees: u32,

    /// Search so many plies deep
    #[arg(long, value_name = "PLIES", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,

    /// Children of a node of a random tree
    #[arg(long, value_name = "B", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    branching: u32,

    /// Begin a game with so many random actions
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    opening: u32,

    /// Seed the trees, or the actions that lead to the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u32,

    /// End a search after so many nodes
    #[arg(long, value_name = "N", default_value_t = 20_000_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Draw nodes and time against depth into an SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,

    /// Print one JSON array
    #[arg(long)]
    json: bool,
}

const KINDS: [&str; 3] = ["uniform", "incremental", "ordered"];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut comparisons = Vec::new();
    for trees in args.trees()? {
        let curves = watched(|monitor, bar| curve::measure(&trees, args, &monitor, bar))?;
        comparisons.push(Comparison { trees: trees.name(), seed: args.seed, curves });
    }
    if let Some(path) = &args.plot {
        let picture = plot::draw(&comparisons)?;
        fs::write(path, picture).map_err(|e| Failure::input(format!("{}: {e}", path.display())))?;
    }
    if args.json {
        return print_json(&comparisons);
    }
    let tables: Vec<_> = comparisons.iter().map(Comparison::table).collect();
    print_line(&tables.join("\n\n"))
}

impl Args {
    /// What to search: some kinds of random trees, or a game.
    fn trees(&self) -> Result<Vec<Trees>, Failure> {
        let (branching, depth) = (self.branching, self.depth);
        let trees: Vec<_> = match self.game.as_str() {
            "random-trees" => KINDS
                .into_iter()
                .filter(|&kind| self.kind.as_deref().is_none_or(|only| only == kind))
                .map(|kind| Trees::Random { kind, branching, depth })
                .collect(),
            game => vec![Trees::Game { game: game.into(), opening: self.opening }],
        };
        for trees in &trees {
            trees.open(self.seed)?; // refuse what is wrong before there is work
        }
        Ok(trees)
    }
}

/// What the searches took for trees of one kind.
#[derive(Serialize)]
struct Comparison {
    trees: String,
    seed: u32,
    curves: Vec<Curve>,
}

impl Comparison {
    /// A line a depth with the nodes of each search, and what the deepest search says of each.
    fn table(&self) -> String {
        let mut table = Table::new();
        table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
        let uniform = self.curves.iter().any(|c| c.points.iter().any(|p| p.minimum.is_some()));
        let mut header = vec!["depth"];
        if uniform {
            header.push("minimum");
        }
        header.extend(self.curves.iter().map(|curve| curve.algorithm));
        table.set_header(header);
        let deepest = self.curves.iter().map(|curve| curve.points.len()).max().unwrap_or(0);
        for i in 0..deepest {
            let points = || self.curves.iter().map(|curve| curve.points.get(i));
            let mut row = vec![(i + 1).to_string()];
            if uniform {
                row.push(points().flatten().find_map(|p| p.minimum).map_or("".into(), whole));
            }
            row.extend(points().map(|p| p.map_or("-".into(), |p| whole(p.nodes))));
            table.add_row(row);
        }
        let mut last = |name: &str, of: &dyn Fn(&curve::Point) -> Option<String>| {
            let mut row = vec![name.to_string()];
            if uniform {
                row.push(String::new());
            }
            let value = |curve: &Curve| curve.points.last().and_then(of).unwrap_or("-".into());
            row.extend(self.curves.iter().map(value));
            table.add_row(row);
        };
        if uniform {
            last("ratio", &|p| p.ratio.map(|ratio| format!("{ratio:.2}")));
        }
        last("ms", &|p| Some(format!("{:.1}", p.seconds * 1e3)));
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        format!("{}: nodes of the search to each depth\n{}", self.trees, table.trim_fmt())
    }
}

fn whole(number: f64) -> String {
    format!("{number:.0}")
}
