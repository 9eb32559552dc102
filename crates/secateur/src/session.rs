//! The erased face of a game: text in, text out ([`Session`]).
//!
//! Generics stop here. A front end talks to every game through one trait object, at the price of
//! one virtual call an action or a search, never one a node.

mod answer;
mod contempt;
mod engine;

use std::cell::RefCell;
use std::time::Duration;

use crate::game::{Heuristic, Notation, ParseError, choices};
use crate::limits::{Limits, Stopped};
use crate::random::Random;
use crate::record::{self, Recording};
use crate::report::Report;
use crate::score::{Score, Window};
use crate::search::{self, Algorithm, Deepening, Recorded, Search};
use crate::turn::Turn;

pub use answer::Answer;
pub use engine::Tuning;

use contempt::Played;
use engine::Engine;

/// A game in progress: a state, how it came about, and searches from it.
pub trait Session: Send {
    /// A drawing of the state: lines of text, without a final newline.
    fn show(&self) -> String;

    /// The state on one line, in the game's notation.
    fn position(&self) -> String;

    /// Whose decision the state is waiting for.
    fn turn(&self) -> Turn;

    /// The legal actions; empty when the game is over and where Chance is to move.
    fn actions(&self) -> Vec<String>;

    /// Where Chance is to move: what can happen, each with its weight. Else empty.
    fn outcomes(&self) -> Vec<(String, u32)>;

    /// The value of a finished game, from Max's side.
    fn utility(&self) -> Option<Score>;

    /// Plies to the end of the game with best play, if `score`, the exact value for the side to move, tells.
    fn plies_to_end(&self, score: Score) -> Option<u32>;

    /// Plays an action, or lets an outcome of chance happen.
    ///
    /// # Errors
    /// What is wrong with the text, when it is not legal here.
    fn play(&mut self, action: &str) -> Result<(), ParseError>;

    /// Lets chance decide, by the weights of its outcomes; what happened. `None` elsewhere.
    fn roll(&mut self, random: &mut Random) -> Option<String>;

    /// Takes the last action, or outcome of chance, back; which one.
    fn undo(&mut self) -> Option<String>;

    /// What was played so far, first ply first.
    fn history(&self) -> Vec<String>;

    /// What a reader should know about this game's actions and values, where it is not plain.
    fn legend(&self) -> Option<&'static str>;

    /// The algorithm that suits this game when nobody asks for another.
    fn algorithm(&self) -> Algorithm;

    /// The algorithm that suits solving it.
    fn solver(&self) -> Algorithm;

    /// The algorithm that suits its analysis: the solver where the game names one.
    fn analyst(&self) -> Algorithm;

    /// Sets the memory for transposition tables; the searches so far are forgotten, and so is what
    /// they took.
    fn set_megabytes(&mut self, megabytes: usize);

    /// One search as deep as the limits allow, and every action as good as the best; an estimate from
    /// a short look ahead when a limit comes first.
    ///
    /// # Errors
    /// [`Stopped`] when there was no time even for that.
    fn solve(&self, algorithm: Algorithm, limits: &Limits) -> Result<Answer, Stopped>;

    /// Whether the state is a win, a draw or a loss for the side to move, and no more: a draw's value,
    /// or a bound on the others' that tells their sign. Mostly much less work than the value.
    ///
    /// # Errors
    /// As [`solve`](Session::solve).
    fn solve_weakly(&self, algorithm: Algorithm, limits: &Limits) -> Result<Answer, Stopped>;

    /// The best action within the limits, by iterative deepening. Calls `on_depth` with the answer
    /// of every completed depth.
    ///
    /// # Errors
    /// [`Stopped`] when the monitor stopped it before depth 1 was complete.
    fn search(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Stopped>;

    /// The value of every legal action, by iterative deepening, best first; by the solver that the
    /// game names, each to the end of the game. Calls `on_depth` with the analysis of every
    /// completed depth, and after every action solved.
    ///
    /// # Errors
    /// [`Stopped`] when the monitor stopped it before depth 1 was complete.
    fn analyze(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&search::Analysis<String>),
    ) -> Result<search::Analysis<String>, Stopped>;

    /// As [`analyze`](Session::analyze), the `count` best actions alone, in less time.
    ///
    /// # Errors
    /// As [`analyze`](Session::analyze).
    fn analyze_best(
        &self,
        algorithm: Algorithm,
        count: usize,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&search::Analysis<String>),
    ) -> Result<search::Analysis<String>, Stopped>;

    /// The search tree of one search, as it was walked; `None` for a search that cannot be
    /// [`Recorded`].
    fn record(&self, recorded: &Recorded, limits: &Limits) -> Option<Recording<String>>;
}

/// Somebody waits for an answer now, but not that hastily.
const AFTER_INTERRUPT: Duration = Duration::from_millis(200);

/// A session of any game that can be searched and written.
pub struct GameSession<G: Notation> {
    game: G,
    state: G::State,
    past: Vec<(G::State, String)>,
    algorithm: Algorithm,
    solver: Option<Algorithm>,
    legend: Option<&'static str>,
    engine: RefCell<Engine<G>>,
}

impl<G: Heuristic + Notation + 'static> GameSession<G> {
    /// A session that starts in `state`.
    pub fn new(game: G, state: G::State) -> GameSession<G> {
        let engine = RefCell::new(Engine::new());
        let (algorithm, solver) = (Algorithm::AlphaBeta, None);
        GameSession { game, state, past: Vec::new(), algorithm, solver, legend: None, engine }
    }

    /// Names the algorithm that suits the game.
    pub fn suited_by(self, algorithm: Algorithm) -> GameSession<G> {
        GameSession { algorithm, ..self }
    }

    /// Names the algorithm that suits solving the game.
    pub fn solved_by(self, solver: Algorithm) -> GameSession<G> {
        GameSession { solver: Some(solver), ..self }
    }

    /// Says what a reader should know about the game's actions and values.
    pub fn explained_by(self, legend: &'static str) -> GameSession<G> {
        GameSession { legend: Some(legend), ..self }
    }

    /// Names how the game wants its searches set, where that is not as usual.
    pub fn tuned_by(mut self, tuning: Tuning<G>) -> GameSession<G> {
        self.engine.get_mut().tuning = tuning;
        self
    }

    /// A line of actions in text, each written in the state it is played in.
    fn write_line(&self, line: &[G::Action]) -> Vec<String> {
        let mut state = self.state.clone();
        let mut text = Vec::with_capacity(line.len());
        for &action in line {
            text.push(self.game.write_action(&state, action));
            self.game.apply(&mut state, action);
        }
        text
    }

    fn write_analysis(&self, analysis: &search::Analysis<G::Action>) -> search::Analysis<String> {
        let variations = analysis.variations.iter().map(|v| search::Variation {
            action: self.game.write_action(&self.state, v.action),
            score: v.score,
            certainty: v.certainty,
            pv: self.write_line(&v.pv),
        });
        search::Analysis {
            variations: variations.collect(),
            depth: analysis.depth,
            stats: analysis.stats,
        }
    }

    /// An answer to a question that was cut short before a whole search had anything to say: an
    /// estimate from a short look ahead, which is better than nothing.
    fn makeshift(&self, limits: &Limits) -> Result<Answer, Stopped> {
        let interrupted = limits.monitor.as_ref().is_some_and(|monitor| monitor.is_stopped());
        let time = if interrupted { AFTER_INTERRUPT } else { Duration::ZERO };
        let mut engine = self.engine.borrow_mut();
        let mut deepening = Deepening::new(engine.search(self.algorithm));
        let report = deepening.search(&self.game, &self.state, &Limits::default().time(time))?;
        drop(deepening);
        Ok(self.answer(self.algorithm, &report))
    }

    fn answer(&self, algorithm: Algorithm, report: &Report<G::Action>) -> Answer {
        Answer::of(algorithm, report, self.write_line(&report.pv))
    }
}

impl<G> Session for GameSession<G>
where
    G: Heuristic + Notation + Send + 'static,
    G::State: Send,
{
    fn show(&self) -> String {
        self.game.show(&self.state)
    }

    fn position(&self) -> String {
        self.game.write_state(&self.state)
    }

    fn turn(&self) -> Turn {
        self.game.to_move(&self.state)
    }

    fn actions(&self) -> Vec<String> {
        if self.turn() == Turn::Chance {
            return Vec::new();
        }
        let write = |action| self.game.write_action(&self.state, action);
        choices(&self.game, &self.state).into_iter().map(write).collect()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        let mut outcomes = Vec::new();
        if self.turn() == Turn::Chance {
            self.game.chances(&self.state, &mut outcomes);
        }
        let write = |(action, weight)| (self.game.write_action(&self.state, action), weight);
        outcomes.into_iter().map(write).collect()
    }

    fn utility(&self) -> Option<Score> {
        self.game.is_terminal(&self.state).then(|| self.game.utility(&self.state))
    }

    fn plies_to_end(&self, score: Score) -> Option<u32> {
        self.game.plies_to_end(&self.state, score)
    }

    fn play(&mut self, action: &str) -> Result<(), ParseError> {
        let action = self.game.read_action(&self.state, action)?;
        let text = self.game.write_action(&self.state, action);
        self.past.push((self.state.clone(), text));
        self.game.apply(&mut self.state, action);
        Ok(())
    }

    fn roll(&mut self, random: &mut Random) -> Option<String> {
        let outcomes = self.outcomes();
        if outcomes.is_empty() {
            return None;
        }
        let chosen = random.weighted(outcomes.iter().map(|&(_, weight)| weight));
        let (text, _) = outcomes.into_iter().nth(chosen)?;
        self.play(&text).expect("a written outcome can be read");
        Some(text)
    }

    fn undo(&mut self) -> Option<String> {
        let (state, action) = self.past.pop()?;
        self.state = state;
        Some(action)
    }

    fn history(&self) -> Vec<String> {
        self.past.iter().map(|(_, action)| action.clone()).collect()
    }

    fn legend(&self) -> Option<&'static str> {
        self.legend
    }

    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    fn solver(&self) -> Algorithm {
        self.solver.unwrap_or(Algorithm::AlphaBeta)
    }

    fn analyst(&self) -> Algorithm {
        self.solver.unwrap_or(self.algorithm)
    }

    fn set_megabytes(&mut self, megabytes: usize) {
        self.engine.get_mut().set_megabytes(megabytes);
    }

    fn solve(&self, algorithm: Algorithm, limits: &Limits) -> Result<Answer, Stopped> {
        let mut engine = self.engine.borrow_mut();
        let search = engine.search(algorithm);
        let Ok(report) = search.search(&self.game, &self.state, limits) else {
            drop(engine);
            return self.makeshift(limits);
        };
        let mut answer = self.answer(algorithm, &report);
        if report.is_exact() && !answer.best.is_empty() {
            let left = limits.after(&report.stats);
            let search = engine.search(algorithm);
            let found = search::best_actions(search, &self.game, &self.state, report.score, &left);
            let write = |&action: &G::Action| self.game.write_action(&self.state, action);
            answer.ties = found.stats;
            answer.best_complete = found.complete;
            let mut best: Vec<_> = found.actions.iter().map(write).collect();
            if !best.contains(&answer.best[0]) {
                best.insert(0, answer.best[0].clone()); // the limit came before its turn
            }
            answer.best = best;
        }
        Ok(answer)
    }

    fn solve_weakly(&self, algorithm: Algorithm, limits: &Limits) -> Result<Answer, Stopped> {
        let mut engine = self.engine.borrow_mut();
        let search = engine.search(algorithm);
        let report = search.search_within(&self.game, &self.state, Window::SIGN, limits);
        drop(engine);
        report.map_or_else(
            |Stopped| self.makeshift(limits),
            |report| Ok(self.answer(algorithm, &report)),
        )
    }

    fn search(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Answer),
    ) -> Result<Answer, Stopped> {
        // Who asks for no depth wants to play well, not to know what minimax says.
        let limits = &Limits { selective: limits.max_depth.is_none(), ..limits.clone() };
        let played = Played::new(&self.game, self.turn(), algorithm, limits);
        let answer = |report: &_| played.truth(self.answer(algorithm, report));
        let mut engine = self.engine.borrow_mut();
        let mut deepening =
            Deepening::new(engine.search(algorithm)).on_depth(|report| on_depth(&answer(report)));
        let report = deepening.search(played.game(), &self.state, limits)?;
        drop(deepening);
        Ok(answer(&report))
    }

    fn analyze(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&search::Analysis<String>),
    ) -> Result<search::Analysis<String>, Stopped> {
        let mut engine = self.engine.borrow_mut();
        let search = engine.search(algorithm);
        let mut on_depth = |analysis: &_| on_depth(&self.write_analysis(analysis));
        let solves = self.solver == Some(algorithm);
        let analyze = if solves { search::analyze_by_solving } else { search::analyze };
        let analysis = analyze(search, &self.game, &self.state, limits, &mut on_depth)?;
        Ok(self.write_analysis(&analysis))
    }

    fn analyze_best(
        &self,
        algorithm: Algorithm,
        count: usize,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&search::Analysis<String>),
    ) -> Result<search::Analysis<String>, Stopped> {
        let mut engine = self.engine.borrow_mut();
        let (game, state, search) = (&self.game, &self.state, engine.search(algorithm));
        let mut on_depth = |analysis: &_| on_depth(&self.write_analysis(analysis));
        let best = search::analyze_best(search, game, state, count, limits, &mut on_depth)?;
        Ok(self.write_analysis(&best))
    }

    fn record(&self, recorded: &Recorded, limits: &Limits) -> Option<Recording<String>> {
        let recording = recorded.record(&self.game, &self.state, limits)?;
        Some(record::in_text(recording, &self.game, &self.state, &recorded.extent))
    }
}
