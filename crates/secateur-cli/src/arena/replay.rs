//! `secateur replay`: the games of an arena's record, one after the other or step by step.

use std::io::{BufRead, IsTerminal, stdin};

use secateur::Session;

use super::contest::{Contest, Course};
use super::journal::{self, Heading};
use crate::failure::Failure;
use crate::output::print_line;

/// Step through the games that 'secateur arena --record' wrote
///
/// Without --game: a line a game. At a terminal a game goes on by Enter: see '?' there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  secateur arena tic-tac-toe engine random --games 4 --seed 1 --record games.jsonl
  secateur replay games.jsonl
  secateur replay games.jsonl --game 2")]
pub(crate) struct Args {
    /// The record
    record: String,

    /// The game, by its number
    #[arg(long, value_name = "N")]
    game: Option<u64>,

    /// Where one side decides, each player has a game of its own: the one of this player
    #[arg(long, value_name = "N", requires = "game")]
    player: Option<usize>,

    /// Show the position after so many moves alone
    #[arg(long, value_name = "N", requires = "game")]
    ply: Option<usize>,

    /// Wait for a key and Enter, as at a terminal
    #[arg(long, requires = "game", conflicts_with = "ply")]
    step: bool,
}

/// What can be typed at a step.
const KEYS: &str = "Enter or n: next; p: back; a number: to that ply; q: quit";

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let refuse = |why: String| Failure::input(format!("record {}: {why}", args.record));
    let (heading, contests) =
        journal::load(&args.record)?.ok_or_else(|| refuse("it is empty".into()))?;
    let Some(game) = args.game else { return list(&heading, &contests) };
    let contest = contests.iter().find(|contest| contest.game == game);
    let contest = contest.ok_or_else(|| refuse(format!("there is no game {game} in it")))?;
    let course = match args.player {
        None => contest.courses.first(),
        player => contest.courses.iter().find(|course| course.player == player),
    };
    let course = course.ok_or_else(|| refuse("that player has no game of its own".into()))?;
    let mut replay = Replay::new(&heading, contest, course)?;
    print_line(&summary(&heading, contest))?;
    match args.ply {
        Some(ply) => {
            replay.go(ply)?;
            print_line(&replay.show())
        }
        None if args.step || stdin().is_terminal() => step_through(&mut replay),
        None => {
            for ply in 0..=course.moves.len() {
                replay.go(ply)?;
                print_line(&format!("\n{}", replay.show()))?;
            }
            replay.end().map_or(Ok(()), |end| print_line(&format!("\n{end}")))
        }
    }
}

fn list(heading: &Heading, contests: &[Contest]) -> Result<(), Failure> {
    print_line(&format!("{}: {} games", heading.game, contests.len()))?;
    contests.iter().try_for_each(|contest| print_line(&summary(heading, contest)))
}

/// A contest on one line.
fn summary(heading: &Heading, contest: &Contest) -> String {
    let name = |number: usize| match heading.players.get(number - 1) {
        Some(name) => name.as_str(),
        None => "?",
    };
    let [one, two] = contest.players.map(name);
    let result = match contest.winner {
        None => "draw".into(),
        Some(winner) => format!("{} wins", name(winner)),
    };
    let plies: Vec<String> =
        contest.courses.iter().map(|course| course.moves.len().to_string()).collect();
    let faults = contest.courses.iter().filter_map(|course| course.fault.as_ref());
    let faults: String = faults.map(|fault| format!(", {}", fault.fault.kind)).collect();
    let plies = plies.join(" and ");
    format!("game {}: {one} against {two}: {result}, {plies} plies{faults}", contest.game)
}

/// A game at some ply.
struct Replay<'a> {
    session: Box<dyn Session>,
    course: &'a Course,
}

impl<'a> Replay<'a> {
    /// The game at its beginning; its moves are those of its rules.
    fn new(
        heading: &Heading,
        contest: &Contest,
        course: &'a Course,
    ) -> Result<Replay<'a>, Failure> {
        let mut session = secateur_games::open(&heading.game, None)?;
        super::opening::play(&mut *session, &course.moves)
            .map_err(|error| Failure::input(format!("game {}: {error}", contest.game)))?;
        super::opening::rewind(&mut *session);
        Ok(Replay { session, course })
    }

    fn ply(&self) -> usize {
        self.session.history().len()
    }

    /// To a ply, or the last one.
    fn go(&mut self, ply: usize) -> Result<(), Failure> {
        let ply = ply.min(self.course.moves.len());
        while self.ply() > ply {
            self.session.undo();
        }
        while let Some(action) = self.course.moves[..ply].get(self.ply()) {
            self.session.play(action)?;
        }
        Ok(())
    }

    /// The move that led here and the board.
    fn show(&self) -> String {
        let ply = self.ply();
        let Some(last) = ply.checked_sub(1) else { return self.session.show() };
        let time = last.checked_sub(self.course.opening).and_then(|i| self.course.times.get(i));
        let time = match time {
            Some(&time) if time > 0 => format!(" in {:.1} ms", time as f64 / 1000.0),
            _ if last < self.course.opening => " (opening)".into(),
            _ => String::new(),
        };
        format!("{ply}. {}{time}\n{}", self.course.moves[last], self.session.show())
    }

    /// Why the game ended where it did, if the rules do not say.
    fn end(&self) -> Option<String> {
        match &self.course.fault {
            Some(fault) => Some(format!(
                "player {} loses by fault: {}: {}",
                fault.player, fault.fault.kind, fault.fault.note
            )),
            None => self.course.adjudicated.then(|| "the solver knows the result from here".into()),
        }
    }
}

fn step_through(replay: &mut Replay<'_>) -> Result<(), Failure> {
    print_line(&format!("{KEYS}\n\n{}", replay.show()))?;
    for line in stdin().lock().lines() {
        let (line, ply) = (line?, replay.ply());
        match line.trim() {
            "" | "n" => replay.go(ply + 1)?,
            "p" => replay.go(ply.saturating_sub(1))?,
            "q" => return Ok(()),
            text => match text.parse() {
                Ok(ply) => replay.go(ply)?,
                Err(_) => {
                    print_line(&KEYS)?;
                    continue;
                }
            },
        }
        print_line(&format!("\n{}", replay.show()))?;
        if replay.ply() == replay.course.moves.len()
            && let Some(end) = replay.end()
        {
            print_line(&end)?;
        }
    }
    Ok(())
}
