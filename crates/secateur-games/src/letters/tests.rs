//! The two ways to best play against each other, where the core's searches are too slow to check.

use proptest::prelude::*;

use super::{Letters, search, sweep};

/// Stacks over a small alphabet, so that letters stand several times, with words of all lengths.
fn puzzle(letters: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Letters> {
    let letter = || prop::sample::select(('A'..='T').collect::<Vec<_>>());
    let word = prop::collection::vec(letter(), 1..6).prop_map(String::from_iter);
    let stack = prop::collection::vec(letter(), letters);
    (stack, prop::collection::vec((word, -9..30), 0..40))
        .prop_map(|(stack, list)| Letters::new(stack, list))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sweep_and_search_play_the_same_line(game in puzzle(1..=20)) {
        prop_assert_eq!(sweep::best_play(&game), search::best_play(&game));
    }
}

/// Different letters, so that no two places are the same by chance.
#[test]
fn sweep_and_search_play_the_same_line_on_the_longest_stacks() {
    let mut random = secateur::Random::new(26);
    let alphabet: Vec<char> = ('A'..='Z').chain('a'..='z').collect();
    for letters in 20..=sweep::LARGEST {
        let stack = &alphabet[..letters];
        let mut word = || -> (String, i32) {
            let length = 1 + random.below(4);
            let letters = (0..length).map(|_| stack[random.below(stack.len())]).collect();
            (letters, random.below(30) as i32 - 5)
        };
        let list = (0..100).map(|_| word()).collect();
        let game = Letters::new(stack.to_vec(), list);
        assert_eq!(sweep::best_play(&game), search::best_play(&game), "{game:?}");
    }
}
