//! Integers from a stream of text, as many as there are: the fast half of reading a tree.
//!
//! The stream is read in large pieces, each used up to its last whole word; the words become
//! numbers where they lie:
//!
//! ```text
//!  buffer   1 7 _ - 4 2 _ 8 1 _ 5 5 …     "55" may go on in the next piece,
//!                 ↑             ↑   ↑     so it is kept for that one's front
//!                 next        end filled
//! ```

use std::error::Error;
use std::fmt::{self, Display};
use std::io::{self, Chain, ErrorKind, Read};

use secateur::{ParseError, Score};

use super::PLAIN;

/// Reads integers separated by whitespace of any kind.
pub(super) struct Integers<R> {
    /// The text, and a space behind it, so that its last word ends like every other.
    source: Chain<R, &'static [u8]>,
    buffer: Box<[u8]>,
    /// The beginning of the next word, or of the space before it.
    next: usize,
    /// Behind the space that ends the last whole word.
    end: usize,
    /// Behind the last byte read.
    filled: usize,
    /// The line of the next word, counted from 1.
    line: u64,
}

/// Large enough to make system calls rare, small enough for a processor's near memory. Every word
/// fits into it.
const BUFFER: usize = 128 << 10;

impl<R: Read> Integers<R> {
    pub(super) fn new(source: R) -> Integers<R> {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        Integers { source: source.chain(b" "), buffer, next: 0, end: 0, filled: 0, line: 1 }
    }

    /// Goes to the beginning of the next word; whether there is one.
    #[inline(always)]
    pub(super) fn find_word(&mut self) -> Result<bool, ReadError> {
        loop {
            let mut rest = &self.buffer[self.next..self.end];
            while let [space, tail @ ..] = rest
                && is_space(*space)
            {
                self.line += u64::from(*space == b'\n');
                rest = tail;
            }
            self.next = self.end - rest.len();
            match rest.first() {
                None => {
                    if !self.refill()? {
                        return Ok(false);
                    }
                }
                Some(0x80..) if space_length(rest) > 0 => self.next += space_length(rest),
                Some(_) => return Ok(true),
            }
        }
    }

    /// The word that [`find_word`](Integers::find_word) found, as an integer that a [`Score`] can
    /// hold. `wanted` says what should be there where it is none.
    #[inline(always)]
    pub(super) fn integer(&mut self, wanted: impl Fn() -> String) -> Result<i32, ReadError> {
        let rest = &self.buffer[self.next..self.end];
        let negative = rest.first() == Some(&b'-');
        // Not a branch on the sign: half the guesses would be wrong.
        let digits = &rest[usize::from(negative)..];
        let mut rest = digits;
        let mut value = 0u64;
        while let [digit @ b'0'..=b'9', tail @ ..] = rest {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
            rest = tail;
        }
        let usual = matches!(digits.len() - rest.len(), 1..=10)
            && value <= Score::PLAIN_MAX as u64
            && rest.first().is_some_and(|&byte| is_space(byte));
        if !usual {
            return self.unusual_integer(wanted);
        }
        self.next = self.end - rest.len();
        Ok(if negative { -(value as i32) } else { value as i32 })
    }

    /// One with a plus sign, with many zeros in front, or with a rare kind of space behind it; all
    /// others are refused.
    #[cold]
    fn unusual_integer(&mut self, wanted: impl Fn() -> String) -> Result<i32, ReadError> {
        let word = self.word();
        let value = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
        match value.filter(|value| PLAIN.contains(value)) {
            Some(value) => {
                self.next += word.len();
                Ok(value)
            }
            None => Err(self.refuse(format_args!("{}, not '{}'", wanted(), self.shown_word()))),
        }
    }

    /// The found word.
    fn word(&self) -> &[u8] {
        let rest = &self.buffer[self.next..self.end];
        let length = (0..rest.len()).find(|&at| space_length(&rest[at..]) > 0);
        &rest[..length.unwrap_or(rest.len())]
    }

    /// The found word for a message.
    pub(super) fn shown_word(&self) -> String {
        shown(self.word())
    }

    /// The refusal of the text for what is wrong in the current line.
    pub(super) fn refuse(&self, why: impl Display) -> ReadError {
        ReadError::Text(ParseError::new(format!("line {}: {why}", self.line)))
    }

    /// Puts the next whole words into the buffer; whether there are any.
    #[cold]
    fn refill(&mut self) -> Result<bool, ReadError> {
        self.buffer.copy_within(self.end..self.filled, 0);
        self.filled -= self.end;
        (self.next, self.end) = (0, 0);
        // In however small portions the text comes: the buffer is filled first.
        while self.filled < self.buffer.len() {
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => break,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::Source(error)),
            }
        }
        match self.buffer[..self.filled].iter().rposition(|&byte| is_space(byte)) {
            Some(last) => self.end = last + 1,
            None if self.filled > 0 => {
                return Err(self.refuse(format_args!("a word of {BUFFER} bytes or more")));
            }
            None => {}
        }
        Ok(self.end > 0)
    }
}

/// A word for a message: on one line, and not longer than anybody wants to read.
pub(super) fn shown(word: &[u8]) -> String {
    let mut letters = word.utf8_chunks().flat_map(|chunk| {
        let broken = chunk.invalid().escape_ascii().map(char::from);
        chunk.valid().escape_debug().chain(broken)
    });
    let mut shown: String = letters.by_ref().take(40).collect();
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// The six spaces of ASCII, the vertical tab among them.
#[inline(always)]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The length of the space that `text` begins with: one of ASCII's or one of Unicode's, or 0.
fn space_length(text: &[u8]) -> usize {
    // No letter takes more than four bytes.
    let letter = text[..text.len().min(4)]
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next());
    letter.filter(|letter| letter.is_whitespace()).map_or(0, char::len_utf8)
}

/// Why a tree could not be read.
#[derive(Debug)]
pub enum ReadError {
    /// The source failed.
    Source(io::Error),
    /// The source gave a text that is no tree.
    Text(ParseError),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Source(error) => error.fmt(f),
            ReadError::Text(error) => error.fmt(f),
        }
    }
}

impl Error for ReadError {}
