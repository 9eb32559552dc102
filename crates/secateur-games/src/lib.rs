//! The games of secateur, and the list of them: [`GAMES`].
//!
//! A game is one file (or one folder) plus one line in the list; program, arena and laws pick it
//! up from there.

pub mod connect_four;
mod entry;
pub mod game_2048;
pub mod letters;
pub mod random_tree;
pub mod tic_tac_toe;
mod training;
pub mod tree;
pub mod ultimate_tic_tac_toe;

pub use entry::{Entry, Opened, Options};
pub use training::{Begin, Find, Found, Lesson, Trainable, Training, find_networks};

use std::sync::OnceLock;

use secateur::ParseError;

/// Every game, in the order a reader should meet them.
pub const GAMES: &[Entry] = &[
    tree::ENTRY,
    random_tree::ENTRY,
    letters::ENTRY,
    tic_tac_toe::ENTRY,
    ultimate_tic_tac_toe::ENTRY,
    connect_four::ENTRY,
    game_2048::ENTRY,
];

/// The games whose evaluation can be trained.
pub const TRAINABLE: &[Trainable] = &[game_2048::TRAINABLE];

/// Games that a program has besides.
static MORE: OnceLock<&'static [Entry]> = OnceLock::new();

/// Adds games of a program's own to the list; what was added first stays.
pub fn extend(games: &'static [Entry]) {
    MORE.get_or_init(|| games);
}

/// [`GAMES`], and those that the program has added.
pub fn games() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter().chain(MORE.get().copied().unwrap_or_default())
}

/// Opens a game by its name and options, such as `tic-tac-toe` or `tic-tac-toe:m=4,n=4,k=3`, in a
/// position of its notation or in its initial state.
///
/// # Errors
/// What is wrong with the name, the options or the position.
pub fn open(game: &str, position: Option<&str>) -> Opened {
    let (name, options) = game.split_once(':').unwrap_or((game, ""));
    entry(name)?.open(options, position)
}

/// The entry of a game by its name, with or without options behind it.
///
/// # Errors
/// When there is no such game; names those that there are.
pub fn entry(game: &str) -> Result<&'static Entry, ParseError> {
    let name = game.split_once(':').map_or(game, |(name, _)| name);
    games().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<_> = games().map(|entry| entry.name).collect();
        ParseError::new(format!("there is no game '{name}'; there are: {}", names.join(", ")))
    })
}
