//! How boards, slides and tiles are written and read.

use secateur::{Notation, ParseError};

use super::board::{Direction, tile_points};
use super::giants::{Giants, LARGEST_SUM, LARGEST_TILE};
use super::{Action, FOUR_POINTS, Game2048, State};

/// Behind a position: a tile is to fall before the next slide.
const FALLING: &str = "tile";

impl Notation for Game2048 {
    /// The board in four padded columns, the points and the largest tile.
    fn show(&self, state: &State) -> String {
        let cells: Vec<String> = state.exponents().map(write_cell).to_vec();
        let width = cells.iter().map(String::len).max().unwrap_or(1);
        let row = |row: &[String]| -> String {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            cells.join(" ")
        };
        let rows: Vec<String> = cells.chunks(4).map(row).collect();
        let largest = match state.exponents().into_iter().max() {
            None | Some(0) => String::new(),
            Some(exponent) => format!(", largest tile {}", write_cell(exponent)),
        };
        format!("{}\n{} points{largest}", rows.join("\n"), state.points())
    }

    fn write_state(&self, state: &State) -> String {
        let cells: Vec<String> = state.exponents().map(write_cell).to_vec();
        let rows: Vec<String> = cells.chunks(4).map(|row| row.join(",")).collect();
        let mut text = rows.join("/");
        if state.fours > 0 {
            text += &format!(" {}", state.points());
        }
        if state.falling == 1 {
            text += &format!(" {FALLING}");
        }
        text
    }

    /// Takes what [`write_state`](Notation::write_state) writes, with spaces for commas, line ends
    /// for slashes and 0 for '.': also the drawing that a server sends. Without points every tile
    /// counts as grown from 2s. The empty board is the beginning: two tiles are to fall.
    fn read_state(&self, text: &str) -> Result<State, ParseError> {
        let refuse = |why: String| {
            let shown: String = text.trim().chars().take(100).collect();
            ParseError::new(format!("position '{}': {why}", shown.escape_debug()))
        };
        let (cells, rest) = read_cells(text).map_err(refuse)?;
        let (points, falling) = read_rest(&rest).map_err(refuse)?;
        let fours = fours_fallen(cells, points).map_err(refuse)?;
        let (board, giants) = Giants::split(cells);
        if falling && !board.has_room() {
            return Err(refuse("the board is full, so no tile can fall".into()));
        }
        let falling = if board.is_empty() { 2 } else { u8::from(falling) };
        Ok(State { board, giants, fours, falling })
    }

    /// `u`, `d`, `l` and `r`, or a tile and where it falls: `2@1,3` is a 2 in row 1, column 3.
    fn write_action(&self, _state: &State, action: Action) -> String {
        let tile = |tile, cell| format!("{tile}@{},{}", cell / 4, cell % 4);
        match action {
            Action::Slide(Direction::Up) => "u".into(),
            Action::Slide(Direction::Down) => "d".into(),
            Action::Slide(Direction::Left) => "l".into(),
            Action::Slide(Direction::Right) => "r".into(),
            Action::Two(cell) => tile(2, cell),
            Action::Four(cell) => tile(4, cell),
        }
    }
}

fn write_cell(exponent: u8) -> String {
    if exponent == 0 { ".".into() } else { (1u32 << exponent).to_string() }
}

/// The exponents row by row, and the words behind the last one.
fn read_cells(text: &str) -> Result<([u8; 16], Vec<&str>), String> {
    let between = if text.contains('/') { '/' } else { '\n' };
    let lines = text.trim().split(between).map(str::trim);
    let rows: Vec<&str> = lines.filter(|line| between == '/' || !line.is_empty()).collect();
    if rows.len() != 4 {
        return Err(format!("{} rows instead of 4", rows.len()));
    }
    let mut cells = [0; 16];
    let mut rest = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let mut words = row.split([',', ' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
        for (column, cell) in cells[4 * i..4 * i + 4].iter_mut().enumerate() {
            let word = words.next().ok_or(format!("row {i} has {column} cells instead of 4"))?;
            *cell = read_cell(word).map_err(|why| format!("row {i}: {why}"))?;
        }
        rest = words.collect();
        if i < 3 && !rest.is_empty() {
            return Err(format!("row {i} has {} cells instead of 4", 4 + rest.len()));
        }
    }
    let sum: u32 =
        cells.iter().filter(|&&exponent| exponent > 0).map(|&exponent| 1 << exponent).sum();
    match sum <= LARGEST_SUM {
        true => Ok((cells, rest)),
        false => {
            Err(format!("its tiles add up to {sum}, over {LARGEST_SUM}, the most of any game"))
        }
    }
}

fn read_cell(word: &str) -> Result<u8, String> {
    if word == "." || word == "0" {
        return Ok(0);
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse::<u64>() {
        Ok(tile) if digits && tile > 1 && tile.is_power_of_two() => match tile.ilog2() as u8 {
            exponent @ ..=LARGEST_TILE => Ok(exponent),
            _ => Err(format!("{word} is over {}, the largest tile of any game", 1 << LARGEST_TILE)),
        },
        _ => Err(format!("'{word}' is no tile: 2, 4, 8, ... or '.' is needed")),
    }
}

/// The points and the word behind a board, both optional.
fn read_rest(words: &[&str]) -> Result<(Option<u32>, bool), String> {
    let points = words.first().and_then(|word| word.parse().ok());
    match (points, &words[usize::from(points.is_some())..]) {
        (_, []) => Ok((points, false)),
        (_, [word]) if *word == FALLING => Ok((points, true)),
        _ => Err(format!(
            "behind the cells come the points and '{FALLING}', if anything, not '{}'",
            words.join(" ")
        )),
    }
}

/// How many 4s must have fallen for these tiles to have scored just these points.
fn fours_fallen(cells: [u8; 16], points: Option<u32>) -> Result<u16, String> {
    let most = cells.iter().map(|&exponent| tile_points(exponent)).sum();
    let points = points.unwrap_or(most);
    // Every tile from 4 up can hold a fallen 4 for each 4 of its value.
    let room: u32 = cells.iter().filter(|&&e| e >= 2).map(|&e| 1 << (e - 2)).sum();
    let least = most - FOUR_POINTS * room;
    if points > most || points < least || !points.is_multiple_of(FOUR_POINTS) {
        return Err(format!(
            "these tiles score from {least} to {most} points, in steps of {FOUR_POINTS}, \
             not {points}"
        ));
    }
    Ok(((most - points) / FOUR_POINTS) as u16) // a quarter of LARGEST_SUM at most
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<State, String> {
        Game2048::default().read_state(text).map_err(|error| error.to_string())
    }

    #[test]
    fn reads_every_spelling_of_a_board() {
        let state = read("2,.,.,./.,.,.,./.,.,4,./.,.,2,. 0").unwrap();
        assert_eq!((state.fours, state.falling), (1, 0));
        for same in [
            "2 . . . / . . . . / . . 4 . / . . 2 . 0",
            "2 0 0 0/0 0 0 0/0 0 4 0/0 0 2 0 0",
            "\n\n2 . . . \n. . . . \n. . 4 . \n. . 2 . 0",
            "2    .    .    .   \r\n.    . . .\r\n. . 4 .\r\n. . 2 . 0\r\n",
        ] {
            assert_eq!(read(same), Ok(state), "{same}");
        }
        assert_eq!(read("2,.,.,./.,.,.,./.,.,4,./.,.,2,. 0 tile").unwrap().falling, 1);
        assert_eq!(read("2,.,.,./.,.,.,./.,.,4,./.,.,2,.").unwrap().points(), 4);
        assert_eq!(read(".,.,.,./.,.,.,./.,.,.,./.,.,.,.").unwrap().falling, 2);
    }

    #[test]
    fn writes_what_it_reads() {
        for text in [
            ".,.,.,./.,.,.,./.,.,.,./.,.,.,.",
            "2,.,.,./.,.,.,./.,.,.,./.,.,.,. tile",
            "2,4,8,16/32768,16384,.,./.,.,.,./2048,.,.,. 650000 tile",
            "2,4,8,16/.,2,4,8/.,.,.,2/.,.,.,.",
            "65536,.,.,./.,32768,65536,./.,.,.,./.,.,.,65536",
            "131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32 3670024",
        ] {
            let state = read(text).unwrap();
            assert_eq!(Game2048::default().write_state(&state), text);
        }
    }

    #[test]
    fn refuses_what_cannot_be() {
        for (text, why) in [
            ("", "0 rows instead of 4"),
            ("2,2,2,2/2,2,2,2/2,2,2,2", "3 rows"),
            ("2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2", "5 rows"),
            ("2,2,2/2,2,2,2/2,2,2,2/2,2,2,2", "row 0 has 3 cells"),
            ("2,2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2", "row 0 has 5 cells"),
            ("2,2,2,2/2,3,2,2/2,2,2,2/2,2,2,2", "row 1: '3' is no tile"),
            ("2,2,2,2/2,1,2,2/2,2,2,2/2,2,2,2", "row 1: '1' is no tile"),
            ("2,2,2,2/2,+4,2,2/2,2,2,2/2,2,2,2", "row 1: '+4' is no tile"),
            ("2,2,2,2/2,2,2,2/262144,2,2,2/2,2,2,2", "row 2: 262144 is over 131072"),
            ("2,2,2,2/2,2,2,2/65537,2,2,2/2,2,2,2", "row 2: '65537' is no tile"),
            ("131072,.,.,./.,.,.,./.,.,.,./.,.,.,131072", "add up to 262144, over 262140"),
            ("2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2 tile", "the board is full"),
            ("2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,. 4", "from 0 to 0 points"),
            ("4,.,.,./.,.,.,./.,.,.,./.,.,.,. 2", "from 0 to 4 points"),
            ("4,.,.,./.,.,.,./.,.,.,./.,.,.,. slide", "'tile', if anything, not 'slide'"),
            ("4,.,.,./.,.,.,./.,.,.,./.,.,.,. tile 4", "'tile', if anything, not 'tile 4'"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
