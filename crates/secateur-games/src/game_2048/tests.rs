//! The rules against a plain two-dimensional implementation, and the laws of a game.

use secateur::{Game, Heuristic, Notation, Random, Turn, WorstCase, laws};

use super::giants::{Giants, LARGEST_SUM, LARGEST_TILE};
use super::{Action, Direction, Evaluation, Game2048, State};

/// The board as the rules describe it: rows of tiles, 0 where there is none.
type Plain = [[u32; 4]; 4];

fn plain(exponents: [u8; 16]) -> Plain {
    let cells = exponents.map(|exponent| if exponent == 0 { 0 } else { 1 << exponent });
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
            if last == Some(tile) {
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

/// Tiles of some size, sometimes crowded, sometimes nearly empty, that add up to no more than a
/// game's can. Of large ones, half of the boards have many.
fn random_cells(random: &mut Random) -> [u8; 16] {
    let highest = 1 + random.below(usize::from(LARGEST_TILE));
    let lowest = if random.below(2) == 0 { 1 } else { highest.saturating_sub(3).max(1) };
    let room = random.below(16);
    let mut cells = [0; 16];
    let mut left = LARGEST_SUM;
    // A large tile may lie anywhere, so the cells take turns by lot.
    let first = random.below(16);
    for turn in 0..16 {
        if random.below(16) >= room {
            let exponent = (lowest + random.below(highest + 1 - lowest)) as u32;
            let exponent = exponent.min(left.checked_ilog2().unwrap_or(0));
            if exponent > 0 {
                cells[(first + 7 * turn) % 16] = exponent as u8;
                left -= 1 << exponent;
            }
        }
    }
    cells
}

fn state(cells: [u8; 16]) -> State {
    let (board, giants) = Giants::split(cells);
    State { board, giants, fours: 0, falling: 0 }
}

#[test]
fn slides_and_points_agree_with_the_plain_rules() {
    let game = Game2048::default();
    let mut random = Random::new(2048);
    let mut actions = Vec::new();
    let (mut with_giants, mut made, mut stuck) = (0, [0; 18], 0);
    for _ in 0..1_000_000 {
        let cells = random_cells(&mut random);
        let (before, state) = (plain(cells), state(cells));
        assert_eq!(state.exponents(), cells);
        with_giants += u32::from(!state.giants.is_empty());
        actions.clear();
        game.actions(&state, &mut actions);
        for direction in Direction::ALL {
            let (expected, points) = plain_slide(&before, direction);
            let mut after = state;
            game.apply(&mut after, Action::Slide(direction));
            assert_eq!(plain(after.exponents()), expected, "{direction:?} of {before:?}");
            assert_eq!(after.points() - state.points(), points, "{direction:?} of {before:?}");
            let legal = actions.contains(&Action::Slide(direction));
            assert_eq!(legal, expected != before, "{direction:?} of {before:?}");
            let largest = |board: &Plain| board.as_flattened().iter().max().unwrap().ilog2();
            if points > 0 && largest(&expected) > largest(&before) {
                made[largest(&expected) as usize] += 1;
            }
        }
        assert_eq!(game.is_terminal(&state), actions.is_empty() && !state.board.is_empty());
        stuck += u32::from(game.is_terminal(&state));
    }
    // What it should have come across.
    assert!(with_giants > 50_000 && stuck > 500, "{with_giants} {stuck}");
    assert!(made[3..].iter().all(|&often| often > 1000), "{made:?}");
}

#[test]
fn every_board_reads_back() {
    let game = Game2048::default();
    let mut random = Random::new(4096);
    for _ in 0..100_000 {
        let state = state(random_cells(&mut random));
        let falling = if state.board.is_empty() { 2 } else { 0 };
        let text = game.write_state(&state);
        assert_eq!(game.read_state(&text), Ok(State { falling, ..state }), "{text}");
    }
}

/// Plays a game to its end by slides that `choose` picks, and adds up what its merges score.
fn play(from: State, random: &mut Random, choose: fn(&[(Action, u32)], &mut Random) -> Action) {
    let game = Game2048::default();
    let (mut state, mut points) = (from, from.points());
    while !game.is_terminal(&state) {
        let action = if game.to_move(&state) == Turn::Chance {
            let mut outcomes = Vec::new();
            game.chances(&state, &mut outcomes);
            outcomes[random.weighted(outcomes.iter().map(|&(_, weight)| weight))].0
        } else {
            let before = plain(state.exponents());
            let slides =
                Direction::ALL.map(|direction| (direction, plain_slide(&before, direction)));
            let legal = slides.iter().filter(|(_, (after, _))| *after != before);
            let legal: Vec<_> = legal.map(|&(d, (_, scored))| (Action::Slide(d), scored)).collect();
            let action = choose(&legal, random);
            points += legal.iter().find(|&&(slide, _)| slide == action).unwrap().1;
            action
        };
        game.apply(&mut state, action);
        assert_eq!(state.points(), points);
    }
    assert_eq!(game.utility(&state).value(), points as i32);
}

#[test]
fn whole_games_score_what_their_merges_score() {
    let game = Game2048::default();
    let nearly = [
        "32768,32768,16384,8192/512,1024,2048,4096/256,128,64,32/.,.,8,16 1250000",
        "65536,32768,16384,8192/512,1024,2048,8192/256,128,64,32/.,.,8,16",
        "131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/.,.,16,16",
    ];
    let begin = |i: usize| match i % 4 {
        0 => game.initial(),
        i => game.read_state(nearly[i - 1]).unwrap(),
    };
    for seed in 0..400 {
        let mut random = Random::new(seed);
        play(begin(seed as usize), &mut random, |slides, random| {
            slides[random.below(slides.len())].0
        });
        let greedy = |slides: &[(Action, u32)], _: &mut Random| {
            slides.iter().max_by_key(|&&(_, scored)| scored).unwrap().0
        };
        play(begin(seed as usize), &mut random, greedy);
    }
}

#[test]
fn the_largest_tiles_come_about_and_score() {
    let game = Game2048::default();
    let slid = |position: &str, slide: &str| {
        let mut state = game.read_state(position).unwrap();
        let before = state.points();
        let slide = game.read_action(&state, slide).unwrap();
        game.apply(&mut state, slide);
        (game.write_state(&state), state.points() - before)
    };
    let (made, scored) = slid("32768,.,.,32768/.,.,.,./.,.,.,./.,.,.,.", "l");
    assert_eq!((made.as_str(), scored), ("65536,.,.,./.,.,.,./.,.,.,./.,.,.,. tile", 65_536));
    let (made, scored) = slid("65536,.,.,./.,.,.,./.,.,.,./65536,.,.,32768", "u");
    assert_eq!((made.as_str(), scored), ("131072,.,.,32768/.,.,.,./.,.,.,./.,.,.,. tile", 131_072));
    let apart = "65536,32768,65536,32768/2,4,2,4/4,2,4,2/2,4,2,4";
    assert!(game.is_terminal(&game.read_state(apart).unwrap()));
    assert_eq!(size_of::<State>(), 16);
    // Boards that look alike in their nibbles are not the same.
    let tiles =
        ["32768", "65536", "131072"].map(|tile| format!("{tile},2,.,./.,.,.,./.,.,.,./.,.,.,."));
    let states = tiles.map(|position| game.read_state(&position).unwrap());
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        assert_ne!(game.key(&states[a]), game.key(&states[b]));
        assert!(!game.same(&states[a], &states[b]));
        assert!(game.evaluate(&states[a]) < game.evaluate(&states[b]));
    }
}

#[test]
fn transposing_swaps_rows_and_columns() {
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let board = state(random_cells(&mut random)).board;
        let (rows, columns) = (plain(board.exponents()), plain(board.transposed().exponents()));
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
    for fill in 0..=LARGEST_TILE {
        let state = state([fill; 16]);
        for evaluation in [Evaluation::Rows, Evaluation::Seed] {
            assert!(!Game2048::new(true, evaluation).evaluate(&state).is_decisive());
        }
    }
}
