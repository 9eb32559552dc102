//! What is on the board ([`State`]), and tables of the 512 sets of cells of three by three.
//!
//! Small boards and their cells are numbered alike, and so are the small boards on the large one:
//!
//! ```text
//!  0 1 2
//!  3 4 5      a set of cells, or of small boards, is nine bits
//!  6 7 8
//! ```

/// All nine.
pub(crate) const ALL: u16 = 0b1_1111_1111;

/// Three in a row, a column or a diagonal.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The nine that one player has, and what follows from them.
pub(crate) struct Nine {
    /// Whether three of them are in line.
    pub(crate) has_line: bool,
    /// Those that would make a line with two of them.
    pub(crate) completing: u16,
    /// Whether there is a line without any of them, for the other side to make.
    pub(crate) leaves_line: bool,
    /// They themselves, first to last.
    pub(crate) listed: [u8; 9],
}

/// For every set of nine.
pub(crate) static NINES: [Nine; 512] = {
    const EMPTY: Nine = Nine { has_line: false, completing: 0, leaves_line: false, listed: [0; 9] };
    let mut nines = [EMPTY; 512];
    let mut set = 0;
    while set < 512 {
        nines[set as usize] = nine(set);
        set += 1;
    }
    nines
};

const fn nine(set: u16) -> Nine {
    let mut nine = Nine { has_line: false, completing: 0, leaves_line: false, listed: [0; 9] };
    let mut i = 0;
    while i < LINES.len() {
        let missing = LINES[i] & !set;
        nine.has_line |= missing == 0;
        nine.leaves_line |= missing == LINES[i];
        if missing.count_ones() == 1 {
            nine.completing |= missing;
        }
        i += 1;
    }
    let (mut rest, mut n) = (set, 0);
    while rest != 0 {
        nine.listed[n] = rest.trailing_zeros() as u8;
        rest &= rest - 1;
        n += 1;
    }
    nine
}

/// The table's line for a set of nine.
#[inline(always)]
pub(crate) fn about(set: u16) -> &'static Nine {
    &NINES[(set & ALL) as usize]
}

/// The marks of both sides, and where the next one may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The cells of X and of O, small board by small board.
    pub(crate) marks: [[u16; 9]; 2],
    /// The small boards that X and O have won.
    pub(crate) won: [u16; 2],
    /// The small boards that nobody has won and that are not full.
    pub(crate) open: u16,
    /// Those of them where the side to move may play: one, or all. None: the game is over.
    pub(crate) playable: u16,
    /// The side to move: 0 for X, 1 for O.
    pub(crate) side: u8,
}

impl State {
    /// The empty board, X to move anywhere.
    pub(crate) const INITIAL: State =
        State { marks: [[0; 9]; 2], won: [0; 2], open: ALL, playable: ALL, side: 0 };

    /// The free cells of a small board.
    #[inline(always)]
    pub(crate) fn free(&self, board: usize) -> u16 {
        ALL & !(self.marks[0][board] | self.marks[1][board])
    }

    /// All cells of open boards.
    pub(crate) fn cells_left(&self) -> u32 {
        boards(self.open).map(|board| self.free(board).count_ones()).sum()
    }

    /// The side to move marks a cell.
    #[inline(always)]
    pub(crate) fn mark(&mut self, cell: Cell) {
        let (board, place, side) = (cell.board(), cell.place(), (self.side & 1) as usize);
        let own = &mut self.marks[side][board];
        *own |= 1 << place;
        let bit = 1 << board;
        let mut over = false;
        if about(*own).has_line {
            self.won[side] |= bit;
            self.open &= !bit;
            over = about(self.won[side]).has_line;
        } else if self.free(board) == 0 {
            self.open &= !bit;
        }
        let sent = self.open & 1 << place;
        self.playable = match (over, sent) {
            (true, _) => 0,
            (false, 0) => self.open,
            _ => sent,
        };
        self.side ^= 1;
    }

    /// The side with three small boards in line.
    #[inline(always)]
    pub(crate) fn winner(&self) -> Option<usize> {
        (0..2).find(|&side| about(self.won[side]).has_line)
    }

    /// Whether the side to move can make its line of small boards at once.
    #[inline(always)]
    pub(crate) fn wins_at_once(&self) -> bool {
        let side = (self.side & 1) as usize;
        let mut last = about(self.won[side]).completing & self.playable;
        while last != 0 {
            let board = last.trailing_zeros() as usize;
            if about(self.marks[side][board]).completing & self.free(board) != 0 {
                return true;
            }
            last &= last - 1;
        }
        false
    }
}

/// A cell: its small board and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this place of this small board, both below 9.
    #[inline(always)]
    pub(crate) fn new(board: usize, place: usize) -> Cell {
        Cell((board * 9 + place) as u8)
    }

    /// The cell of a row and a column of the whole board, both below 9.
    pub fn at(row: usize, column: usize) -> Cell {
        Cell::new(row / 3 * 3 + column / 3, row % 3 * 3 + column % 3)
    }

    /// The row and the column on the whole board.
    pub fn row_column(self) -> (usize, usize) {
        let (board, place) = (self.board(), self.place());
        (board / 3 * 3 + place / 3, board % 3 * 3 + place % 3)
    }

    #[inline(always)]
    pub(crate) fn board(self) -> usize {
        usize::from(self.0) / 9
    }

    #[inline(always)]
    pub(crate) fn place(self) -> usize {
        usize::from(self.0) % 9
    }
}

/// The numbers in a set of small boards, or of cells.
#[inline(always)]
pub(crate) fn boards(set: u16) -> impl Iterator<Item = usize> {
    about(set).listed[..set.count_ones() as usize].iter().map(|&board| usize::from(board))
}
