//! Letter stack: two players take letters off a stack and score with the words they can spell.
//!
//! Players alternate; each takes one of the two topmost letters, and the last one alone. At the end
//! a word counts for a player who holds all its letters, in any order, one copy being enough for a
//! letter that the word repeats. A letter serves any number of words. Each side plays for the
//! largest difference of scores.
//!
//! A letter is known by its place in the stack, 0 at the top, and a hand is one machine word, a bit
//! a place. What is in no hand is the stack, so two hands are the whole state:
//!
//! ```text
//! place    5 4 3 2 1 0
//! letter   E L Y Q V I
//! Max      0 0 0 0 1 0      took V
//! Min      0 0 0 1 0 0      took Q
//! left     1 1 1 0 0 1      I is still on top, Y comes next
//! ```
//!
//! The puzzle's text is read in `reader`, states are written in `notation`. Best play of the whole
//! puzzle is found by `sweep`, which works out every state and takes the same time whatever the
//! words are, or by `search` on longer stacks, which prunes.

mod notation;
mod reader;
mod search;
mod sweep;
#[cfg(test)]
mod tests;

use std::fmt;

use secateur::{Game, GameSession, Heuristic, Score, Turn};

use crate::{Entry, Opened, Options};

pub use reader::INPUT_LIMIT;

/// Letter stack in the list of games.
pub const ENTRY: Entry = Entry {
    name: "letters",
    summary: "take letters off a stack, score with the words you can spell",
    position: "the numbers N of letters and Q of words, N letters from the top, Q times a word and \
               its score; ' taken' and letters behind it: those taken so far, in turn",
    example: "4 4 A S R E SA 2 SE 4 RE 1 A 1 taken S",
    options: &[],
    sides: 2,
    session,
};

fn session(_: &Options, position: Option<&str>) -> Opened {
    let (game, state) = match position {
        Some(text) => Letters::read_position(text)?,
        None => (Letters::default(), State::default()),
    };
    Ok(Box::new(GameSession::new(game, state)))
}

/// A letter's place in the stack, 0 at the top.
pub type Place = u8;

/// The rules: a stack of 1 to 64 letters and a list of words. Max takes the first letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letters {
    /// From the top.
    stack: Vec<char>,
    /// The words as they were written, each with its score.
    list: Vec<(String, i32)>,
    /// Those that somebody can score; words of the same letters are one.
    words: Vec<Word>,
    /// For each place, the words with the letter that stands there.
    words_with: Vec<Vec<u32>>,
    /// For each letter that stands above already: its own place, and the topmost place of it.
    copies: Vec<(Place, Place)>,
}

/// A set of letters and its worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Word {
    /// The topmost place of each letter.
    letters: u64,
    score: i32,
}

/// Who holds which letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The places of Max's letters, and of Min's.
    hands: [u64; 2],
    /// What the words that each can spell add up to.
    scores: [i32; 2],
}

/// A puzzle's answer. Displays as the puzzle wants it: `S 4-1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The letter that Max should take first.
    pub first: char,
    /// The final scores of Max and Min with best play.
    pub scores: [i32; 2],
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}-{}", self.first, self.scores[0], self.scores[1])
    }
}

impl State {
    /// What Max and Min have scored so far.
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// Max's score minus Min's.
    fn difference(&self) -> i32 {
        self.scores[0] - self.scores[1]
    }

    fn taken(&self) -> u64 {
        self.hands[0] | self.hands[1]
    }

    /// Whose turn it is: 0 for Max, 1 for Min.
    fn side(&self) -> usize {
        self.taken().count_ones() as usize & 1
    }
}

impl Default for Letters {
    /// The puzzle's published example.
    fn default() -> Letters {
        Letters::read(b"4 4 A S R E SA 2 SE 4 RE 1 A 1").expect("the example is a puzzle")
    }
}

impl Letters {
    /// The game with this stack, its top first, and these words. The reader has seen to it that
    /// there are 1 to 64 letters, and that the scores add up to a plain one whatever their signs.
    fn new(stack: Vec<char>, list: Vec<(String, i32)>) -> Letters {
        let topmost = |letter| stack.iter().position(|&other| other == letter);
        let copies = (0..stack.len())
            .filter_map(|place| match topmost(stack[place]) {
                Some(first) if first < place => Some((place as Place, first as Place)),
                _ => None,
            })
            .collect();
        let mut words: Vec<Word> = Vec::new();
        for (word, score) in &list {
            let letters = word.chars().try_fold(0, |set, letter| Some(set | 1 << topmost(letter)?));
            words.extend(letters.map(|letters| Word { letters, score: *score }));
        }
        words.sort_unstable_by_key(|word| word.letters);
        words.dedup_by(|next, word| {
            let same = next.letters == word.letters;
            word.score += if same { next.score } else { 0 };
            same
        });
        words.retain(|word| word.score != 0);
        let words_with = |&letter: &char| {
            let place = topmost(letter).unwrap_or_default();
            let with = |&i: &u32| words[i as usize].letters >> place & 1 == 1;
            (0..words.len() as u32).filter(with).collect()
        };
        let words_with = stack.iter().map(words_with).collect();
        Letters { stack, list, words, words_with, copies }
    }

    /// The letter at a place.
    ///
    /// # Panics
    /// When the stack has no such place.
    pub fn letter(&self, place: Place) -> char {
        self.stack[usize::from(place)]
    }

    /// The letters taken one after the other when both sides play their best, each taking the
    /// topmost letter where both are equally good.
    pub fn best_play(&self) -> Vec<Place> {
        match self.stack.len() {
            ..=sweep::LARGEST => sweep::best_play(self),
            _ => search::best_play(self),
        }
    }

    /// The puzzle's answer: what [`best_play`](Letters::best_play) begins with and leads to.
    pub fn solve(&self) -> Solution {
        let line = self.best_play();
        let end = line.iter().fold(self.initial(), |state, &place| self.after(&state, place));
        Solution { first: self.letter(line[0]), scores: end.scores }
    }

    /// All places.
    fn places(&self) -> u64 {
        u64::MAX >> (64 - self.stack.len())
    }

    /// The places still in the stack.
    #[inline]
    fn left(&self, state: &State) -> u64 {
        self.places() & !state.taken()
    }

    /// The letters that stand at some places, each by its topmost place (and by those that were
    /// given, which no word asks for).
    #[inline]
    fn letters(&self, places: u64) -> u64 {
        self.copies.iter().fold(places, |set, &(place, first)| set | (places >> place & 1) << first)
    }

    /// The places that can be taken from: two, or one. Two equal letters are one choice.
    #[inline]
    fn choices(&self, state: &State) -> impl Iterator<Item = Place> + use<> {
        let left = self.left(state);
        let below = left & left.wrapping_sub(1);
        let (top, second) = (left.trailing_zeros(), below.trailing_zeros());
        let differ = below != 0 && self.stack[top as usize] != self.stack[second as usize];
        let top = (left != 0).then_some(top as Place);
        top.into_iter().chain(differ.then_some(second as Place))
    }

    fn after(&self, state: &State, place: Place) -> State {
        let mut after = *state;
        self.apply(&mut after, place);
        after
    }
}

impl Game for Letters {
    type State = State;
    type Action = Place;

    fn initial(&self) -> State {
        State::default()
    }

    #[inline]
    fn to_move(&self, state: &State) -> Turn {
        if state.side() == 0 { Turn::Max } else { Turn::Min }
    }

    #[inline]
    fn actions(&self, state: &State, actions: &mut Vec<Place>) {
        actions.extend(self.choices(state));
    }

    #[inline]
    fn apply(&self, state: &mut State, place: Place) {
        let side = state.side();
        let had = self.letters(state.hands[side]);
        state.hands[side] |= 1 << place;
        let has = self.letters(state.hands[side]);
        for &i in &self.words_with[usize::from(place)] {
            let word = self.words[i as usize];
            let spelled = word.letters & !has == 0 && word.letters & !had != 0;
            state.scores[side] += if spelled { word.score } else { 0 };
        }
    }

    #[inline]
    fn utility(&self, state: &State) -> Score {
        Score::new(state.difference())
    }

    #[inline]
    fn is_terminal(&self, state: &State) -> bool {
        state.taken() == self.places()
    }
}

impl Heuristic for Letters {
    #[inline]
    fn same(&self, state: &State, other: &State) -> bool {
        state == other
    }

    /// The difference so far, and of every word that a side can still complete its score, halved
    /// for each letter missing.
    fn evaluate(&self, state: &State) -> Score {
        let left = self.letters(self.left(state));
        let hopes = |side: usize| -> i64 {
            let has = self.letters(state.hands[side]);
            let hope = |word: &Word| match word.letters & !has {
                0 => 0,
                missing if missing & !left != 0 => 0,
                missing => i64::from(word.score) / (1 << missing.count_ones().min(32)),
            };
            self.words.iter().map(hope).sum()
        };
        let estimate = i64::from(state.difference()) + hopes(0) - hopes(1);
        let plain = i64::from(Score::PLAIN_MAX);
        Score::new(estimate.clamp(-plain, plain) as i32)
    }
}
