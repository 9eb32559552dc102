//! `secateur tree`: the search tree as it was walked.

mod dot;
mod glyph;
mod html;
mod layout;
mod picture;
mod score;
mod svg;
mod text;
mod variant;

use std::path::{Path, PathBuf};

use secateur::record::{Extent, Recording};
use secateur::{Limits, Recorded, Score, Session};
use secateur_games::tree;
use serde::{Serialize, Serializer};

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::question::{LimitArgs, Question};
use crate::watch::watched;
use variant::Variant;

/// Show the search tree: every node with its window and value, what was cut, and why
#[derive(clap::Args)]
#[command(after_help = "\
An algorithm's conventions go behind its name: alpha-beta:strict cuts only when α > β, not when
they meet; alpha-beta:shallow cuts by the parent's bound alone, alpha-beta:deep by those of nodes
farther above alone.

Without a limit, written trees are searched to their leaves and games two plies deep.

Examples:
  secateur tree tree '((3 5) (2 (9 1)))'
  secateur tree tree '2 2  1 2 1 4' --algorithm alpha-beta,alpha-beta:strict
  secateur tree tree '((3 5) (2 (9 1)))' --explain --language fr
  secateur tree tree '((3 5) (2 (9 1)))' --algorithm minimax,alpha-beta --svg tree.svg
  secateur tree tree '((3 5) (2 (9 1)) (4 8))' --algorithm pvs,mtdf,aspiration --expect 3
  secateur tree tic-tac-toe 'XO./.X./..O' --depth 3 --html tree.html

docs/recording.md describes the JSON object.")]
pub(crate) struct Args {
    #[command(flatten)]
    question: Question,

    /// The searches to show, side by side
    #[arg(
        long,
        value_name = "NAME[:CONVENTION]",
        value_delimiter = ',',
        default_value = "alpha-beta",
        value_parser = variant::argument
    )]
    algorithm: Vec<Variant>,

    /// What mtdf guesses first, and aspiration puts its window around
    #[arg(long, value_name = "VALUE", allow_negative_numbers = true,
          value_parser = clap::value_parser!(i32).range(PLAIN))]
    expect: Option<i32>,

    /// How far from the value expected aspiration's window reaches at first
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(i32).range(1..=*PLAIN.end()))]
    margin: i32,

    #[command(flatten)]
    limits: LimitArgs,

    /// Record at most so many plies
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    plies: u32,

    /// Record at most so many nodes, the top of the tree
    #[arg(long, value_name = "N", default_value_t = 100_000,
          value_parser = clap::value_parser!(u64).range(1..=MOST_RECORDED))]
    record: u64,

    /// Print an indented tree with windows, values and reasons (the default)
    #[arg(long)]
    text: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "text")]
    json: bool,

    /// Draw into an SVG file, '-' for standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a file for Graphviz
    #[arg(long, value_name = "FILE")]
    dot: Option<PathBuf>,

    /// Write a page that steps forwards and backwards, complete in one file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Draw the window that every node was entered with
    #[arg(long)]
    windows: bool,

    /// Draw about so many nodes at most, and fold what is below them
    #[arg(long, value_name = "N", default_value_t = 2_000,
          value_parser = clap::value_parser!(u64).range(1..=MOST_DRAWN))]
    draw: u64,

    /// Tell the search step by step, in sentences
    #[arg(long)]
    explain: bool,

    /// The language of the sentences
    #[arg(long, value_enum, default_value = "en")]
    language: Language,
}

/// Values that say nothing of a forced win.
const PLAIN: std::ops::RangeInclusive<i64> = -(Score::PLAIN_MAX as i64)..=Score::PLAIN_MAX as i64;

/// A recording of so many nodes takes a few gigabytes.
const MOST_RECORDED: u64 = 10_000_000;

/// No viewer opens more.
const MOST_DRAWN: u64 = 100_000;

/// The most nodes never visited that are listed of a written tree.
const MOST_UNVISITED: usize = 100_000;

/// How deep a game is searched when nobody says.
const GAME_PLIES: u32 = 2;

#[derive(Clone, Copy, clap::ValueEnum)]
enum Language {
    /// English
    En,
    /// French
    Fr,
}

impl From<Language> for secateur::record::Language {
    fn from(language: Language) -> Self {
        match language {
            Language::En => secateur::record::Language::English,
            Language::Fr => secateur::record::Language::French,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let session = args.question.open()?;
    let recordings = watched(|monitor, bar| {
        let limits = limits(args).monitor(monitor);
        let record = |variant: &Variant| {
            bar.set_message(variant.to_string());
            record(args, &*session, *variant, &limits)
        };
        args.algorithm.iter().map(record).collect::<Result<Vec<_>, Failure>>()
    })?;
    if args.json {
        return print_json(&Document {
            game: &args.question.name()?,
            position: session.position(),
            recordings: recordings.iter().map(|recording| Told(recording, args.explain)).collect(),
        });
    }
    let titled: Vec<_> = args
        .algorithm
        .iter()
        .zip(&recordings)
        .map(|(variant, recording)| (text::headline(variant, recording), recording))
        .collect();
    if write_files(args, &titled)? && !args.text && !args.explain {
        return Ok(());
    }
    for (i, (title, recording)) in titled.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        print_line(&format!("{gap}{title}"))?;
        match args.explain {
            true => print_line(&explained(recording, args.language.into()))?,
            false => print_line(&text::draw(recording))?,
        }
    }
    Ok(())
}

/// Writes the files asked for; whether there were any.
fn write_files(args: &Args, titled: &[(String, &Recording<String>)]) -> Result<bool, Failure> {
    let most = args.draw as usize;
    if let Some(file) = &args.svg {
        write_file(file, &svg::draw(titled, args.windows, most))?;
    }
    if let Some(file) = &args.dot {
        write_file(file, &dot::write(titled, args.windows, most))?;
    }
    if let Some(file) = &args.html {
        let french = matches!(args.language, Language::Fr);
        let page = html::write(titled, args.windows, most, french).map_err(Failure::work)?;
        write_file(file, &page)?;
    }
    Ok(args.svg.is_some() || args.dot.is_some() || args.html.is_some())
}

fn write_file(file: &Path, text: &str) -> Result<(), Failure> {
    if file == Path::new("-") {
        return print_line(&text);
    }
    std::fs::write(file, text).map_err(|e| Failure::work(format!("{}: {e}", file.display())))
}

fn limits(args: &Args) -> Limits {
    let limits = args.limits.limits();
    let written = args.question.game == tree::ENTRY.name;
    if args.limits.is_empty() && !written { limits.depth(GAME_PLIES) } else { limits }
}

fn record(
    args: &Args,
    session: &dyn Session,
    variant: Variant,
    limits: &Limits,
) -> Result<Recording<String>, Failure> {
    let written = args.question.game == tree::ENTRY.name;
    let extent = Extent {
        plies: args.plies,
        nodes: args.record as usize,
        unvisited: if written { MOST_UNVISITED } else { 0 },
    };
    let Variant { algorithm, convention } = variant;
    let expected = args.expect.map(Score::new);
    let margin = args.margin;
    let recorded = Recorded { algorithm, convention, extent, expected, margin };
    let refused = || Failure::input(format!("{variant} cannot be recorded"));
    session.record(&recorded, limits).ok_or_else(refused)
}

/// The steps in sentences, one a line.
fn explained(recording: &Recording<String>, language: secateur::record::Language) -> String {
    let steps = recording.steps();
    let sentences: Vec<_> = steps.iter().map(|&step| recording.sentence(step, language)).collect();
    sentences.join("\n")
}

/// What `--json` prints, see docs/recording.md.
#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    position: String,
    recordings: Vec<Told<'a>>,
}

/// A recording, and whether its steps are told too.
struct Told<'a>(&'a Recording<String>, bool);

impl Serialize for Told<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.json(self.1).serialize(serializer)
    }
}
