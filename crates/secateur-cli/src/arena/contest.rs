//! One contest between two players: a game, or, where only one side decides, a game each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use secateur::{Monitor, Random, Score, Session, Turn};
use serde::Serialize;

use super::fault::{Fault, FaultKind, Trouble};
use super::player::{Luck, Player};
use crate::clocks::{Clocks, TimeControl};
use crate::failure::Failure;

/// How late an answer may come when the clock has run out: our own work is on the clock too.
const GRACE: Duration = Duration::from_millis(50);

/// The players, in the order they were named.
pub(super) type Players = [Box<dyn Player>; 2];

/// What the games of a match have in common.
pub(super) struct Rules<'a> {
    /// How many sides of the game decide.
    pub(super) sides: u8,
    pub(super) seed: Option<u64>,
    /// How the clocks are set, in a match with clocks.
    pub(super) clock: Option<TimeControl>,
    /// Ctrl-C ends the match.
    pub(super) monitor: Arc<Monitor>,
    /// Hears of every state, and of the action that led to it.
    pub(super) watch: &'a mut Watch<'a>,
}

type Watch<'a> = dyn FnMut(&dyn Session, Option<&str>) -> Result<(), Failure> + 'a;

/// How a contest ended.
#[derive(Debug, Serialize)]
pub(super) struct Contest {
    /// Its number, from 1.
    pub(super) game: u64,
    /// The player (1 or 2) who had the first side; `None` where only one side decides.
    pub(super) first: Option<usize>,
    /// The player who won; `None`: a draw.
    pub(super) winner: Option<usize>,
    pub(super) courses: Vec<Course>,
}

/// The course of a game.
#[derive(Debug, Serialize)]
pub(super) struct Course {
    /// The player, where only one plays.
    pub(super) player: Option<usize>,
    /// Who lost the game by a fault, and which.
    pub(super) fault: Option<PlayerFault>,
    /// The value of the finished game for the first side.
    pub(super) utility: Option<i32>,
    pub(super) moves: Vec<String>,
}

/// A fault, and whose it is.
#[derive(Debug, Serialize)]
pub(super) struct PlayerFault {
    pub(super) player: usize,
    #[serde(flatten)]
    pub(super) fault: Fault,
}

/// Plays contest number `game` (from 0); the session is left where the last game ended. `None`
/// when it was interrupted.
pub(super) fn play(
    rules: &mut Rules<'_>,
    session: &mut dyn Session,
    players: &mut Players,
    game: u64,
) -> Result<Option<Contest>, Failure> {
    let number = game + 1;
    if rules.sides == 1 {
        let mut courses = Vec::new();
        for player in [1, 2] {
            match play_course(rules, session, players, [player, player], game)? {
                Some(course) => courses.push(Course { player: Some(player), ..course }),
                None => return Ok(None),
            }
        }
        // A game lost by fault is worth less than any other.
        let points = |course: &Course| course.utility.filter(|_| course.fault.is_none());
        let winner = match points(&courses[0]).cmp(&points(&courses[1])) {
            std::cmp::Ordering::Less => Some(2),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(1),
        };
        return Ok(Some(Contest { game: number, first: None, winner, courses }));
    }
    let seats = match game % 2 {
        0 => [1, 2],
        _ => [2, 1],
    };
    let Some(course) = play_course(rules, session, players, seats, game)? else { return Ok(None) };
    let winner = match (&course.fault, course.utility.unwrap_or(0).signum()) {
        (Some(fault), _) => Some(3 - fault.player),
        (None, 1) => Some(seats[0]),
        (None, -1) => Some(seats[1]),
        (None, _) => None,
    };
    Ok(Some(Contest { game: number, first: Some(seats[0]), winner, courses: vec![course] }))
}

/// Plays one game from its initial state; `seats` says who decides for Max and for Min.
fn play_course(
    rules: &mut Rules<'_>,
    session: &mut dyn Session,
    players: &mut Players,
    seats: [usize; 2],
    game: u64,
) -> Result<Option<Course>, Failure> {
    while session.undo().is_some() {}
    // Chance treats both players of a pair of games, or of a contest, alike.
    let pair = if rules.sides == 1 { game } else { game / 2 };
    let chance = Luck { seed: rules.seed, game: pair, player: 0 };
    let mut chance = chance.random(rules.seed.unwrap_or(0));
    for player in [1, 2] {
        players[player - 1].begin(&Luck { seed: rules.seed, game, player });
    }
    (rules.watch)(session, None)?;
    let mut clocks = rules.clock.map(Clocks::new);
    let mut fault = None;
    while session.utility().is_none() && fault.is_none() {
        match step(session, players, seats, &mut chance, clocks.as_mut(), &rules.monitor) {
            Ok(action) => (rules.watch)(session, Some(&action))?,
            Err((_, Trouble::Interrupted)) => return Ok(None),
            Err((player, Trouble::Fault(its))) => fault = Some(PlayerFault { player, fault: its }),
        }
        if rules.monitor.is_stopped() {
            return Ok(None);
        }
    }
    let utility = session.utility().map(points);
    Ok(Some(Course { player: None, fault, utility, moves: session.history() }))
}

/// One ply: the action played, or who failed to play and why.
fn step(
    session: &mut dyn Session,
    players: &mut Players,
    seats: [usize; 2],
    chance: &mut Random,
    clocks: Option<&mut Clocks>,
    monitor: &Arc<Monitor>,
) -> Result<String, (usize, Trouble)> {
    let turn = session.turn();
    let player = match turn {
        Turn::Max => seats[0],
        Turn::Min => seats[1],
        Turn::Chance => return session.roll(chance).ok_or((0, Trouble::Interrupted)),
    };
    let started = Instant::now();
    let chosen = players[player - 1].choose(session, clocks.as_deref(), monitor);
    let late = clocks.and_then(|clocks| clocks.spend(turn, started.elapsed()));
    let action = chosen.map_err(|trouble| (player, trouble))?;
    if let Some(late) = late.filter(|&late| late > GRACE) {
        let note = format!("its clock had run out {} ms before", late.as_millis());
        return Err((player, Trouble::fault(FaultKind::TimeOut, note)));
    }
    match session.play(&action) {
        Ok(()) => Ok(action),
        Err(error) => {
            Err((player, Trouble::fault(FaultKind::Illegal, format!("its action: {error}"))))
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
    use super::*;
    use crate::toy;

    fn times() -> Times {
        let second = Duration::from_secs(1);
        Times { action: second, margin: Duration::ZERO, start: second }
    }

    /// Whoever thinks longer than its clock has lost.
    #[test]
    fn a_clock_that_runs_out_loses_the_game() {
        let mut session = secateur_games::open("tic-tac-toe:m=5,n=5,k=4", None).unwrap();
        let texts = ["engine:time=400ms", "engine"];
        let mut players = texts.map(|text| player::open(text, times()).unwrap());
        let mut watch = |_: &dyn Session, _: Option<&str>| Ok(());
        let clock = Some("0.3".parse().unwrap());
        let monitor = Arc::new(Monitor::default());
        let mut rules = Rules { sides: 2, seed: Some(1), clock, monitor, watch: &mut watch };
        let contest = play(&mut rules, &mut *session, &mut players, 0).unwrap().unwrap();
        let fault = contest.courses[0].fault.as_ref().unwrap();
        assert_eq!((fault.player, fault.fault.kind), (1, FaultKind::TimeOut));
        assert_eq!(contest.winner, Some(2));
    }

    /// So many contests of a match.
    fn contests(
        session: &mut dyn Session,
        sides: u8,
        texts: [&str; 2],
        games: u64,
    ) -> Vec<Contest> {
        let times = times();
        let mut players = texts.map(|text| player::open(text, times).unwrap());
        let mut watch = |_: &dyn Session, _: Option<&str>| Ok(());
        let monitor = Arc::new(Monitor::default());
        let mut rules = Rules { sides, seed: Some(1), clock: None, monitor, watch: &mut watch };
        let mut next = |game| play(&mut rules, session, &mut players, game).unwrap().unwrap();
        (0..games).map(&mut next).collect()
    }

    #[test]
    fn where_one_side_decides_each_plays_alone_with_the_same_luck() {
        let games = contests(&mut *toy::session(), 1, ["engine:depth=4", "engine:nodes=500"], 20);
        for contest in &games {
            let [one, two] = &contest.courses[..] else { panic!("{contest:?}") };
            assert_eq!((one.player, two.player, contest.first), (Some(1), Some(2), None));
            assert_eq!((&one.moves, contest.winner), (&two.moves, None));
        }
        assert!(games.iter().any(|contest| contest.courses[0].utility != Some(8)));
        let games = contests(&mut *toy::session(), 1, ["engine:depth=4", "random"], 40);
        for contest in &games {
            let [one, two] = [0, 1].map(|i| contest.courses[i].utility.unwrap());
            let winner = [Some(2), None, Some(1)][(one.cmp(&two) as i8 + 1) as usize];
            assert_eq!(contest.winner, winner);
        }
    }

    #[test]
    fn sides_alternate() {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let games = contests(&mut *session, 2, ["engine:depth=9", "random"], 6);
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
        let times = times();
        let mut players = ["engine", "random"].map(|text| player::open(text, times).unwrap());
        let mut watch = |_: &dyn Session, _: Option<&str>| Ok(());
        let monitor = Arc::new(Monitor::default());
        monitor.stop();
        let mut rules = Rules { sides: 1, seed: None, clock: None, monitor, watch: &mut watch };
        let ended = play(&mut rules, &mut *toy::session(), &mut players, 0).unwrap();
        assert!(ended.is_none());
    }
}
