//! Ultimate tic-tac-toe, held against rules that were written a second time, as plainly as can be:
//! a grid of 81 cells and the last move, everything else worked out anew for every question.

use secateur::laws::{self, perft};
use secateur::{Game, Random, Score};
use secateur_games::ultimate_tic_tac_toe::{Cell, State, Tie, Ultimate};

#[derive(Clone)]
struct Plain {
    grid: [[char; 9]; 9],
    last: Option<(usize, usize)>,
    to_move: char,
}

impl Plain {
    fn new() -> Plain {
        Plain { grid: [['.'; 9]; 9], last: None, to_move: 'X' }
    }

    /// Of each small board: 'X', 'O', '=' when full, '.' when open.
    fn owners(&self) -> [[char; 3]; 3] {
        [0, 3, 6].map(|top| {
            [0, 3, 6].map(|left| {
                let cell = |r: usize, c: usize| self.grid[top + r][left + c];
                match line(cell) {
                    '.' if (0..9).all(|i| cell(i / 3, i % 3) != '.') => '=',
                    owner => owner,
                }
            })
        })
    }

    fn winner(&self) -> char {
        let owners = self.owners();
        line(|r, c| owners[r][c])
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let owners = self.owners();
        if line(|r, c| owners[r][c]) != '.' {
            return Vec::new();
        }
        let sent = self.last.map(|(row, column)| (row % 3, column % 3));
        let bound = sent.filter(|&(row, column)| owners[row][column] == '.');
        let mut moves = Vec::new();
        for row in 0..9 {
            for column in 0..9 {
                let board = (row / 3, column / 3);
                if self.grid[row][column] == '.'
                    && owners[board.0][board.1] == '.'
                    && bound.is_none_or(|bound| bound == board)
                {
                    moves.push((row, column));
                }
            }
        }
        moves
    }

    fn play(&mut self, (row, column): (usize, usize)) {
        self.grid[row][column] = self.to_move;
        self.to_move = if self.to_move == 'X' { 'O' } else { 'X' };
        self.last = Some((row, column));
    }

    fn perft(&self, depth: u32) -> u64 {
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = moves.into_iter().map(|played| {
            let mut next = self.clone();
            next.play(played);
            next.perft(depth - 1)
        });
        below.sum()
    }
}

const LINES: [[(usize, usize); 3]; 8] = [
    [(0, 0), (0, 1), (0, 2)],
    [(1, 0), (1, 1), (1, 2)],
    [(2, 0), (2, 1), (2, 2)],
    [(0, 0), (1, 0), (2, 0)],
    [(0, 1), (1, 1), (2, 1)],
    [(0, 2), (1, 2), (2, 2)],
    [(0, 0), (1, 1), (2, 2)],
    [(0, 2), (1, 1), (2, 0)],
];

/// Who has three in line ('=' in line is nobody's), or '.'.
fn line(cell: impl Fn(usize, usize) -> char) -> char {
    for [a, b, c] in LINES {
        let mark = cell(a.0, a.1);
        if (mark == 'X' || mark == 'O') && mark == cell(b.0, b.1) && mark == cell(c.0, c.1) {
            return mark;
        }
    }
    '.'
}

fn moves(game: &Ultimate, state: &State) -> Vec<(usize, usize)> {
    let mut cells = Vec::new();
    game.actions(state, &mut cells);
    let mut moves: Vec<_> = cells.into_iter().map(Cell::row_column).collect();
    moves.sort_unstable();
    moves
}

/// The first five are published; the plain rules must come to the same.
#[test]
fn perft_to_depth_seven_by_two_generators() {
    let game = Ultimate::new(Tie::Draw);
    let known = [81, 720, 6_336, 55_080, 473_256];
    for depth in 1..=7 {
        let counted = perft(&game, &game.initial(), depth);
        assert_eq!(counted, Plain::new().perft(depth), "depth {depth}");
        if let Some(&known) = known.get(depth as usize - 1) {
            assert_eq!(counted, known);
        }
    }
}

#[test]
fn whole_games_go_the_same_way() {
    let mut random = Random::new(1);
    let mut ends = [0; 3];
    for game in [Ultimate::new(Tie::Draw), Ultimate::new(Tie::Boards)] {
        let tie = game.utility(&game.initial());
        assert_eq!(tie, Score::DRAW);
        for _ in 0..2_000 {
            let (mut state, mut plain) = (game.initial(), Plain::new());
            loop {
                let moves = moves(&game, &state);
                assert_eq!(moves, plain.moves());
                assert_eq!(game.is_terminal(&state), moves.is_empty());
                if moves.is_empty() {
                    break;
                }
                let (row, column) = moves[random.below(moves.len())];
                game.apply(&mut state, Cell::at(row, column));
                plain.play((row, column));
            }
            let utility = game.utility(&state);
            match plain.winner() {
                'X' => assert_eq!(utility, Score::WIN),
                'O' => assert_eq!(utility, Score::LOSS),
                _ => ends[0] += 1,
            }
            ends[1] += u32::from(utility == Score::WIN);
            ends[2] += u32::from(utility == Score::LOSS);
        }
    }
    assert!(ends.iter().all(|&count| count > 200), "{ends:?}");
}

fn obey(games: u32) {
    for (tie, seed) in [(Tie::Draw, 1), (Tie::Boards, 2)] {
        let checked = laws::check(&Ultimate::new(tie), games / 2, 81, seed);
        checked.unwrap_or_else(|broken| panic!("{broken}"));
    }
}

#[test]
fn random_games_obey_the_laws() {
    obey(2_000);
}

#[test]
#[ignore = "run by cargo xtask bench ultimate-laws"]
fn a_hundred_thousand_random_games_obey_the_laws() {
    obey(100_000);
}
