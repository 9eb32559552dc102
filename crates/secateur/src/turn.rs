//! [`Turn`]: whose decision a state is waiting for.

/// Whose decision a state is waiting for.
///
/// A property of the state, not of the ply: a side may move twice in a row, pass, or wait for chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The side that wants the highest score.
    Max,
    /// The side that wants the lowest score.
    Min,
    /// Nobody: dice, cards or tiles fall by their probabilities.
    Chance,
}

impl Turn {
    /// Whether the two states see a score from different sides; Chance sees it as Max does.
    #[inline(always)]
    pub fn passes_to(self, next: Turn) -> bool {
        (self == Turn::Min) != (next == Turn::Min)
    }
}
