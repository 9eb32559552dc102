//! `secateur arena`: program against program.

mod args;
mod bot;
mod contest;
mod crew;
mod fault;
mod journal;
mod opening;
mod pentanomial;
mod player;
mod process;
mod ratings;
mod referee;
pub(crate) mod replay;
mod report;
mod schedule;
mod sprt;
mod tally;
mod ugi_client;

use std::collections::HashSet;
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use secateur::{Monitor, Session};
use serde::Serialize;

use crate::failure::Failure;
use crate::output::{print_json, print_line};
use crate::watch::interruptible;
pub(crate) use args::Args;
use contest::{Contest, PlayerFault, Rules};
use crew::{Crew, Started};
use journal::{Heading, Journal};
use opening::Openings;
use pentanomial::Pentanomial;
use schedule::{Fixture, Plan};
use sprt::{Sprt, Verdict};
use tally::{Pairing, Standing, Tally};

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let entry = secateur_games::entry(&args.game)?;
    let openings = openings(args)?;
    refuse(args, entry.sides, &openings)?;
    let mut started = Started::new();
    for (text, number) in args.players.iter().zip(1..) {
        started.insert(number, player::open(text, &args.game, args.times())?);
    }
    let plan = Plan::new(args.schedule, args.players.len(), args.games, entry.sides);
    let mut tournament = Tournament {
        args,
        tally: Tally::new(&args.players, &plan.pairings, entry.sides),
        plan: &plan,
        contests: Vec::new(),
        curve: report::Curve::default(),
        noted: Vec::new(),
    };
    let mut journal = None;
    if let Some(path) = &args.record {
        let (opened, contests) = Journal::open(path, &heading(args))?;
        journal = Some(opened);
        let exists: HashSet<u64> = plan.fixtures().map(|fixture| fixture.number + 1).collect();
        contests.into_iter().filter(|c| exists.contains(&c.game)).for_each(|contest| {
            tournament.count(contest);
        });
    }
    interruptible(|monitor| {
        tournament.play(entry.sides, &openings, started, monitor, journal.as_mut())
    })?;
    tournament.print()
}

/// What belongs to one tournament and to no other.
fn heading(args: &Args) -> Heading {
    Heading {
        arena: journal::VERSION,
        game: args.game.clone(),
        players: args.players.clone(),
        schedule: format!("{:?}", args.schedule),
        seed: args.seed,
        terms: args.terms(),
    }
}

fn openings(args: &Args) -> Result<Openings, Failure> {
    let (plies, seed) = (args.random_plies, args.seed.unwrap_or(0));
    match &args.openings {
        None => Ok(Openings::Random { plies, seed }),
        Some(path) => {
            let mut session = secateur_games::open(&args.game, None)?;
            Openings::read(path, &mut *session, args.seed)
        }
    }
}

/// What cannot be asked together.
fn refuse(args: &Args, sides: u8, openings: &Openings) -> Result<(), Failure> {
    let bot = args.players.iter().find(|text| text.starts_with("bot:"));
    match (bot, &args.sprt) {
        (Some(bot), _) if !openings.is_none() => Err(Failure::input(format!(
            "player '{bot}': the arena protocol cannot tell a bot of an opening; play without one"
        ))),
        (Some(bot), _) if args.clock.is_some() => Err(Failure::input(format!(
            "player '{bot}': the arena protocol has no clocks; use --time and --first-time"
        ))),
        (_, Some(_)) if args.players.len() > 2 => {
            Err(Failure::input("--sprt compares two players, not more"))
        }
        _ if args.show && args.concurrency > 1 => {
            Err(Failure::input("--show shows one game at a time: leave --concurrency out"))
        }
        _ if sides == 1 && !openings.is_none() => {
            Err(Failure::input("a game that one side plays against chance has no openings"))
        }
        _ => Ok(()),
    }
}

/// A tournament as far as it has come.
struct Tournament<'a> {
    args: &'a Args,
    plan: &'a Plan,
    tally: Tally,
    /// The contests, where they will be printed.
    contests: Vec<Contest>,
    curve: report::Curve,
    noted: Vec<(usize, String)>,
}

impl Tournament<'_> {
    /// Plays what is missing.
    fn play(
        &mut self,
        sides: u8,
        openings: &Openings,
        started: Started,
        monitor: Arc<Monitor>,
        mut journal: Option<&mut Journal>,
    ) -> Result<(), Failure> {
        let args = self.args;
        let watch = |session: &dyn Session, action: Option<&str>| match (args.show, action) {
            (false, _) => Ok(()),
            (true, None) => print_line(&session.show()),
            (true, Some(action)) => print_line(&format!("\n{action}\n{}", session.show())),
        };
        let on_begin = |fixture: &Fixture| match args.show {
            true => print_line(&title(args, sides, fixture)),
            false => Ok(()),
        };
        let on_end = |contest: &Contest| match args.show {
            true => print_line(&format!("\n{}\n", outcome(args, contest))),
            false => Ok(()),
        };
        let (seed, clock, adjudicate) = (args.seed, args.clock, args.adjudicate);
        let rules = Rules { sides, seed, clock, openings, adjudicate, monitor, watch: &watch };
        let (game, names, times) = (args.game.as_str(), &args.players[..], args.times());
        let crew = Crew { game, names, times, rules, on_begin: &on_begin, on_end: &on_end };
        let played = self.tally.numbers();
        let missing =
            self.plan.fixtures().filter(|fixture| !played.contains(&(fixture.number + 1)));
        if self.is_decided() {
            return Ok(());
        }
        let bar = self.progress();
        let outcome = crew.play(args.concurrency.into(), started, missing, |contest| {
            if let Some(journal) = &mut journal {
                journal.append(&contest)?;
            }
            bar.suspend(|| self.note_faults(&contest));
            self.count(contest);
            bar.set_position(self.tally.games);
            bar.set_message(self.so_far());
            Ok(!self.is_decided())
        });
        bar.finish_and_clear();
        outcome
    }

    fn count(&mut self, contest: Contest) {
        self.tally.count(&contest);
        if self.args.report.is_some() {
            self.curve.extend(&self.tally);
        }
        if self.args.json {
            self.contests.push(contest);
        }
    }

    /// Whether the sequential test has come to its end.
    fn is_decided(&self) -> bool {
        let test = self.args.sprt.as_ref().zip(self.tally.pairings.first());
        test.is_some_and(|(sprt, pair)| sprt.verdict(&pair.pentanomial) != Verdict::Open)
    }

    /// Says on stderr what went wrong; the same thing only once.
    fn note_faults(&mut self, contest: &Contest) {
        for course in &contest.courses {
            let fault = course.fault.iter().map(|fault| {
                let PlayerFault { player, fault, position } = fault;
                (*player, fault.note.clone(), format!("{}: {}: {position}", fault.kind, fault.note))
            });
            let warnings = course.warnings.iter().map(|warning| {
                (warning.player, warning.note.clone(), format!("warning: {}", warning.note))
            });
            for (number, note, text) in fault.chain(warnings) {
                let name = &self.args.players[number - 1];
                if self.noted.len() < 100 && !self.noted.contains(&(number, note.clone())) {
                    eprintln!("secateur: game {}: player {number}, {name}: {text}", contest.game);
                    self.noted.push((number, note));
                }
            }
        }
    }

    fn progress(&self) -> ProgressBar {
        if self.args.show || !std::io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let template = "{spinner} {elapsed}  {bar:20} {pos}/{len} games  {msg}  (Ctrl-C: so far)";
        let style = ProgressStyle::with_template(template).expect("the template is well formed");
        let bar = ProgressBar::new(self.plan.contests()).with_style(style);
        bar.set_position(self.tally.games);
        bar.enable_steady_tick(Duration::from_millis(120));
        bar
    }

    /// Two players' difference, for the progress bar.
    fn so_far(&self) -> String {
        match &self.tally.pairings[..] {
            [pairing] => {
                let elo = elo_text(&pairing.pentanomial).unwrap_or_default();
                let test = self.args.sprt.as_ref().map(|sprt| sprt.ratio(&pairing.pentanomial));
                test.map_or(elo.clone(), |ratio| format!("{elo}  LLR {ratio:.2}"))
            }
            _ => String::new(),
        }
    }

    fn print(mut self) -> Result<(), Failure> {
        self.tally.finish();
        let Tournament { args, tally, .. } = &self;
        if let Some(path) = &args.report {
            report::write(path, args, tally, &self.curve)?;
        }
        let test = args.sprt.as_ref().zip(tally.pairings.first());
        let test = test.map(|(sprt, pairing)| Test::new(sprt, &pairing.pentanomial));
        if args.json {
            let (game, seed, games) = (&args.game, args.seed, tally.games);
            let (players, pairings) = (&tally.players, &tally.pairings);
            let results = &self.contests;
            return print_json(&Json { game, seed, games, players, pairings, sprt: test, results });
        }
        if let [pairing] = &tally.pairings[..]
            && let Some(text) = difference(&pairing.pentanomial)
        {
            print_line(&text)?;
        }
        match &test {
            Some(test) => print_line(&test.text())?,
            None if tally.games < self.plan.contests() => {
                let all = self.plan.contests();
                print_line(&format!("interrupted after {} of {all} games", tally.games))?;
            }
            None => {}
        }
        print_line(&tally.table())
    }
}

/// The difference between two players, as `+35 [+12, +60]`.
fn elo_text(counts: &Pentanomial) -> Option<String> {
    let elo = counts.elo()?;
    Some(format!("Elo {:+.0} [{:+.0}, {:+.0}]", elo.value, elo.low, elo.high))
}

/// What pairs of games say about two players.
fn difference(counts: &Pentanomial) -> Option<String> {
    let (elo, superiority) = (elo_text(counts)?, 100.0 * counts.superiority()?);
    let counted = counts.0.map(|count| count.to_string()).join(", ");
    Some(format!("1 against 2: {elo}, LOS {superiority:.1} %, pairs [{counted}]"))
}

fn title(args: &Args, sides: u8, fixture: &Fixture) -> String {
    let [one, two] = fixture.seats.map(|number| args.players[number - 1].as_str());
    match sides {
        1 => format!("Game {}: {one} and {two}, each alone", fixture.number + 1),
        _ => format!("Game {}: {one} against {two}", fixture.number + 1),
    }
}

fn outcome(args: &Args, contest: &Contest) -> String {
    match contest.winner {
        None => "A draw".into(),
        Some(player) => format!("Player {player}, {}, wins", args.players[player - 1]),
    }
}

/// How a sequential test stands.
#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    low: f64,
    high: f64,
    accepted: Option<&'static str>,
}

impl Test {
    fn new(sprt: &Sprt, counts: &Pentanomial) -> Test {
        let (low, high) = sprt.bounds();
        let accepted = match sprt.verdict(counts) {
            Verdict::Open => None,
            Verdict::H0 => Some("H0"),
            Verdict::H1 => Some("H1"),
        };
        let Sprt { elo0, elo1, .. } = *sprt;
        Test { elo0, elo1, ratio: sprt.ratio(counts), low, high, accepted }
    }

    fn text(&self) -> String {
        let Test { elo0, elo1, ratio, low, high, .. } = self;
        let verdict = match self.accepted {
            Some("H1") => format!("H1 accepted: {elo1:+} Elo or more"),
            Some(_) => format!("H0 accepted: {elo0:+} Elo or less"),
            None => "not decided".into(),
        };
        format!("SPRT: {verdict}; LLR {ratio:.2} in ({low:.2}, {high:.2})")
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    game: &'a str,
    seed: Option<u64>,
    games: u64,
    players: &'a [Standing],
    pairings: &'a [Pairing],
    sprt: Option<Test>,
    results: &'a [Contest],
}
