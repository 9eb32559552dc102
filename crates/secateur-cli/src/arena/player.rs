//! Who plays in the arena: the engine, luck, or a program, as their texts say.

use std::sync::Arc;
use std::time::Duration;

use secateur::{Limits, Monitor, ParseError, Random, Session};
use secateur_games::Options;

use super::bot::Bot;
use super::fault::{FaultKind, Trouble};
use super::process::command_line;
use super::ugi_client::UgiClient;
use crate::clocks::Clocks;
use crate::engine::{Engine, refuse_unknown, whole};

/// Chooses actions, game after game.
pub(super) trait Player: Send {
    /// A new game begins. With luck: that of this player in this game.
    fn begin(&mut self, luck: &Luck);

    /// What to play in an unfinished game where a side is to move, with so much on the clocks, if
    /// the game has clocks.
    fn choose(
        &mut self,
        session: &dyn Session,
        clocks: Option<&Clocks>,
        monitor: &Arc<Monitor>,
    ) -> Result<String, Trouble>;

    /// What was odd about the player since the last question, but no fault.
    fn warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// Where the random numbers of a player in a game come from.
pub(super) struct Luck {
    /// The seed of the whole match, if one is given.
    pub(super) seed: Option<u64>,
    /// The number of the game.
    pub(super) game: u64,
    /// The number of the player.
    pub(super) player: usize,
}

impl Luck {
    /// Numbers that differ from game to game and player to player, for a seed.
    pub(super) fn random(&self, seed: u64) -> Random {
        let place = self.game.wrapping_mul(4).wrapping_add(self.player as u64);
        Random::new(Random::new(seed).bits() ^ Random::new(place).bits())
    }
}

/// The times that players are given.
#[derive(Clone, Copy)]
pub(super) struct Times {
    /// For an action, in a game without clocks.
    pub(super) action: Duration,
    /// For a player's first action of a game, if it has another time.
    pub(super) first: Option<Duration>,
    /// What a bot is forgiven.
    pub(super) grace: Duration,
    /// What an engine keeps back of its clock.
    pub(super) margin: Duration,
    /// For a program to start, and to make ready for a game.
    pub(super) start: Duration,
}

/// Arenas give a bot so much for its first action, where nobody says otherwise.
const FIRST_OF_BOTS: Duration = Duration::from_secs(1);

impl Times {
    /// For a bot's first action: it may have to load something.
    pub(super) fn first(&self) -> Duration {
        self.first.unwrap_or(FIRST_OF_BOTS.max(self.action))
    }

    /// For an action of an engine or a program.
    fn action(&self, first: bool) -> Duration {
        self.first.filter(|_| first).unwrap_or(self.action)
    }
}

/// The player of a game that a text stands for; programs are started at once.
///
/// # Errors
/// What is wrong with the text, or that its program cannot be started.
pub(super) fn open(text: &str, game: &str, times: Times) -> Result<Box<dyn Player>, ParseError> {
    let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
    let player = match kind {
        "engine" => EnginePlayer::read(rest, times).map(boxed),
        "random" => RandomPlayer::read(rest).map(boxed),
        "cmd" => Program::read(rest, times).map(boxed),
        "bot" => Bot::read(rest, game, times).map(boxed),
        _ => Err(ParseError::new(
            "there are: engine[:OPTIONS], random[:seed=N], cmd:COMMAND, bot:COMMAND",
        )),
    };
    player.map_err(|error| ParseError::new(format!("player '{text}': {error}")))
}

fn boxed(player: impl Player + 'static) -> Box<dyn Player> {
    Box::new(player)
}

/// The built-in engine.
struct EnginePlayer {
    engine: Engine,
    times: Times,
    random: Option<Random>,
    new_game: bool,
}

impl EnginePlayer {
    fn read(text: &str, times: Times) -> Result<EnginePlayer, ParseError> {
        Ok(EnginePlayer { engine: Engine::read(text)?, times, random: None, new_game: true })
    }
}

impl Player for EnginePlayer {
    fn begin(&mut self, luck: &Luck) {
        self.random = self.engine.seed.or(luck.seed).map(|seed| luck.random(seed));
        self.new_game = true;
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        clocks: Option<&Clocks>,
        monitor: &Arc<Monitor>,
    ) -> Result<String, Trouble> {
        let first = std::mem::take(&mut self.new_game);
        let limits = match clocks {
            _ if self.engine.is_limited() => self.engine.limits.clone(),
            Some(clocks) => Limits::default().clock(&clocks.of(session.turn()), self.times.margin),
            None => Limits::default().time(self.times.action(first)),
        };
        let engine = Engine { limits, ..self.engine.clone() };
        let advice = engine.advise(session, monitor, self.random.as_mut(), &mut |_| {});
        advice.filter(|_| !monitor.is_stopped()).map(|a| a.action).ok_or(Trouble::Interrupted)
    }
}

/// Any legal action is as good as another.
struct RandomPlayer {
    seed: Option<u64>,
    random: Random,
}

impl RandomPlayer {
    fn read(text: &str) -> Result<RandomPlayer, ParseError> {
        let options = Options::read(text)?;
        refuse_unknown("random", &options, &["seed"])?;
        Ok(RandomPlayer { seed: whole(&options, "seed", "")?, random: Random::new(0) })
    }
}

impl Player for RandomPlayer {
    fn begin(&mut self, luck: &Luck) {
        self.random = luck.random(self.seed.or(luck.seed).unwrap_or(0));
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        _clocks: Option<&Clocks>,
        _monitor: &Arc<Monitor>,
    ) -> Result<String, Trouble> {
        let mut actions = session.actions();
        if actions.is_empty() {
            return Err(Trouble::Interrupted);
        }
        Ok(actions.swap_remove(self.random.below(actions.len())))
    }
}

/// A program that speaks UGI. After a fault it is started anew for the next game; one that did
/// not even get as far as `readyok` loses all later games without another try.
struct Program {
    program: String,
    arguments: Vec<String>,
    times: Times,
    state: State,
    new_game: bool,
}

enum State {
    /// To be started.
    Absent,
    /// Started, not yet spoken to.
    Started(UgiClient),
    /// Has made itself known.
    Known(UgiClient),
    /// Does not speak.
    Hopeless(Trouble),
}

impl Program {
    fn read(text: &str, times: Times) -> Result<Program, ParseError> {
        let (program, arguments) = command_line(text)?;
        let client = UgiClient::start(&program, &arguments)
            .map_err(|error| ParseError::new(format!("'{program}' cannot be started: {error}")))?;
        Ok(Program { program, arguments, times, state: State::Started(client), new_game: true })
    }

    /// The program, running and ready for the game. Whoever takes it puts it back; a program that
    /// is not put back has ended.
    fn take(&mut self, monitor: &Monitor) -> Result<UgiClient, Trouble> {
        let mut client = match std::mem::replace(&mut self.state, State::Absent) {
            State::Known(client) => client,
            State::Hopeless(trouble) => {
                self.state = State::Hopeless(trouble.clone());
                return Err(trouble);
            }
            absent_or_started => {
                self.greeted(absent_or_started, monitor).inspect_err(|trouble| {
                    if let Trouble::Fault(_) = trouble {
                        self.state = State::Hopeless(trouble.clone());
                    }
                })?
            }
        };
        if self.new_game {
            client.new_game(self.times.start, monitor)?;
            self.new_game = false;
        }
        Ok(client)
    }

    /// The program after its greeting, started if need be.
    fn greeted(&self, state: State, monitor: &Monitor) -> Result<UgiClient, Trouble> {
        let mut client = match state {
            State::Started(client) | State::Known(client) => client,
            _ => UgiClient::start(&self.program, &self.arguments).map_err(|error| {
                Trouble::fault(FaultKind::Crash, format!("it cannot be started again: {error}"))
            })?,
        };
        client.greet(self.times.start, monitor)?;
        Ok(client)
    }
}

impl Player for Program {
    fn begin(&mut self, _luck: &Luck) {
        self.new_game = true;
    }

    fn choose(
        &mut self,
        session: &dyn Session,
        clocks: Option<&Clocks>,
        monitor: &Arc<Monitor>,
    ) -> Result<String, Trouble> {
        let first = self.new_game;
        let mut client = self.take(monitor)?;
        let (limits, time) = match clocks {
            Some(clocks) => (clocks.as_limits(), clocks.of(session.turn()).left),
            None => {
                let time = self.times.action(first);
                (format!("movetime {}", time.as_millis().max(1)), time)
            }
        };
        let chosen = client.best_move(&session.history(), &limits, time, monitor)?;
        self.state = State::Known(client);
        Ok(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_texts_are_refused_with_the_mend() {
        let (action, margin) = (Duration::from_millis(10), Duration::ZERO);
        let (first, grace, start) = (None, margin, Duration::from_secs(1));
        let times = Times { action, first, grace, margin, start };
        for (text, mend) in [
            ("", "there are: engine[:OPTIONS], random[:seed=N], cmd:COMMAND, bot:COMMAND"),
            ("human", "there are: engine"),
            ("engine:width=3", "engine has no option 'width'; it has: depth"),
            ("random:depth=3", "random has no option 'depth'; it has: seed"),
            ("random:seed=x", "a whole number is needed"),
            ("cmd:", "a program is needed behind the colon"),
            ("cmd:'a b", "a quotation mark is not closed"),
            ("cmd:/no/such/program x", "'/no/such/program' cannot be started"),
            ("bot:/no/such/program x", "'/no/such/program' cannot be started"),
        ] {
            let message =
                open(text, "tic-tac-toe", times).err().map(|error| error.to_string()).unwrap();
            assert!(message.starts_with(&format!("player '{text}': ")), "{message}");
            assert!(message.contains(mend), "{message}");
        }
    }

    #[test]
    fn luck_differs_from_game_to_game_and_player_to_player() {
        let bits = |seed, game, player| Luck { seed: None, game, player }.random(seed).bits();
        let all = [bits(1, 0, 0), bits(1, 0, 1), bits(1, 1, 0), bits(2, 0, 0)];
        assert!((1..4).all(|i| !all[..i].contains(&all[i])));
        assert_eq!(bits(1, 0, 0), all[0]);
    }
}
