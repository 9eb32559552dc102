//! A recording as an indented tree.
//!
//! ```text
//! visit  tree               window    why it stopped
//!     1  ▲ = 3              [-∞, ∞]
//!     2  ╞═0═ ▼ = 3         [-∞, ∞]
//!     3  │    ╞═0═ 3        [-∞, ∞]   leaf
//!     4  │    └─1─ 5        [-∞, 3]   leaf
//!     5  └─1─ ▼ ≤ 2         [3, ∞]    cut: β 2 ≤ α 3, set at 1 by 2
//!     6       ├─0─ 2        [3, ∞]    leaf
//!     ✂       └─1─ ▲ never visited
//!     ✂            ├─0─ 9
//!     ✂            └─1─ 1
//! ```

use secateur::record::{Recording, Stop};
use secateur::{Score, Turn};

use super::picture::{Picture, What};
use super::score::{known, reason, short, valued, window};
use super::variant::Variant;

/// The columns of a line.
struct Line {
    visit: String,
    tree: String,
    window: String,
    why: String,
}

/// What was searched, what came out and what it took.
pub(super) fn headline(variant: &Variant, recording: &Recording<String>) -> String {
    let value = recording.value.map_or("stopped".into(), |value| format!("value {}", short(value)));
    let visited = recording.visited;
    let noun = if visited == 1 { "node" } else { "nodes" };
    let mut recorded = match recording.nodes.len() as u64 {
        recorded if recorded + recording.aside < visited => {
            format!(", the top {recorded} of them recorded")
        }
        _ => String::new(),
    };
    if recording.aside > 0 {
        recorded += &format!(", {} to look up the line", recording.aside);
    }
    let depth = recording.depth.map_or(String::new(), |depth| format!(", depth {depth}"));
    format!("{variant}: {value}, {visited} {noun} visited{recorded}{depth}")
}

/// The tree, the widest line of which sets the columns.
pub(super) fn draw(recording: &Recording<String>) -> String {
    let picture = Picture::new(recording);
    let mut lines = vec![Line {
        visit: "visit".into(),
        tree: "tree".into(),
        window: "window".into(),
        why: "why it stopped".into(),
    }];
    // Vertices still to be drawn, each with the margin and the branch in front of it.
    let mut open: Vec<(usize, String, String)> =
        picture.roots.iter().rev().map(|&root| (root, String::new(), String::new())).collect();
    while let Some((vertex, margin, branch)) = open.pop() {
        let drawn = &picture.vertices[vertex];
        lines.push(line(recording, drawn.what, format!("{margin}{branch}")));
        // Below the branch drawn with a corner there is nothing more to connect.
        let margin = match branch.chars().next() {
            None => String::new(),
            Some('└' | '╘') => margin + &" ".repeat(branch.chars().count()),
            Some(_) => margin + "│" + &" ".repeat(branch.chars().count() - 1),
        };
        for (i, &child) in drawn.children.iter().enumerate().rev() {
            let last = i + 1 == drawn.children.len();
            let below = &picture.vertices[child];
            let principal = matches!(below.what, What::Visited(n) if recording.nodes[n].principal);
            let (corner, dash) = match (last, principal) {
                (false, false) => ('├', '─'),
                (true, false) => ('└', '─'),
                (false, true) => ('╞', '═'),
                (true, true) => ('╘', '═'),
            };
            let label = if below.branch.is_empty() { String::new() } else { below.branch.clone() };
            open.push((child, margin.clone(), format!("{corner}{dash}{label}{dash} ")));
        }
    }
    laid_out(&lines)
}

fn line(recording: &Recording<String>, what: What, before: String) -> Line {
    let cut = |text: String| Line {
        visit: "✂".into(),
        tree: format!("{before}{text}"),
        window: String::new(),
        why: String::new(),
    };
    match what {
        What::Visited(index) => {
            let node = &recording.nodes[index];
            let why = reason(node, recording.convention);
            let leaf = node.stop == Stop::Terminal;
            let value = if leaf { plain(node.value) } else { valued(node) };
            let sign = if leaf { String::new() } else { format!("{} ", sign(node.turn)) };
            Line {
                visit: node.visit.to_string(),
                tree: format!("{before}{sign}{value}"),
                window: node.entry.map_or(String::new(), window),
                why,
            }
        }
        What::Pruned(None) => cut("never visited".into()),
        What::Pruned(Some((turn, index))) => match recording.unvisited[index].value {
            Some(value) => cut(short(value)),
            None => cut(format!("{} never visited", sign(turn))),
        },
        What::Known(node, branch) => {
            let branch = &recording.nodes[node].branches[branch];
            cut(format!("never visited, known to be {}", known(branch)))
        }
        What::PrunedTogether(count) => cut(format!("{count} branches never visited")),
        What::Folded(count) => Line {
            visit: "…".into(),
            tree: format!("{before}{count} nodes not recorded"),
            window: String::new(),
            why: String::new(),
        },
    }
}

fn plain(value: Option<Score>) -> String {
    value.map_or("?".into(), short)
}

/// Max and Min by their textbook signs.
pub(super) fn sign(turn: Turn) -> char {
    match turn {
        Turn::Max => '▲',
        Turn::Min => '▼',
        Turn::Chance => '●',
    }
}

fn laid_out(lines: &[Line]) -> String {
    let width = |column: fn(&Line) -> &String| {
        lines.iter().map(|line| column(line).chars().count()).max().unwrap_or(0)
    };
    let (visit, tree) = (width(|line| &line.visit), width(|line| &line.tree));
    let window = width(|line| &line.window);
    let mut text = String::new();
    for line in lines {
        let row = format!(
            "{:>visit$}  {:tree$}  {:window$}  {}",
            line.visit, line.tree, line.window, line.why
        );
        text += row.trim_end();
        text.push('\n');
    }
    text.pop();
    text
}
