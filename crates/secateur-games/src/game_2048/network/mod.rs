//! A network of tuples: what a board promises, learned from games.
//!
//! Its value is a sum of 32 numbers: four shapes of six cells (`shape.rs`) lie on the board in eight ways
//! each, and a table knows what each is worth for every way in which its cells can be filled
//! (Szubert & Jaśkowski, *Temporal difference learning of N-tuple networks for the game 2048*, 2014).
//! It is asked for boards on which the next tile has yet to fall, and answers with the points that
//! are still to come.

mod learner;
mod packed;
mod range_coder;
mod shape;
mod steps;

use std::sync::OnceLock;

use secateur::{ParseError, zeroed_on_large_pages};

pub use learner::Learner;

use super::ENTRY;
use super::board::Board;
use crate::{Found, training};
use shape::{PLACES, lowered, places};

/// The tables.
pub struct Network {
    /// One shape's after the other's, by [`places`]; the unit is a point.
    numbers: Box<[i16]>,
}

impl Network {
    /// A network without an opinion.
    fn empty() -> Network {
        Network { numbers: zeroed_on_large_pages(PLACES) }
    }

    /// The network that games are played with: the one that [is found](crate::find_networks), else
    /// ours.
    ///
    /// # Errors
    /// What is wrong with the one that is found.
    pub fn in_use() -> Result<&'static Network, ParseError> {
        static IN_USE: OnceLock<Result<Network, ParseError>> = OnceLock::new();
        let found = || match training::found(ENTRY.name)? {
            Some(Found { place, bytes }) => {
                Network::read(&bytes).map_err(|error| ParseError::new(format!("{place}: {error}")))
            }
            None => Network::read(OURS),
        };
        IN_USE.get_or_init(found).as_ref().map_err(ParseError::clone)
    }

    /// The points that are still to come.
    #[inline]
    pub(crate) fn value(&self, board: Board) -> i32 {
        let number = |place: u32| i32::from(self.numbers[place as usize]);
        places(lowered(board)).into_iter().map(number).sum()
    }
}

/// Made by `secateur train 2048`, as docs/2048.md tells.
const OURS: &[u8] = include_bytes!("ours.network");
