//! The game `tree` in text: what its readers take and refuse, and what it writes and draws.

use std::io::{self, Read};
use std::iter;

use proptest::prelude::*;
use secateur::{Game, Notation, ParseError};
use secateur_games::tree::{MAX_PLIES, NestedTree, ReadError, UniformTree};

/// A source that hands out its bytes in portions of these sizes, again and again.
struct Portions<'t> {
    text: &'t [u8],
    sizes: iter::Cycle<std::slice::Iter<'t, usize>>,
}

impl Read for Portions<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let &size = self.sizes.next().unwrap();
        if size == 0 {
            return Err(io::ErrorKind::Interrupted.into()); // no harm: to be tried again
        }
        let count = size.min(self.text.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.text[..count]);
        self.text = &self.text[count..];
        Ok(count)
    }
}

/// Bytes that look like a tree from afar.
fn near_misses() -> impl Strategy<Value = Vec<u8>> {
    let pieces: &[&str] = &[
        "(",
        ")",
        "[",
        "]",
        ",",
        " ",
        "\n",
        "0",
        "1",
        "2",
        "3",
        "-",
        "+",
        "min",
        "max",
        "12",
        "-7",
        "9999999999",
        "\0",
        "\u{3000}",
        "é",
        "x",
        "2 2 1 2 3 4",
        "((3 5) 2)",
        "[[3, 5], 2]",
    ];
    let piece = prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec());
    let piece = prop_oneof![9 => piece, 1 => prop::collection::vec(any::<u8>(), 1..4)];
    prop::collection::vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

fn message(result: Result<impl Sized, ParseError>) -> String {
    result.err().map_or("none".into(), |error| error.to_string())
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes: Vec<u8>, near in near_misses()) {
        for bytes in [bytes, near] {
            let text = String::from_utf8_lossy(&bytes);
            let errors = [
                message(UniformTree::read(&bytes[..]).map_err(|e| ParseError::new(e.to_string()))),
                message(UniformTree::parse(&text)),
                message(NestedTree::parse(&text)),
                message(secateur_games::open("tree", Some(&text))),
            ];
            for error in errors {
                prop_assert!(!error.contains(char::is_control), "{}", error);
                prop_assert!(error.len() < 300, "{}", error);
            }
        }
    }

    #[test]
    fn portions_do_not_matter(
        text in prop_oneof![near_misses(), Just(b"2 2 1 2\n-3 04".to_vec())],
        sizes in prop::collection::vec(0..9usize, 1..9),
    ) {
        let sizes = [&sizes[..], &[1]].concat(); // else it might be Interrupted for ever
        let portions = Portions { text: &text, sizes: sizes.iter().cycle() };
        match (UniformTree::read(portions), UniformTree::read(&text[..])) {
            (Ok(tree), Ok(same)) => prop_assert_eq!(tree, same),
            (Err(error), Err(same)) => prop_assert_eq!(error.to_string(), same.to_string()),
            (tree, other) => prop_assert!(false, "{:?} is not {:?}", tree, other),
        }
    }

    #[test]
    fn kinds_of_space_do_not_matter(
        numbers in prop::collection::vec(-2_000_000_000..2_000_000_000, 9),
        spaces in prop::collection::vec("[ \t\r\n\x0b\x0c\u{85}\u{a0}\u{2003}\u{3000}]{1,3}", 12),
    ) {
        let words = ["2", "3"].map(String::from).into_iter();
        let words: Vec<_> = words.chain(numbers.iter().map(i32::to_string)).collect();
        let odd: String = iter::zip(&spaces, &words).flat_map(|(s, w)| [&s[..], &w[..]]).collect();
        let plain = UniformTree::parse(&words.join(" ")).unwrap();
        for odd in [odd.clone(), odd + &spaces[11]] {
            prop_assert_eq!(&UniformTree::read(odd.as_bytes()).unwrap(), &plain);
        }
    }
}

/// Words lie across the borders of the reader's buffer in every way.
#[test]
fn long_texts_are_read_to_the_last_leaf() {
    for space in [" ", "\n", "\r\n"] {
        let leaves: Vec<i32> = (0..1 << 18).map(|i| i * 5_077 % 2_001 - 1_000).collect();
        let words: Vec<String> = leaves.iter().map(i32::to_string).collect();
        let text = format!("9 4{space}{}", words.join(space));
        let tree = UniformTree::read(text.as_bytes()).unwrap();
        assert_eq!(tree.write_state(&tree.initial()), text.replace(space, " "));
    }
}

#[test]
fn leaves_must_be_as_many_as_the_tree_has() {
    let refused = |depth, branching, leaves| message(UniformTree::new(depth, branching, leaves));
    assert_eq!(refused(2, 2, vec![1, 2, 3, 4]), "none");
    assert_eq!(refused(2, 2, vec![1, 2]), "the number of leaves is 2, not B^D = 2^2 = 4");
    assert_eq!(refused(0, 0, vec![7]), "D = 0, B = 0: an inner node has at least one child");
    assert_eq!(
        refused(u32::MAX, 2, vec![]),
        "D = 4294967295, B = 2: no memory holds 2^4294967295 leaves"
    );
    assert_eq!(refused(0, 1, vec![i32::MIN]), "-2147483648 is out of range for a leaf");
}

#[test]
fn a_failing_source_is_no_bad_text() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the wire is cut"))
        }
    }
    let source = "2 2 1".as_bytes().chain(Failing);
    let error = UniformTree::read(source).unwrap_err();
    assert!(matches!(error, ReadError::Source(_)));
    assert_eq!(error.to_string(), "the wire is cut");
}

#[test]
fn the_first_letter_chooses_the_form() {
    let position = |text| secateur_games::open("tree", Some(text)).unwrap().position();
    for (text, written) in [
        ("7", "7"),
        (" -7\n", "-7"),
        ("min 7", "min 7"),
        ("0 3 7", "0 3 7"),
        ("+1 +2 +3 +4", "1 2 3 4"),
        ("min 1 2 3 4", "min 1 2 3 4"),
        ("max\n(3(5 -0))", "(3 (5 0))"),
        ("min[3,[5,2]]", "min (3 (5 2))"),
        ("((3\t5)(2))", "((3 5) (2))"),
    ] {
        assert_eq!(position(text), written, "{text}");
    }
    assert_eq!(secateur_games::open("tree", None).unwrap().actions(), ["0", "1", "2"]);
}

#[test]
fn bad_nested_trees_are_refused_with_the_place() {
    let both = "does not belong here: write ((3 5) 2) or [[3, 5], 2], not something of both";
    let no_leaf = "is no leaf: an integer from -2147000000 to 2147000000 is needed";
    for (text, why) in [
        ("", "1, column 1: a tree is needed, such as ((3 5) 2)".to_string()),
        ("min\n", "2, column 1: a tree is needed, such as ((3 5) 2)".into()),
        ("()", "1, column 2: an inner node has at least one child".into()),
        ("(3\n (5 ()))", "2, column 6: an inner node has at least one child".into()),
        ("[3, []]", "1, column 6: an inner node has at least one child".into()),
        ("(3, 5)", format!("1, column 3: ',' {both}")),
        ("(3 [5 2])", format!("1, column 4: '[' {both}")),
        ("[3, (5)]", format!("1, column 5: '(' {both}")),
        ("[3, 5)", format!("1, column 6: ')' {both}")),
        ("3, 5", format!("1, column 2: ',' {both}")),
        ("[3 5]", "1, column 4: a comma is missing between two children".into()),
        ("[[3][5]]", "1, column 5: a comma is missing between two children".into()),
        ("[,3]", "1, column 2: a child is missing before ','".into()),
        ("[3,,5]", "1, column 4: a child is missing before ','".into()),
        ("[3,]", "1, column 4: a child is missing before ']'".into()),
        ("((3 5)", "1, column 1: this bracket is not closed".into()),
        ("(3 5))", "1, column 6: ')' closes nothing".into()),
        ("(é)", format!("1, column 2: 'é' {no_leaf}")),
        ("(3 é 5)", format!("1, column 4: 'é' {no_leaf}")),
        ("(3 5) 2", "1, column 7: the tree has already ended".into()),
        ("[3, 5], 2", "1, column 7: a child is missing before ','".into()),
        ("(3 2147000001)", format!("1, column 4: '2147000001' {no_leaf}")),
        ("(3 5.0)", format!("1, column 4: '5.0' {no_leaf}")),
        ("minimum (3)", format!("1, column 1: 'minimum' {no_leaf}")),
    ] {
        assert_eq!(message(NestedTree::parse(text)), format!("line {why}"), "{text}");
    }
}

#[test]
fn actions_are_the_numbers_of_the_children() {
    let tree = NestedTree::parse("((3 5) 2)").unwrap();
    let root = tree.initial();
    assert_eq!(tree.read_action(&root, " 1 "), Ok(1));
    assert_eq!(
        message(tree.read_action(&root, "2")),
        "'2' is no child: they are numbered from 0 to 1"
    );
    assert_eq!(
        message(tree.read_action(&root, "-1")),
        "'-1' is no child: they are numbered from 0 to 1"
    );
    let mut leaf = root;
    tree.apply(&mut leaf, 1);
    assert_eq!(message(tree.read_action(&leaf, "0")), "'0' cannot be played: this is a leaf");
}

#[test]
fn subtrees_are_found_and_others_are_not() {
    let missing = "the tree has no such subtree with this side to move";
    let tree = NestedTree::parse("((3 5) (2 (9 1)))").unwrap();
    for known in ["((3 5) (2 (9 1)))", "min (3 5)", "min [2, [9, 1]]", "(9 1)", "3", "min 9", "2"] {
        assert_eq!(message(tree.read_state(known)), "none", "{known}");
    }
    for unknown in ["(3 5)", "min (9 1)", "min (5 3)", "9", "7", "(9 (1))", "(((3 5) (2 (9 1))))"] {
        assert_eq!(message(tree.read_state(unknown)), missing, "{unknown}");
    }
    let tree = UniformTree::parse("min 2 2 1 2 3 4").unwrap();
    for known in ["min 2 2 1 2 3 4", "1 2 3 4", "min 0 2 4", "min 0 9 1"] {
        assert_eq!(message(tree.read_state(known)), "none", "{known}");
    }
    for unknown in ["2 2 1 2 3 4", "min 1 2 3 4", "1 2 2 3", "0 2 4", "min 0 2 5", "1 1 1", "3 1 1"]
    {
        assert_eq!(message(tree.read_state(unknown)), missing, "{unknown}");
    }
}

/// Nothing but a search goes down by recursion: this test's stack is an ordinary one.
#[test]
fn the_deepest_trees_are_read_written_and_drawn() {
    let nested = |plies: usize| format!("{}7{}", "(".repeat(plies), ")".repeat(plies));
    let plies = MAX_PLIES as usize;
    let tree = NestedTree::parse(&nested(plies)).unwrap();
    assert_eq!(tree.write_state(&tree.initial()), nested(plies));
    assert!(tree.read_state(&nested(plies / 2)).is_ok());
    assert_eq!(tree.show(&tree.initial()).lines().count(), 13);
    let too_deep = format!("line 1, column {}: a tree has at most {plies} plies", plies + 1);
    assert_eq!(message(NestedTree::parse(&nested(plies + 1))), too_deep);
    assert_eq!(message(NestedTree::parse(&"(".repeat(plies + 1))), too_deep);
    assert_eq!(
        message(NestedTree::parse(&"(".repeat(plies))),
        format!("line 1, column {plies}: this bracket is not closed")
    );
    let chain = UniformTree::parse(&format!("{plies} 1 7")).unwrap();
    assert_eq!(chain.write_state(&chain.initial()), format!("{plies} 1 7"));
}

#[test]
fn drawings_show_what_fits() {
    let draw = |text: &str| secateur_games::open("tree", Some(text)).unwrap().show();
    let small = "\
max
├─0─ min
│    ├─0─ 3
│    └─1─ 5
└─1─ min
     ├─0─ 2
     └─1─ max
          ├─0─ 9
          └─1─ 1";
    assert_eq!(draw("((3 5) (2 (9 1)))"), small);
    assert_eq!(draw("min 7"), "7");
    let leaves = "1 ".repeat(10_000);
    let broad = draw(&format!("4 10 {leaves}"));
    assert!(broad.starts_with("max\n├─0─ min … 10 children\n├─1─ min"), "{broad}");
    assert_eq!(broad.lines().count(), 11);
    let wide = draw(&format!("min 1 10000 {leaves}"));
    assert!(wide.starts_with("min\n├─0── 1\n"), "{wide}");
    assert!(wide.ends_with("├─49─ 1\n└─ … 9950 more"), "{wide}");
}
