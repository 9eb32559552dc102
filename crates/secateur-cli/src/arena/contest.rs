//! One contest between two players: a game, or, where only one side decides, a game each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use secateur::{Certainty, Limits, Monitor, Random, Score, Session, Turn};
use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultKind, Trouble};
use super::opening::{Openings, rewind};
use super::player::{Luck, Player};
use super::schedule::Fixture;
use crate::clocks::{Clocks, TimeControl};
use crate::failure::Failure;

/// How late an answer may come when the clock has run out: our own work is on the clock too.
const GRACE: Duration = Duration::from_millis(50);

/// What the games of a tournament have in common.
pub(super) struct Rules<'a> {
    /// How many sides of the game decide.
    pub(super) sides: u8,
    pub(super) seed: Option<u64>,
    /// How the clocks are set, in a match with clocks.
    pub(super) clock: Option<TimeControl>,
    /// How games begin.
    pub(super) openings: &'a Openings,
    /// A game that the solver settles in so many nodes is over.
    pub(super) adjudicate: Option<u64>,
    /// Ctrl-C ends the match.
    pub(super) monitor: Arc<Monitor>,
    /// Hears of every state, and of the action that led to it.
    pub(super) watch: &'a Watch<'a>,
}

pub(super) type Watch<'a> = dyn Fn(&dyn Session, Option<&str>) -> Result<(), Failure> + Sync + 'a;

/// How a contest ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Contest {
    /// Its number, from 1.
    pub(super) game: u64,
    /// The pair it belongs to.
    pub(super) pair: u64,
    /// Who played, numbered from 1: the player with the first side, then the other.
    pub(super) players: [usize; 2],
    /// The player who had the first side; `None` where only one side decides.
    pub(super) first: Option<usize>,
    /// The player who won; `None`: a draw.
    pub(super) winner: Option<usize>,
    pub(super) courses: Vec<Course>,
}

/// The course of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Course {
    /// The player, where only one plays.
    pub(super) player: Option<usize>,
    /// Who lost the game by a fault, and which.
    pub(super) fault: Option<PlayerFault>,
    /// What else was odd.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<Warning>,
    /// The value of the finished game for the first side.
    pub(super) utility: Option<i32>,
    /// The value is the solver's: the game was not played to its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) adjudicated: bool,
    /// How many of the moves are the opening.
    #[serde(default)]
    pub(super) opening: usize,
    pub(super) moves: Vec<String>,
    /// Microseconds that each move took behind the opening; 0 where chance moved. A last one more is
    /// the answer that was a fault.
    #[serde(default)]
    pub(super) times: Vec<u64>,
}

/// A fault, whose it is, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlayerFault {
    pub(super) player: usize,
    #[serde(flatten)]
    pub(super) fault: Fault,
    /// The position, on one line.
    #[serde(default)]
    pub(super) position: String,
}

/// Something that is no fault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Warning {
    pub(super) player: usize,
    pub(super) note: String,
}

/// The players of a contest, with their numbers.
pub(super) type Seats<'a> = [(usize, &'a mut dyn Player); 2];

/// Plays a contest; the session is left where the last game ended. `None` when it was interrupted.
pub(super) fn play(
    rules: &Rules<'_>,
    session: &mut dyn Session,
    seats: &mut Seats<'_>,
    fixture: &Fixture,
) -> Result<Option<Contest>, Failure> {
    let (players, pair) = (fixture.seats, fixture.pair);
    let contest = |first, winner, courses| {
        Some(Contest { game: fixture.number + 1, pair, players, first, winner, courses })
    };
    if rules.sides == 1 {
        let mut courses = Vec::new();
        for (player, place) in players.into_iter().zip([0, 1]) {
            match play_course(rules, session, seats, [place, place], fixture)? {
                Some(course) => courses.push(Course { player: Some(player), ..course }),
                None => return Ok(None),
            }
        }
        // A game lost by fault is worth less than any other.
        let points = |course: &Course| course.utility.filter(|_| course.fault.is_none());
        let winner = match points(&courses[0]).cmp(&points(&courses[1])) {
            std::cmp::Ordering::Less => Some(players[1]),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(players[0]),
        };
        return Ok(contest(None, winner, courses));
    }
    let Some(course) = play_course(rules, session, seats, [0, 1], fixture)? else {
        return Ok(None);
    };
    let other = |player| if player == players[0] { players[1] } else { players[0] };
    let winner = match (&course.fault, course.utility.unwrap_or(0).signum()) {
        (Some(fault), _) => Some(other(fault.player)),
        (None, 1) => Some(players[0]),
        (None, -1) => Some(players[1]),
        (None, _) => None,
    };
    Ok(contest(Some(players[0]), winner, vec![course]))
}

/// Plays one game from its opening on; `deciding` says which seat decides for Max and which for Min.
fn play_course(
    rules: &Rules<'_>,
    session: &mut dyn Session,
    seats: &mut Seats<'_>,
    deciding: [usize; 2],
    fixture: &Fixture,
) -> Result<Option<Course>, Failure> {
    rewind(session);
    rules.openings.begin(session, fixture.round)?;
    // Chance treats both players of a pair of games, or of a contest, alike.
    let chance = Luck { seed: rules.seed, game: fixture.pair, player: 0 };
    let mut chance = chance.random(rules.seed.unwrap_or(0));
    for (number, player) in seats.iter_mut() {
        player.begin(&Luck { seed: rules.seed, game: fixture.number, player: *number });
    }
    (rules.watch)(session, None)?;
    let mut clocks = rules.clock.map(Clocks::new);
    let mut course = Course { opening: session.history().len(), ..Course::default() };
    while session.utility().is_none() && course.fault.is_none() {
        let started = Instant::now();
        let moved = step(session, seats, deciding, &mut chance, clocks.as_mut(), &rules.monitor);
        let time = started.elapsed();
        match moved {
            Ok((action, chosen)) => {
                course.times.push(if chosen { time.as_micros() as u64 } else { 0 });
                (rules.watch)(session, Some(&action))?;
            }
            Err((_, Trouble::Interrupted)) => return Ok(None),
            Err((player, Trouble::Fault(fault))) => {
                course.times.push(time.as_micros() as u64);
                course.fault = Some(PlayerFault { player, fault, position: session.position() });
            }
        }
        if rules.monitor.is_stopped() {
            return Ok(None);
        }
        if course.fault.is_none() && settle(rules, session, &mut course) {
            break;
        }
    }
    for (number, player) in seats.iter_mut() {
        let notes = player.warnings().into_iter();
        course.warnings.extend(notes.map(|note| Warning { player: *number, note }));
    }
    course.utility = course.utility.or(session.utility().map(points));
    course.moves = session.history();
    Ok(Some(course))
}

/// Whether the solver knows how the game ends.
fn settle(rules: &Rules<'_>, session: &dyn Session, course: &mut Course) -> bool {
    let Some(nodes) = rules.adjudicate.filter(|_| session.utility().is_none()) else {
        return false;
    };
    if session.turn() == Turn::Chance {
        return false;
    }
    let limits = Limits::default().nodes(nodes).monitor(rules.monitor.clone());
    let answer = session.solve(session.solver(), &limits).ok();
    let exact = answer.filter(|answer| answer.certainty == Certainty::Exact);
    course.utility = exact.map(|answer| points(answer.score.for_turn(session.turn())));
    course.adjudicated = course.utility.is_some();
    course.adjudicated
}

/// One ply: the action played and whether a player chose it, or who failed to play and why.
fn step(
    session: &mut dyn Session,
    seats: &mut Seats<'_>,
    deciding: [usize; 2],
    chance: &mut Random,
    clocks: Option<&mut Clocks>,
    monitor: &Arc<Monitor>,
) -> Result<(String, bool), (usize, Trouble)> {
    let turn = session.turn();
    let seat = match turn {
        Turn::Max => deciding[0],
        Turn::Min => deciding[1],
        Turn::Chance => {
            let rolled = session.roll(chance).ok_or((0, Trouble::Interrupted))?;
            return Ok((rolled, false));
        }
    };
    let (number, player) = &mut seats[seat];
    let started = Instant::now();
    let chosen = player.choose(session, clocks.as_deref(), monitor);
    let late = clocks.and_then(|clocks| clocks.spend(turn, started.elapsed()));
    let action = chosen.map_err(|trouble| (*number, trouble))?;
    if let Some(late) = late.filter(|&late| late > GRACE) {
        let note = format!("its clock had run out {} ms before", late.as_millis());
        return Err((*number, Trouble::fault(FaultKind::TimeOut, note)));
    }
    match session.play(&action) {
        Ok(()) => Ok((action, true)),
        Err(error) => {
            let note = format!("its action: {error}");
            Err((*number, Trouble::fault(FaultKind::Illegal, note)))
        }
    }
}

/// A utility as a number: a counted win is 1, a counted loss -1.
fn points(utility: Score) -> i32 {
    if utility.is_decisive() { utility.value().signum() } else { utility.value() }
}

#[cfg(test)]
mod tests {
    use super::super::player::{self, Times};
    use super::super::schedule::{Plan, Schedule};
    use super::*;
    use crate::toy;

    /// So many contests of a match in tic-tac-toe, or in a game of one side.
    fn contests(
        session: &mut dyn Session,
        sides: u8,
        texts: [&str; 2],
        games: u64,
        more: impl FnOnce(&mut Rules<'_>),
    ) -> Vec<Option<Contest>> {
        let (action, margin) = (Duration::from_secs(1), Duration::ZERO);
        let times = Times { action, first: None, grace: margin, margin, start: action };
        let mut players = texts.map(|text| player::open(text, "tic-tac-toe", times).unwrap());
        let openings = Openings::Random { plies: 0, seed: 0 };
        let watch = |_: &dyn Session, _: Option<&str>| Ok(());
        let mut rules = Rules {
            sides,
            seed: Some(1),
            clock: None,
            openings: &openings,
            adjudicate: None,
            monitor: Arc::default(),
            watch: &watch,
        };
        more(&mut rules);
        let plan = Plan::new(Schedule::RoundRobin, 2, games, sides);
        let play_one = |fixture: Fixture| {
            let [one, two] = &mut players;
            let mut seats: Seats<'_> = [(1, one.as_mut()), (2, two.as_mut())];
            if fixture.seats == [2, 1] {
                seats.reverse();
            }
            play(&rules, session, &mut seats, &fixture).unwrap()
        };
        plan.fixtures().map(play_one).collect()
    }

    /// Whoever thinks longer than its clock has lost.
    #[test]
    fn a_clock_that_runs_out_loses_the_game() {
        let mut session = secateur_games::open("tic-tac-toe:m=5,n=5,k=4", None).unwrap();
        let texts = ["engine:time=400ms", "engine"];
        let clocked = |rules: &mut Rules<'_>| rules.clock = Some("0.3".parse().unwrap());
        let played = contests(&mut *session, 2, texts, 1, clocked).remove(0).unwrap();
        let fault = played.courses[0].fault.as_ref().unwrap();
        assert_eq!((fault.player, fault.fault.kind), (1, FaultKind::TimeOut));
        assert_eq!(played.winner, Some(2));
        assert_eq!(fault.position.split('/').count(), 5, "{}", fault.position);
    }

    #[test]
    fn where_one_side_decides_each_plays_alone_with_the_same_luck() {
        let texts = ["engine:depth=4", "engine:nodes=500"];
        let games = contests(&mut *toy::session(), 1, texts, 20, |_| {});
        let games: Vec<Contest> = games.into_iter().flatten().collect();
        for contest in &games {
            let [one, two] = &contest.courses[..] else { panic!("{contest:?}") };
            assert_eq!((one.player, two.player, contest.first), (Some(1), Some(2), None));
            assert_eq!((&one.moves, contest.winner), (&two.moves, None));
        }
        assert!(games.iter().any(|contest| contest.courses[0].utility != Some(8)));
        let games = contests(&mut *toy::session(), 1, ["engine:depth=4", "random"], 40, |_| {});
        for contest in games.into_iter().flatten() {
            let [one, two] = [0, 1].map(|i| contest.courses[i].utility.unwrap());
            let winner = [Some(2), None, Some(1)][(one.cmp(&two) as i8 + 1) as usize];
            assert_eq!(contest.winner, winner);
        }
    }

    #[test]
    fn sides_alternate() {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let games = contests(&mut *session, 2, ["engine:depth=9", "random"], 6, |_| {});
        let games: Vec<Contest> = games.into_iter().flatten().collect();
        for (contest, first) in games.iter().zip([1, 2].into_iter().cycle()) {
            assert_eq!(contest.first, Some(first));
            let utility = contest.courses[0].utility.unwrap();
            let winner = match utility {
                1 => Some(first),
                -1 => Some(3 - first),
                _ => None,
            };
            assert_eq!(contest.winner, winner);
        }
        let openings = |i: usize| &games[i].courses[0].moves[..1];
        assert!(openings(0) != openings(2) || openings(2) != openings(4), "the seed is for ties");
    }

    #[test]
    fn a_match_can_be_interrupted() {
        let stopped = |rules: &mut Rules<'_>| rules.monitor.stop();
        let ended = contests(&mut *toy::session(), 1, ["engine", "random"], 1, stopped);
        assert!(ended[0].is_none());
    }

    /// Adjudicated games end earlier, with the result that best play would have had.
    #[test]
    fn the_solver_ends_games_that_are_decided() {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let solving = |rules: &mut Rules<'_>| rules.adjudicate = Some(1000);
        let games = contests(&mut *session, 2, ["random", "random"], 20, solving);
        for contest in games.into_iter().flatten() {
            let course = &contest.courses[0];
            assert!(course.adjudicated && course.moves.len() < 9, "{contest:?}");
            rewind(&mut *session);
            super::super::opening::play(&mut *session, &course.moves).unwrap();
            let value = session.solve(session.solver(), &Limits::default()).unwrap().score;
            assert_eq!(course.utility, Some(points(value.for_turn(session.turn()))));
        }
    }
}
