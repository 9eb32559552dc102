//! What a search learns about actions: [`Learned`] killers, countermoves and history.
//!
//! All of it goes by [`Heuristic::slot`]: for a game without slots nothing is kept, and the calls
//! below compile to nothing.

use crate::game::Heuristic;
use crate::turn::Turn;

/// Actions by how often, and where, they cut.
pub(crate) struct Learned {
    /// The last two slots that cut at a ply.
    killers: Vec<[usize; 2]>,
    /// The slot that last refuted a slot, by the side that was refuted.
    countermoves: Vec<usize>,
    /// How much a slot has cut, by side.
    history: Vec<i32>,
}

const SLOTS: usize = 4096;
const NONE: usize = usize::MAX;

/// Bonuses, above all history and below one point of [`Heuristic::order`].
const KILLER: i64 = 1 << 30;
const COUNTERMOVE: i64 = 1 << 29;
const HISTORY_MAX: i32 = 1 << 24;

impl Learned {
    pub(crate) fn new() -> Learned {
        Learned { killers: Vec::new(), countermoves: Vec::new(), history: Vec::new() }
    }

    /// How early to try `action`, played by `turn` at `ply` in answer to `previous`; the game's
    /// own opinion goes first.
    #[inline(always)]
    pub(crate) fn rank<G: Heuristic>(
        &self,
        game: &G,
        turn: Turn,
        ply: usize,
        previous: Option<G::Action>,
        action: G::Action,
        order: i32,
    ) -> i64 {
        let rank = i64::from(order) << 32;
        let Some(slot) = game.slot(action) else { return rank };
        let killer = self.killers.get(ply).is_some_and(|killers| killers.contains(&slot));
        let counter = previous
            .and_then(|previous| game.slot(previous))
            .is_some_and(|previous| self.countermoves.get(index(turn, previous)) == Some(&slot));
        let history = self.history.get(index(turn, slot)).copied().unwrap_or(0);
        rank + KILLER * i64::from(killer) + COUNTERMOVE * i64::from(counter) + i64::from(history)
    }

    /// `action` cut the search of a node with `depth` plies to go.
    #[inline(always)]
    pub(crate) fn cut<G: Heuristic>(
        &mut self,
        game: &G,
        turn: Turn,
        ply: usize,
        previous: Option<G::Action>,
        action: G::Action,
        depth: u32,
    ) {
        if let Some(slot) = game.slot(action) {
            let previous = previous.and_then(|previous| game.slot(previous));
            self.remember(turn, ply, previous, slot, depth);
        }
    }

    fn remember(
        &mut self,
        turn: Turn,
        ply: usize,
        previous: Option<usize>,
        slot: usize,
        depth: u32,
    ) {
        assert!(slot < SLOTS, "a slot is below {SLOTS}, not {slot}");
        if self.history.is_empty() {
            self.history = vec![0; 2 * SLOTS];
            self.countermoves = vec![NONE; 2 * SLOTS];
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [NONE; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != slot {
            *killers = [slot, killers[0]];
        }
        if let Some(previous) = previous {
            self.countermoves[index(turn, previous)] = slot;
        }
        let depth = depth.min(64) as i32;
        let history = &mut self.history[index(turn, slot)];
        *history += depth * depth;
        if *history > HISTORY_MAX {
            self.history.iter_mut().for_each(|history| *history /= 2);
        }
    }
}

#[inline(always)]
fn index(turn: Turn, slot: usize) -> usize {
    slot + SLOTS * usize::from(turn == Turn::Min)
}
