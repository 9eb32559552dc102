//! Counting paths: how fast a library generates actions and applies them. All count the last ply
//! without playing it.

use board_game::util::game_stats::perft_naive;
use secateur::laws::perft;

use crate::board::Board;
use crate::contest::{Contender, contest, cpu_seconds, judge};
use crate::libraries::board_game::Four as BoardGameFour;
use crate::libraries::minimax::Four as MinimaxFour;
use crate::libraries::secateur::Four;

const DEPTH: u32 = 10;
const ROUNDS: usize = 7;
/// Of the fastest other library's paths a second.
const LEAST: f64 = 1.0;

/// Paths of Connect Four by length, 0 to [`DEPTH`], counted here by rules without bit tricks.
pub(crate) fn run() -> Result<(), String> {
    let start = Board::default();
    let plain: Vec<u64> = (0..=DEPTH).map(|depth| count(&mut Drawn::default(), depth)).collect();
    let ours: Vec<u64> = (0..=DEPTH).map(|depth| perft(&Four::<false>, &start, depth)).collect();
    println!("perft of Connect Four to depth {DEPTH}: {ours:?}");
    if ours != plain {
        return Err(format!("a plain generator counts {plain:?}"));
    }
    // minimax counts all depths on the way to the last one, and says so.
    let paths = ours[DEPTH as usize] as f64;
    let contenders = vec![
        Contender {
            name: "secateur",
            work: paths,
            run: Box::new(|| cpu_seconds(|| perft(&Four::<false>, &start, DEPTH))),
        },
        Contender {
            name: "board-game",
            work: paths,
            run: Box::new(|| cpu_seconds(|| perft_naive(&BoardGameFour::from(start), DEPTH))),
        },
        Contender {
            name: "minimax",
            work: ours.iter().sum::<u64>() as f64,
            run: Box::new(|| {
                let mut board = start;
                cpu_seconds(|| minimax::perft::<MinimaxFour<false>>(&mut board, DEPTH as u8, false))
            }),
        },
    ];
    judge("paths", &contest(ROUNDS, contenders), LEAST)
}

/// A board of cells.
#[derive(Default)]
struct Drawn {
    /// By columns, from the bottom: 0 is empty.
    cells: [[u8; 6]; 7],
    turn: u8,
}

impl Drawn {
    /// The row that a stone falls to.
    fn row(&self, column: usize) -> Option<usize> {
        self.cells[column].iter().position(|&cell| cell == 0)
    }

    /// Whether the stone in this cell stands in a row of four.
    fn makes_four(&self, column: usize, row: usize) -> bool {
        let cell = |column: i32, row: i32| {
            let column = self.cells.get(usize::try_from(column).ok()?)?;
            column.get(usize::try_from(row).ok()?).copied()
        };
        let (x, y, stone) = (column as i32, row as i32, self.cells[column][row]);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let along = |sign: i32| {
                (1..4)
                    .take_while(|i| cell(x + sign * i * dx, y + sign * i * dy) == Some(stone))
                    .count()
            };
            along(1) + along(-1) >= 3
        })
    }
}

fn count(board: &mut Drawn, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    for column in 0..7 {
        let Some(row) = board.row(column) else { continue };
        board.turn = 3 - board.turn.max(1);
        board.cells[column][row] = board.turn;
        paths += match board.makes_four(column, row) {
            true => u64::from(depth == 1),
            false => count(board, depth - 1),
        };
        board.cells[column][row] = 0;
        board.turn = 3 - board.turn;
    }
    paths
}
