//! Networks that the user has trained: where they are kept, and how the program finds them.

use std::env;
use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use secateur::ParseError;
use secateur_games::{Found, TRAINABLE, Trainable};

use crate::failure::Failure;

/// The folder of networks, where the user names one.
const VARIABLE: &str = "SECATEUR_NETWORKS";

/// The largest network that is read, in bytes.
const LARGEST: u64 = 256 << 20;

/// The game of this name, if it can be trained.
pub(crate) fn trainable(game: &str) -> Result<&'static Trainable, Failure> {
    TRAINABLE.iter().find(|trainable| trainable.game == game).ok_or_else(|| {
        let names: Vec<_> = TRAINABLE.iter().map(|trainable| trainable.game).collect();
        Failure::input(format!("'{game}' cannot be trained; there are: {}", names.join(", ")))
    })
}

/// Where the network of a game is looked for.
pub(crate) fn place(game: &str) -> Result<PathBuf, Failure> {
    path(game).ok_or_else(|| {
        Failure::input(format!("no home folder is known: say where by --network or {VARIABLE}"))
    })
}

/// In the folder that the variable names, else in one for the data of programs.
fn path(game: &str) -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = || Some(set("XDG_DATA_HOME")?.join("secateur"));
    let home = || set("HOME").or_else(|| set("USERPROFILE"));
    let folder = set(VARIABLE).or_else(data);
    let folder = folder.or_else(|| Some(home()?.join(".local/share/secateur")));
    Some(folder?.join(format!("{game}.network")))
}

/// The user's own network of a game, where there is one.
pub(crate) fn find(game: &str) -> Result<Option<Found>, ParseError> {
    let Some(path) = path(game) else { return Ok(None) };
    let wrong = |what: &dyn Display| ParseError::new(format!("{}: {what}", path.display()));
    match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(found) if found.len() > LARGEST => Err(wrong(&"too large for a network")),
        _ => match fs::read(&path) {
            Ok(bytes) => Ok(Some(Found { place: path.display().to_string(), bytes })),
            Err(error) => Err(wrong(&error)),
        },
    }
}
