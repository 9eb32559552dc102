//! Which way to slide, and how long to think about it ([`Player`]).

use std::time::{Duration, Instant};

use secateur::Limits;

use crate::failure::Failure;
use crate::grid::Grid;

/// Chooses the moves of one game against the clock.
pub(crate) struct Player {
    target: u32,
    deadline: Instant,
    /// What the network and the server took for one move, on average.
    round_trip: Duration,
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
    /// A player who wants the target before the deadline.
    pub(crate) fn new(target: u32, deadline: Instant) -> Player {
        Player { target, deadline, round_trip: Duration::ZERO, tiles: Tiles::default() }
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
        self.round_trip = (self.round_trip * 7 + took) / 8;
    }

    /// The move to make, always one that changes the grid.
    pub(crate) fn choose(&self, grid: &Grid) -> Result<Move, Failure> {
        let game = format!("2048:{}", self.tiles.option());
        let not_a_board = |error| Failure::work(format!("the server's grid is no board: {error}"));
        let mut session =
            secateur_games::open(&game, Some(&grid.position())).map_err(not_a_board)?;
        let answer = session
            .search(session.algorithm(), &self.limits(grid), &mut |_| {})
            .map_err(Failure::work)?;
        let letter = answer.best.first().cloned().ok_or_else(|| {
            Failure::work("the server waits for a move, but none is left on its grid")
        })?;
        session.play(&letter).map_err(Failure::work)?;
        let slid = Grid::read_position(&session.position())
            .ok_or_else(|| Failure::work(format!("no grid in '{}'", session.position())))?;
        Ok(Move { letter, slid })
    }

    /// How deep to look, and for how long: deep where the board is narrow, and never longer than
    /// some moves' share of the time that is left when the network has had its own.
    fn limits(&self, grid: &Grid) -> Limits {
        let moves = self.moves_left(grid);
        let left = self.deadline.saturating_duration_since(Instant::now());
        let thinking = left.mul_f64(RESERVE).saturating_sub(self.round_trip * moves);
        let longest = thinking * SHARES / moves;
        let depth = match grid.room() {
            0..=2 => 9,
            3..=6 => 7,
            _ => 5,
        };
        Limits::default().depth(depth).time(longest)
    }

    /// About how many moves the target is away. Each adds a tile of 2 (or sometimes 4) to the sum,
    /// which is somewhat over the target when it is reached.
    fn moves_left(&self, grid: &Grid) -> u32 {
        let sum_at_target = u64::from(self.target) * 9 / 8;
        let left = sum_at_target.saturating_sub(grid.sum()) / 2;
        u32::try_from(left).unwrap_or(u32::MAX).max(FEW_MOVES)
    }
}

/// The part of the remaining time to plan with.
const RESERVE: f64 = 0.8;

/// How many moves' shares of time one difficult move may take.
const SHARES: u32 = 4;

/// There may always be that many moves to go.
const FEW_MOVES: u32 = 30;

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(position: &str) -> Grid {
        Grid::read_position(position).unwrap()
    }

    fn player(left: Duration) -> Player {
        Player::new(2048, Instant::now() + left)
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
    fn the_network_has_its_share_of_the_time() {
        let start = grid("2,.,.,./.,.,.,./.,.,.,./.,.,2,.");
        let mut player = player(Duration::from_secs(210));
        let at_ease = player.limits(&start).max_time.unwrap();
        assert!(at_ease > Duration::from_millis(200), "{at_ease:?}");
        for _ in 0..50 {
            player.learn(Some(2), Duration::from_millis(100));
        }
        let slower = player.limits(&start).max_time.unwrap();
        assert!(slower < at_ease && slower > Duration::from_millis(50), "{slower:?}");
        for _ in 0..50 {
            player.learn(Some(2), Duration::from_secs(1));
        }
        assert_eq!(player.limits(&start).max_time, Some(Duration::ZERO));
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
            "65536,.,.,./.,.,.,./.,.,.,./.,.,.,.",
            ".,.,.,./.,.,.,./.,.,.,./.,.,.,.",
        ] {
            let chosen = player(Duration::from_secs(1)).choose(&grid(bad));
            assert!(matches!(chosen, Err(Failure::Work(_))), "{bad}: {chosen:?}");
        }
    }
}
