//! An evaluation that learns by games against itself ([`Training`]), as `secateur train` drives it.

use std::io::{self, Read, Write};
use std::sync::OnceLock;

use secateur::ParseError;

/// A game whose evaluation can be trained.
pub struct Trainable {
    /// The game's name in the list of games.
    pub game: &'static str,
    /// Begins to learn from nothing.
    pub begin: fn(&Begin) -> Box<dyn Training>,
    /// Results whose rates show how good it is: a game that came so far, or farther.
    pub milestones: &'static [u32],
}

/// How training begins.
#[derive(Clone, Copy, Debug)]
pub struct Begin {
    /// The same seed gives the same games, where one thread plays them.
    pub seed: u64,
    /// What every state promises before anything was learned.
    pub hope: u32,
}

/// An evaluation that learns. Games may be played by several threads at once.
pub trait Training: Send + Sync {
    /// Plays the game of this number, and learns from it.
    fn play(&self, number: u64) -> Lesson;

    /// Writes all that was learned.
    ///
    /// # Errors
    /// Those of `out`.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads what [`write`](Training::write) wrote, into an evaluation that has learned nothing.
    ///
    /// # Errors
    /// Those of `from`, an early end among them.
    fn read(&mut self, from: &mut dyn Read) -> io::Result<()>;

    /// What was learned as a network to play with, in at most so many bytes.
    fn pack(&self, bytes: usize) -> Vec<u8>;
}

/// A game that was played to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The value of the game.
    pub value: u32,
    /// How far it came, in the unit of the [milestones](Trainable::milestones).
    pub reached: u32,
    /// How many actions were chosen.
    pub actions: u32,
}

/// A network that somebody has trained, and where it was found.
pub struct Found {
    /// For messages.
    pub place: String,
    /// What [`Training::pack`] made.
    pub bytes: Vec<u8>,
}

/// Finds the network that somebody has trained for a game, if there is one.
pub type Find = fn(game: &str) -> Result<Option<Found>, ParseError>;

static FIND: OnceLock<Find> = OnceLock::new();

/// Lets a program say where networks are found: games open no files. What was said first stays. A
/// game asks when it first needs its network.
pub fn find_networks(find: Find) {
    FIND.get_or_init(|| find);
}

/// The network that somebody has trained for this game.
pub(crate) fn found(game: &str) -> Result<Option<Found>, ParseError> {
    FIND.get().map_or(Ok(None), |find| find(game))
}
