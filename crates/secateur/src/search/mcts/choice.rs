//! What to play after a search: the most visited action, unless something is proven.

use super::arena::{Arena, Block, Place};
use super::scale::Scale;
use crate::score::Score;
use crate::turn::Turn;

impl<A: Copy> Arena<A> {
    /// The child to play, of a node where a side is to move.
    ///
    /// A proven win comes first, the soonest. A proven loss comes last, the latest, and only where
    /// there is nothing else. Between them the most visited child, unless another is proven to be
    /// worth as much as that one promises.
    pub(super) fn best_child(&self, block: Block, scale: &Scale) -> Place {
        let seen = |child| self.bounds_from(child).for_turn(block.turn);
        let first_max = |best, child| if seen(child).low > seen(best).low { child } else { best };
        let safest = block.places().fold(block.first, first_max);
        let sure = seen(safest).low;
        if scale.is_win(sure) {
            return safest;
        }
        let mut robust: Option<Place> = None;
        for child in block.places() {
            let standing = self.standing(child);
            let better = robust.is_none_or(|best| {
                let best = self.standing(best);
                (standing.visits, standing.mean) > (best.visits, best.mean)
            });
            if better && standing.is_open() && !scale.is_loss(seen(child).high) {
                robust = Some(child);
            }
        }
        let Some(robust) = robust else { return safest };
        let standing = self.standing(robust);
        let as_good = standing.visits == 0 || scale.share_for(block.turn, sure) >= standing.share();
        if as_good && !scale.is_loss(sure) { safest } else { robust }
    }

    /// What a child promises its parent, for the side that chooses: what is proven, else the mean.
    pub(super) fn promise(&self, child: Place, turn: Turn, scale: &Scale) -> Score {
        let bounds = self.bounds_from(child).for_turn(turn);
        let standing = self.standing(child);
        let share = if turn == Turn::Min { 1.0 - standing.share() } else { standing.share() };
        let estimate =
            if standing.is_open() { scale.score(share).for_turn(turn) } else { bounds.low };
        estimate.clamp(bounds.low, bounds.high)
    }

    /// The line of best children from a node on, as far as the tree knows one.
    pub(super) fn line(&self, place: Place, scale: &Scale) -> Vec<A> {
        let mut line = Vec::new();
        let mut place = place;
        while let Some(block) = self.children(place).filter(|block| block.turn != Turn::Chance) {
            place = self.best_child(block, scale);
            if !line.is_empty() && self.standing(place).visits == 0 {
                break;
            }
            line.push(self.action(place, block));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::standing::Standing;
    use super::*;

    /// A root of Max with so many children, each visited with these shares.
    fn arena(visits: &[&[f32]]) -> (Arena<usize>, Block) {
        let arena = Arena::new(0, false);
        let block =
            arena.expand(arena.root(), Turn::Max, 0..visits.len(), Standing::ONE / 2).unwrap();
        for (child, shares) in block.places().zip(visits) {
            shares.iter().for_each(|&share| visit(&arena, child, share));
        }
        (arena, block)
    }

    fn visit(arena: &Arena<usize>, child: Place, share: f32) {
        arena.visit(child, (share * Standing::ONE as f32) as i32);
    }

    fn best(arena: &Arena<usize>, block: Block) -> usize {
        let scale = Scale::new(Score::new(-21), Score::new(21));
        arena.action(arena.best_child(block, &scale), block)
    }

    #[test]
    fn a_child_known_beaten_is_the_last_resort_however_often_it_was_visited() {
        for loss in [-Score::win_in(4), Score::new(-3)] {
            let (arena, block) = arena(&[&[0.9; 50], &[0.0], &[0.8; 20], &[]]);
            assert_eq!(best(&arena, block), 0);
            arena.settle(block.first, loss);
            assert_eq!(best(&arena, block), 2);
            arena.settle(block.first + 2, loss);
            assert_eq!(best(&arena, block), 1, "a mean of nothing is better than a proven loss");
            arena.settle(block.first + 1, loss);
            assert_eq!(best(&arena, block), 3, "so is what was never visited");
            let latest = if loss.is_decisive() { -Score::win_in(6) } else { Score::new(-2) };
            arena.settle(block.first + 3, latest);
            assert_eq!(best(&arena, block), 3);
        }
    }

    #[test]
    fn a_proven_win_is_the_first_choice_and_the_soonest_of_several() {
        let (arena, block) = arena(&[&[1.0; 50], &[0.0], &[0.1]]);
        arena.settle(block.first + 1, Score::win_in(5));
        assert_eq!(best(&arena, block), 1);
        arena.settle(block.first + 2, Score::win_in(3));
        assert_eq!(best(&arena, block), 2);
    }

    #[test]
    fn a_proven_draw_is_taken_when_nothing_promises_more() {
        let (arena, block) = arena(&[&[0.6; 50], &[0.0]]);
        arena.settle(block.first + 1, Score::DRAW);
        assert_eq!(best(&arena, block), 0);
        (0..200).for_each(|_| visit(&arena, block.first, 0.1));
        assert_eq!(best(&arena, block), 1);
    }
}
