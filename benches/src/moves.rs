//! Who chooses better in equal time: Monte Carlo tree search on Connect Four positions whose values
//! are known, by us and by the other libraries, without knowledge of the game.
//!
//! A choice is right when it keeps what the position is worth: a win, a draw. Positions in which no
//! move can be wrong do not count.

use crate::board::Board;
use crate::classes::Solver;
use crate::playouts::{Choose, SEARCHES, cpu_seconds};

/// CPU seconds for a choice.
const SECONDS: f64 = 0.005;
/// Choices in each position.
const SEEDS: u64 = 4;
/// Playouts of the first search, to see how long they take.
const PROBE: u64 = 1_000;
/// Playouts at most, where a search that has proven its move would go on for ever.
const MOST: u64 = 1_000_000;

/// The positions that the tests of our game have, a line each: the columns, the score.
const CLASSES: [(&str, &str); 4] = [
    ("middle-easy", include_str!("../../crates/secateur-games/tests/connect_four/middle-easy.txt")),
    (
        "middle-medium",
        include_str!("../../crates/secateur-games/tests/connect_four/middle-medium.txt"),
    ),
    ("begin-easy", include_str!("../../crates/secateur-games/tests/connect_four/begin-easy.txt")),
    (
        "begin-medium",
        include_str!("../../crates/secateur-games/tests/connect_four/begin-medium.txt"),
    ),
];

/// A position in which a side can err.
struct Position {
    board: Board,
    /// The columns that keep its value.
    right: Vec<u8>,
}

pub(crate) fn run() -> Result<(), String> {
    println!("Monte Carlo tree search, {SECONDS} CPU seconds a move, {SEEDS} times: right choices");
    let mut solver = Solver::new(64);
    let (mut right, mut positions, mut seconds) = ([0; 5], 0, [0.0; 5]);
    for (class, text) in CLASSES {
        let known: Vec<_> = text.lines().filter_map(|line| position(line, &mut solver)).collect();
        let mut of_class = [0; 5];
        for position in &known {
            for seed in 0..SEEDS {
                for (i, &(_, search)) in SEARCHES.iter().enumerate() {
                    let (column, took) = choose(search, position.board, seed);
                    of_class[i] += usize::from(column.is_some_and(|c| position.right.contains(&c)));
                    seconds[i] += took;
                }
            }
        }
        print(class, known.len(), &of_class);
        positions += known.len();
        right.iter_mut().zip(of_class).for_each(|(sum, part)| *sum += part);
    }
    print("all", positions, &right);
    let choices = (positions as u64 * SEEDS) as f64;
    let mean = |seconds: f64| format!("{:.1}", seconds / choices * 1e3);
    println!("  milliseconds a move: {}", seconds.map(mean).join(", "));
    let best = right[1..].iter().max().copied().unwrap_or_default();
    match right[0] >= best {
        true => Ok(()),
        false => Err(format!("{} right choices, another library has {best}", right[0])),
    }
}

/// What a search plays in the time it has, and how long it took. None of the libraries can be given
/// CPU time, so it is told from other searches how many playouts fit.
fn choose(search: Choose, board: Board, seed: u64) -> (Option<u8>, f64) {
    let (mut playouts, mut best, mut took) = (PROBE, None, 0.0);
    for _ in 0..6 {
        let column = &mut best;
        took = cpu_seconds(|| *column = search(board, playouts, seed));
        if (0.9..1.1).contains(&(took / SECONDS)) || took < SECONDS && playouts == MOST {
            break;
        }
        let fit = playouts as f64 * SECONDS / took.max(1e-9);
        playouts = (fit as u64).clamp(1, MOST);
    }
    (best, took)
}

/// The position of a line, if a choice matters in it.
fn position(line: &str, solver: &mut Solver) -> Option<Position> {
    let (columns, _) = line.split_once(' ')?;
    let mut board = Board::default();
    columns.bytes().for_each(|digit| board.play(digit - b'1'));
    let outcomes: Vec<_> = board
        .columns()
        .map(|column| (column, -solver.outcome(&format!("{columns}{}", column + 1))))
        .collect();
    let best = outcomes.iter().map(|&(_, outcome)| outcome).max()?;
    let right = outcomes.iter().filter(|&&(_, outcome)| outcome == best);
    let right: Vec<u8> = right.map(|&(column, _)| column).collect();
    (right.len() < outcomes.len()).then_some(Position { board, right })
}

fn print(class: &str, positions: usize, right: &[usize]) {
    let share = |count: usize| 100.0 * count as f64 / (positions as u64 * SEEDS) as f64;
    let shares =
        SEARCHES.iter().zip(right).map(|((name, _), &n)| format!("{name} {:.1} %", share(n)));
    let shares: Vec<_> = shares.collect();
    println!("  {class:<13} {positions:3} positions: {}", shares.join(", "));
}
