//! What an engine of a given strength plays ([`advise`]), and the strengths for people ([`level`]).

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::limits::{Limits, Stats};
use crate::random::Random;
use crate::search::Algorithm;
use crate::session::{Answer, Session};

/// The levels for people.
pub const LEVELS: RangeInclusive<u32> = 1..=10;

/// How long the engine thinks at most when it plays at a level.
const LEVEL_TIME: Duration = Duration::from_secs(2);

/// Level 1 to 9 looks so many plies ahead, level 10 as far as it comes; all within two seconds.
pub fn level(level: u32) -> Limits {
    let limits = Limits::default().time(LEVEL_TIME);
    if level < *LEVELS.end() { limits.depth(level) } else { limits }
}

/// What to play; the action is the first of the answer's `best`. With `random`, one of the actions
/// that are equally good as far as the search saw, each as likely as the others, which takes the
/// value of every action; without, the first of them. A search that plays by chance anyway is seeded
/// by it instead. `on_depth` hears of every completed depth.
/// Stopped at once, it still looks one ply ahead.
///
/// `None` where there is nothing to choose: in a finished game, and where Chance is to move.
pub fn advise(
    session: &dyn Session,
    algorithm: Algorithm,
    limits: &Limits,
    random: Option<&mut Random>,
    on_depth: &mut dyn FnMut(&Answer),
) -> Option<Answer> {
    let first = session.actions().into_iter().next()?;
    let found = match random {
        Some(random) if algorithm == Algorithm::Mcts => {
            let limits = limits.clone().seed(random.bits());
            session.search(algorithm, &limits, on_depth).ok()
        }
        Some(random) => any_best(session, algorithm, limits, random),
        None => session.search(algorithm, limits, on_depth).ok(),
    };
    let one_ply = || session.search(algorithm, &Limits::default().depth(1), on_depth).ok();
    let mut answer = found.or_else(one_ply)?;
    if answer.best.is_empty() {
        answer.best.push(first);
    }
    Some(answer)
}

/// One of the best actions, by lot.
fn any_best(
    session: &dyn Session,
    algorithm: Algorithm,
    limits: &Limits,
    random: &mut Random,
) -> Option<Answer> {
    let mut analysis = session.analyze(algorithm, limits, &mut |_| {}).ok()?;
    let best = analysis.variations.first()?.score;
    let equals = analysis.variations.iter().take_while(|v| v.score == best).count();
    let chosen = analysis.variations.swap_remove(random.below(equals));
    Some(Answer {
        algorithm,
        score: chosen.score,
        certainty: chosen.certainty,
        best: vec![chosen.action],
        best_complete: false,
        pv: chosen.pv,
        depth: analysis.depth,
        stats: analysis.stats,
        ties: Stats::default(),
    })
}
