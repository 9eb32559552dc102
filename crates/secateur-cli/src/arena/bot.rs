//! A bot as programming arenas run it: a process for every game, a text each turn, a line back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use secateur::{Monitor, ParseError, Random, Session};

use super::fault::{FaultKind, Trouble};
use super::player::{Luck, Player, Times};
use super::process::{Process, Silence, command_line};
use super::referee::Referee;
use crate::clocks::Clocks;

/// A bot of an arena.
pub(super) struct Bot {
    program: String,
    arguments: Vec<String>,
    referee: Referee,
    times: Times,
    process: Option<Process>,
    /// Whether it has answered in this game.
    has_answered: bool,
    /// Whether it has ever answered: then it flushes.
    has_flushed: bool,
    random: Random,
    warnings: Vec<String>,
}

/// How long a bot that is late is listened to, to tell what is wrong with it.
const PATIENCE: Duration = Duration::from_millis(200);

/// How soon a program answers that had its answer ready.
const AT_ONCE: Duration = Duration::from_millis(100);

/// A warning is shown so far.
const LONGEST_WARNING: usize = 100;

impl Bot {
    pub(super) fn read(text: &str, game: &str, times: Times) -> Result<Bot, ParseError> {
        let (program, arguments) = command_line(text)?;
        let referee = Referee::of(game);
        // Whether it starts at all should be known before the first game.
        let process = start(&program, &arguments).map_err(ParseError::new)?;
        let random = Random::new(0);
        Ok(Bot {
            program,
            arguments,
            referee,
            times,
            process: Some(process),
            has_answered: false,
            has_flushed: false,
            random,
            warnings: Vec::new(),
        })
    }

    fn warn(&mut self, line: &str) {
        let shown: String = line.chars().take(LONGEST_WARNING).collect();
        self.warnings.push(format!("it also said '{shown}'"));
    }

    /// The bot's answer, from which turn on as it may be.
    fn hear(&mut self, process: &mut Process, monitor: &Monitor) -> Result<String, Trouble> {
        let time = if self.has_answered { self.times.action } else { self.times.first() };
        let (limit, started) = (time + self.times.grace, Instant::now());
        loop {
            match process.line(limit.saturating_sub(started.elapsed()), monitor) {
                Ok(line) => match self.referee.read(&line) {
                    Some(action) => {
                        (self.has_answered, self.has_flushed) = (true, true);
                        return Ok(action);
                    }
                    // Some bots greet, or their runtime warns, before the first answer.
                    None if !self.has_answered => self.warn(&line),
                    None => {
                        let shown: String = line.chars().take(LONGEST_WARNING).collect();
                        let note = format!("it answered '{shown}'");
                        return Err(Trouble::fault(FaultKind::Garbage, note));
                    }
                },
                Err(Silence::Interrupted) => return Err(Trouble::Interrupted),
                Err(Silence::End) => {
                    let end = process.end(PATIENCE);
                    let note = format!("it ended before its answer{end}");
                    return Err(Trouble::fault(FaultKind::Crash, note));
                }
                Err(Silence::TimeOut) => return Err(self.late(process, limit, monitor)),
            }
        }
    }

    /// What is wrong with a bot that has not answered in time.
    fn late(&mut self, process: &mut Process, limit: Duration, monitor: &Monitor) -> Trouble {
        if !self.has_answered
            && let Some(last) = self.warnings.last()
        {
            return Trouble::fault(FaultKind::Garbage, format!("no answer: {last}"));
        }
        let within = humantime::format_duration(limit);
        let started = Instant::now();
        match process.line(PATIENCE, monitor) {
            Ok(_) => {
                let late = (limit + started.elapsed()).as_millis();
                let note = format!("it answered after {late}ms, not within {within}");
                return Trouble::fault(FaultKind::TimeOut, note);
            }
            Err(Silence::Interrupted) => return Trouble::Interrupted,
            Err(_) => {}
        }
        let silent = format!("no answer within {within}");
        if self.has_flushed {
            return Trouble::fault(FaultKind::TimeOut, silent);
        }
        // A program that waits for more input ends now, and what it kept back comes out.
        process.close();
        match process.line(AT_ONCE, monitor) {
            Ok(line) if self.referee.read(&line).is_some() => Trouble::fault(
                FaultKind::Unflushed,
                format!("{silent}; it came when the input was closed: does it flush?"),
            ),
            _ => Trouble::fault(FaultKind::TimeOut, silent),
        }
    }
}

fn start(program: &str, arguments: &[String]) -> Result<Process, String> {
    Process::start(program, arguments).map_err(|e| format!("'{program}' cannot be started: {e}"))
}

impl Player for Bot {
    fn begin(&mut self, luck: &Luck) {
        if self.has_answered {
            self.process = None;
        }
        self.has_answered = false;
        self.random = luck.random(luck.seed.unwrap_or(0));
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        _clocks: Option<&Clocks>,
        monitor: &Arc<Monitor>,
    ) -> Result<String, Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => start(&self.program, &self.arguments)
                .map_err(|note| Trouble::fault(FaultKind::Crash, note))?,
        };
        while let Some(line) = process.unheard() {
            self.warn(&line);
        }
        process.say(self.referee.turn(session, !self.has_answered, &mut self.random));
        let action = self.hear(&mut process, monitor)?;
        self.process = Some(process);
        Ok(action)
    }

    fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}
