//! A tile of 2048 that ends the game when it is made ([`Goal`]), in time where there is a deadline.

use std::time::Duration;

use secateur::{Limits, Session};

use crate::grid::Grid;
use crate::pace::Pace;

/// What to reach.
pub(super) struct Goal {
    /// The tile to make.
    pub(super) target: u32,
    /// How fast, and how long that may take in all.
    pub(super) pace: Option<(Pace, Duration)>,
}

impl Goal {
    /// Whether the tile is made.
    pub(super) fn is_reached(&self, session: &dyn Session) -> bool {
        Grid::read_position(&session.position()).is_some_and(|grid| grid.largest() >= self.target)
    }

    /// How far the engine looks here, where a deadline says so.
    pub(super) fn limits(&self, session: &dyn Session) -> Option<Limits> {
        let (pace, _) = self.pace?;
        Grid::read_position(&session.position()).map(|grid| pace.limits(&grid))
    }

    /// The last words about a game that reached it.
    pub(super) fn reached(&self, moves: u32, took: Duration) -> String {
        let late = self.pace.is_some_and(|(_, time)| took > time);
        let (late, seconds) = (if late { ", too late" } else { "" }, took.as_secs_f64());
        format!("{} is made after {moves} moves, in {seconds:.1} s{late}.", self.target)
    }
}
