//! Letter stack: known answers, the rules against a brute force written from their text, the
//! core's searches against best play, and the reader against everything.

use proptest::prelude::*;
use secateur::{AlphaBeta, Game, Heuristic, Limits, Minimax, Notation, Search, laws};
use secateur_games::letters::{INPUT_LIMIT, Letters};

/// Puzzle and answer; the first is the published example.
const KNOWN: &[(&str, &str)] = &[
    ("4 4\nA S R E\nSA 2\nSE 4\nRE 1\nA 1", "S 4-1"),
    ("2 2\nA B\nA 1\nB 2", "B 2-1"),
    ("12 3\nA B C D E F G H I J K L\nABCDEFGHIJKL 50\nB 3\nA 1", "B 3-1"),
    ("3 3\nA B C\nAZ 90\nB 2\nC 1", "B 2-1"),
    ("6 5\nI V Q Y L E\nQ 16\nEYV 18\nE 20\nYQ 6\nVIE 3", "V 38-16"),
    ("3 6\nM G Y\nY 8\nM 9\nG 9\nGM 17\nGM 11\nGY 16", "G 33-9"),
    ("4 3\nF O R L\nOR 1\nRFL 1\nO 20", "O 20-0"),
    ("3 3\nL R Q\nR 9\nLQR 16\nRQL 6", "R 9-0"),
    ("6 7\nJ T B I K Q\nQTBI 9\nQ 1\nT 18\nITK 7\nIJBK 14\nKJIQ 19\nBIT 1", "T 19-0"),
    (
        "10 7\nW E A B C N R G M D\nBCM 18\nDEBC 20\nDBEM 12\nENA 3\nCAR 12\nWB 16\nGAWN 20",
        "W 16-12",
    ),
    ("6 5\nX K M Y W T\nMKTX 8\nYMK 18\nTMWK 14\nX 19\nKMTW 20", "X 19-0"),
    ("8 6\nI M K J L V X Q\nMQLJ 7\nVLK 5\nVKQ 13\nV 18\nM 9\nQI 10", "M 37-0"),
    ("3 5\nY H B\nYB -5\nH 8\nHBY 2\nY 9\nHB -2", "H 6-9"),
    ("2 1\nA B\nB -1", "A 0--1"),
];

/// Corners of the rules, worked out by hand.
const CORNERS: &[(&str, &str)] = &[
    ("1 1 A A 5", "A 5-0"),            // the last letter is taken alone
    ("1 0 A", "A 0-0"),                // no words at all
    ("2 0 A B", "A 0-0"),              // equal: the topmost
    ("2 2 B A A 3 B 3", "B 3-3"),      // equal: the topmost, not the first of the alphabet
    ("2 1 a A A 5", "A 5-0"),          // lower and upper case are different letters
    ("2 1 A B AAA 5", "A 5-0"),        // a repeated letter needs one copy
    ("2 1 A A A 5", "A 5-5"),          // one copy for each
    ("3 1 A A A AA 4", "A 4-4"),       // the third copy adds nothing
    ("4 2 A B A C AB 9 C 1", "B 9-1"), // B now, and one of the two copies of A later
    ("2 2 é ü ü 2 é 1", "ü 2-1"),      // any character is a letter
    ("2 1 A B A -3", "B 0--3"),        // leave the loss to the other side
    ("1 1 A A -2147000000", "A -2147000000-0"),
];

fn answer(text: &str) -> String {
    Letters::read(text.as_bytes()).map_or_else(|e| e.to_string(), |game| game.solve().to_string())
}

#[test]
fn known_answers() {
    for (puzzle, expected) in KNOWN.iter().chain(CORNERS) {
        assert_eq!(answer(puzzle), *expected, "{puzzle}");
    }
}

#[test]
fn stacks_of_all_sizes() {
    let alphabet: Vec<char> = (' '..='z').filter(|c| !c.is_whitespace()).collect();
    for letters in 1..=64 {
        let stack = &alphabet[..letters];
        let words = stack.iter().map(|letter| (letter.to_string(), 1)).collect();
        let [max, min] =
            Letters::read(text(&(stack.to_vec(), words), " ").as_bytes()).unwrap().solve().scores;
        // Every letter is worth one: the first player gets the odd one.
        assert_eq!([max, min], [letters.div_ceil(2) as i32, letters as i32 / 2]);
    }
}

#[test]
fn the_laws_hold() {
    for (puzzle, _) in KNOWN.iter().chain(CORNERS) {
        let game = Letters::read(puzzle.as_bytes()).unwrap();
        laws::check(&game, 50, 64, 1).unwrap_or_else(|broken| panic!("{puzzle}: {broken}"));
    }
    let most: String = (0..64).map(|i| format!("{} ", (b'!' + i % 40) as char)).collect();
    let most = Letters::read(format!("64 2 {most} BAD -3 !$ 9").as_bytes()).unwrap();
    laws::check(&most, 20, 64, 1).unwrap();
}

#[test]
fn positions_with_letters_taken() {
    let game = Letters::default();
    let start = "4 4 A S R E SA 2 SE 4 RE 1 A 1";
    assert_eq!(game.write_state(&game.initial()), start);
    assert_eq!(game.read_state(&format!("{start} taken")), Ok(game.initial()));
    let state = game.read_state(&format!("{start} taken S A R E")).unwrap();
    assert_eq!(game.write_state(&state), format!("{start} taken S A R E"));
    assert_eq!(state.scores(), [0, 1]);
    for (position, why) in [
        ("4 4 A S R E SA 2 SE 4 RE 1 A 1 taken R", "line 1: 'R' cannot be taken: only A or S"),
        ("4 4 A S R E SA 2 SE 4 RE 1 A 1 S", "line 1: 'S' stands behind the last of Q = 4 words"),
        ("4 3 A S R E SA 2 SE 4 RE 1", "a position of another stack or other words"),
    ] {
        let error = game.read_state(position).unwrap_err().to_string();
        assert!(error.starts_with(why), "{error}");
    }
    assert!(secateur_games::open("letters", Some(start)).is_ok());
    assert!(secateur_games::open("letters:n=4", Some(start)).is_err());
}

#[test]
fn odd_but_readable() {
    for text in [
        "4 4\r\nA S R E\r\nSA 2\r\nSE 4\r\nRE 1\r\nA 1\r\n",
        "4\t4\tA\tS\tR\tE\tSA\t2\tSE\t4\tRE\t1\tA\t1",
        "\u{feff}4 4\nA\nS\nR\nE\n\n\nSA 2 SE 4 RE 1 A +1\n\n  \n",
        "\n 4 4 \n A S R E \n SA\n2\nSE\n4\nRE 01\nA 1",
    ] {
        assert_eq!(answer(text), "S 4-1", "{text:?}");
    }
}

#[test]
fn refused_with_the_place_and_the_mend() {
    for (text, why) in [
        (
            "",
            "line 1: N, the number of letters, should be a whole number from 1 to 64, not the end",
        ),
        (
            "0 1 A 1",
            "line 1: N, the number of letters, should be a whole number from 1 to 64, not '0'",
        ),
        ("65 1", "line 1: N, the number of letters,"),
        ("4", "line 1: Q, the number of words, should be a whole number from 0 to 100000"),
        ("4 -1", "line 1: Q, the number of words,"),
        (
            "4 4\nA S\n",
            "line 3: the input ends where letter 3 of N = 4 should be: add it, or mend N",
        ),
        ("4 1\nASRE\nA 1", "line 2: letter 1 of N = 4 should be a single character, not 'ASRE'"),
        ("5 1\nA S R E\nSA 1", "line 3: letter 5 of N = 5 should be a single character, not 'SA'"),
        (
            "3 2\nA S R E\nSA 1\nA 1",
            "line 3: the score of word 1 of Q = 2, 'E', behind N = 3 letters, should",
        ),
        (
            "2 2\nA B\nA 1\n",
            "line 4: the input ends where word 2 of Q = 2 should be: add it, or mend Q",
        ),
        (
            "2 1\nA B\nA 1\nB 2",
            "line 4: 'B' stands behind the last of Q = 1 words: remove it, or mend Q",
        ),
        (
            "2 1\nA B\nA 1.5",
            "line 3: the score of word 1 of Q = 1, 'A', behind N = 2 letters, should be",
        ),
        ("2 1\nA B\nA 2147000001", "line 3: the score of word 1"),
        ("2 1\nA B\nA 99999999999999999999", "line 3: the score of word 1"),
        ("2 2\nA B\nA 2000000000\nB -2000000000", "line 4: the scores up to word 2, 'B', add up"),
        ("2 1\nA B\nA", "line 3: the score of word 1 of Q = 1, 'A', behind N = 2"),
    ] {
        let error = Letters::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(why), "{text:?}: {error}");
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
    let refusal = |text: &[u8]| Letters::read(text).unwrap_err().to_string();
    assert!(refusal(b"1 1\nA\nA\xff 1").starts_with("line 3: byte 7 is no UTF-8 text"));
    assert!(refusal(b"1 1\nA\n\0 1").starts_with("line 3: byte 6 is the control character '\\0'"));
    let long = format!("1 1\nA\n{} 1", "A".repeat(300));
    assert!(refusal(long.as_bytes()).starts_with("line 3: word 1 of Q = 1 has 300 characters"));
    let huge = " ".repeat(INPUT_LIMIT + 1);
    assert!(refusal(huge.as_bytes()).starts_with("the input is longer than 1048576 bytes"));
    assert!(refusal("9".repeat(5000).as_bytes()).len() < 200);
}

/// The rules as their text says them, with letters in lists and no other thought.
struct BruteForce {
    words: Vec<(String, i32)>,
}

impl BruteForce {
    fn score(&self, hand: &[char]) -> i32 {
        let spelled =
            |(word, _): &&(String, i32)| word.chars().all(|letter| hand.contains(&letter));
        self.words.iter().filter(spelled).map(|(_, score)| score).sum()
    }

    /// The letters taken in turn, and the final scores.
    fn play(&self, stack: &[char], hands: [&[char]; 2], turn: usize) -> (Vec<char>, [i32; 2]) {
        if stack.is_empty() {
            return (Vec::new(), hands.map(|hand| self.score(hand)));
        }
        let mut best: Option<(Vec<char>, [i32; 2])> = None;
        for i in 0..stack.len().min(2) {
            let mut rest = stack.to_vec();
            let letter = rest.remove(i);
            let mut hand = hands[turn].to_vec();
            hand.push(letter);
            let hands = if turn == 0 { [&hand, hands[1]] } else { [hands[0], &hand] };
            let (mut line, scores) = self.play(&rest, hands, 1 - turn);
            line.insert(0, letter);
            let lead = |scores: [i32; 2]| scores[turn] - scores[1 - turn];
            if best.as_ref().is_none_or(|&(_, old)| lead(scores) > lead(old)) {
                best = Some((line, scores));
            }
        }
        best.expect("a letter is left")
    }
}

/// Stack and words over an alphabet of a few letters, some of them only in words.
fn puzzle() -> impl Strategy<Value = (Vec<char>, Vec<(String, i32)>)> {
    let letters = |from: &'static str| prop::sample::select(from.chars().collect::<Vec<_>>());
    let stack = prop_oneof![
        prop::collection::vec(letters("ABCDEFGHIJabc"), 1..=9),
        Just("ABCDEFGHIJ".chars().collect::<Vec<_>>()).prop_shuffle(),
    ];
    let word = prop::collection::vec(letters("ABCDEFGHIJabz"), 1..=4).prop_map(String::from_iter);
    (stack, prop::collection::vec((word, -5..12), 0..16))
}

fn text((stack, words): &(Vec<char>, Vec<(String, i32)>), space: &str) -> String {
    let mut tokens = vec![stack.len().to_string(), words.len().to_string()];
    tokens.extend(stack.iter().map(char::to_string));
    tokens.extend(words.iter().flat_map(|(word, score)| [word.clone(), score.to_string()]));
    tokens.join(space)
}

fn line<S: Search<Letters>>(mut search: S, game: &Letters) -> Vec<char> {
    let report = search.search(game, &game.initial(), &Limits::default()).unwrap();
    report.pv.iter().map(|&place| game.letter(place)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn best_play_is_that_of_the_text_and_of_the_core(puzzle in puzzle()) {
        let game = Letters::read(text(&puzzle, " ").as_bytes()).unwrap();
        let (letters, scores) =
            BruteForce { words: puzzle.1.clone() }.play(&puzzle.0, [&[], &[]], 0);
        let best: Vec<char> = game.best_play().iter().map(|&place| game.letter(place)).collect();
        prop_assert_eq!(&best, &letters);
        prop_assert_eq!(&line(Minimax, &game), &letters);
        prop_assert_eq!(&line(AlphaBeta::default(), &game), &letters);
        let [max, min] = scores;
        prop_assert_eq!(game.solve().to_string(), format!("{} {max}-{min}", letters[0]));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
        let _ = Letters::read(&bytes);
    }

    #[test]
    fn any_words_are_read_or_refused(
        words in prop::collection::vec("[0-9]{1,2}|[A-D]{1,3}|-?[0-9]{1,12}|\\PC{0,5}", 0..12),
    ) {
        if let Ok(game) = Letters::read(words.join(" ").as_bytes()) {
            prop_assert!(game.solve().to_string().len() > 4);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_laws_hold_on_any_puzzle(puzzle in puzzle()) {
        let game = Letters::read(text(&puzzle, " ").as_bytes()).unwrap();
        let checked = laws::check(&game, 5, 64, 7);
        prop_assert!(checked.is_ok(), "{}", checked.unwrap_err());
        prop_assert!(!game.evaluate(&game.initial()).is_decisive());
    }

    #[test]
    fn white_space_of_any_kind_is_the_same(puzzle in puzzle(), space in "[ \t\r\n]{1,4}") {
        let plain = Letters::read(text(&puzzle, " ").as_bytes());
        let odd = format!("{space}{}{space}", text(&puzzle, &space));
        prop_assert_eq!(Letters::read(odd.as_bytes()), plain);
    }
}
