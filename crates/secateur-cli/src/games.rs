//! `secateur games`: what can be played.

use comfy_table::{ContentArrangement, Table, presets};
use secateur_games::games;
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};

/// List the games, one line each, with the notation of their positions
#[derive(clap::Args)]
#[command(after_help = "\
A game's options go behind its name: tic-tac-toe:m=4,n=4,k=3

Examples:
  secateur games
  secateur games --json")]
pub(crate) struct Args {
    /// Print a JSON array instead, with the options and an example of each game
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Game {
    name: &'static str,
    summary: &'static str,
    position: &'static str,
    example: &'static str,
    sides: u8,
    options: serde_json::Map<String, serde_json::Value>,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.json {
        let games = games().map(|entry| Game {
            name: entry.name,
            summary: entry.summary,
            position: entry.position,
            example: entry.example,
            sides: entry.sides,
            options: entry.options.iter().map(|&(n, h)| (n.into(), h.into())).collect(),
        });
        return print_json(&games.collect::<Vec<_>>());
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    for entry in games() {
        let options: Vec<_> = entry.options.iter().map(|&(name, _)| name).collect();
        let options =
            if options.is_empty() { String::new() } else { format!(" [{}]", options.join(",")) };
        table.add_row([
            format!("{}{options}", entry.name),
            entry.summary.to_string(),
            format!("position: {}", entry.position),
        ]);
    }
    print_line(&table.trim_fmt())
}
