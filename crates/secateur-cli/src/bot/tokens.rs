//! Words from a stream, wherever the lines end.

use std::io::BufRead;
use std::str::FromStr;

use crate::failure::Failure;

/// Reads whitespace-separated words one by one, never further than asked.
pub(crate) struct Tokens<R> {
    input: R,
    line: u64,
}

/// No word of any protocol is longer.
const LONGEST: usize = 100;

impl<R: BufRead> Tokens<R> {
    pub(crate) fn new(input: R) -> Tokens<R> {
        Tokens { input, line: 1 }
    }

    /// The next word; `None` at the end of the input.
    pub(crate) fn word(&mut self) -> Result<Option<String>, Failure> {
        let mut word = Vec::new();
        while let Some(&byte) = self.input.fill_buf()?.first() {
            if byte.is_ascii_whitespace() {
                if !word.is_empty() {
                    break; // leave the line end for the next call, which then counts it
                }
                self.line += u64::from(byte == b'\n');
            } else if word.len() == LONGEST {
                return Err(Failure::input(format!(
                    "line {}: a word of over {LONGEST} bytes",
                    self.line
                )));
            } else {
                word.push(byte);
            }
            self.input.consume(1);
        }
        Ok((!word.is_empty()).then(|| String::from_utf8_lossy(&word).into_owned()))
    }

    /// The next word as a number; `None` at the end of the input.
    pub(crate) fn number<N: FromStr>(&mut self, what: &str) -> Result<Option<N>, Failure> {
        let Some(word) = self.word()? else { return Ok(None) };
        word.parse().map(Some).map_err(|_| {
            Failure::input(format!("line {}: {what} should be a number, not '{word}'", self.line))
        })
    }
}
