//! The puzzle's text: `N Q`, then N letters from the top, then Q times a word and its score, with
//! white space of any kind between.

use std::ops::RangeInclusive;
use std::str::FromStr;

use secateur::{Game, ParseError, Score};

use super::{Letters, State};

/// The longest text that is read, in bytes.
pub const INPUT_LIMIT: usize = 1 << 20;

/// Letters that fit the bits of a hand.
const MOST_LETTERS: usize = 64;
const MOST_WORDS: usize = 100_000;
/// Characters of a word; a word of all letters has 64.
const LONGEST_WORD: usize = 256;

/// Between the words and the letters that were taken already.
pub(super) const TAKEN: &str = "taken";

impl Letters {
    /// Reads a puzzle, and nothing behind it.
    ///
    /// # Errors
    /// What is wrong with the text, in which line, and how to mend it.
    pub fn read(text: &[u8]) -> Result<Letters, ParseError> {
        let mut tokens = Tokens::new(text)?;
        let game = read_puzzle(&mut tokens)?;
        match tokens.next() {
            None => Ok(game),
            Some(token) => Err(tokens.refuse(format!(
                "'{}' stands behind the last of Q = {} words: remove it, or mend Q",
                shown(token),
                game.list.len()
            ))),
        }
    }

    /// Reads a puzzle, and the letters that were taken already where they follow.
    pub(super) fn read_position(text: &str) -> Result<(Letters, State), ParseError> {
        let mut tokens = Tokens::new(text.as_bytes())?;
        let game = read_puzzle(&mut tokens)?;
        let mut state = game.initial();
        if let Some(token) = tokens.next()
            && token != TAKEN
        {
            return Err(tokens.refuse(format!(
                "'{}' stands behind the last of Q = {} words, where only '{TAKEN}' and letters can \
                 follow",
                shown(token),
                game.list.len()
            )));
        }
        while let Some(token) = tokens.next() {
            let place = game.choices(&state).find(|&p| token.chars().eq([game.letter(p)]));
            let place = place.ok_or_else(|| {
                let legal: Vec<_> =
                    game.choices(&state).map(|p| game.letter(p).to_string()).collect();
                let instead = match legal.is_empty() {
                    true => "the stack is empty".into(),
                    false => format!("only {}", legal.join(" or ")),
                };
                tokens.refuse(format!("'{}' cannot be taken: {instead}", shown(token)))
            })?;
            game.apply(&mut state, place);
        }
        Ok((game, state))
    }
}

fn read_puzzle(tokens: &mut Tokens) -> Result<Letters, ParseError> {
    let letters = tokens.number("N, the number of letters,", 1..=MOST_LETTERS)?;
    let words = tokens.number("Q, the number of words,", 0..=MOST_WORDS)?;
    let mut stack = Vec::with_capacity(letters);
    for i in 1..=letters {
        stack.push(read_letter(tokens, i, letters)?);
    }
    let mut list = Vec::new();
    let mut sum = 0;
    for i in 1..=words {
        // When N is too small, the last letters are read as the first words.
        let behind = if i == 1 { format!(", behind N = {letters} letters,") } else { ",".into() };
        let (word, score) = read_word(tokens, i, words, &behind)?;
        sum += i64::from(score).abs();
        if sum > i64::from(Score::PLAIN_MAX) {
            return Err(tokens.refuse(format!(
                "the scores up to word {i}, '{}', add up to more than {} without their signs: use \
                 smaller ones",
                shown(word),
                Score::PLAIN_MAX
            )));
        }
        list.push((word.to_string(), score));
    }
    Ok(Letters::new(stack, list))
}

fn read_letter(tokens: &mut Tokens, i: usize, of: usize) -> Result<char, ParseError> {
    let Some(token) = tokens.next() else {
        return Err(tokens.refuse(format!(
            "the input ends where letter {i} of N = {of} should be: add it, or mend N"
        )));
    };
    let mut letters = token.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Ok(letter),
        _ => Err(tokens.refuse(format!(
            "letter {i} of N = {of} should be a single character, not '{}': put spaces between \
             letters, or mend N",
            shown(token)
        ))),
    }
}

fn read_word<'t>(
    tokens: &mut Tokens<'t>,
    i: usize,
    of: usize,
    behind: &str,
) -> Result<(&'t str, i32), ParseError> {
    let Some(word) = tokens.next() else {
        return Err(tokens.refuse(format!(
            "the input ends where word {i} of Q = {of} should be: add it, or mend Q"
        )));
    };
    let length = word.chars().count();
    if length > LONGEST_WORD {
        return Err(tokens.refuse(format!(
            "word {i} of Q = {of} has {length} characters, more than {LONGEST_WORD}: shorten it"
        )));
    }
    let what = format!("the score of word {i} of Q = {of}, '{}'{behind}", shown(word));
    let score = tokens.number(&what, -Score::PLAIN_MAX..=Score::PLAIN_MAX)?;
    Ok((word, score))
}

/// The words of a text one by one, and the line of the last one.
struct Tokens<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Tokens<'t> {
    fn new(text: &'t [u8]) -> Result<Tokens<'t>, ParseError> {
        if text.len() > INPUT_LIMIT {
            return Err(ParseError::new(format!(
                "the input is longer than {INPUT_LIMIT} bytes: shorten it"
            )));
        }
        let line = |byte: usize| 1 + text[..byte].iter().filter(|&&b| b == b'\n').count();
        let rest = str::from_utf8(text).map_err(|e| {
            let byte = e.valid_up_to();
            let line = line(byte);
            ParseError::new(format!("line {line}: byte {byte} is no UTF-8 text: save it as UTF-8"))
        })?;
        let unseen = |&(_, c): &(usize, char)| c.is_control() && !c.is_whitespace();
        if let Some((byte, c)) = rest.char_indices().find(unseen) {
            return Err(ParseError::new(format!(
                "line {}: byte {byte} is the control character {c:?}: remove it",
                line(byte)
            )));
        }
        // Editors may put a byte order mark in front.
        Ok(Tokens { rest: rest.strip_prefix('\u{feff}').unwrap_or(rest), line: 1 })
    }

    fn next(&mut self) -> Option<&'t str> {
        let token = self.rest.trim_start();
        let space = &self.rest[..self.rest.len() - token.len()];
        self.line += space.matches('\n').count();
        let length = token.find(char::is_whitespace).unwrap_or(token.len());
        let (token, rest) = token.split_at(length);
        self.rest = rest;
        (!token.is_empty()).then_some(token)
    }

    /// The next word as a whole number within a range.
    fn number<N>(&mut self, what: &str, range: RangeInclusive<N>) -> Result<N, ParseError>
    where
        N: FromStr + PartialOrd + std::fmt::Display,
    {
        let token = self.next();
        let number = token.and_then(|token| token.parse().ok());
        number.filter(|number| range.contains(number)).ok_or_else(|| {
            let found = match token {
                Some(token) => format!("'{}'", shown(token)),
                None => "the end of the input".into(),
            };
            let (low, high) = (range.start(), range.end());
            let should = format!("should be a whole number from {low} to {high}");
            self.refuse(format!("{what} {should}, not {found}"))
        })
    }

    fn refuse(&self, why: impl std::fmt::Display) -> ParseError {
        ParseError::new(format!("line {}: {why}", self.line))
    }
}

/// As much of a token as an error needs.
fn shown(token: &str) -> String {
    match token.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &token[..end]),
        None => token.to_string(),
    }
}
