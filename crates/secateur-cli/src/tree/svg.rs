//! A drawing of recordings as SVG, legible without colour.

use secateur::record::Recording;
use svg::Document;
use svg::node::element::{Ellipse, Group, Line, Path, Rectangle, Style, Text, Title};

use super::glyph::{Caption, Glyph, HEIGHT, LARGE, LINE, SMALL, Shape, tooltip, width};
use super::layout::across;
use super::picture::{Picture, Vertex, What};

/// Around everything.
const MARGIN: f64 = 16.0;
/// Between two plies, for the branches.
const BRANCHES: f64 = 40.0;
/// Wider drawings grow from left to right, and wider rows of drawings go one below the other.
const PAGE: f64 = 1_500.0;

/// Which way a tree grows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Down,
    Right,
}

/// A tree, every vertex in its place.
struct Placed<'r> {
    recording: &'r Recording<String>,
    picture: Picture,
    glyphs: Vec<Glyph>,
    /// The middle of each shape.
    middles: Vec<(f64, f64)>,
    direction: Direction,
    size: (f64, f64),
}

/// Draws each recording under its title: side by side where there is room, else one below the
/// other. `most` vertices of each are drawn, what is below them is folded.
pub(super) fn draw(
    recordings: &[(String, &Recording<String>)],
    windows: bool,
    most: usize,
) -> String {
    let mut document = Document::new().add(Style::new(include_str!("style.css").trim()));
    let placed: Vec<Placed<'_>> =
        recordings.iter().map(|(_, recording)| place(recording, windows, most)).collect();
    let titles = recordings.iter().map(|(title, _)| 1.1 * width(title, 15.0));
    let widths: Vec<f64> =
        placed.iter().zip(titles).map(|(p, title)| p.size.0.max(title)).collect();
    let beside = widths.iter().sum::<f64>() <= PAGE;
    let (mut x, mut y, mut right, mut bottom) = (MARGIN, MARGIN, 0.0_f64, 0.0_f64);
    for (i, (((title, _), placed), width)) in recordings.iter().zip(&placed).zip(widths).enumerate()
    {
        let transform = format!("translate({x:.1} {y:.1})");
        let tree = placed.draw().set("transform", "translate(0 30)");
        let title = match placed.picture.folded {
            0 => title.clone(),
            folded => format!("{title}; {folded} nodes folded away"),
        };
        let title = text(&title, (0.0, 15.0), "title");
        let group = Group::new().set("class", "recording").set("id", format!("recording{i}"));
        document = document.add(group.set("transform", transform).add(title).add(tree));
        (right, bottom) = (right.max(x + width), bottom.max(y + 30.0 + placed.size.1));
        (x, y) = if beside { (x + width + 3.0 * MARGIN, y) } else { (x, bottom + 2.0 * MARGIN) };
    }
    let chance = placed.iter().flat_map(|p| &p.glyphs).any(|glyph| glyph.shape == Shape::Chance);
    let (legend, legend_width) = legend(chance);
    let transform = format!("translate({MARGIN} {:.1})", bottom + 2.0 * MARGIN);
    document = document.add(legend.set("transform", transform));
    let (w, h) = (right.max(MARGIN + legend_width) + MARGIN, bottom + 5.0 * MARGIN);
    let size = (w.ceil(), h.ceil());
    document
        .set("viewBox", (0, 0, size.0, size.1))
        .set("width", size.0)
        .set("height", size.1)
        .to_string()
}

fn place<'r>(recording: &'r Recording<String>, windows: bool, most: usize) -> Placed<'r> {
    let mut picture = Picture::new(recording);
    picture.fold(most);
    let glyphs: Vec<Glyph> =
        picture.vertices.iter().map(|v| Glyph::new(recording, v.what, windows)).collect();
    let mut placed = Placed {
        recording,
        picture,
        glyphs,
        middles: Vec::new(),
        direction: Direction::Down,
        size: (0.0, 0.0),
    };
    placed.arrange();
    if placed.size.0 > PAGE {
        placed.direction = Direction::Right;
        placed.arrange();
    }
    placed
}

impl Placed<'_> {
    /// Finds the place of every shape, for the direction.
    fn arrange(&mut self) {
        let down = self.direction == Direction::Down;
        let vertices = &self.picture.vertices;
        let breadth = |(glyph, vertex): (&Glyph, &Vertex)| {
            let (w, h) = glyph.room();
            // A branch's name stands near its lower end.
            let branch = if vertex.branch.is_empty() { 0.0 } else { width(&vertex.branch, SMALL) };
            if down { w.max(1.3 * branch) } else { h }
        };
        let breadths: Vec<f64> = self.glyphs.iter().zip(vertices).map(breadth).collect();
        let gap = if down { 12.0 } else { 5.0 };
        let mut middles = vec![0.0; vertices.len()];
        let mut total = 0.0;
        for &root in &self.picture.roots {
            let (own, room) = across(vertices, root, &breadths, gap);
            for vertex in root..vertices.len() {
                middles[vertex] = own[vertex] + total;
            }
            total += room + 2.0 * MARGIN;
        }
        total -= 2.0 * MARGIN;
        let plies = self.plies(down);
        let place = |(vertex, middle): (&Vertex, f64)| {
            let along = plies[vertex.ply as usize];
            if down { (middle, along) } else { (along, middle) }
        };
        self.middles = vertices.iter().zip(middles).map(place).collect();
        let far = plies.last().copied().unwrap_or(0.0);
        self.size = if down { (total, far) } else { (far, total + LINE) };
    }

    /// The middle of every ply, and behind them the end of all.
    fn plies(&self, down: bool) -> Vec<f64> {
        let mut rooms: Vec<f64> = Vec::new();
        let mut branches: Vec<f64> = Vec::new();
        for (vertex, glyph) in self.picture.vertices.iter().zip(&self.glyphs) {
            let ply = vertex.ply as usize;
            if ply >= rooms.len() {
                rooms.resize(ply + 1, 0.0);
                branches.resize(ply + 1, 0.0);
            }
            let (w, h) = glyph.room();
            let room = if down { h - glyph.height + HEIGHT } else { w };
            rooms[ply] = rooms[ply].max(room);
            branches[ply] = branches[ply].max(width(&vertex.branch, SMALL));
        }
        let mut at = 0.0;
        let mut plies = Vec::new();
        for (ply, room) in rooms.iter().enumerate() {
            if ply > 0 {
                at += if down { BRANCHES } else { BRANCHES + branches[ply] };
            }
            plies.push(at + if down { HEIGHT / 2.0 } else { room / 2.0 });
            at += room;
        }
        plies.push(at);
        plies
    }

    fn draw(&self) -> Group {
        let (mut lines, mut names, mut shapes) = (Group::new(), Group::new(), Group::new());
        for (parent, vertex) in self.picture.vertices.iter().enumerate() {
            for &child in &vertex.children {
                let (line, name) = self.branch(parent, child);
                lines = lines.add(line);
                names = names.add(name);
            }
        }
        for vertex in 0..self.glyphs.len() {
            shapes = shapes.add(self.vertex(vertex));
        }
        // Names lie above all lines, with a halo, so that none is crossed out.
        Group::new().add(lines).add(names).add(shapes)
    }

    /// The line from a vertex to a child, and apart from it what is written or marked on it.
    fn branch(&self, parent: usize, child: usize) -> (Line, Group) {
        let (above, below) = (&self.glyphs[parent], &self.glyphs[child]);
        let (mut from, mut to) = (self.middles[parent], self.middles[child]);
        if self.direction == Direction::Down {
            from.1 += above.height / 2.0 + LINE * above.captions.len() as f64;
            to.1 -= below.height / 2.0;
        }
        let class = match (below.pruned, self.is_principal(child)) {
            (true, _) => "edge pruned",
            (false, true) => "edge principal",
            (false, false) => "edge",
        };
        let name = self.name(child);
        let line = Line::new()
            .set("class", format!("{class} {name}"))
            .set("x1", round(from.0))
            .set("y1", round(from.1))
            .set("x2", round(to.0))
            .set("y2", round(to.1));
        let along = |t: f64| (from.0 + t * (to.0 - from.0), from.1 + t * (to.1 - from.1));
        let label = self.label(child);
        let near = match self.direction {
            Direction::Down => 0.68,
            Direction::Right => {
                let left = to.0 - below.room().0 / 2.0 - width(label, SMALL) / 2.0 - 6.0;
                ((left - from.0) / (to.0 - from.0)).clamp(0.3, 1.0)
            }
        };
        let mut group = Group::new().set("class", name);
        if below.pruned && !above.pruned {
            group = group.add(snip(along(near - 0.27), (to.0 - from.0, to.1 - from.1)));
        }
        if !label.is_empty() {
            let (x, y) = along(near);
            group = group.add(text(label, (x, y + 4.0), "branch halo"));
        }
        (line, group)
    }

    fn label(&self, vertex: usize) -> &str {
        &self.picture.vertices[vertex].branch
    }

    fn is_principal(&self, vertex: usize) -> bool {
        let What::Visited(index) = self.picture.vertices[vertex].what else { return false };
        self.recording.nodes[index].principal
    }

    /// A name to find a vertex by: `v5` for the fifth visit, `v5c` for what was cut there.
    fn name(&self, vertex: usize) -> String {
        match self.glyphs[vertex].visit {
            Some(visit) => format!("v{visit}"),
            None => {
                let above = self.picture.visited_above(vertex);
                above
                    .map_or(String::new(), |node| format!("v{}c", self.recording.nodes[node].visit))
            }
        }
    }

    fn vertex(&self, vertex: usize) -> Group {
        let (x, y) = self.middles[vertex];
        let glyph = &self.glyphs[vertex];
        let class = if glyph.pruned { "never" } else { "node" };
        let what = self.picture.vertices[vertex].what;
        let mut group = Group::new()
            .set("class", format!("{class} {}", self.name(vertex)))
            .add(Title::new(tooltip(self.recording, what)))
            .add(outline(glyph, x, y));
        let baseline = match glyph.shape {
            Shape::Max => y + 0.3 * glyph.height,
            Shape::Min => y - 0.3 * glyph.height + 0.72 * LARGE,
            _ => y + 0.36 * LARGE,
        };
        group = group.add(text(&glyph.text, (x, baseline), "value"));
        if let Some(visit) = glyph.visit {
            group = group.add(number(glyph, visit, (x, y), self.direction));
        }
        for (i, caption) in glyph.captions.iter().enumerate() {
            let class = match caption {
                Caption::Window(_) => "window halo",
                Caption::Cut(_) => "cut halo",
                Caption::Note(_) => "note halo",
            };
            let at = y + glyph.height / 2.0 + LINE * (i as f64 + 0.85);
            group = group.add(text(caption.text(), (x, at), class));
        }
        group
    }
}

/// The number of a visit, beside the shape where its outline and the branches leave room.
fn number(glyph: &Glyph, visit: u64, (x, y): (f64, f64), direction: Direction) -> Text {
    let (half, high) = (glyph.width / 2.0, glyph.height / 2.0);
    let side = if direction == Direction::Down { 1.0 } else { -1.0 };
    let (dx, dy) = match glyph.shape {
        Shape::Max => (side * 0.62 * half, -0.3 * high),
        Shape::Min => (side * 0.62 * half, 0.7 * high),
        Shape::Chance => (side * 0.8 * half, -0.7 * high),
        _ => (half + 2.0, 4.0 - 0.3 * high),
    };
    let class = if dx > 0.0 { "visit halo" } else { "visit halo before" };
    text(&visit.to_string(), (x + dx, y + dy), class)
}

/// The outline of a vertex around a place.
fn outline(glyph: &Glyph, x: f64, y: f64) -> Group {
    let (l, r) = (round(x - glyph.width / 2.0), round(x + glyph.width / 2.0));
    let (t, b) = (round(y - glyph.height / 2.0), round(y + glyph.height / 2.0));
    let x = round(x);
    let path = |class: &str, d: String| Path::new().set("class", class).set("d", d);
    let group = Group::new();
    match glyph.shape {
        Shape::Max => group.add(path("shape max", format!("M{x} {t}L{r} {b}L{l} {b}Z"))),
        Shape::Min => group.add(path("shape min", format!("M{x} {b}L{l} {t}L{r} {t}Z"))),
        Shape::Chance => group.add(
            Ellipse::new()
                .set("class", "shape chance")
                .set("cx", x)
                .set("cy", round(y))
                .set("rx", glyph.width / 2.0)
                .set("ry", glyph.height / 2.0),
        ),
        Shape::Leaf => group.add(
            Rectangle::new()
                .set("class", "shape leaf")
                .set("x", l)
                .set("y", t)
                .set("width", round(r - l))
                .set("height", round(b - t))
                .set("rx", 4),
        ),
        Shape::Folded => {
            let across = |share: f64| {
                let (half, at) = (share * glyph.width / 2.0, t + share * glyph.height);
                format!("M{} {}L{} {}", round(x - half), round(at), round(x + half), round(at))
            };
            group
                .add(path("shape folded", format!("M{x} {t}L{r} {b}L{l} {b}Z")))
                .add(path("edge", [across(0.4), across(0.6), across(0.8)].concat()))
        }
    }
}

/// The mark across a branch that was cut.
fn snip((x, y): (f64, f64), (dx, dy): (f64, f64)) -> Path {
    let length = dx.hypot(dy).max(1.0);
    let (ax, ay) = (dx / length, dy / length);
    let stroke = |shift: f64| {
        let (cx, cy) = (x + shift * ax, y + shift * ay);
        let (px, py) = (6.0 * (ax - ay), 6.0 * (ay + ax));
        let (x1, y1, x2, y2) = (cx - px, cy - py, cx + px, cy + py);
        format!("M{} {}L{} {}", round(x1), round(y1), round(x2), round(y2))
    };
    Path::new().set("class", "snip").set("d", stroke(-2.5) + &stroke(2.5))
}

/// What shapes and lines mean, and how wide it is to say so.
fn legend(chance: bool) -> (Group, f64) {
    let mut group = Group::new().set("class", "legend");
    let mut x = 0.0;
    let shapes = [
        (Shape::Max, "Max"),
        (Shape::Min, "Min"),
        (Shape::Chance, "chance"),
        (Shape::Leaf, "leaf"),
    ];
    for (shape, name) in shapes.into_iter().filter(|&(shape, _)| chance || shape != Shape::Chance) {
        let glyph = Glyph::sample(shape);
        group = group.add(outline(&glyph, x + 9.0, 0.0)).add(text(name, (x + 22.0, 4.0), "legend"));
        x += 22.0 + width(name, SMALL) + 18.0;
    }
    for (class, name) in
        [("edge principal", "principal variation"), ("edge pruned", "never visited")]
    {
        let line = Line::new().set("class", class).set("y1", 0).set("y2", 0);
        group = group.add(line.set("x1", x).set("x2", x + 26.0));
        group = group.add(text(name, (x + 32.0, 4.0), "legend"));
        x += 32.0 + width(name, SMALL) + 18.0;
    }
    let rest = "= value · ≤ ≥ bound · ≈ evaluation · small numbers: the order of visits";
    (group.add(text(rest, (0.0, 24.0), "legend")), x.max(width(rest, SMALL)))
}

fn text(content: &str, (x, y): (f64, f64), class: &str) -> Text {
    Text::new(content).set("class", class).set("x", round(x)).set("y", round(y))
}

/// A tenth of a pixel is fine enough.
fn round(length: f64) -> f64 {
    (10.0 * length).round() / 10.0
}
