//! Which child to visit next: the best mean, but what was seldom visited may be better than it looks.
//!
//! Kocsis & Szepesvári, *Bandit based Monte-Carlo Planning* (2006), for UCT; Silver et al.,
//! *Mastering the game of Go with deep neural networks and tree search* (2016), for PUCT.

use super::arena::{Arena, Block, Place};
use super::standing::Standing;
use crate::game::Heuristic;

/// How the hope for a child shrinks with its visits `n` while its parent's `N` grow. The constant
/// `c` weighs hope against experience.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formula {
    /// `mean + c √(ln N / n)`.
    Uct(f32),
    /// `mean + c p √N / (1 + n)`, with the [prior](crate::Heuristic::priors) `p` of the child; in a
    /// game without priors all children have the same.
    Puct(f32),
}

/// A formula as two tables, so that no child costs a root or a quotient.
pub(super) struct Selection {
    formula: Formula,
    /// What grows with the parent's visits, in the parts that means are counted in.
    growing: Box<Table>,
    /// What shrinks with the child's visits.
    shrinking: Box<Table>,
}

/// By [`rung`].
type Table = [f32; RUNGS];

const RUNGS: usize = 1 << 13;
/// Bits of a float below its rung.
const FINER: u32 = 16;

/// Up to 254 visits have a rung each; above, those that differ by less than a hundredth share one.
#[inline(always)]
fn rung(visits: u32) -> usize {
    ((visits as f32 + 1.0).to_bits() >> FINER) as usize % RUNGS
}

/// The table of a formula.
fn table(of: impl Fn(f32) -> f32) -> Box<Table> {
    let mut table = Box::new([0.0; RUNGS]);
    let (first, last) = (1.0f32.to_bits(), (u32::MAX as f32 + 1.0).to_bits());
    for bits in (first..=last).step_by(1 << FINER) {
        let lowest = f32::from_bits(bits) - 1.0;
        let highest = f32::from_bits(bits + (1 << FINER)) - 2.0;
        table[(bits >> FINER) as usize % RUNGS] = of(lowest.midpoint(highest.max(lowest)));
    }
    table
}

impl Selection {
    /// `first` is the hope for a child that was never visited.
    pub(super) fn new(formula: Formula, first: f32) -> Selection {
        let growing = table(|visits| {
            let growing = match formula {
                // Never without hope: 1 has no logarithm to speak of.
                Formula::Uct(c) => c * visits.max(2.0).ln().sqrt(),
                Formula::Puct(c) => c * visits.sqrt(),
            };
            growing * Standing::ONE as f32
        });
        let shrinking = table(|visits| match formula {
            _ if visits == 0.0 => first,
            Formula::Uct(_) => 1.0 / visits.sqrt(),
            Formula::Puct(_) => 1.0 / (1.0 + visits),
        });
        Selection { formula, growing, shrinking }
    }

    /// The child to visit, of a node that was visited so often.
    #[inline(always)]
    pub(super) fn choose<G: Heuristic>(
        &self,
        arena: &Arena<G::Action>,
        block: Block,
        visits: u32,
    ) -> Place {
        let mut factor = self.growing[rung(visits)];
        if !G::PRIORS && matches!(self.formula, Formula::Puct(_)) {
            factor /= block.count as f32;
        }
        let mut best = 0;
        for (child, record) in (block.first..).zip(arena.records(block)) {
            let standing = record.standing();
            let mut hope = self.shrinking[rung(standing.visits)];
            if G::PRIORS && matches!(self.formula, Formula::Puct(_)) {
                hope *= arena.prior(child);
            }
            // Floats that are not negative are ordered like their bits; of equals the first child.
            let rank = (standing.mean as f32 + factor * hope).to_bits();
            let rank = if standing.is_open() { rank } else { 0 };
            best = best.max(u64::from(rank) << 32 | u64::from(!child));
        }
        !(best as Place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_follow_their_formulas() {
        for formula in [Formula::Uct(0.7), Formula::Puct(1.5)] {
            let selection = Selection::new(formula, 9.0);
            assert_eq!(selection.shrinking[rung(0)], 9.0);
            let ten_times = (0..10).map(|exponent| 10u32.pow(exponent));
            for visits in (1..2_000).chain(ten_times).chain([u32::MAX]) {
                let n = f64::from(visits);
                let (growing, shrinking) = match formula {
                    Formula::Uct(c) => (f64::from(c) * n.max(2.0).ln().sqrt(), 1.0 / n.sqrt()),
                    Formula::Puct(c) => (f64::from(c) * n.sqrt(), 1.0 / (1.0 + n)),
                };
                let near = |found: f32, wanted: f64| {
                    let close = if visits < 255 { 1e-6 } else { 0.005 };
                    assert!((f64::from(found) - wanted).abs() <= close * wanted, "{visits}");
                };
                near(selection.growing[rung(visits)] / Standing::ONE as f32, growing);
                near(selection.shrinking[rung(visits)], shrinking);
            }
        }
    }
}
