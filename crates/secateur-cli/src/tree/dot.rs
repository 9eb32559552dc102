//! A recording for Graphviz: `dot -Tpdf tree.dot`.

use std::fmt::Write;

use secateur::record::Recording;

use super::glyph::{Glyph, Shape};
use super::picture::{Picture, What};

/// Writes recordings under their titles, each in a cluster of its own.
pub(super) fn write(
    recordings: &[(String, &Recording<String>)],
    windows: bool,
    most: usize,
) -> String {
    let mut text = String::from("digraph {\n  ordering=out\n  node [fontname=\"Helvetica\"]\n");
    text += "  edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none]\n";
    for (number, (title, recording)) in recordings.iter().enumerate() {
        let mut picture = Picture::new(recording);
        picture.fold(most);
        let _ = writeln!(text, "  subgraph cluster{number} {{\n    label={}", quoted(title));
        for vertex in 0..picture.vertices.len() {
            text += &node(&picture, recording, number, vertex, windows);
        }
        text += "  }\n";
    }
    text + "}\n"
}

/// A vertex and the branches below it.
fn node(
    picture: &Picture,
    recording: &Recording<String>,
    number: usize,
    vertex: usize,
    windows: bool,
) -> String {
    let drawn = &picture.vertices[vertex];
    let glyph = Glyph::new(recording, drawn.what, windows);
    let shape = match glyph.shape {
        Shape::Max => "triangle",
        Shape::Min => "invtriangle",
        Shape::Chance => "circle",
        Shape::Leaf => "box",
        Shape::Folded => "folder",
    };
    let mut lines = vec![glyph.text.clone()];
    lines.extend(glyph.captions.iter().map(|caption| caption.text().to_string()));
    lines.retain(|line| !line.is_empty());
    let visit = glyph.visit.map_or(String::new(), |visit| format!(", xlabel=\"{visit}\""));
    let style = if glyph.pruned { ", style=dashed, color=gray40, fontcolor=gray40" } else { "" };
    let label = quoted(&lines.join("\n"));
    let mut text = format!("    r{number}v{vertex} [shape={shape}, label={label}{visit}{style}]\n");
    for &child in &drawn.children {
        let below = &picture.vertices[child];
        let pruned = !matches!(below.what, What::Visited(_) | What::Folded(_));
        let principal = matches!(below.what, What::Visited(n) if recording.nodes[n].principal);
        let style = match (pruned, principal) {
            (true, _) => ", style=dashed, color=gray40",
            (_, true) => ", penwidth=3",
            _ => "",
        };
        let label = quoted(&below.branch);
        let _ =
            writeln!(text, "    r{number}v{vertex} -> r{number}v{child} [label={label}{style}]");
    }
    text
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
