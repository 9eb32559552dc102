//! The rules against a plain two-dimensional implementation, and the laws of a game.

use secateur::{Game, Heuristic, Notation, Random, Turn, WorstCase, laws};

use super::board::Board;
use super::{Action, Direction, Evaluation, Game2048, State};

/// The board as the rules describe it: rows of tiles, 0 where there is none.
type Plain = [[u32; 4]; 4];

fn plain(board: Board) -> Plain {
    let cells = board.exponents().map(|exponent| if exponent == 0 { 0 } else { 1 << exponent });
    std::array::from_fn(|row| std::array::from_fn(|column| cells[4 * row + column]))
}

/// Slides a plain board: each line that runs against the slide, tile by tile. The board after it
/// and the points scored.
fn plain_slide(board: &Plain, direction: Direction) -> (Plain, u32) {
    let mut slid = [[0; 4]; 4];
    let mut points = 0;
    for line in 0..4 {
        // The cells of a line in the order in which its tiles arrive at the wall.
        let place = |step: usize| match direction {
            Direction::Up => (step, line),
            Direction::Down => (3 - step, line),
            Direction::Left => (line, step),
            Direction::Right => (line, 3 - step),
        };
        let (mut free, mut last) = (0, None);
        for step in 0..4 {
            let (row, column) = place(step);
            let tile = board[row][column];
            if tile == 0 {
                continue;
            }
            if last == Some(tile) && tile < 32_768 {
                let (row, column) = place(free - 1);
                slid[row][column] = 2 * tile;
                points += 2 * tile;
                last = None;
            } else {
                let (row, column) = place(free);
                slid[row][column] = tile;
                free += 1;
                last = Some(tile);
            }
        }
    }
    (slid, points)
}

/// A board with tiles up to some size, sometimes crowded, sometimes nearly empty.
fn random_board(random: &mut Random) -> Board {
    let highest = 1 + random.below(15);
    let room = random.below(16);
    Board::from_exponents(std::array::from_fn(|_| match random.below(16) < room {
        true => 0,
        false => 1 + random.below(highest) as u8,
    }))
}

#[test]
fn slides_and_points_agree_with_the_plain_rules() {
    let game = Game2048::default();
    let mut random = Random::new(2048);
    let mut actions = Vec::new();
    for _ in 0..250_000 {
        let board = random_board(&mut random);
        let state = State { board, fours: 0, falling: 0 };
        actions.clear();
        game.actions(&state, &mut actions);
        for direction in Direction::ALL {
            let (expected, points) = plain_slide(&plain(board), direction);
            let mut after = state;
            game.apply(&mut after, Action::Slide(direction));
            assert_eq!(plain(after.board), expected, "{direction:?} of {board:?}");
            assert_eq!(after.points() - state.points(), points, "{direction:?} of {board:?}");
            let legal = actions.contains(&Action::Slide(direction));
            assert_eq!(legal, expected != plain(board), "{direction:?} of {board:?}");
        }
        assert!(board.is_empty() || game.is_terminal(&state) == actions.is_empty(), "{board:?}");
    }
}

#[test]
fn whole_games_score_what_their_merges_score() {
    let game = Game2048::default();
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let (mut state, mut points) = (game.initial(), 0);
        while !game.is_terminal(&state) {
            let action = match game.to_move(&state) {
                Turn::Chance => {
                    let mut outcomes = Vec::new();
                    game.chances(&state, &mut outcomes);
                    outcomes[random.weighted(outcomes.iter().map(|&(_, weight)| weight))].0
                }
                _ => {
                    let mut actions = Vec::new();
                    game.actions(&state, &mut actions);
                    actions[random.below(actions.len())]
                }
            };
            if let Action::Slide(direction) = action {
                points += plain_slide(&plain(state.board), direction).1;
            }
            game.apply(&mut state, action);
            assert_eq!(state.points(), points);
        }
        assert_eq!(game.utility(&state).value(), points as i32);
    }
}

#[test]
fn transposing_swaps_rows_and_columns() {
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let board = random_board(&mut random);
        let (rows, columns) = (plain(board), plain(board.transposed()));
        for row in 0..4 {
            for column in 0..4 {
                assert_eq!(rows[row][column], columns[column][row]);
            }
        }
        let empty: Vec<u8> = (0..16).filter(|&cell| board.exponent(cell) == 0).collect();
        assert_eq!(board.empty_cells().collect::<Vec<_>>(), empty);
        assert_eq!(board.has_room(), !empty.is_empty());
    }
}

#[test]
fn obeys_the_laws_in_all_its_variants() {
    for fours in [true, false] {
        for evaluation in [Evaluation::Rows, Evaluation::Seed] {
            let game = Game2048::new(fours, evaluation);
            laws::check(&game, 30, 20_000, 1).unwrap();
            laws::check(&WorstCase(game), 30, 20_000, 2).unwrap();
        }
    }
}

/// A full board but for one cell: the tile that falls there decides.
const NARROW: &str = "2,4,8,16/4,8,16,32/8,16,32,64/16,32,128,. tile";

#[test]
fn chance_by_weights_and_chance_at_its_worst() {
    let state = Game2048::default().read_state(NARROW).unwrap();
    let mut outcomes = Vec::new();
    Game2048::default().chances(&state, &mut outcomes);
    assert_eq!(outcomes, [(Action::Two(15), 9), (Action::Four(15), 1)]);
    outcomes.clear();
    Game2048::new(false, Evaluation::Rows).chances(&state, &mut outcomes);
    assert_eq!(outcomes, [(Action::Two(15), 9)]);
    let game = WorstCase(Game2048::default());
    assert_eq!(game.to_move(&state), Turn::Min);
    let mut actions = Vec::new();
    game.actions(&state, &mut actions);
    assert_eq!(actions, [Action::Two(15), Action::Four(15)]);
}

#[test]
fn evaluations_fit_the_plain_scores() {
    for fill in 0..=15 {
        let board = Board::from_exponents([fill; 16]);
        let state = State { board, fours: 0, falling: 0 };
        for evaluation in [Evaluation::Rows, Evaluation::Seed] {
            assert!(!Game2048::new(true, evaluation).evaluate(&state).is_decisive());
        }
    }
}
