//! The report of a tournament: ratings as the games went on, with what they are worth, and tables.

use std::error::Error;
use std::fmt::Write;

use plotters::prelude::*;

use super::args::Args;
use super::fault::FaultKind;
use super::pentanomial::Elo;
use super::ratings;
use super::tally::{Standing, Tally};
use crate::failure::Failure;

/// Ratings as the games went on: for each point the games played and each player's rating, with
/// half the width of its interval.
#[derive(Default)]
pub(super) struct Curve {
    points: Vec<(u64, Vec<Option<Elo>>)>,
}

/// Points of a curve: more cannot be told apart.
const POINTS: u64 = 100;

/// The picture in pixels.
const SIZE: (u32, u32) = (860, 420);

impl Curve {
    /// Adds a point, the seldomer the more games there are.
    pub(super) fn extend(&mut self, tally: &Tally) {
        let last = self.points.last().map_or(0, |&(games, _)| games);
        if tally.games < last + (last / POINTS).max(1) {
            return;
        }
        let rating = |rating: ratings::Rating| Elo {
            value: rating.elo,
            low: rating.elo - rating.error,
            high: rating.elo + rating.error,
        };
        let all = ratings::of(tally.players.len(), &tally.pairings).into_iter();
        self.points.push((tally.games, all.map(|r| r.map(rating)).collect()));
    }
}

/// Writes the report, as a page or as the picture alone, by the ending of the name.
pub(super) fn write(path: &str, args: &Args, tally: &Tally, curve: &Curve) -> Result<(), Failure> {
    let mut picture = String::new();
    draw(&mut picture, &args.players, curve).map_err(Failure::work)?;
    let text = if path.ends_with(".svg") { picture } else { page(args, tally, &picture) };
    std::fs::write(path, text).map_err(|error| Failure::input(format!("report {path}: {error}")))
}

/// Ratings against games: a line each, in a band of 95 %.
fn draw(picture: &mut String, names: &[String], curve: &Curve) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    // Before anything is known the intervals are as wide as the world.
    let known = |elo: &&Elo| elo.high - elo.low < 1000.0;
    let shown = || curve.points.iter().flat_map(|(_, all)| all.iter().flatten()).filter(known);
    let low = shown().map(|elo| elo.low).fold(-50.0, f64::min);
    let high = shown().map(|elo| elo.high).fold(50.0, f64::max);
    let games = curve.points.last().map_or(1, |&(games, _)| games.max(1));
    let mut chart = ChartBuilder::on(&area)
        .margin(10)
        .caption("Elo by games played, with intervals of 95 %", ("sans-serif", 16))
        .x_label_area_size(30)
        .y_label_area_size(50)
        .build_cartesian_2d(0..games, low..high)?;
    chart.configure_mesh().x_desc("games").light_line_style(WHITE).draw()?;
    for (player, name) in names.iter().enumerate() {
        let colour = Palette99::pick(player).to_rgba();
        let points: Vec<(u64, &Elo)> = curve
            .points
            .iter()
            .filter_map(|(games, all)| Some((*games, all[player].as_ref().filter(known)?)))
            .collect();
        let above = points.iter().map(|(games, elo)| (*games, elo.high));
        let below = points.iter().rev().map(|(games, elo)| (*games, elo.low));
        let band: Vec<_> = above.chain(below).collect();
        chart.draw_series([Polygon::new(band, colour.mix(0.15))])?;
        let line = points.iter().map(|(games, elo)| (*games, elo.value));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(shortened(name))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

/// A command may be long.
fn shortened(name: &str) -> String {
    let short: String = name.chars().take(40).collect();
    if short.len() < name.len() { short + "…" } else { short }
}

const STYLE: &str = "body{font-family:sans-serif;margin:2em auto;max-width:60em}\
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.3em .6em;\
text-align:right}td:nth-child(2),th:nth-child(2){text-align:left}svg{max-width:100%;height:auto}";

fn page(args: &Args, tally: &Tally, picture: &str) -> String {
    let title = format!("secateur arena {}", escaped(&args.game));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>{STYLE}</style>\n<h1>{title}</h1>\n<p>{} games.</p>\n{picture}\n",
        tally.games
    );
    let mut add = |header: &[&str], rows: Vec<Vec<String>>| {
        let cells = |tag: &str, cells: &mut dyn Iterator<Item = String>| -> String {
            cells.map(|cell| format!("<{tag}>{cell}</{tag}>")).collect()
        };
        let head = cells("th", &mut header.iter().map(|text| escaped(text)));
        let _ = writeln!(page, "<table>\n<tr>{head}</tr>");
        for row in rows {
            let _ = writeln!(page, "<tr>{}</tr>", cells("td", &mut row.iter().map(|t| escaped(t))));
        }
        let _ = writeln!(page, "</table>");
    };
    let players = || tally.players.iter().zip(1..);
    let header = ["", "player", "elo", "wins", "draws", "losses", "first ms", "p99 ms", "max ms"];
    add(&header, players().map(|(standing, number)| standing_row(standing, number)).collect());
    let numbers: Vec<String> = players().map(|(_, number)| number.to_string()).collect();
    let header: Vec<&str> =
        ["", "points against"].into_iter().chain(numbers.iter().map(String::as_str)).collect();
    let row = |(standing, number): (&Standing, usize)| {
        let cells = (1..=tally.players.len()).map(|other| tally.points(number, other));
        [number.to_string(), standing.player.clone()].into_iter().chain(cells).collect()
    };
    add(&header, tally.players.iter().zip(1..).map(row).collect());
    let kinds = FaultKind::ALL.map(|kind| kind.to_string());
    let header: Vec<&str> = ["", "lost by fault"]
        .into_iter()
        .chain(kinds.iter().map(String::as_str))
        .chain(["warnings"])
        .collect();
    let row = |(standing, number): (&Standing, i32)| {
        let counts = standing.faults.all().into_iter().chain([standing.warnings]);
        let start = [number.to_string(), standing.player.clone()];
        start.into_iter().chain(counts.map(|count| count.to_string())).collect()
    };
    add(&header, players().map(row).collect());
    page + "</html>\n"
}

fn standing_row(standing: &Standing, number: i32) -> Vec<String> {
    let elo = match (standing.elo, standing.elo_error) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ±{error:.0}"),
        _ => "-".into(),
    };
    let counts = [standing.all.wins, standing.all.draws, standing.all.losses];
    let mut row = vec![number.to_string(), standing.player.clone(), elo];
    row.extend(counts.map(|count| count.to_string()));
    row.extend(
        [standing.first_ms, standing.p99_ms, standing.max_ms].map(|time| format!("{time:.1}")),
    );
    row
}

/// Text within HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
