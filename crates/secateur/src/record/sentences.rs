//! A recording in sentences: what happened at a step, and why.

use super::{Branch, Cut, Event, Node, Recording, Step, Stop};
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
        let window = self.asked(node, language);
        let place = self.place(node, language);
        match language {
            English => format!("{place}: {side} to move{window}."),
            French => format!("{place} : {side}{window}."),
        }
    }

    /// `, α = 3, β = ∞`, and what a null window is for.
    fn asked(&self, node: &Node<String>, language: Language) -> String {
        let Some(window) = node.entry else { return String::new() };
        let ends = written(window, language);
        match (node.null_window, language) {
            (false, _) => format!(", {ends}"),
            (true, English) => {
                format!(", {ends}, a null window, only to tell whether the value reaches β")
            }
            (true, French) => {
                format!(", {ends}, fenêtre nulle, pour savoir seulement si la valeur atteint β")
            }
        }
    }

    /// The name of a node, and how the search came there.
    fn place(&self, node: &Node<String>, language: Language) -> String {
        let (name, visit) = (name(language), node.visit);
        let Some(parent) = node.parent else { return self.root(node, language) };
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
        let after = if language == English { "after" } else { "après" };
        let forced: String = node.forced.iter().map(|reply| format!(" {reply}")).collect();
        let again = self.again(node, parent, action, language);
        format!("{name} {visit}, {after} {action}{forced}{again}")
    }

    /// A node without a parent: what the search found when it walked from the root before.
    fn root(&self, node: &Node<String>, language: Language) -> String {
        let (name, visit) = (name(language), node.visit);
        let before = self.roots().take_while(|&root| self.nodes[root].visit < visit).last();
        let Some(before) = before.map(|root| &self.nodes[root]) else {
            return format!("{name} {visit}");
        };
        let (Some(value), Some(entry)) = (before.value, before.entry) else {
            return format!("{name} {visit}");
        };
        let reached = value >= entry.beta;
        let (value, before) = (prize(value, language), before.visit);
        // What is known is known from the window, whatever the nodes below would prove.
        let side = match (reached, language) {
            (true, English) => "at least",
            (true, French) => "au moins",
            (false, English) => "at most",
            (false, French) => "au plus",
        };
        match language {
            English => {
                format!("{name} {visit}, the root again now that node {before} is {side} {value}")
            }
            French => {
                format!(
                    "{name} {visit}, la racine encore, puisque le nœud {before} vaut {side} {value}"
                )
            }
        }
    }

    /// Why a node is searched that was searched before.
    fn again(
        &self,
        node: &Node<String>,
        parent: &Node<String>,
        action: &String,
        language: Language,
    ) -> String {
        let same = |&&i: &&usize| self.nodes[i].visit < node.visit;
        let branch = parent.branches.iter().find(|branch| branch.action == *action);
        let Some(&before) = branch.and_then(|branch| branch.nodes.iter().rfind(same)) else {
            return String::new();
        };
        let before = &self.nodes[before];
        let visit = before.visit;
        match (language, before.null_window && !node.null_window) {
            (English, false) => format!(", node {visit} again"),
            (English, true) => {
                format!(", node {visit} again for its value, since it is better")
            }
            (French, false) => format!(", de nouveau le nœud {visit}"),
            (French, true) => {
                format!(", de nouveau le nœud {visit} pour sa valeur, puisqu'il est meilleur")
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
            (Stop::Improbable, English) => format!("too improbable to search, evaluated, {worth}"),
            (Stop::Improbable, French) => format!("trop improbable pour chercher, évalué, {worth}"),
            (Stop::Table, English) => {
                format!("the table remembers it, {worth}{}", enough(node, language))
            }
            (Stop::Table, French) => {
                format!("la table s'en souvient, {worth}{}", enough(node, language))
            }
            (Stop::Known, _) => {
                let english = language == English;
                let known = if english { "known without a search" } else { "connu sans recherche" };
                format!("{known}, {worth}{}{}", self.by(node, language), enough(node, language))
            }
            (Stop::Probe, English) => format!("one reply is enough, {worth}"),
            (Stop::Probe, French) => format!("une seule réponse suffit, {worth}"),
            (Stop::Stopped, English) => "the search was stopped here".into(),
            (Stop::Stopped, French) => "la recherche a été arrêtée ici".into(),
            (Stop::Complete | Stop::Cutoff, _) => {
                format!("{worth}{}{}", self.by(node, language), skipped(node, language))
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
            (None, _, English) => "chosen at the root".into(),
            (None, _, French) => "choisi à la racine".into(),
        };
        let never = named(node.branches.iter().filter(|branch| branch.is_missing()), language);
        match language {
            English => format!("; cut because {inequality}, {set}; never visited: {never}"),
            French => format!(" ; coupé car {inequality}, {set} ; jamais visité : {never}"),
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
    let value = prize(value, language);
    match (node.bound, language) {
        (Bound::Exact, English) => format!("worth {value}"),
        (Bound::Upper, English) => format!("worth at most {value}"),
        (Bound::Lower, English) => format!("worth at least {value}"),
        (Bound::Exact, French) => format!("vaut {value}"),
        (Bound::Upper, French) => format!("vaut au plus {value}"),
        (Bound::Lower, French) => format!("vaut au moins {value}"),
    }
}

/// Why a bound on a node's value settles what its window asks.
fn enough(node: &Node<String>, language: Language) -> String {
    let Some(window) = node.entry else { return String::new() };
    let (alpha, beta) = (score(window.alpha, language), score(window.beta, language));
    match (node.bound, language) {
        (Bound::Exact, _) => String::new(),
        (Bound::Upper, English) => format!(", which does not exceed α = {alpha}"),
        (Bound::Lower, English) => format!(", which reaches β = {beta}"),
        (Bound::Upper, French) => format!(", ce qui ne dépasse pas α = {alpha}"),
        (Bound::Lower, French) => format!(", ce qui atteint β = {beta}"),
    }
}

/// Branches that needed no search, where the node was not cut.
fn skipped(node: &Node<String>, language: Language) -> String {
    let known = |branch: &&Branch<String>| !branch.visited && branch.known.is_some();
    let names = named(node.branches.iter().filter(known), language);
    match (names.is_empty(), language) {
        (true, _) => String::new(),
        (false, English) => format!("; known without a search: {names}"),
        (false, French) => format!(" ; connu sans recherche : {names}"),
    }
}

/// The names of branches, some of them where they are many.
fn named<'b>(branches: impl Iterator<Item = &'b Branch<String>>, language: Language) -> String {
    let names: Vec<&str> = branches.map(|branch| branch.action.as_str()).collect();
    let more = match names.len().saturating_sub(NAMED) {
        0 => String::new(),
        more if language == English => format!(" and {more} more"),
        more => format!(" et {more} autres"),
    };
    format!("{}{more}", names[..names.len().min(NAMED)].join(", "))
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

/// A score from Max's side as something that a node is worth: `3`, `a win for Max in 5`.
fn prize(value: Score, language: Language) -> String {
    let Some(plies) = value.plies_to_end() else { return score(value, language) };
    let winner = if value > Score::DRAW { "Max" } else { "Min" };
    match (plies, language) {
        (0, English) => format!("a win for {winner}"),
        (_, English) => format!("a win for {winner} in {plies}"),
        (0, French) => format!("une victoire de {winner}"),
        (_, French) => format!("une victoire de {winner} en {plies}"),
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
