//! Connect Four positions with known values, in the six classes on which its solvers are measured:
//! stones on the board, and how long the game goes on with best play.
//!
//! Each file has a hundred positions, a line each: the columns played, and the exact score for the
//! side to move. They are random games, made by the benchmarks of this repository; the scores are
//! agreed by five solvers of different authors.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use secateur::{
    AlphaBeta, Bisection, Certainty, Game, Heuristic, Limits, Notation, Random, Score, Search,
    Table,
};
use secateur_games::connect_four::{ConnectFour, Custom, Standard, State};

/// Name, positions, stones on the board, plies to the end, and one in how many is solved here: all
/// of them would take minutes.
type Class = (&'static str, &'static str, RangeInclusive<usize>, RangeInclusive<usize>, usize);

const CLASSES: [Class; 6] = [
    ("end-easy", include_str!("connect_four/end-easy.txt"), 29..=41, 0..=13, 1),
    ("middle-easy", include_str!("connect_four/middle-easy.txt"), 14..=28, 0..=13, 1),
    ("middle-medium", include_str!("connect_four/middle-medium.txt"), 14..=28, 14..=28, 1),
    ("begin-easy", include_str!("connect_four/begin-easy.txt"), 0..=13, 0..=13, 1),
    ("begin-medium", include_str!("connect_four/begin-medium.txt"), 0..=13, 14..=28, 10),
    ("begin-hard", include_str!("connect_four/begin-hard.txt"), 0..=13, 29..=42, 100),
];

const CELLS: usize = 42;

/// Columns and score of every position.
fn positions(text: &str) -> Vec<(&str, i32)> {
    text.lines()
        .map(|line| {
            let (columns, score) = line.split_once(' ').expect("columns and a score");
            (columns, score.parse().expect("a number"))
        })
        .collect()
}

#[test]
fn the_positions_are_of_their_classes() {
    for (name, text, stones, rest, _) in CLASSES {
        let positions = positions(text);
        assert_eq!(positions.len(), 100, "{name}");
        for (columns, score) in positions {
            assert!(stones.contains(&columns.len()), "{name} {columns}");
            // The winner has `score` stones left of 21, counting the one that wins.
            let (own, other) = (columns.len() / 2, columns.len().div_ceil(2));
            let plies = match score {
                0 => CELLS - columns.len(),
                1.. => 2 * (22 - score as usize - own) - 1,
                _ => 2 * (22 - score.unsigned_abs() as usize - other),
            };
            assert!(rest.contains(&plies), "{name} {columns}: {plies} plies");
        }
    }
}

#[test]
fn scores_are_exact() {
    let game = ConnectFour::new(Standard);
    let mut search = Bisection::new(Arc::new(Table::new(64)));
    for (name, text, _, _, step) in CLASSES {
        for (columns, score) in positions(text).into_iter().step_by(step) {
            let state = game.read_state(columns).unwrap();
            let report = search.search(&game, &state, &Limits::default()).unwrap();
            assert_eq!(report.score.value(), score, "{name} {columns}");
            assert_eq!(report.certainty, Certainty::Exact, "{name} {columns}");
        }
    }
}

/// Win, draw or loss, without the score.
#[test]
fn outcomes_are_right() {
    let game = ConnectFour::new(Standard);
    let mut search = Bisection::new(Arc::new(Table::new(64)));
    for (name, text, _, _, step) in CLASSES {
        for (columns, score) in positions(text).into_iter().step_by(step) {
            let state = game.read_state(columns).unwrap();
            for goal in [0, 1] {
                let reached =
                    search.reaches(&game, &state, Score::new(goal), &Limits::default()).unwrap().0;
                assert_eq!(reached, Some(score >= goal), "{name} {columns} reaches {goal}");
            }
        }
    }
}

/// Every column's exact score within the limits, although the game is far from over.
#[test]
fn an_analysis_solves_every_column() {
    for (columns, score) in positions(CLASSES[2].1).into_iter().step_by(25) {
        let session = secateur_games::open("connect-four", Some(columns)).unwrap();
        let limits = Limits::default().nodes(5_000_000);
        let mut exact = Vec::new();
        let mut count = |analysis: &secateur::Analysis<String>| {
            let proven = |v: &&secateur::Variation<String>| v.certainty == Certainty::Exact;
            exact.push(analysis.variations.iter().filter(proven).count());
        };
        let analysis = session.analyze(session.analyst(), &limits, &mut count).unwrap();
        assert_eq!(analysis.variations[0].score.value(), score, "{columns}");
        assert_eq!(analysis.depth, None, "{columns}");
        assert!(exact.is_sorted() && exact.len() > 6, "{columns}: {exact:?}");
        for variation in &analysis.variations {
            let mut child = secateur_games::open("connect-four", Some(columns)).unwrap();
            child.play(&variation.action).unwrap();
            let value = child.solve(child.solver(), &Limits::default()).unwrap().score;
            assert_eq!(variation.score, -value, "{columns} {}", variation.action);
        }
    }
}

/// What a state is bounded by holds: that neither side can win at once, and what a side reaches that
/// answers in the same column (claim-even, an odd threat).
#[test]
fn bounds_hold() {
    let mut random = Random::new(4);
    for (columns, rows) in [(4, 4), (5, 4), (6, 4), (4, 6), (5, 5)] {
        let game = ConnectFour::new(Custom { columns, rows });
        let cells = (columns * rows) as usize;
        let mut tight = [0, 0];
        for _ in 0..4_000 {
            let stones = cells - 4 - random.below(9);
            let Some(state) = random_state(&game, stones, &mut random) else { continue };
            let Some((low, high)) = game.bounds(&state) else { continue };
            let report = AlphaBeta::default().search(&game, &state, &Limits::default()).unwrap();
            let value = if stones.is_multiple_of(2) { report.score } else { -report.score };
            let position = game.write_state(&state);
            assert!(low <= value && value <= high, "{position}: {low} to {high}, not {value}");
            // The last stones of both sides, one of which would win.
            let plain = ((cells - stones) / 2) as i32;
            tight[0] += u32::from(low.value() > 1 - plain);
            tight[1] += u32::from(high.value() < plain - 1);
        }
        let follows = rows.is_multiple_of(2);
        assert!(tight.iter().all(|&count| (count > 20) == follows), "{columns}x{rows}: {tight:?}");
    }
}

/// A state of a random game that nothing has decided, if it got so far.
fn random_state(game: &ConnectFour<Custom>, stones: usize, random: &mut Random) -> Option<State> {
    let mut state = game.initial();
    for _ in 0..stones {
        let mut actions = Vec::new();
        game.actions(&state, &mut actions);
        let action = *actions.get(random.below(actions.len().max(1)))?;
        game.apply(&mut state, action);
    }
    game.solved(&state).is_none().then_some(state)
}

/// On small boards, the boards that can be read are exactly those that some game leads to.
#[test]
fn a_board_is_read_when_a_game_leads_to_it() {
    for (columns, rows) in [(4, 3), (2, 6), (5, 2)] {
        let game = ConnectFour::new(Custom { columns, rows });
        let mut reached = HashSet::new();
        let mut open = vec![game.initial()];
        while let Some(state) = open.pop() {
            if !reached.insert(game.write_state(&state)) {
                continue;
            }
            let mut actions = Vec::new();
            game.actions(&state, &mut actions);
            for action in actions {
                let mut next = state;
                game.apply(&mut next, action);
                open.push(next);
            }
        }
        let read = drawings(columns as usize, rows as usize)
            .filter(|board| game.read_state(board).is_ok())
            .collect::<HashSet<_>>();
        assert_eq!(read, reached, "{columns} columns, {rows} rows");
    }
}

/// Every drawing of a board on which no stone hangs in the air.
fn drawings(columns: usize, rows: usize) -> impl Iterator<Item = String> {
    // A column of some height is a number with that many binary digits behind a leading 1.
    let kinds = (1 << (rows + 1)) - 1;
    (0..usize::pow(kinds, columns as u32)).map(move |number| {
        let cell = |row: usize, column: usize| {
            let kind = number / usize::pow(kinds, column as u32) % kinds + 1;
            match row < kind.ilog2() as usize {
                true => ['X', 'O'][kind >> row & 1],
                false => '.',
            }
        };
        let row = |row| (0..columns).map(|column| cell(row, column)).collect::<String>();
        (0..rows).rev().map(row).collect::<Vec<_>>().join("/")
    })
}
