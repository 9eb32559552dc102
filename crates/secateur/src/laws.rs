//! The laws that every game must obey, as one function, and perft.

use std::fmt::{self, Debug};
use std::ops::Range;

use crate::game::{Game, Heuristic, Notation, choices};
use crate::random::Random;
use crate::score::Score;
use crate::turn::Turn;

/// The number of paths of exactly `depth` plies from `state`: the standard test of a move
/// generator (*perft*). Outcomes of chance count like actions.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => with_choices(game, state, &mut Vec::new(), |choices, _| choices.len() as u64),
        _ => paths(game, state, depth, &mut Vec::new()),
    }
}

/// The number of paths of `depth` plies, two at least. Leaves `actions`, those of the nodes above,
/// as it found them. The last ply is counted, not played.
fn paths<G: Game>(game: &G, state: &G::State, depth: u32, actions: &mut Vec<G::Action>) -> u64 {
    with_choices(game, state, actions, |choices, actions| {
        let below = choices.map(|i| {
            let child = after(game, state, actions[i]);
            match depth {
                2 => with_choices(game, &child, actions, |choices, _| choices.len() as u64),
                _ => paths(game, &child, depth - 1, actions),
            }
        });
        below.sum()
    })
}

/// Calls `count` with the places of everything that can happen next on top of `actions`, which is
/// as before afterwards.
#[inline(always)]
fn with_choices<G: Game>(
    game: &G,
    state: &G::State,
    actions: &mut Vec<G::Action>,
    count: impl FnOnce(Range<usize>, &mut Vec<G::Action>) -> u64,
) -> u64 {
    let first = actions.len();
    match game.to_move(state) {
        Turn::Chance => actions.extend(choices(game, state)),
        _ => game.actions(state, actions),
    }
    let count = count(first..actions.len(), actions);
    actions.truncate(first);
    count
}

/// Plays `games` random games and checks on the way that the rules are a game at all. Put it into
/// a test of your own game:
///
/// - the same state always gives the same actions, none twice; a state is finished when, and only
///   when, Max or Min is to move and has no action; a played action leaves its own state alone;
/// - outcomes of chance exist and have weights; their sum fits;
/// - evaluations are plain scores, and so are utilities where chance has a part in the game; all
///   lie in the [`range`](Heuristic::range) of the game;
/// - what is written can be read: states by [`Notation::write_state`], actions and outcomes by
///   [`Notation::write_action`], each on one line, actions without spaces;
/// - a playout goes on by a legal action until the game is over, and a game that knows when two
///   states are the same knows that a state is itself;
/// - a game ends within `max_plies`.
///
/// # Errors
/// The first law found broken, with the state it was broken in.
pub fn check<G>(game: &G, games: u32, max_plies: u32, seed: u64) -> Result<(), Broken>
where
    G: Heuristic + Notation,
{
    let mut random = Random::new(seed);
    for _ in 0..games {
        let mut state = game.initial();
        let mut chance = false;
        let mut plies = 0;
        loop {
            let broken = |law: String| Broken { law, state: game.write_state(&state), plies };
            check_state(game, &state).map_err(broken)?;
            check_playout(game, &state, &mut random).map_err(broken)?;
            chance |= game.to_move(&state) == Turn::Chance;
            let next = choices(game, &state);
            if next.is_empty() {
                if chance && game.utility(&state).is_decisive() {
                    return Err(broken("a game of chance has plain utilities".into()));
                }
                break;
            }
            if plies == max_plies {
                return Err(broken(format!("a game ends within {max_plies} plies")));
            }
            state = after(game, &state, next[random.below(next.len())]);
            plies += 1;
        }
    }
    Ok(())
}

/// A law that a game breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The law and what happened instead.
    pub law: String,
    /// The state, as the game writes it.
    pub state: String,
    /// Plies from the initial state.
    pub plies: u32,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (state '{}', ply {})", self.law, self.state, self.plies)
    }
}

impl std::error::Error for Broken {}

fn check_state<G: Heuristic + Notation>(game: &G, state: &G::State) -> Result<(), String> {
    let next = choices(game, state);
    law(next == choices(game, state), || "a state always has the same actions".into())?;
    for (i, action) in next.iter().enumerate() {
        law(!next[..i].contains(action), || format!("no action twice: {action:?}"))?;
    }
    let finished = game.to_move(state) != Turn::Chance && next.is_empty();
    let (least, most) = game.range();
    let in_range = |score: Score| score.is_decisive() || (least <= score && score <= most);
    law(finished == game.is_terminal(state), || {
        format!("is_terminal is {}, but there are {} actions", !finished, next.len())
    })?;
    if finished {
        let utility = game.utility(state);
        let in_band = !utility.is_decisive() || utility.plies_to_end() == Some(0);
        law(in_band, || format!("a utility is plain, WIN or LOSS, not '{utility}'"))?;
        law(in_range(utility), || format!("the utility {utility} lies in the game's range"))?;
    } else {
        let evaluation = game.evaluate(state);
        law(!evaluation.is_decisive(), || format!("an evaluation is plain, not '{evaluation}'"))?;
        law(in_range(evaluation), || {
            format!("the evaluation {evaluation} lies in the game's range")
        })?;
    }
    check_chances(game, state)?;
    check_state_notation(game, state)?;
    check_action_notation(game, state, &next)
}

fn check_playout<G: Heuristic>(
    game: &G,
    state: &G::State,
    random: &mut Random,
) -> Result<(), String> {
    if game.to_move(state) == Turn::Chance {
        return Ok(());
    }
    let next = choices(game, state);
    let action = game.playout_action(state, random, &mut Vec::new());
    let legal = action.map_or(next.is_empty(), |action| next.contains(&action));
    law(legal, || format!("a playout goes on by a legal action, not {action:?}"))?;
    let knows = next.iter().any(|&action| {
        let child = after(game, state, action);
        game.same(&child, &child)
    });
    law(!knows || game.same(state, state), || "a state is the same as itself".into())
}

fn check_chances<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    if game.to_move(state) != Turn::Chance {
        return Ok(());
    }
    let mut outcomes = Vec::new();
    game.chances(state, &mut outcomes);
    law(!outcomes.is_empty(), || "chance has an outcome".into())?;
    law(outcomes.iter().all(|&(_, weight)| weight > 0), || "no outcome has weight 0".into())?;
    let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
    law(total < 1 << 31, || format!("the weights {total} add up to less than 2^31"))
}

fn check_state_notation<G: Notation>(game: &G, state: &G::State) -> Result<(), String> {
    let text = game.write_state(state);
    law(!text.contains('\n'), || "a state is written on one line".into())?;
    let read = game.read_state(&text).map_err(|e| format!("a written state can be read: {e}"))?;
    let again = game.write_state(&read);
    law(again == text, || format!("a state read back is the same, not '{again}'"))?;
    let same =
        choices(game, &read) == choices(game, state) && game.to_move(&read) == game.to_move(state);
    law(same, || "a state read back has the same actions and turn".into())?;
    law(!game.show(state).is_empty(), || "a state can be shown".into())
}

fn check_action_notation<G: Notation>(
    game: &G,
    state: &G::State,
    next: &[G::Action],
) -> Result<(), String> {
    let before = game.write_state(state);
    for &action in next {
        let text = game.write_action(state, action);
        let spaced = text.is_empty() || text.contains(char::is_whitespace);
        law(!spaced, || format!("an action is written without spaces: '{text}'"))?;
        let read = game.read_action(state, &text);
        law(read == Ok(action), || format!("'{text}' reads as {read:?}, not {action:?}"))?;
        drop(after(game, state, action));
    }
    law(game.write_state(state) == before, || "an action changed its own state".into())
}

fn law(holds: bool, says: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(says()) }
}

fn after<G: Game>(game: &G, state: &G::State, action: G::Action) -> G::State {
    let mut next = state.clone();
    game.apply(&mut next, action);
    next
}
