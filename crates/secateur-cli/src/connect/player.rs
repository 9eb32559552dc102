//! Which way to slide, and how long to think about it ([`Player`]).

use std::time::Duration;

use crate::failure::Failure;
use crate::grid::Grid;
use crate::pace::Pace;

/// Chooses the moves of one game against the clock.
pub(crate) struct Player {
    pace: Pace,
    /// The engine, if not the best.
    engine: Option<String>,
    tiles: Tiles,
}

/// A move and what it does.
#[derive(Debug)]
pub(crate) struct Move {
    /// The letter to send.
    pub(crate) letter: String,
    /// The grid after the slide, before the next tile falls.
    pub(crate) slid: Grid,
}

/// The tiles seen falling so far: do 4s fall too?
#[derive(Debug, Default)]
struct Tiles {
    twos: u32,
    fours: u32,
}

impl Tiles {
    /// If one tile in ten were a 4, that many 2s in a row would come once in a thousand games.
    const ENOUGH_TWOS: u32 = 66;

    fn option(&self) -> &'static str {
        let only_twos = self.fours == 0 && self.twos >= Tiles::ENOUGH_TWOS;
        if only_twos { "tiles=twos" } else { "tiles=both" }
    }
}

impl Player {
    /// A player of this pace.
    pub(crate) fn new(pace: Pace, engine: Option<String>) -> Player {
        Player { pace, engine, tiles: Tiles::default() }
    }

    /// Learns from the first grid.
    pub(crate) fn begin(&mut self, grid: &Grid) {
        self.tiles.fours += u32::from(grid.has_four());
    }

    /// Learns from the tile that fell, and from the time the answer took.
    pub(crate) fn learn(&mut self, fallen: Option<u32>, took: Duration) {
        match fallen {
            Some(2) => self.tiles.twos += 1,
            Some(_) => self.tiles.fours += 1,
            None => {}
        }
        self.pace.learn(took);
    }

    /// The move to make, always one that changes the grid.
    pub(crate) fn choose(&self, grid: &Grid) -> Result<Move, Failure> {
        let engine = self.engine.iter().map(|engine| format!(",engine={engine}"));
        let game = format!("2048:{}{}", self.tiles.option(), engine.collect::<String>());
        let not_a_board = |error| Failure::work(format!("the server's grid is no board: {error}"));
        let mut session =
            secateur_games::open(&game, Some(&grid.position())).map_err(not_a_board)?;
        let letter = match self.pace.last_move(&mut *session) {
            Some(letter) => letter,
            None => {
                let limits = self.pace.limits(grid);
                let answer = session
                    .search(session.algorithm(), &limits, &mut |_| {})
                    .map_err(Failure::work)?;
                answer.best.first().cloned().ok_or_else(|| {
                    Failure::work("the server waits for a move, but none is left on its grid")
                })?
            }
        };
        session.play(&letter).map_err(Failure::work)?;
        let slid = Grid::read_position(&session.position())
            .ok_or_else(|| Failure::work(format!("no grid in '{}'", session.position())))?;
        Ok(Move { letter, slid })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn grid(position: &str) -> Grid {
        Grid::read_position(position).unwrap()
    }

    fn player(left: Duration) -> Player {
        Player::new(Pace::new(2048, Instant::now() + left, None), None)
    }

    #[test]
    fn four_tiles_are_expected_until_they_are_unlikely() {
        let mut player = player(Duration::from_secs(1));
        player.begin(&grid("2,.,.,./.,.,.,./.,.,.,./.,.,2,."));
        for _ in 0..Tiles::ENOUGH_TWOS {
            assert_eq!(player.tiles.option(), "tiles=both");
            player.learn(Some(2), Duration::ZERO);
        }
        assert_eq!(player.tiles.option(), "tiles=twos");
        player.learn(Some(4), Duration::ZERO);
        assert_eq!(player.tiles.option(), "tiles=both");
        player.begin(&grid("2,.,.,./.,.,.,./.,.,.,./.,.,4,."));
        assert_eq!(player.tiles.fours, 2);
    }

    #[test]
    fn a_move_changes_the_grid_even_without_time() {
        let before = grid("2,4,8,16/.,.,.,./.,.,.,./.,.,.,.");
        let chosen = player(Duration::ZERO).choose(&before).unwrap();
        assert_eq!(chosen.letter, "d");
        assert_eq!(chosen.slid, grid(".,.,.,./.,.,.,./.,.,.,./2,4,8,16"));
    }

    #[test]
    fn grids_that_are_no_board_are_refused() {
        for bad in [
            "2,4,8,16/4,8,16,32/2,4,8,16/4,8,16,32", // stuck
            "3,.,.,./.,.,.,./.,.,.,./.,.,.,.",
            "262144,.,.,./.,.,.,./.,.,.,./.,.,.,.",
            ".,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        ] {
            let chosen = player(Duration::from_secs(1)).choose(&grid(bad));
            assert!(matches!(chosen, Err(Failure::Work(_))), "{bad}: {chosen:?}");
        }
    }
}
