//! What a search counted: [`Stats`].

use std::time::Duration;

/// What a search counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States entered: the root, finished games and the horizon included.
    pub nodes: u64,
    /// Of these, finished games.
    pub terminals: u64,
    /// Of these, unfinished games evaluated at the horizon.
    pub horizon: u64,
    /// Of these, unfinished games that were not searched since the game knows their value.
    pub solved: u64,
    /// Nodes looked up in the transposition table.
    pub table_probes: u64,
    /// Of these, nodes that it answered.
    pub table_hits: u64,
    /// Nodes that were cut before any action was searched: game or table knew one that is enough.
    pub known_cuts: u64,
    /// How full the table was at the end, in thousandths.
    pub table_fill: u32,
    /// Cutoffs by the place of the action that cut, in the order in which they were tried: the
    /// first action, the second, …; the last entry counts all that come after.
    pub cutoffs: [u64; Stats::PLACES],
    /// Selective depth: the deepest ply entered, where the root is ply 0.
    pub deepest: u32,
    /// Nodes of the last two depths of iterative deepening, the deeper one second; 0 without.
    pub last_depths: [u64; 2],
    /// Plies from one of these two depths to the other.
    pub depth_step: u32,
    /// Wall-clock time.
    pub time: Duration,
    /// Threads that took part.
    pub threads: usize,
}

impl Stats {
    /// Entries of [`cutoffs`](Stats::cutoffs).
    pub const PLACES: usize = 8;

    /// Adds what another search of the same state counted. Counts and times add up; depth, fill and
    /// threads are the larger ones. (Whoever adds up searches that ran side by side sets the time itself.)
    pub fn add(&mut self, other: &Stats) {
        self.nodes += other.nodes;
        self.terminals += other.terminals;
        self.horizon += other.horizon;
        self.solved += other.solved;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.known_cuts += other.known_cuts;
        self.table_fill = self.table_fill.max(other.table_fill);
        add_each(&mut self.cutoffs, &other.cutoffs);
        self.deepest = self.deepest.max(other.deepest);
        add_each(&mut self.last_depths, &other.last_depths);
        self.depth_step = self.depth_step.max(other.depth_step);
        self.time += other.time;
        self.threads = self.threads.max(other.threads);
    }

    /// The same as counted from a root so many plies above.
    pub(crate) fn below(&self, plies: u32) -> Stats {
        Stats { deepest: self.deepest + plies, ..*self }
    }

    /// A search came to a state so many plies below the root.
    #[inline(always)]
    pub(crate) fn reach(&mut self, ply: u32) {
        self.deepest = self.deepest.max(ply);
    }

    /// The action at this place among those tried cut the others.
    #[inline(always)]
    pub(crate) fn cut(&mut self, place: usize) {
        self.cutoffs[place.min(Stats::PLACES - 1)] += 1;
    }

    /// Nodes without a search below: finished, at the horizon, or solved.
    pub fn leaves(&self) -> u64 {
        self.terminals + self.horizon + self.solved
    }

    /// Nodes a second; 0 when it took no time that a clock could see.
    pub fn nodes_per_second(&self) -> f64 {
        if self.time.is_zero() { 0.0 } else { self.nodes as f64 / self.time.as_secs_f64() }
    }

    /// Of all cutoffs, the share of those by the first action, from 0 to 1: how good the order of
    /// the actions is. `None` without a cutoff.
    pub fn first_cutoffs(&self) -> Option<f64> {
        let all: u64 = self.cutoffs.iter().sum();
        (all > 0).then(|| self.cutoffs[0] as f64 / all as f64)
    }

    /// The effective branching factor. With iterative deepening, how many times as many nodes a ply
    /// more takes, by the last two depths. Else b* of Russell & Norvig: the branching of a uniform
    /// tree of as many nodes, 1 + b* + b*² + … + b*^d, and as deep as the search came. `None` for a
    /// search that entered nothing but the root.
    pub fn branching(&self) -> Option<f64> {
        match self.last_depths {
            _ if self.deepest == 0 => None,
            [0, _] => Some(uniform_branching(self.nodes as f64, self.deepest)),
            [before, last] => {
                let growth = last as f64 / before as f64;
                Some(growth.powf(1.0 / f64::from(self.depth_step.max(1))))
            }
        }
    }
}

fn add_each<const N: usize>(sums: &mut [u64; N], more: &[u64; N]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// The b with 1 + b + b² + … + b^depth = `nodes`, by halving; at least 1.
fn uniform_branching(nodes: f64, depth: u32) -> f64 {
    let nodes_at = |b: f64| match b - 1.0 {
        excess if excess < 1e-9 => f64::from(depth) + 1.0,
        excess => (b.powf(f64::from(depth) + 1.0) - 1.0) / excess,
    };
    let (mut low, mut high) = (1.0, nodes.max(1.0));
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if nodes_at(middle) < nodes { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_is_that_of_a_uniform_tree() {
        for (nodes, depth, expected) in [(31, 4, 2.0), (1 + 7 + 49, 2, 7.0), (5, 4, 1.0)] {
            let stats = Stats { nodes, deepest: depth, ..Stats::default() };
            assert!((stats.branching().unwrap() - expected).abs() < 1e-6, "{nodes}");
        }
        // The book's example: 52 nodes to depth 5.
        let stats = Stats { nodes: 53, deepest: 5, ..Stats::default() };
        assert!((stats.branching().unwrap() - 1.92).abs() < 0.005);
        assert_eq!(Stats { nodes: 1, ..Stats::default() }.branching(), None);
    }

    #[test]
    fn branching_of_deepening_is_the_growth_of_the_last_depth() {
        let stats = Stats { last_depths: [40, 100], nodes: 150, deepest: 3, ..Stats::default() };
        assert_eq!(stats.branching(), Some(2.5));
    }

    #[test]
    fn sums_take_every_field() {
        let one = Stats {
            nodes: 1,
            terminals: 2,
            horizon: 3,
            solved: 4,
            table_probes: 5,
            table_hits: 6,
            known_cuts: 13,
            table_fill: 7,
            cutoffs: [8; Stats::PLACES],
            deepest: 9,
            last_depths: [10, 11],
            depth_step: 2,
            time: Duration::from_secs(12),
            threads: 2,
        };
        let mut sum = one;
        sum.add(&Stats { deepest: 1, table_fill: 2, depth_step: 1, threads: 1, ..one });
        let expected = Stats {
            nodes: 2,
            terminals: 4,
            horizon: 6,
            solved: 8,
            table_probes: 10,
            table_hits: 12,
            known_cuts: 26,
            table_fill: 7,
            cutoffs: [16; Stats::PLACES],
            deepest: 9,
            last_depths: [20, 22],
            depth_step: 2,
            time: Duration::from_secs(24),
            threads: 2,
        };
        assert_eq!(sum, expected);
        assert_eq!(sum.leaves(), 18);
        assert_eq!(sum.first_cutoffs(), Some(0.125));
        assert!((sum.nodes_per_second() - 2.0 / 24.0).abs() < 1e-12);
    }
}
