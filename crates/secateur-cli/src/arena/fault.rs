//! How a player can lose a game without being beaten.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a player did wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Fault {
    pub(super) kind: FaultKind,
    /// What happened, in words.
    pub(super) note: String,
}

/// The ways to lose a game by fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum FaultKind {
    /// The program ended, or could not be started.
    Crash,
    /// It did not answer in time.
    TimeOut,
    /// It answered with what is not legal.
    Illegal,
    /// It answered with what is no action of any game.
    Garbage,
    /// Its answers came only when its input was closed: it never flushes its output.
    Unflushed,
}

impl FaultKind {
    /// All of them, in the order of the tables.
    pub(super) const ALL: [FaultKind; 5] = [
        FaultKind::Crash,
        FaultKind::TimeOut,
        FaultKind::Illegal,
        FaultKind::Garbage,
        FaultKind::Unflushed,
    ];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::Crash => "crash",
            FaultKind::TimeOut => "time-out",
            FaultKind::Illegal => "illegal action",
            FaultKind::Garbage => "garbage",
            FaultKind::Unflushed => "not flushed",
        })
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub(super) enum Trouble {
    /// The player is to blame.
    Fault(Fault),
    /// Somebody pressed Ctrl-C.
    Interrupted,
}

impl Trouble {
    pub(super) fn fault(kind: FaultKind, note: impl Into<String>) -> Trouble {
        Trouble::Fault(Fault { kind, note: note.into() })
    }
}
