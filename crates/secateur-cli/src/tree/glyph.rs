//! What a vertex looks like: its shape, what is written in and under it, and how large it is.

use secateur::Turn;
use secateur::record::{Event, Language, Recording, Step, Stop};

use super::picture::What;
use super::score::{inequality, known, short, valued, window};

/// The sizes of text, in pixels: a value's and everything else's.
pub(super) const LARGE: f64 = 14.0;
pub(super) const SMALL: f64 = 11.0;
/// The height of the largest shape.
pub(super) const HEIGHT: f64 = 44.0;
/// The height of a line of small text.
pub(super) const LINE: f64 = 14.0;

/// A vertex ready to be drawn.
pub(super) struct Glyph {
    pub(super) shape: Shape,
    /// Whether it was never visited.
    pub(super) pruned: bool,
    /// What is written in the shape.
    pub(super) text: String,
    /// What is written under it, line by line.
    pub(super) captions: Vec<Caption>,
    /// The number of the visit.
    pub(super) visit: Option<u64>,
    /// Of the shape.
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A line under a shape.
pub(super) enum Caption {
    /// The window that a node was entered with.
    Window(String),
    /// The inequality that cut it.
    Cut(String),
    /// How many nodes are folded away, or what answered without a search.
    Note(String),
}

impl Caption {
    pub(super) fn text(&self) -> &str {
        match self {
            Caption::Window(text) | Caption::Cut(text) | Caption::Note(text) => text,
        }
    }
}

/// Sides differ by shape, not only by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A triangle that points up.
    Max,
    /// A triangle that points down.
    Min,
    /// A circle.
    Chance,
    /// A box.
    Leaf,
    /// A hanging triangle with lines across: nodes folded away.
    Folded,
}

impl From<Turn> for Shape {
    fn from(turn: Turn) -> Shape {
        match turn {
            Turn::Max => Shape::Max,
            Turn::Min => Shape::Min,
            Turn::Chance => Shape::Chance,
        }
    }
}

impl Glyph {
    /// A vertex of a recording, with the windows it was entered with where they are asked for.
    pub(super) fn new(recording: &Recording<String>, what: What, windows: bool) -> Glyph {
        match what {
            What::Visited(index) => visited(recording, index, windows),
            What::Pruned(None) => pruned(Shape::Leaf, String::new()),
            What::Pruned(Some((turn, index))) => match recording.unvisited[index].value {
                Some(value) => pruned(Shape::Leaf, short(value)),
                None => pruned(turn.into(), String::new()),
            },
            What::Known(node, branch) => {
                pruned(Shape::Leaf, known(&recording.nodes[node].branches[branch]))
            }
            What::PrunedTogether(count) => pruned(Shape::Leaf, format!("{count} branches")),
            What::Folded(count) => {
                let noun = if count == 1 { "node" } else { "nodes" };
                let captions = vec![Caption::Note(format!("{count} {noun}"))];
                Glyph { captions, ..sized(Shape::Folded, String::new()) }
            }
        }
    }

    /// A small one for a legend.
    pub(super) fn sample(shape: Shape) -> Glyph {
        Glyph { width: 18.0, height: 14.0, ..sized(shape, String::new()) }
    }

    /// How much room it takes, its captions included: width and height.
    pub(super) fn room(&self) -> (f64, f64) {
        let widths = self.captions.iter().map(|caption| width(caption.text(), SMALL));
        // The number of the visit stands beside the shape.
        let visit = self.visit.map_or(0.0, |visit| 2.0 * width(&visit.to_string(), SMALL) - 8.0);
        let shape = match self.shape {
            Shape::Leaf => self.width + visit.max(0.0),
            _ => self.width,
        };
        (widths.fold(shape, f64::max), self.height + LINE * self.captions.len() as f64)
    }
}

fn visited(recording: &Recording<String>, index: usize, windows: bool) -> Glyph {
    let node = &recording.nodes[index];
    let leaf = match node.stop {
        Stop::Terminal => Some(node.value.map_or(String::new(), short)),
        Stop::Horizon => Some(valued(node)),
        _ => None,
    };
    let mut captions = Vec::new();
    match node.stop {
        Stop::Table => captions.push(Caption::Note("table".into())),
        Stop::Known => captions.push(Caption::Note("known".into())),
        Stop::Improbable => captions.push(Caption::Note("improbable".into())),
        Stop::Probe => captions.push(Caption::Note("one reply".into())),
        Stop::Stopped => captions.push(Caption::Note("stopped".into())),
        _ => {}
    }
    if windows && let Some(entry) = node.entry {
        captions.push(Caption::Window(window(entry)));
    }
    if let Some(cut) = &node.cut {
        captions.push(Caption::Cut(inequality(node.turn, cut, recording.convention)));
    }
    let glyph = match leaf {
        Some(text) => sized(Shape::Leaf, text),
        None => sized(node.turn.into(), valued(node)),
    };
    Glyph { captions, visit: Some(node.visit), ..glyph }
}

fn pruned(shape: Shape, text: String) -> Glyph {
    let mut glyph = Glyph { pruned: true, ..sized(shape, text) };
    if shape != Shape::Leaf {
        (glyph.width, glyph.height) = (30.0, 26.0);
    } else if glyph.text.is_empty() {
        (glyph.width, glyph.height) = (16.0, 16.0);
    }
    glyph
}

/// A shape that its text fits into.
fn sized(shape: Shape, text: String) -> Glyph {
    let written = width(&text, LARGE);
    let (width, height) = match shape {
        // Where the text stands, a triangle is little more than half as wide as at its base.
        Shape::Max | Shape::Min => (((written + 4.0) / 0.57).max(48.0), HEIGHT),
        Shape::Chance => ((written + 14.0).max(40.0), 40.0),
        Shape::Leaf => ((written + 12.0).max(28.0), 24.0),
        Shape::Folded => (44.0, 34.0),
    };
    Glyph { shape, pruned: false, text, captions: Vec::new(), visit: None, width, height }
}

/// About how wide a text is in the fonts that a drawing asks for.
pub(super) fn width(text: &str, size: f64) -> f64 {
    0.6 * size * text.chars().count() as f64
}

/// What a tooltip says of a vertex.
pub(super) fn tooltip(recording: &Recording<String>, what: What) -> String {
    match what {
        What::Visited(index) => {
            let step = Step { node: index, event: Event::Leave };
            recording.sentence(step, Language::English)
        }
        What::Pruned(_) | What::PrunedTogether(_) => "never visited".into(),
        What::Known(..) => "never visited: enough was known".into(),
        What::Folded(count) => format!("{count} nodes folded away"),
    }
}
