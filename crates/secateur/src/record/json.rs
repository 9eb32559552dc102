//! A recording as JSON. `docs/recording.md` describes it; its fields are stable.

use serde::{Serialize, Serializer};

use super::{Branch, Event, Language, Node, Recording, Stop};
use crate::report::Certainty;
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A recording that serialises as `docs/recording.md` says. Nodes are named by their visits, nodes
/// never visited by negative numbers.
pub struct Json<'r> {
    recording: &'r Recording<String>,
    explained: bool,
}

impl Recording<String> {
    /// The recording as JSON; `explained` with its steps in sentences.
    pub fn json(&self, explained: bool) -> Json<'_> {
        Json { recording: self, explained }
    }
}

impl Serialize for Json<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Whole::new(self.recording, self.explained).serialize(serializer)
    }
}

#[derive(Serialize)]
struct Whole<'r> {
    algorithm: &'static str,
    convention: Conventions,
    depth: Option<u32>,
    value: Option<Number>,
    certainty: Option<&'static str>,
    pv: &'r [String],
    visited: u64,
    recorded: usize,
    aside: u64,
    nodes: Vec<Visited<'r>>,
    unvisited: Vec<Unvisited<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<Told>>,
}

#[derive(Serialize)]
struct Conventions {
    cut: &'static str,
    shallow: bool,
    deep: bool,
}

#[derive(Serialize)]
struct Visited<'r> {
    id: u64,
    parent: Option<u64>,
    action: Option<&'r str>,
    forced: &'r [String],
    ply: u32,
    depth: Option<u32>,
    turn: &'static str,
    entry: Option<[Number; 2]>,
    null_window: bool,
    exit: Option<[Number; 2]>,
    value: Option<Number>,
    bound: Option<&'static str>,
    raised: Option<Number>,
    best: Option<usize>,
    reason: &'static str,
    cut: Option<Closed>,
    children: Vec<Child<'r>>,
    rehearsals: Vec<u64>,
    hidden: u64,
    principal: bool,
}

#[derive(Serialize)]
struct Closed {
    alpha: Number,
    beta: Number,
    set_at: Option<u64>,
    set_by: Option<u64>,
}

#[derive(Serialize)]
struct Child<'r> {
    action: &'r str,
    #[serde(skip_serializing_if = "is_zero")]
    weight: u32,
    visited: bool,
    nodes: Vec<u64>,
    known: Option<[Number; 2]>,
    unvisited: Option<i64>,
}

#[derive(Serialize)]
struct Unvisited<'r> {
    id: i64,
    parent: Option<i64>,
    action: &'r str,
    turn: &'static str,
    value: Option<Number>,
    children: Vec<i64>,
    more: bool,
}

#[derive(Serialize)]
struct Told {
    node: u64,
    event: &'static str,
    en: String,
    fr: String,
}

/// A score from Max's side: a number, or in words what is none.
struct Number(Score);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Score::INFINITY => serializer.serialize_str("inf"),
            Score::NEG_INFINITY => serializer.serialize_str("-inf"),
            score if score.is_decisive() => serializer.collect_str(&score),
            score => serializer.serialize_i32(score.value()),
        }
    }
}

impl<'r> Whole<'r> {
    fn new(recording: &'r Recording<String>, explained: bool) -> Whole<'r> {
        let Recording { convention, nodes, .. } = recording;
        let visit = |&node: &usize| nodes[node].visit;
        let told = |step: super::Step| Told {
            node: visit(&step.node),
            event: match step.event {
                Event::Enter => "enter",
                Event::Leave => "leave",
            },
            en: recording.sentence(step, Language::English),
            fr: recording.sentence(step, Language::French),
        };
        Whole {
            algorithm: recording.algorithm,
            convention: Conventions {
                cut: if convention.equal_cuts { ">=" } else { ">" },
                shallow: convention.shallow,
                deep: convention.deep,
            },
            depth: recording.depth,
            value: recording.value.map(Number),
            certainty: recording.certainty.map(certainty),
            pv: &recording.pv,
            visited: recording.visited,
            recorded: nodes.len(),
            aside: recording.aside,
            nodes: nodes.iter().map(|node| visited(node, &visit)).collect(),
            unvisited: recording.unvisited.iter().enumerate().map(unvisited).collect(),
            steps: explained.then(|| recording.steps().into_iter().map(told).collect()),
        }
    }
}

fn visited<'r>(node: &'r Node<String>, visit: &impl Fn(&usize) -> u64) -> Visited<'r> {
    let child = |branch: &'r Branch<String>| Child {
        action: &branch.action,
        weight: branch.weight,
        visited: branch.visited,
        nodes: branch.nodes.iter().map(visit).collect(),
        known: branch.known.map(|(low, high)| [Number(low), Number(high)]),
        unvisited: branch.unvisited.map(below_zero),
    };
    Visited {
        id: node.visit,
        parent: node.parent.as_ref().map(visit),
        action: node.action.as_deref(),
        forced: &node.forced,
        ply: node.ply,
        depth: (node.depth != u32::MAX).then_some(node.depth),
        turn: turn(node.turn),
        entry: node.entry.map(ends),
        null_window: node.null_window,
        exit: node.exit.map(ends),
        value: node.value.map(Number),
        bound: node.value.map(|_| bound(node.bound)),
        raised: node.raised.map(Number),
        best: node.best,
        reason: reason(node.stop),
        cut: node.cut.map(|cut| Closed {
            alpha: Number(cut.alpha),
            beta: Number(cut.beta),
            set_at: cut.set_at,
            set_by: cut.set_by,
        }),
        children: node.branches.iter().map(child).collect(),
        rehearsals: node.rehearsals.iter().map(visit).collect(),
        hidden: node.hidden,
        principal: node.principal,
    }
}

fn unvisited((index, node): (usize, &super::Unvisited<String>)) -> Unvisited<'_> {
    Unvisited {
        id: below_zero(index),
        parent: node.parent.map(below_zero),
        action: &node.action,
        turn: turn(node.turn),
        value: node.value.map(Number),
        children: node.children.iter().copied().map(below_zero).collect(),
        more: node.more,
    }
}

/// The name of a node never visited: -1 for the first.
fn below_zero(index: usize) -> i64 {
    -1 - index as i64
}

fn ends(window: Window) -> [Number; 2] {
    [Number(window.alpha), Number(window.beta)]
}

fn is_zero(weight: &u32) -> bool {
    *weight == 0
}

fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
    }
}

fn bound(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "exact",
        Certainty::Lower => "lower",
        Certainty::Upper => "upper",
        Certainty::Estimate => "estimate",
    }
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::Terminal => "terminal",
        Stop::Horizon => "horizon",
        Stop::Improbable => "improbable",
        Stop::Complete => "complete",
        Stop::Cutoff => "cutoff",
        Stop::Table => "table",
        Stop::Known => "known",
        Stop::Probe => "probe",
        Stop::Stopped => "stopped",
    }
}
