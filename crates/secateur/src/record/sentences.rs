//! A recording in sentences: what happened at a step, and why.

use super::{Cut, Event, Node, Recording, Step, Stop};
use crate::score::{Score, Window};
use crate::table::Bound;
use crate::turn::Turn;

/// A language that steps are told in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// French.
    French,
}

use Language::{English, French};

/// At most so many actions are named in a sentence.
const NAMED: usize = 8;

impl Recording<String> {
    /// One sentence that says what happens in a step, and why.
    pub fn sentence(&self, step: Step, language: Language) -> String {
        let node = &self.nodes[step.node];
        match step.event {
            Event::Enter => self.entering(node, language),
            Event::Leave => self.leaving(node, language),
        }
    }

    fn entering(&self, node: &Node<String>, language: Language) -> String {
        let side = side(node.turn, language);
        let window =
            node.entry.map_or(String::new(), |window| format!(", {}", written(window, language)));
        let place = self.place(node, language);
        match language {
            English => format!("{place}: {side} to move{window}."),
            French => format!("{place} : {side}{window}."),
        }
    }

    /// The name of a node, and how the search came there.
    fn place(&self, node: &Node<String>, language: Language) -> String {
        let (name, visit) = (name(language), node.visit);
        let Some(parent) = node.parent else {
            let first = self.roots().next().is_some_and(|root| self.nodes[root].visit == visit);
            return match (language, first) {
                (_, true) => format!("{name} {visit}"),
                (English, false) => format!("{name} {visit}, the search once more"),
                (French, false) => format!("{name} {visit}, la recherche encore une fois"),
            };
        };
        let parent = &self.nodes[parent];
        let Some(action) = &node.action else {
            return match language {
                English => {
                    format!("{name} {visit}, node {} to a smaller depth first", parent.visit)
                }
                French => {
                    format!("{name} {visit}, d'abord le nœud {} moins profond", parent.visit)
                }
            };
        };
        let same = |&&i: &&usize| self.nodes[i].visit < visit;
        let branch = parent.branches.iter().find(|branch| branch.action == *action);
        let before = branch.and_then(|branch| branch.nodes.iter().rfind(same));
        match (language, before.map(|&i| self.nodes[i].visit)) {
            (English, None) => format!("{name} {visit}, after {action}"),
            (English, Some(before)) => {
                format!("{name} {visit}, after {action}, node {before} again")
            }
            (French, None) => format!("{name} {visit}, après {action}"),
            (French, Some(before)) => {
                format!("{name} {visit}, après {action}, de nouveau le nœud {before}")
            }
        }
    }

    fn leaving(&self, node: &Node<String>, language: Language) -> String {
        let place = match node.is_leaf() {
            true => self.place(node, language),
            false => format!("{} {}", name(language), node.visit),
        };
        let colon = if language == French { " :" } else { ":" };
        let worth = worth(node, language);
        let why = match (node.stop, language) {
            (Stop::Terminal, English) => format!("the game is over, {worth}"),
            (Stop::Terminal, French) => format!("la partie est finie, {worth}"),
            (Stop::Horizon, English) => format!("the depth limit, evaluated, {worth}"),
            (Stop::Horizon, French) => format!("limite de profondeur, évalué, {worth}"),
            (Stop::Table, English) => format!("known from the table, {worth}"),
            (Stop::Table, French) => format!("connu par la table, {worth}"),
            (Stop::Known, English) => format!("the game itself knows, {worth}"),
            (Stop::Known, French) => format!("le jeu lui-même le sait, {worth}"),
            (Stop::Stopped, English) => "the search was stopped here".into(),
            (Stop::Stopped, French) => "la recherche a été arrêtée ici".into(),
            (Stop::Complete | Stop::Cutoff, _) => {
                format!("{worth}{}", self.by(node, language))
            }
        };
        let cut = node.cut.map_or(String::new(), |cut| self.cutting(node, cut, language));
        format!("{place}{colon} {why}{cut}{}.", self.raising(node, language))
    }

    /// Which action a value comes from.
    fn by(&self, node: &Node<String>, language: Language) -> String {
        let Some(action) = node.best.map(|best| &node.branches[best].action) else {
            return String::new();
        };
        match language {
            English => format!(" by {action}"),
            French => format!(" par {action}"),
        }
    }

    /// `; cut because β = 5 ≤ α = 6, set at node 3 by node 4; never visited: 1`
    fn cutting(&self, node: &Node<String>, cut: Cut, language: Language) -> String {
        let inequality = inequality(node.turn, cut, self.convention.equal_cuts, language);
        let set = match (cut.set_at, cut.set_by, language) {
            (Some(at), Some(by), English) => format!("set at node {at} by node {by}"),
            (Some(at), Some(by), French) => format!("fixé au nœud {at} par le nœud {by}"),
            (Some(at), None, English) => format!("set at node {at} to ask a narrower question"),
            (Some(at), None, French) => {
                format!("fixé au nœud {at} pour poser une question plus étroite")
            }
            (None, _, English) => "given to the search".into(),
            (None, _, French) => "donné à la recherche".into(),
        };
        let never: Vec<&str> = node
            .branches
            .iter()
            .filter(|branch| !branch.visited)
            .map(|branch| branch.action.as_str())
            .collect();
        let more = match never.len().saturating_sub(NAMED) {
            0 => String::new(),
            more if language == English => format!(" and {more} more"),
            more => format!(" et {more} autres"),
        };
        let never = never[..never.len().min(NAMED)].join(", ");
        match language {
            English => format!("; cut because {inequality}, {set}; never visited: {never}{more}"),
            French => format!(" ; coupé car {inequality}, {set} ; jamais visité : {never}{more}"),
        }
    }

    /// What the value does to the window of the node above.
    fn raising(&self, node: &Node<String>, language: Language) -> String {
        let (Some(raised), Some(parent)) = (node.raised, node.parent) else { return String::new() };
        let parent = &self.nodes[parent];
        let bound = score(raised, language);
        let (visit, min) = (parent.visit, parent.turn == Turn::Min);
        match (language, min) {
            (English, false) => format!("; α of node {visit} rises to {bound}"),
            (English, true) => format!("; β of node {visit} falls to {bound}"),
            (French, false) => format!(" ; α du nœud {visit} monte à {bound}"),
            (French, true) => format!(" ; β du nœud {visit} descend à {bound}"),
        }
    }
}

fn name(language: Language) -> &'static str {
    if language == English { "Node" } else { "Nœud" }
}

fn side(turn: Turn, language: Language) -> &'static str {
    match (turn, language) {
        (Turn::Max, English) => "Max",
        (Turn::Min, English) => "Min",
        (Turn::Chance, English) => "chance",
        (Turn::Max, French) => "Max joue",
        (Turn::Min, French) => "Min joue",
        (Turn::Chance, French) => "le hasard joue",
    }
}

/// `α = 3, β = ∞`
fn written(window: Window, language: Language) -> String {
    format!("α = {}, β = {}", score(window.alpha, language), score(window.beta, language))
}

/// `worth 3`, `worth at most 3`
fn worth(node: &Node<String>, language: Language) -> String {
    let Some(value) = node.value else { return String::new() };
    let value = score(value, language);
    match (node.bound, language) {
        (Bound::Exact, English) => format!("worth {value}"),
        (Bound::Upper, English) => format!("worth at most {value}"),
        (Bound::Lower, English) => format!("worth at least {value}"),
        (Bound::Exact, French) => format!("vaut {value}"),
        (Bound::Upper, French) => format!("vaut au plus {value}"),
        (Bound::Lower, French) => format!("vaut au moins {value}"),
    }
}

/// `β = 5 ≤ α = 6` where Min decides, `α = 6 ≥ β = 5` elsewhere.
fn inequality(turn: Turn, cut: Cut, equal_cuts: bool, language: Language) -> String {
    let (alpha, beta) = (score(cut.alpha, language), score(cut.beta, language));
    match (turn, equal_cuts) {
        (Turn::Min, true) => format!("β = {beta} ≤ α = {alpha}"),
        (Turn::Min, false) => format!("β = {beta} < α = {alpha}"),
        (_, true) => format!("α = {alpha} ≥ β = {beta}"),
        (_, false) => format!("α = {alpha} > β = {beta}"),
    }
}

/// A score from Max's side, in words where it is a forced win.
fn score(score: Score, language: Language) -> String {
    if score == Score::INFINITY {
        return "∞".into();
    }
    if score == Score::NEG_INFINITY {
        return "-∞".into();
    }
    let Some(plies) = score.plies_to_end() else { return score.to_string() };
    let winner = if score > Score::DRAW { "Max" } else { "Min" };
    match (plies, language) {
        (0, English) => format!("{winner} has won"),
        (_, English) => format!("{winner} wins in {plies}"),
        (0, French) => format!("{winner} a gagné"),
        (_, French) => format!("{winner} gagne en {plies}"),
    }
}
