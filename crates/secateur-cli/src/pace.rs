//! How long to think about a move of 2048 when a tile is to be made in time ([`Pace`]).

use std::time::{Duration, Instant};

use secateur::{Clock, Limits, Session};

use crate::grid::Grid;

/// A tile to make before a deadline: every move has a share of the time that is left, so a player who
/// is late plays faster; and one in danger looks further ahead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The tile to make.
    pub(crate) target: u32,
    /// When it must be made.
    pub(crate) deadline: Instant,
    /// Think so long about every move, where the deadline allows it.
    pub(crate) per_move: Option<Duration>,
    /// What a move took on its way to whoever drops the tiles and back, on average.
    round_trip: Duration,
}

impl Pace {
    /// A pace at which answers come at once.
    pub(crate) fn new(target: u32, deadline: Instant, per_move: Option<Duration>) -> Pace {
        Pace { target, deadline, per_move, round_trip: Duration::ZERO }
    }

    /// Learns what a move took on its way.
    pub(crate) fn learn(&mut self, took: Duration) {
        self.round_trip = (self.round_trip * 7 + took) / 8;
    }

    /// How far to look on this grid. A limit of nodes decides as a rule, so that a game can be
    /// repeated; the more of them the narrower the board is.
    pub(crate) fn limits(&self, grid: &Grid) -> Limits {
        let moves = self.moves_left(grid);
        let left = self.deadline.saturating_duration_since(Instant::now());
        let thinking = left.mul_f64(RESERVE).saturating_sub(self.round_trip * moves);
        let clock = Clock { moves_to_come: moves, ..Clock::new(thinking) };
        let limits = Limits::default().clock(&clock, Duration::ZERO);
        if let Some(time) = self.per_move {
            let time = limits.max_time.map_or(time, |most| most.min(time));
            return Limits { soft_time: None, ..limits.time(time) };
        }
        let nodes = match grid.room() {
            0..=2 => 12_000,
            3..=6 => 4_000,
            _ => 1_500,
        };
        Limits { soft_time: None, ..limits.nodes(nodes) }
    }

    /// A move that makes the target here and now: no search prefers it to one that can wait.
    pub(crate) fn last_move(&self, session: &mut dyn Session) -> Option<String> {
        session.actions().into_iter().find(|action| {
            if session.play(action).is_err() {
                return false;
            }
            let grid = Grid::read_position(&session.position());
            session.undo();
            grid.is_some_and(|grid| grid.largest() >= self.target)
        })
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

/// There may always be that many moves to go.
const FEW_MOVES: u32 = 30;

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn grid(position: &str) -> Grid {
        Grid::read_position(position).unwrap()
    }

    fn pace(left: Duration, per_move: Option<Duration>) -> Pace {
        Pace::new(2048, Instant::now() + left, per_move)
    }

    #[test]
    fn the_way_there_and_back_has_its_share_of_the_time() {
        let start = grid("2,.,.,./.,.,.,./.,.,.,./.,.,2,.");
        let mut pace = pace(210_000 * MS, None);
        let at_ease = pace.limits(&start).max_time.unwrap();
        assert!(at_ease > 200 * MS, "{at_ease:?}");
        for _ in 0..50 {
            pace.learn(100 * MS);
        }
        let slower = pace.limits(&start).max_time.unwrap();
        assert!(slower < at_ease && slower > 50 * MS, "{slower:?}");
        for _ in 0..50 {
            pace.learn(1000 * MS);
        }
        assert_eq!(pace.limits(&start).max_time, Some(Duration::ZERO));
    }

    #[test]
    fn late_is_faster_and_in_danger_deeper() {
        let wide = grid("2,.,.,./.,.,.,./.,.,.,./.,.,2,.");
        let narrow = grid("2,4,2,4/4,2,4,2/2,4,2,4/4,2,.,.");
        let (early, late) = (pace(210_000 * MS, None), pace(1_000 * MS, None));
        assert!(late.limits(&wide).max_time < early.limits(&wide).max_time);
        assert!(early.limits(&wide).max_nodes < early.limits(&narrow).max_nodes);
    }

    #[test]
    fn so_long_a_move_while_the_deadline_allows_it() {
        let start = grid("2,.,.,./.,.,.,./.,.,.,./.,.,2,.");
        assert_eq!(pace(210_000 * MS, Some(5 * MS)).limits(&start).max_time, Some(5 * MS));
        assert!(pace(1_000 * MS, Some(5 * MS)).limits(&start).max_time < Some(5 * MS));
    }
}
