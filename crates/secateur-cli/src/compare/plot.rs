//! The picture of a comparison: nodes and time against depth, as SVG.
//!
//! Lines differ in dashes and marks, not in colour alone, so that they can be told apart in print.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::series::DashedLineSeries;

use super::Comparison;
use super::curve::{Curve, Point};
use crate::failure::Failure;

/// A panel in pixels.
const PANEL: (u32, u32) = (460, 360);

const FONT: &str = "sans-serif";

type Svg<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// Draws a column a comparison: nodes above, time below.
pub(super) fn draw(comparisons: &[Comparison]) -> Result<String, Failure> {
    let mut picture = String::new();
    picture_into(&mut picture, comparisons).map_err(Failure::work)?;
    Ok(picture)
}

fn picture_into(picture: &mut String, comparisons: &[Comparison]) -> Drawn {
    let columns = comparisons.len();
    let size = (PANEL.0 * columns as u32, 2 * PANEL.1);
    let root = SVGBackend::with_string(picture, size).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((2, columns));
    for (i, comparison) in comparisons.iter().enumerate() {
        let nodes = Quantity { name: "nodes", of: |p| p.nodes, limit: |p| p.minimum, legend: true };
        let time = Quantity {
            name: "milliseconds",
            of: |p| p.seconds * 1e3,
            limit: |_| None,
            legend: false,
        };
        panel(&panels[i], &comparison.trees, &comparison.curves, &nodes)?;
        panel(&panels[columns + i], "", &comparison.curves, &time)?;
    }
    root.present()?;
    Ok(())
}

/// What is drawn against depth.
struct Quantity {
    name: &'static str,
    of: fn(&Point) -> f64,
    /// What no search can go below.
    limit: fn(&Point) -> Option<f64>,
    /// Whether the names of the searches stand in the panel, above the lines.
    legend: bool,
}

fn panel(area: &Svg, title: &str, curves: &[Curve], quantity: &Quantity) -> Drawn {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let values = || points().map(quantity.of).chain(points().filter_map(quantity.limit));
    let (low, high) = values()
        .filter(|&value| value > 0.0)
        .fold((f64::INFINITY, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    if high == 0.0 {
        return Ok(()); // nothing that a logarithm could show
    }
    let deepest = points().map(|point| point.depth).max().unwrap_or(1);
    let depths = 0.8..f64::from(deepest) + 0.2;
    let headroom = if quantity.legend { 300.0 } else { 2.0 };
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, 17))
        .margin(10)
        .x_label_area_size(38)
        .y_label_area_size(66)
        .build_cartesian_2d(depths, (low / 1.5..high * headroom).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .light_line_style(TRANSPARENT)
        .x_labels(deepest as usize)
        .x_label_formatter(&|depth| format!("{depth:.0}"))
        .y_label_formatter(&|value| short(*value))
        .x_desc("depth")
        .y_desc(quantity.name)
        .label_style((FONT, 14))
        .axis_desc_style((FONT, 15))
        .draw()?;
    let longest = curves.iter().max_by_key(|curve| curve.points.len());
    let limit = longest.into_iter().flat_map(|curve| &curve.points);
    let limit: Vec<(f64, f64)> = limit
        .filter_map(|point| (quantity.limit)(point).map(|value| (f64::from(point.depth), value)))
        .collect();
    if !limit.is_empty() {
        let style = BLACK.stroke_width(3);
        chart
            .draw_series(LineSeries::new(limit, style))?
            .label("minimal leaves (Knuth–Moore)")
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 34, y)], style));
    }
    for (i, curve) in curves.iter().enumerate() {
        let line = curve.points.iter().map(|point| (f64::from(point.depth), (quantity.of)(point)));
        let line: Vec<_> = line.filter(|&(_, value)| value > 0.0).collect();
        let (color, dash, gap) = STYLES[i % STYLES.len()];
        let style = color.stroke_width(2);
        match gap {
            0 => chart.draw_series(LineSeries::new(line.clone(), style))?,
            _ => chart.draw_series(DashedLineSeries::new(line.clone(), dash, gap, style))?,
        };
        chart
            .draw_series(line.iter().map(|&at| EmptyElement::at(at) + mark(i, (0, 0), color)))?
            .label(curve.algorithm)
            .legend(move |(x, y)| {
                EmptyElement::at((x, y))
                    + PathElement::new([(0, 0), (34, 0)], color.stroke_width(1))
                    + mark(i, (17, 0), color)
            });
    }
    if !quantity.legend {
        return Ok(());
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(42)
        .background_style(WHITE)
        .border_style(BLACK)
        .label_font((FONT, 14))
        .draw()?;
    Ok(())
}

/// Colour, dash and gap in pixels, one for each search in turn: dark ones, for print.
const STYLES: [(RGBColor, u32, u32); 6] = [
    (RGBColor(0, 90, 181), 12, 0),
    (RGBColor(200, 40, 40), 10, 5),
    (RGBColor(0, 120, 60), 3, 4),
    (RGBColor(120, 60, 160), 16, 4),
    (RGBColor(150, 90, 0), 6, 6),
    (RGBColor(60, 60, 60), 2, 7),
];

/// The mark of a search: outlines of squares, triangles, diamonds, crosses, …, around a place.
fn mark(i: usize, (x, y): (i32, i32), color: RGBColor) -> Polygon<(i32, i32)> {
    const SHAPES: [&[(i32, i32)]; 6] = [
        &[(-4, -4), (4, -4), (4, 4), (-4, 4)],
        &[(0, -6), (6, 4), (-6, 4)],
        &[(0, -6), (6, 0), (0, 6), (-6, 0)],
        &[(0, 6), (6, -4), (-6, -4)],
        &[(-6, -2), (6, -2), (6, 2), (-6, 2)],
        &[(-2, -6), (2, -6), (2, 6), (-2, 6)],
    ];
    let corners: Vec<_> =
        SHAPES[i % SHAPES.len()].iter().map(|&(dx, dy)| (x + dx, y + dy)).collect();
    Polygon::new(corners, color.filled())
}

/// A number as an axis shows it: 0.01, 1, 1000, 10^6.
fn short(value: f64) -> String {
    match value.log10().round() as i32 {
        power if power >= 5 => format!("10^{power}"),
        _ => format!("{value}"),
    }
}
