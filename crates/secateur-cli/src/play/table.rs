//! The table at which people, the engine and chance sit.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use secateur::{Random, Session, Turn};

use super::goal::Goal;
use super::screen::Screen;
use super::{Persons, sentences};
use crate::clocks::Clocks;
use crate::engine::{Advice, Engine};
use crate::failure::Failure;
use crate::lines::{Line, next_line};
use crate::watch::watched;

/// A game in progress.
pub(super) struct Table<R, W> {
    pub(super) session: Box<dyn Session>,
    pub(super) persons: Persons,
    /// How many sides decide.
    pub(super) sides: u8,
    pub(super) engine: Engine,
    /// Of the sides that the engine plays, where they have clocks.
    pub(super) clocks: Option<Clocks>,
    /// What ends the game early, if anything.
    pub(super) goal: Option<Goal>,
    /// A move of the engine takes so long at least.
    pub(super) pause: Duration,
    /// Moves of the engine so far.
    pub(super) moves: u32,
    pub(super) started: Instant,
    /// Where the only thing to see is one board that changes.
    pub(super) screen: Option<Screen>,
    pub(super) chance: Random,
    /// For the engine's choice among equally good actions, where it does choose.
    pub(super) ties: Option<Random>,
    /// For every ply so far, whether a person played it.
    pub(super) by_person: Vec<bool>,
    /// Whether to repeat what is typed, because no terminal shows it.
    pub(super) echo: bool,
    pub(super) input: R,
    pub(super) output: W,
}

/// Whether the game goes on.
enum Next {
    Turn,
    End,
}

impl<R: BufRead, W: Write> Table<R, W> {
    /// Plays to the end.
    pub(super) fn play(&mut self) -> Result<(), Failure> {
        loop {
            if let Some(goal) = self.goal.as_ref().filter(|goal| goal.is_reached(&*self.session)) {
                let reached = goal.reached(self.moves, self.started.elapsed());
                self.show(true)?;
                return self.say(&reached);
            }
            if let Some(utility) = self.session.utility() {
                self.show(true)?;
                return self.say(&sentences::result(self.persons, self.sides, utility));
            }
            let turn = self.session.turn();
            if turn == Turn::Chance {
                self.roll()?;
                continue;
            }
            self.show(false)?;
            if !self.persons.decide(turn) {
                self.engine_turn(turn)?;
            } else if let Next::End = self.person_turn(turn)? {
                return Ok(());
            }
        }
    }

    /// Says something, line by line.
    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }

    /// Shows the board; on a screen every now and then, and the `last` one.
    fn show(&mut self, last: bool) -> Result<(), Failure> {
        let board = format!("\n{}\n", self.session.show());
        let Some(screen) = &mut self.screen else { return self.say(&board) };
        let progress = sentences::progress(self.moves, self.started.elapsed());
        if let Some(drawing) = screen.cover(&format!("{board}{progress}"), last) {
            write!(self.output, "{drawing}")?;
            self.output.flush()?;
        }
        Ok(())
    }

    /// Says what has happened, where no screen shows it.
    fn tell(&mut self, text: &str) -> Result<(), Failure> {
        if self.screen.is_some() { Ok(()) } else { self.say(text) }
    }

    fn roll(&mut self) -> Result<(), Failure> {
        let Some(outcome) = self.session.roll(&mut self.chance) else { return Ok(()) };
        self.by_person.push(false);
        self.tell(&format!("Chance: {outcome}."))
    }

    fn engine_turn(&mut self, turn: Turn) -> Result<(), Failure> {
        let started = Instant::now();
        let mut engine = self.engine.clone();
        if let Some(clocks) = &self.clocks {
            engine.limits = engine.limits.clock(&clocks.of(turn), Duration::ZERO);
        }
        if let Some(limits) = self.goal.as_ref().and_then(|goal| goal.limits(&*self.session)) {
            engine.limits = limits.threads(engine.limits.threads);
        }
        let advice = think(&*self.session, &engine, self.ties.as_mut());
        if let Some(clocks) = &mut self.clocks {
            clocks.spend(turn, started.elapsed());
        }
        let Some(advice) = advice else { return Ok(()) };
        std::thread::sleep(self.pause.saturating_sub(started.elapsed()));
        self.session.play(&advice.action)?;
        self.by_person.push(false);
        self.moves += 1;
        let (persons, sides) = (self.persons, self.sides);
        self.tell(&sentences::engine_plays(persons, sides, turn, &advice.action))
    }

    /// Asks a person until the position changes or the game ends.
    fn person_turn(&mut self, turn: Turn) -> Result<Next, Failure> {
        loop {
            write!(self.output, "{}", sentences::prompt(self.persons, self.sides, turn))?;
            self.output.flush()?;
            let Some(line) = next_line(&mut self.input)? else {
                self.say("\nThe input has ended. Goodbye.")?;
                return Ok(Next::End);
            };
            let Line::Text(typed) = line else {
                self.say("\nThat line is too long.")?;
                continue;
            };
            let typed = typed.trim();
            if self.echo {
                self.say(typed)?;
            }
            // An action may be called like a command: the game comes first.
            let command = typed.to_lowercase();
            match command.as_str() {
                "" => {}
                _ if self.session.actions().iter().any(|action| action == typed) => {
                    return self.play_typed(typed).map(|_| Next::Turn);
                }
                "help" | "?" => self.say(sentences::HELP)?,
                "moves" => self.say(&self.session.actions().join(" "))?,
                "hint" => self.hint()?,
                "undo" if self.undo() => return Ok(Next::Turn),
                "undo" => self.say("You have not played yet: there is nothing to take back.")?,
                "resign" => {
                    self.say(&sentences::resignation(self.persons, self.sides, turn))?;
                    return Ok(Next::End);
                }
                "quit" | "exit" => {
                    self.say("Goodbye.")?;
                    return Ok(Next::End);
                }
                _ if self.play_typed(typed)? => return Ok(Next::Turn),
                _ => {}
            }
        }
    }

    /// Plays what a person typed; says why not, if not.
    fn play_typed(&mut self, typed: &str) -> Result<bool, Failure> {
        match self.session.play(typed) {
            Ok(()) => {
                self.by_person.push(true);
                Ok(true)
            }
            Err(error) => {
                self.say(&format!("{error}. ('moves' lists the legal actions, 'help' the rest.)"))?;
                Ok(false)
            }
        }
    }

    /// The advice of the strongest level.
    fn hint(&mut self) -> Result<(), Failure> {
        let adviser =
            Engine { limits: secateur::level(*secateur::LEVELS.end()), ..Engine::default() };
        match think(&*self.session, &adviser, None) {
            Some(advice) => self.say(&sentences::hint(&advice)),
            None => Ok(()),
        }
    }

    /// Goes back to where a person played last; `false` when nobody has.
    fn undo(&mut self) -> bool {
        let Some(last) = self.by_person.iter().rposition(|&person| person) else { return false };
        while self.by_person.len() > last {
            self.by_person.pop();
            self.session.undo();
        }
        true
    }
}

/// What the engine would play; Ctrl-C ends its thinking.
fn think(session: &dyn Session, engine: &Engine, ties: Option<&mut Random>) -> Option<Advice> {
    watched(|monitor, _| engine.advise(session, &monitor, ties, &mut |_| {}))
}

#[cfg(test)]
mod tests {
    use secateur::Limits;

    use super::*;
    use crate::toy;

    /// The session after somebody has typed all this, and what was said.
    fn sit(
        (session, sides): (Box<dyn Session>, u8),
        persons: Persons,
        typed: &str,
    ) -> (Box<dyn Session>, String) {
        let mut table = Table {
            session,
            persons,
            sides,
            engine: Engine { limits: Limits::default().depth(9), ..Engine::default() },
            clocks: None,
            goal: None,
            pause: Duration::ZERO,
            moves: 0,
            started: Instant::now(),
            screen: None,
            chance: Random::new(1),
            ties: None,
            by_person: Vec::new(),
            echo: true,
            input: typed.as_bytes(),
            output: Vec::new(),
        };
        table.play().unwrap();
        (table.session, String::from_utf8(table.output).unwrap())
    }

    /// The same for tic-tac-toe: the position, and what was said.
    fn after(persons: Persons, typed: &str) -> (String, String) {
        let session = secateur_games::open("tic-tac-toe", None).unwrap();
        let (session, said) = sit((session, 2), persons, typed);
        (session.position(), said)
    }

    /// The same for the game of dice: the history, and what was said.
    fn after_dice(persons: Persons, typed: &str) -> (Vec<String>, String) {
        let (session, said) = sit((toy::session(), 1), persons, typed);
        (session.history(), said)
    }

    #[test]
    fn undo_goes_back_to_the_same_person_s_last_turn() {
        assert_eq!(after(Persons::First, "1,1\nundo\n").0, ".../.../...");
        assert_eq!(after(Persons::First, "1,1\n2,2\nundo\n").0, "O../.X./...");
        assert_eq!(after(Persons::Both, "1,1\n0,0\nundo\n").0, ".../.X./...");
        let (position, said) = after(Persons::Second, "undo\nundo\n");
        assert_eq!(position, "X../.../...");
        assert!(said.contains("nothing to take back"), "{said}");
    }

    #[test]
    fn two_people_may_win() {
        let (_, said) = after(Persons::Both, "0,0\n1,0\n0,1\n1,1\n0,2\n");
        assert!(said.ends_with("The first side wins.\n"), "{said}");
        assert!(said.contains("first> 0,0") && said.contains("second> 1,0"));
        let (_, said) = after(Persons::Both, "0,0\nresign\n");
        assert!(said.ends_with("The second side resigns: the first wins.\n"), "{said}");
    }

    #[test]
    fn any_text_is_answered() {
        let (position, said) = after(Persons::Both, "\n  \nhelp\n9,9\nMOVES\n\u{1f600}\n");
        assert_eq!(position, ".../.../...");
        assert!(said.contains("9,9 is not on the board"), "{said}");
        assert!(said.contains("0,0 0,1 0,2"));
        assert!(said.ends_with("The input has ended. Goodbye.\n"));
    }

    #[test]
    fn chance_is_rolled_announced_and_taken_back() {
        let (history, said) = after_dice(Persons::First, "roll\nsafe\n");
        assert_eq!(history.len(), 3, "{history:?}");
        assert!(said.contains(&format!("you> roll\nChance: {}.\n", history[1])), "{said}");
        let points = if history[1] == "four" { "5 points" } else { "1 point" };
        assert!(said.ends_with(&format!("The game is over: {points}.\n")), "{said}");
        assert_eq!(after_dice(Persons::First, "roll\nundo\n").0, Vec::<String>::new());
    }

    #[test]
    fn the_engine_plays_alone_against_chance() {
        let (history, said) = after_dice(Persons::None, "");
        assert_eq!(history.len(), 4, "{history:?}"); // rolling is worth 2, being safe 1
        assert!(said.contains("The engine plays roll.") && !said.contains("you>"), "{said}");
    }
}
