//! Scores and bounds as a drawing writes them, from Max's side.

use secateur::record::{Branch, Convention, Cut, Node, Stop};
use secateur::{Bound, Score, Turn, Window};

/// A number, `∞`, or `Max in 3`: Max wins in three plies.
pub(super) fn short(score: Score) -> String {
    match score {
        Score::INFINITY => "∞".into(),
        Score::NEG_INFINITY => "-∞".into(),
        _ => match score.plies_to_end() {
            None => score.to_string(),
            Some(0) if score > Score::DRAW => "Max won".into(),
            Some(0) => "Min won".into(),
            Some(plies) if score > Score::DRAW => format!("Max in {plies}"),
            Some(plies) => format!("Min in {plies}"),
        },
    }
}

/// `= 3`, `≤ 3`, `≥ 5`, or `≈ 4` for an evaluation; `?` where the search was stopped within.
pub(super) fn valued<A>(node: &Node<A>) -> String {
    let Some(value) = node.value else { return "?".into() };
    let relation = match node.bound {
        _ if node.stop == Stop::Horizon => '≈',
        Bound::Exact => '=',
        Bound::Lower => '≥',
        Bound::Upper => '≤',
    };
    format!("{relation} {}", short(value))
}

/// `= 3`, `≤ 3` or `≥ 5`: what was known about a branch that was not visited.
pub(super) fn known(branch: &Branch<String>) -> String {
    match branch.known {
        Some((low, high)) if low == high => format!("= {}", short(low)),
        Some((Score::NEG_INFINITY, high)) => format!("≤ {}", short(high)),
        Some((low, Score::INFINITY)) => format!("≥ {}", short(low)),
        Some((low, high)) => format!("{} to {}", short(low), short(high)),
        None => String::new(),
    }
}

/// `[-∞, 3]`
pub(super) fn window(window: Window) -> String {
    format!("[{}, {}]", short(window.alpha), short(window.beta))
}

/// `α 6 ≥ β 5` where Max decides, `β 5 ≤ α 6` where Min does: first what closed the window.
pub(super) fn inequality(turn: Turn, cut: &Cut, convention: Convention) -> String {
    let (alpha, beta) = (short(cut.alpha), short(cut.beta));
    match (turn, convention.equal_cuts) {
        (Turn::Min, true) => format!("β {beta} ≤ α {alpha}"),
        (Turn::Min, false) => format!("β {beta} < α {alpha}"),
        (_, true) => format!("α {alpha} ≥ β {beta}"),
        (_, false) => format!("α {alpha} > β {beta}"),
    }
}

/// Why a node was left, in a few words.
pub(super) fn reason<A>(node: &Node<A>, convention: Convention) -> String {
    match (node.stop, &node.cut) {
        (_, Some(cut)) => {
            let set = match (cut.set_at, cut.set_by) {
                (Some(at), Some(by)) => format!("set at {at} by {by}"),
                (Some(at), None) => format!("set at {at}"),
                _ => "set from outside".into(),
            };
            format!("cut: {}, {set}", inequality(node.turn, cut, convention))
        }
        (Stop::Terminal, _) => "leaf".into(),
        (Stop::Horizon, _) => "horizon".into(),
        (Stop::Improbable, _) => "improbable".into(),
        (Stop::Table, _) => "table".into(),
        (Stop::Known, _) => "known without a search".into(),
        (Stop::Probe, _) => "one reply is enough".into(),
        (Stop::Stopped, _) => "stopped".into(),
        (Stop::Complete | Stop::Cutoff, _) => String::new(),
    }
}
