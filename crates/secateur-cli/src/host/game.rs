//! One game of 2048 on the server's side: the rules, the dice and the target ([`Game`]).

use secateur::{ParseError, Random, Session};

use super::switches::Tiles;
use crate::grid::Grid;

/// A game in progress.
pub(crate) struct Game {
    name: &'static str,
    session: Box<dyn Session>,
    random: Random,
    target: u32,
}

impl Game {
    /// A game with its first two tiles; the same seed gives the same tiles for the same moves.
    pub(crate) fn new(tiles: Tiles, target: u32, seed: u64) -> Result<Game, ParseError> {
        // A host knows the rules and values nothing: no network need be unpacked for it.
        let name = match tiles {
            Tiles::Twos => "2048:tiles=twos,evaluation=rows",
            Tiles::TwosAndFours => "2048:tiles=both,evaluation=rows",
        };
        let session = secateur_games::open(name, None)?;
        let mut game = Game { name, session, random: Random::new(seed), target };
        game.drop_tiles();
        Ok(game)
    }

    /// The seed of one of many games, the first of which has number 1.
    pub(crate) fn seed(of_all: u64, number: u64) -> u64 {
        // Neighbouring seeds of one generator would give its numbers shifted by one place.
        Random::new(Random::new(of_all).bits() ^ number).bits()
    }

    /// The grid as it stands.
    pub(crate) fn grid(&self) -> Result<Grid, ParseError> {
        let position = self.session.position();
        Grid::read_position(&position)
            .ok_or_else(|| ParseError::new(format!("no grid in '{position}'")))
    }

    /// Slides, if that changes the grid; whether it did. The new tile does not fall yet.
    pub(crate) fn slide(&mut self, letter: &str) -> bool {
        self.session.play(letter).is_ok()
    }

    /// Lets chance drop what is to fall.
    pub(crate) fn drop_tiles(&mut self) {
        while self.session.roll(&mut self.random).is_some() {}
    }

    /// Drops a tile without a slide, if there is room.
    pub(crate) fn punish(&mut self) -> Result<(), ParseError> {
        let grid = self.grid()?;
        if grid.room() > 0 {
            let position = format!("{} tile", grid.position());
            self.session = secateur_games::open(self.name, Some(&position))?;
            self.drop_tiles();
        }
        Ok(())
    }

    /// Whether the target stands on the grid.
    pub(crate) fn is_won(&self) -> Result<bool, ParseError> {
        Ok(self.grid()?.largest() >= self.target)
    }

    /// Whether no move is left.
    pub(crate) fn is_over(&self) -> bool {
        self.session.utility().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seed: u64) -> Game {
        Game::new(Tiles::Twos, 16, seed).unwrap()
    }

    #[test]
    fn begins_with_two_tiles_that_depend_on_the_seed() {
        let grids: Vec<Grid> = (0..20).map(|seed| game(seed).grid().unwrap()).collect();
        assert!(grids.iter().all(|grid| (grid.sum(), grid.room()) == (4, 14)));
        assert!(grids.iter().any(|grid| *grid != grids[0]));
        assert_eq!(game(7).grid(), game(7).grid());
        assert_ne!(Game::seed(1, 1), Game::seed(1, 2));
        assert_ne!(Game::seed(1, 2), Game::seed(2, 1));
    }

    #[test]
    fn goes_on_until_it_is_won_or_over() {
        let mut game = game(1);
        let mut moves = 0;
        while !game.is_won().unwrap() && !game.is_over() {
            assert!(["l", "d", "u", "r"].into_iter().any(|letter| game.slide(letter)));
            game.drop_tiles();
            moves += 1;
        }
        assert!(moves > 5, "{moves}");
        assert!(!game.slide("x"));
    }

    #[test]
    fn a_punishment_is_one_tile_more() {
        let mut game = game(3);
        let before = game.grid().unwrap();
        game.punish().unwrap();
        assert_eq!(before.fallen(&game.grid().unwrap()), Some(2));
        for _ in 0..20 {
            game.punish().unwrap(); // in the end on a full grid, where it does nothing
        }
        assert_eq!(game.grid().unwrap().room(), 0);
    }
}
