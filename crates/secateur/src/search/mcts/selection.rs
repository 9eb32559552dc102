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

/// A formula, tabulated where its visits are few: nearly always.
pub(super) struct Selection {
    formula: Formula,
    /// What grows with the parent's visits.
    growing: Box<[f32; TABULATED]>,
    /// What shrinks with the child's visits.
    shrinking: Box<[f32; TABULATED]>,
}

const TABULATED: usize = 1024;

impl Selection {
    /// `first` is the hope for a child that was never visited, as if by so many visits.
    pub(super) fn new(formula: Formula, first: f32) -> Selection {
        let table = |of: fn(Formula, u32) -> f32| {
            let values: Vec<f32> = (0..TABULATED as u32).map(|n| of(formula, n)).collect();
            <Box<[f32; TABULATED]>>::try_from(values.into_boxed_slice()).expect("so many values")
        };
        let mut shrinking = table(shrinking);
        shrinking[0] = first;
        Selection { formula, growing: table(growing), shrinking }
    }

    /// The child to visit, of a node that was visited so often.
    #[inline(always)]
    pub(super) fn choose<G: Heuristic>(
        &self,
        arena: &Arena<G::Action>,
        block: Block,
        visits: u32,
    ) -> Place {
        let tabulated = self.growing.get(visits as usize).copied();
        let mut factor = tabulated.unwrap_or_else(|| growing(self.formula, visits));
        if !G::PRIORS && matches!(self.formula, Formula::Puct(_)) {
            factor /= block.count as f32;
        }
        let mut best = 0;
        for (child, record) in (block.first..).zip(arena.records(block)) {
            let standing = record.standing();
            let tabulated = self.shrinking.get(standing.visits as usize).copied();
            let mut hope = tabulated.unwrap_or_else(|| shrinking(self.formula, standing.visits));
            if G::PRIORS && matches!(self.formula, Formula::Puct(_)) {
                hope *= arena.prior(child);
            }
            // Floats that are not negative are ordered like their bits; of equals the first child.
            let rank = (standing.mean as f32 + factor * hope).max(0.0).to_bits();
            best = best.max(u64::from(rank) << 32 | u64::from(!child));
        }
        !(best as Place)
    }
}

/// In the parts that means are counted in.
fn growing(formula: Formula, visits: u32) -> f32 {
    let growing = match formula {
        Formula::Uct(c) => c * (visits.max(1) as f32).ln().sqrt(),
        Formula::Puct(c) => c * (visits as f32).sqrt(),
    };
    growing * Standing::ONE
}

#[inline(always)]
fn shrinking(formula: Formula, visits: u32) -> f32 {
    match formula {
        Formula::Uct(_) => 1.0 / (visits as f32).sqrt(),
        Formula::Puct(_) => 1.0 / (1.0 + visits as f32),
    }
}
