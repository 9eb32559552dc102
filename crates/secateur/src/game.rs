//! The three things a game can say about itself: its rules ([`Game`]), what it knows beyond them
//! ([`Heuristic`]) and how it is written ([`Notation`]).

use std::error::Error;
use std::fmt::{self, Debug};

use crate::random::Random;
use crate::score::Score;
use crate::turn::Turn;

/// The rules of a game.
///
/// `&self` holds what stays the same during a game: a board size, a word list, the leaves of a
/// tree. A state is small (up to some hundred bytes) and copied for every move, so there is no
/// "undo"; the history of a game belongs to whoever plays it. Rules, states and actions are shared by
/// the threads of a search.
pub trait Game: Sync {
    /// A position, with all that decides how the game goes on.
    type State: Clone + Send + Sync;
    /// A move, or an outcome of chance.
    type Action: Copy + Eq + Debug + Send + Sync;

    /// The state in which a game begins.
    fn initial(&self) -> Self::State;

    /// Whose decision this state is waiting for. In a finished game: whose it would be.
    fn to_move(&self, state: &Self::State) -> Turn;

    /// Appends the legal actions of Max or Min, always in the same order. None: the game is over.
    /// Not called where Chance is to move.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Plays an action, or lets an outcome of chance happen. It must be one that
    /// [`actions`](Game::actions) or [`chances`](Game::chances) gives for this state.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// The value of a finished game, from Max's side: a plain score, or
    /// [`Score::WIN`] / [`Score::LOSS`] / [`Score::DRAW`] where winning soon is better than late.
    fn utility(&self, state: &Self::State) -> Score;

    /// Appends the outcomes where Chance is to move, each with its weight: its probability is the
    /// weight over the sum of the weights (at least one outcome, no weight 0, the sum below 2³¹).
    fn chances(&self, _state: &Self::State, _outcomes: &mut Vec<(Self::Action, u32)>) {}

    /// Whether the game is over. Worth overriding where that is cheaper to tell than to list the
    /// actions, since a search asks it of every state at its horizon.
    fn is_terminal(&self, state: &Self::State) -> bool {
        let mut actions = Vec::new();
        self.to_move(state) != Turn::Chance && {
            self.actions(state, &mut actions);
            actions.is_empty()
        }
    }
}

/// What a game knows beyond its rules. Everything is optional, and what is absent costs nothing:
/// `impl Heuristic for MyGame {}` is enough to search it.
///
/// All but [`evaluate`](Heuristic::evaluate), [`order`](Heuristic::order),
/// [`reduction`](Heuristic::reduction) and [`against_draws`](Heuristic::against_draws) must be proven
/// knowledge: searches take it for the truth, and the oracle, which asks for none of it, will tell.
/// Scores are seen from Max's side.
pub trait Heuristic: Game {
    /// An estimate of an unfinished game's value, as a plain score. A search asks for it where it
    /// must stop before the end; without one, all unfinished games look drawn.
    #[inline(always)]
    fn evaluate(&self, _state: &Self::State) -> Score {
        Score::DRAW
    }

    /// A number for the state, the same for states that are worth the same (mirror images, say)
    /// and different for others. With it a search remembers states in a [`Table`](crate::Table).
    ///
    /// Where a whole state fits into 64 bits, return it: then nothing can be mistaken for it. A
    /// 64-bit hash is mistaken with odds of one in 2⁶² a look-up.
    #[inline(always)]
    fn key(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// The exact value of a state, where it can be told without a search.
    #[inline(always)]
    fn solved(&self, _state: &Self::State) -> Option<Score> {
        None
    }

    /// A smallest and a largest possible value of a state, from cheap facts.
    #[inline(always)]
    fn bounds(&self, _state: &Self::State) -> Option<(Score, Score)> {
        None
    }

    /// A smallest and a largest plain score such that all values lie between them: utilities,
    /// evaluations, and what the other hooks say. In a game of chance, the narrower it is the
    /// sooner a search knows that the outcomes left over cannot matter.
    #[inline(always)]
    fn range(&self) -> (Score, Score) {
        (Score::new(-Score::PLAIN_MAX), Score::new(Score::PLAIN_MAX))
    }

    /// Appends the actions worth searching, in the order of [`Game::actions`]: it may leave out
    /// actions that are proven no better than one it keeps. At least one of an unfinished game.
    #[inline(always)]
    fn candidates(&self, state: &Self::State, actions: &mut Vec<Self::Action>) {
        self.actions(state, actions);
    }

    /// Whether so little of the game is left that its states are many and each is worth little. A
    /// table keeps them apart, in a small part that stays near the processor.
    #[inline(always)]
    fn is_endgame(&self, _state: &Self::State) -> bool {
        false
    }

    /// The only action worth searching, where that is cheap to tell: a threat must be answered, say.
    /// It is the one that [`candidates`](Heuristic::candidates) gives. Searches play it without
    /// stopping at the state.
    #[inline(always)]
    fn forced(&self, _state: &Self::State) -> Option<Self::Action> {
        None
    }

    /// How promising an action is, larger first; `child` is the state it leads to. Equal ones stay
    /// in their order.
    #[inline(always)]
    fn order(&self, _state: &Self::State, _action: Self::Action, _child: &Self::State) -> i32 {
        0
    }

    /// Whether the game has [reductions](Heuristic::reduction). Without them no search makes room for
    /// any.
    const REDUCTIONS: bool = false;

    /// By how many plies less than others an action is looked at first, `nth` in the order in which a
    /// node with `depth` plies to go tries them, from 0 on; if it does well all the same, then as deep
    /// as others. (Late move reductions.)
    ///
    /// This is no proven knowledge: it changes what a search to a depth finds. So it is asked for only
    /// under [selective](field@crate::Limits::selective) limits, and never in a search to the end of
    /// the game. What is called proven, is.
    #[inline(always)]
    fn reduction(&self, _depth: u32, _nth: usize) -> u32 {
        0
    }

    /// The game as `side` should see it where it plays to win rather than asks for the truth: a draw is
    /// worth a plain score a little below even to it (contempt). Wins, losses and actions are the same,
    /// all draws are worth the same, and no key is one of the game's own. Only for games whose utilities
    /// are wins, losses and draws.
    ///
    /// This is no proven knowledge: a session asks for it where it plays without a depth by principal
    /// variation search, and calls what is proven drawn a draw. Estimates stay as they are.
    #[inline(always)]
    fn against_draws(&self, _side: Turn) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Whether the game has [priors](Heuristic::priors). Without them no search makes room for any.
    const PRIORS: bool = false;

    /// Appends a weight for each of these actions of a state: how likely it is to be best, from 0
    /// on; they need not add up to 1. [`Mcts`](crate::Mcts) looks first where they are large, by
    /// [`Formula::Puct`](crate::Formula).
    #[inline(always)]
    fn priors(&self, _state: &Self::State, actions: &[Self::Action], priors: &mut Vec<f32>) {
        priors.resize(priors.len() + actions.len(), 1.0);
    }

    /// What to play in a playout, where Max or Min is to move; `None`: the game is over. By default
    /// any action, each as likely as the others; a game may be quicker at that, or choose better.
    /// `actions` is room for a list.
    #[inline(always)]
    fn playout_action(
        &self,
        state: &Self::State,
        random: &mut Random,
        actions: &mut Vec<Self::Action>,
    ) -> Option<Self::Action> {
        actions.clear();
        self.actions(state, actions);
        if actions.is_empty() { None } else { Some(actions[random.below(actions.len())]) }
    }

    /// Whether two states are the same, action for action (mirror images are not). With it a tree
    /// that was grown for one move serves the next.
    #[inline(always)]
    fn same(&self, _state: &Self::State, _other: &Self::State) -> bool {
        false
    }

    /// A small number for an action, the same in every state (a destination cell, say), below
    /// 4096. With it a search learns which actions tend to be good: killers, history, countermoves.
    #[inline(always)]
    fn slot(&self, _action: Self::Action) -> Option<usize> {
        None
    }
}

/// How states and actions are written and read, in the game's own customary notation.
pub trait Notation: Game {
    /// A drawing of the state for a terminal: lines of text, without a final newline.
    fn show(&self, state: &Self::State) -> String;

    /// The state on one line; [`read_state`](Notation::read_state) takes it back.
    fn write_state(&self, state: &Self::State) -> String;

    /// The state that a text stands for, or what is wrong with the text.
    fn read_state(&self, text: &str) -> Result<Self::State, ParseError>;

    /// An action as text, without spaces, different for every action of a state.
    fn write_action(&self, state: &Self::State, action: Self::Action) -> String;

    /// Plies from `state` to the end of the game when both sides play their best, if `score`, the
    /// exact value for the side to move, tells: a counted win or loss does in every game, a plain
    /// score only where the rules make it do so.
    fn plies_to_end(&self, _state: &Self::State, score: Score) -> Option<u32> {
        score.plies_to_end()
    }

    /// The legal action, or outcome of chance, that a text stands for. What it takes beyond
    /// [`write_action`](Notation::write_action)'s spelling is up to the game.
    fn read_action(&self, state: &Self::State, text: &str) -> Result<Self::Action, ParseError> {
        let choices = choices(self, state);
        let found = choices.iter().find(|&&action| self.write_action(state, action) == text.trim());
        found.copied().ok_or_else(|| {
            let mut legal: Vec<_> = choices.iter().map(|&a| self.write_action(state, a)).collect();
            if legal.len() > 40 {
                legal.truncate(40);
                legal.push("…".into());
            }
            ParseError::new(match legal.is_empty() {
                true => format!("'{}' cannot be played: the game is over", text.trim()),
                false => format!("'{}' is not legal here; legal: {}", text.trim(), legal.join(" ")),
            })
        })
    }
}

/// Everything that can happen next: the legal actions, or the outcomes of chance.
pub(crate) fn choices<G: Game + ?Sized>(game: &G, state: &G::State) -> Vec<G::Action> {
    let mut actions = Vec::new();
    if game.to_move(state) == Turn::Chance {
        let mut outcomes = Vec::new();
        game.chances(state, &mut outcomes);
        actions.extend(outcomes.iter().map(|&(action, _)| action));
    } else {
        game.actions(state, &mut actions);
    }
    actions
}

/// Why a text was refused: one line that names the place and the mend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    message: String,
}

impl ParseError {
    /// An error with this one-line message.
    pub fn new(message: impl Into<String>) -> ParseError {
        ParseError { message: message.into() }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for ParseError {}
