//! How the games of a training went, stretch by stretch: the learning curve.

use std::collections::BTreeMap;
use std::error::Error;

use comfy_table::{CellAlignment, Table, presets};
use indicatif::HumanCount;
use plotters::prelude::*;
use secateur_games::Lesson;
use serde::{Deserialize, Serialize};

use super::state::Progress;
use crate::failure::Failure;

/// Games counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tally {
    pub(super) games: u64,
    /// The sum of their values.
    value: u64,
    /// The sum of their actions.
    actions: u64,
    /// How many reached just so far.
    reached: BTreeMap<u32, u64>,
}

impl Tally {
    pub(super) fn count(&mut self, lesson: &Lesson) {
        self.games += 1;
        self.value += u64::from(lesson.value);
        self.actions += u64::from(lesson.actions);
        *self.reached.entry(lesson.reached).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.value += other.value;
        self.actions += other.actions;
        for (&reached, &games) in &other.reached {
            *self.reached.entry(reached).or_default() += games;
        }
    }

    /// The mean value of a game.
    pub(super) fn mean(&self) -> f64 {
        self.value as f64 / self.games.max(1) as f64
    }

    /// The mean number of actions of a game.
    pub(super) fn mean_actions(&self) -> f64 {
        self.actions as f64 / self.games.max(1) as f64
    }

    /// The share of games that came just so far, by how far.
    pub(super) fn shares(&self) -> BTreeMap<u32, f64> {
        let share = |games: u64| games as f64 / self.games.max(1) as f64;
        self.reached.iter().map(|(&reached, &games)| (reached, share(games))).collect()
    }

    /// The share of games that came so far, or farther.
    pub(super) fn share(&self, milestone: u32) -> f64 {
        let games: u64 = self.reached.range(milestone..).map(|(_, &games)| games).sum();
        games as f64 / self.games.max(1) as f64
    }
}

/// Rows of a table that a reader can take in.
const ROWS: usize = 20;

/// The curve as a table, of long ones some rows and the last.
pub(super) fn table(progress: &Progress, milestones: &[u32]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let columns = ["games".to_string(), "mean".to_string()];
    table.set_header(columns.into_iter().chain(milestones.iter().map(u32::to_string)));
    let points = progress.points();
    let step = points.len().div_ceil(ROWS).max(1);
    for (games, tally) in points.iter().rev().step_by(step).rev() {
        let mut row = vec![HumanCount(*games).to_string(), format!("{:.0}", tally.mean())];
        row.extend(milestones.iter().map(|&m| format!("{:.1} %", 100.0 * tally.share(m))));
        table.add_row(row);
    }
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    table
}

const PANEL: (u32, u32) = (760, 360);
const FONT: &str = "sans-serif";

/// The curve as a picture: mean values above, shares of the milestones below.
pub(super) fn draw(progress: &Progress, milestones: &[u32]) -> Result<String, Failure> {
    let mut picture = String::new();
    draw_into(&mut picture, progress, milestones).map_err(Failure::work)?;
    Ok(picture)
}

fn draw_into(
    picture: &mut String,
    progress: &Progress,
    milestones: &[u32],
) -> Result<(), Box<dyn Error>> {
    let mut points = progress.points();
    // The last stretch has hardly begun: its mean says little.
    if points.len() > 1 && 2 * points[points.len() - 1].1.games < points[0].1.games {
        points.pop();
    }
    let Some(&(last, _)) = points.last() else {
        return Err("no game was played, so there is no curve".into());
    };
    let thousands = |games: u64| games as f64 / 1000.0;
    let games = 0.0..thousands(last).max(0.001);
    let root = SVGBackend::with_string(picture, (PANEL.0, 2 * PANEL.1)).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((2, 1));
    let highest = points.iter().map(|(_, tally)| tally.mean()).fold(1.0, f64::max);
    let mut means = ChartBuilder::on(&panels[0]);
    means.caption(format!("{}: mean of a game while it learns", progress.game), (FONT, 17));
    means.margin(12).x_label_area_size(38).y_label_area_size(72);
    let mut means = means.build_cartesian_2d(games.clone(), 0.0..1.05 * highest)?;
    means.configure_mesh().x_desc("thousand games").label_style((FONT, 13)).draw()?;
    let line = points.iter().map(|(games, tally)| (thousands(*games), tally.mean()));
    means.draw_series(LineSeries::new(line, BLACK.stroke_width(2)))?;
    let mut shares = ChartBuilder::on(&panels[1]);
    shares.caption("games that came so far, in per cent", (FONT, 17));
    shares.margin(12).x_label_area_size(38).y_label_area_size(72);
    let mut shares = shares.build_cartesian_2d(games, 0.0..104.0)?;
    shares.configure_mesh().x_desc("thousand games").label_style((FONT, 13)).draw()?;
    for (i, &milestone) in milestones.iter().enumerate() {
        let shade = HSLColor(0.6, 0.7, 0.75 - 0.6 * i as f64 / milestones.len() as f64);
        let share = |tally: &Tally| 100.0 * tally.share(milestone);
        let line = points.iter().map(|(games, tally)| (thousands(*games), share(tally)));
        shares.draw_series(LineSeries::new(line, shade.stroke_width(2)))?;
        let (place, height) = points.last().map_or((0.0, 0.0), |(g, t)| (thousands(*g), share(t)));
        let label = Text::new(milestone.to_string(), (0.93 * place, height + 4.0), (FONT, 13));
        shares.draw_series(std::iter::once(label))?;
    }
    root.present()?;
    Ok(())
}
