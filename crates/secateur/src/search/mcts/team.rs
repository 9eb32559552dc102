//! Several threads in one tree.
//!
//! Chaslot, Winands & van den Herik, *Parallel Monte-Carlo Tree Search* (2008): all share the tree,
//! and virtual loss keeps them apart. Nobody waits for anybody. What is proven is proven for all, so
//! a settled root has the value that one thread finds; estimates depend on who came first.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, Builder};
use std::time::Duration;

use super::Root;
use super::pending::Pending;
use super::walk::Walk;
use crate::game::Heuristic;
use crate::limits::{Budget, Limits, Stats};
use crate::random::Random;
use crate::report::Report;
use crate::search::pace::Pace;

/// Playouts before the first report; later ones come when they have doubled.
const FIRST_REPORT: u64 = 1 << 14;
/// Playouts of one thread after which others are worth their start.
const WORTH_THREADS: u64 = 512;
/// Playouts that a helper makes before it tells of them.
const TELL_EVERY: u64 = 64;

/// The threads at one search. The one with number 0 was asked, the others help.
struct Team {
    pace: Pace,
    /// Somebody panicked: all go home.
    over: AtomicBool,
    /// Playouts of the helpers, as far as they told.
    helped: AtomicU64,
}

/// A thread's place in its team.
struct Seat<'t> {
    team: &'t Team,
    number: usize,
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.team.over.store(true, Relaxed);
        }
        self.team.pace.leave(self.number);
    }
}

/// The account of a search by as many threads as the limits say.
pub(super) fn budget(limits: &Limits) -> Budget {
    match limits.threads.count() {
        1 => Budget::start(limits),
        _ => Budget::start_in_team(limits),
    }
}

impl Root<'_> {
    /// Playouts until the root is settled or a limit ends them. `walk` counts those of all threads
    /// in the end. In a simulation: the time it took.
    pub(super) fn search<G: Heuristic>(
        &self,
        walk: &mut Walk<'_, G>,
        on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Option<Duration> {
        let threads = self.limits.threads;
        let alone = match threads.count() {
            _ if threads.is_simulated() => 0,
            1 => u64::MAX,
            _ if threads.is_eager() => 0,
            _ => WORTH_THREADS,
        };
        let mut next_report = FIRST_REPORT;
        while !self.is_settled(walk.ground) && walk.budget.stats.nodes < alone {
            walk.playout::<true>(|| {}).ok()?;
            if walk.budget.stats.nodes == next_report {
                next_report *= 2;
                on_report(&self.report(walk, walk.budget.so_far()));
            }
        }
        if self.is_settled(walk.ground) { None } else { self.search_together(walk, on_report) }
    }

    /// The same by several threads.
    fn search_together<G: Heuristic>(
        &self,
        walk: &mut Walk<'_, G>,
        on_report: &mut dyn FnMut(&Report<G::Action>),
    ) -> Option<Duration> {
        let (count, simulated) = (self.limits.threads.count(), self.limits.threads.is_simulated());
        let team = Team {
            pace: Pace::new(count, simulated),
            over: AtomicBool::new(false),
            helped: AtomicU64::new(0),
        };
        thread::scope(|scope| {
            let seat = Seat { team: &team, number: 0 };
            let mut helpers = Vec::new();
            for number in 1..count {
                let random = Random::new(walk.random.bits());
                let helper = Walk::new(walk.ground, walk.budget.join(), random);
                let seat = Seat { team: &team, number };
                let help = move || self.help(helper, seat);
                // As many as the system grants.
                if let Ok(handle) = Builder::new().spawn_scoped(scope, help) {
                    team.pace.admit(number);
                    helpers.push(handle);
                }
            }
            let mut next_report = FIRST_REPORT;
            self.play(walk, &seat, |walk| {
                let nodes = walk.budget.stats.nodes + team.helped.load(Relaxed);
                if nodes >= next_report {
                    next_report = nodes * 2;
                    on_report(&self.report(walk, Stats { nodes, ..walk.budget.so_far() }));
                }
            });
            drop(seat);
            walk.budget.stats.threads = 1 + helpers.len();
            for helper in helpers {
                let (stats, estimates) =
                    helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                walk.budget.spend(&stats);
                walk.estimates += estimates;
            }
        });
        (0..count).filter_map(|number| team.pace.time(number)).max().map(Duration::from_micros)
    }

    /// A helper's part: what it counted, and how many estimates it made.
    fn help<G: Heuristic>(&self, mut walk: Walk<'_, G>, seat: Seat<'_>) -> (Stats, u64) {
        seat.team.pace.begin(seat.number);
        self.play(&mut walk, &seat, |walk| {
            if walk.budget.stats.nodes.is_multiple_of(TELL_EVERY) {
                seat.team.helped.fetch_add(TELL_EVERY, Relaxed);
            }
        });
        (walk.budget.finish(), walk.estimates)
    }

    /// One thread's playouts among those of others.
    fn play<'g, G: Heuristic>(
        &self,
        walk: &mut Walk<'g, G>,
        seat: &Seat<'_>,
        mut on_playout: impl FnMut(&Walk<'g, G>),
    ) {
        walk.pending = Pending::new(self.limits.threads.count());
        let turn = || seat.team.pace.advance(seat.number, 1);
        while !seat.team.over.load(Relaxed)
            && !self.is_settled(walk.ground)
            && walk.playout::<false>(turn).is_ok()
        {
            on_playout(walk);
        }
        walk.pending.tell(walk.ground.arena);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::score::Score;
    use crate::search::Search;
    use crate::search::mcts::arena::Arena;
    use crate::search::mcts::selection::Selection;
    use crate::search::mcts::standing::Standing;
    use crate::search::mcts::{Formula, Mcts};
    use crate::threads::Threads;
    use crate::turn::Turn;

    /// Four actions a ply, to a win of Max's.
    struct Four;

    impl Game for Four {
        type State = u32;
        type Action = u8;
        fn initial(&self) -> u32 {
            0
        }
        fn to_move(&self, plies: &u32) -> Turn {
            if plies.is_multiple_of(2) { Turn::Max } else { Turn::Min }
        }
        fn actions(&self, plies: &u32, actions: &mut Vec<u8>) {
            actions.extend(0..if *plies < 12 { 4 } else { 0 });
        }
        fn apply(&self, plies: &mut u32, _action: u8) {
            *plies += 1;
        }
        fn utility(&self, _plies: &u32) -> Score {
            Score::new(1)
        }
    }

    impl Heuristic for Four {
        fn range(&self) -> (Score, Score) {
            (Score::new(-1), Score::new(1))
        }
    }

    #[test]
    fn a_visit_under_way_sends_others_elsewhere() {
        let arena = Arena::<u8>::new(0, false);
        let root = arena.root();
        let block = arena.expand(root, Turn::Max, [0, 1, 2, 3].into_iter(), 0).unwrap();
        for child in block.places() {
            arena.visit(child, Standing::ONE);
        }
        let selection = Selection::new(Formula::Uct(0.7), 1.0);
        let under_way: Vec<_> = (0..4)
            .map(|visits| {
                let child = selection.choose::<Four>(&arena, block, 4 + visits);
                arena.enter(child);
                child - block.first
            })
            .collect();
        assert_eq!(under_way, [0, 1, 2, 3]);
    }

    #[test]
    fn a_child_that_is_closed_is_not_chosen() {
        let arena = Arena::<u8>::new(0, false);
        let block = arena.expand(arena.root(), Turn::Max, [0, 1, 2].into_iter(), 0).unwrap();
        for (child, parts) in block.places().zip([Standing::ONE, 0, 1]) {
            arena.visit(child, parts);
        }
        let selection = Selection::new(Formula::Uct(0.7), 1.0);
        arena.close(block.first, Standing::PROVEN);
        arena.close(block.first + 2, Standing::BEATEN);
        for visits in [3, 300, 3_000_000] {
            assert_eq!(selection.choose::<Four>(&arena, block, visits), block.first + 1);
        }
    }

    #[test]
    fn visits_that_are_back_leave_no_loss_behind() {
        for threads in [Threads::ONE, Threads::simulated(4), Threads::new(4).eager()] {
            let mut search = Mcts::new(1);
            let limits = Limits::default().nodes(5_000).threads(threads);
            search.search(&Four, &0, &limits).unwrap();
            let arena = &search.tree.as_ref().unwrap().arena;
            let block = arena.children(arena.root()).unwrap();
            let standings: Vec<_> = block.places().map(|child| arena.standing(child)).collect();
            assert_eq!(standings.iter().map(|standing| standing.visits).sum::<u32>(), 5_000);
            for standing in standings {
                assert!((standing.share() - 1.0).abs() < 1e-6, "{standing:?}");
            }
        }
    }
}
