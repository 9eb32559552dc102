//! A line in the list of games ([`Entry`]) and the options behind a game's name ([`Options`]).

use std::ops::RangeInclusive;

use secateur::{ParseError, Session};

/// A game opened, or what is wrong with the name, the options or the position.
pub type Opened = Result<Box<dyn Session>, ParseError>;

/// A game as the front ends see it.
pub struct Entry {
    /// The name that a user types.
    pub name: &'static str,
    /// The game in half a sentence.
    pub summary: &'static str,
    /// How a position is written.
    pub position: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// Names and meanings of the options, each with its default.
    pub options: &'static [(&'static str, &'static str)],
    /// How many sides decide: 2, or 1 against chance.
    pub sides: u8,
    /// Opens the game with options, in a position or its initial state.
    pub session: fn(&Options, Option<&str>) -> Opened,
}

impl Entry {
    /// Opens the game with options such as `m=4,n=4,k=3`, in a position or its initial state.
    ///
    /// # Errors
    /// What is wrong with the options or the position.
    pub fn open(&self, options: &str, position: Option<&str>) -> Opened {
        let options = Options::read(options)?;
        let known = |name: &str| self.options.iter().any(|&(known, _)| known == name);
        if let Some((name, _)) = options.pairs.iter().find(|(name, _)| !known(name)) {
            let known: Vec<_> = self.options.iter().map(|&(name, _)| name).collect();
            return Err(ParseError::new(match known.is_empty() {
                true => format!("{} takes no options, so not '{name}' either", self.name),
                false => {
                    format!("{} has no option '{name}'; it has: {}", self.name, known.join(", "))
                }
            }));
        }
        (self.session)(&options, position)
    }
}

/// Options as written behind a name: `key=value`, separated by commas.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pairs: Vec<(String, String)>,
}

impl Options {
    /// Reads `key=value,key=value`; an empty text has no options.
    ///
    /// # Errors
    /// When a part is not of that form, or a key comes twice.
    pub fn read(text: &str) -> Result<Options, ParseError> {
        let mut options = Options::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(ParseError::new(format!("option '{part}' should read 'name=value'")));
            };
            let (key, value) = (key.trim().to_string(), value.trim().to_string());
            if options.get(&key).is_some() {
                return Err(ParseError::new(format!("option '{key}' is given twice")));
            }
            options.pairs.push((key, value));
        }
        Ok(options)
    }

    /// The value of an option, if given.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// The names and values given, in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of a numeric option within a range, or its default.
    ///
    /// # Errors
    /// When the value is no number or outside the range.
    pub fn number(
        &self,
        key: &str,
        default: u32,
        range: RangeInclusive<u32>,
    ) -> Result<u32, ParseError> {
        let Some(text) = self.get(key) else { return Ok(default) };
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            ParseError::new(format!("option {key}={text}: a number from {low} to {high} is needed"))
        })
    }

    /// The value of an option that is one of a few words, or the first word.
    ///
    /// # Errors
    /// When it is none of the words.
    pub fn choice(&self, key: &str, words: &[&'static str]) -> Result<&'static str, ParseError> {
        let Some(text) = self.get(key) else { return Ok(words[0]) };
        words.iter().find(|&&word| word == text).copied().ok_or_else(|| {
            ParseError::new(format!("option {key}={text}: one of {} is needed", words.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_read_and_refuse() {
        let options = Options::read("m=4, n = 5,").unwrap();
        assert_eq!(options.number("m", 3, 1..=64), Ok(4));
        assert_eq!(options.number("n", 3, 1..=64), Ok(5));
        assert_eq!(options.number("k", 3, 1..=64), Ok(3));
        assert!(options.number("m", 3, 5..=64).is_err());
        for bad in ["m", "m=1,m=2", "m=1,=,n"] {
            assert!(Options::read(bad).is_err(), "{bad}");
        }
        assert!(options.choice("m", &["a", "b"]).is_err());
        assert_eq!(options.choice("k", &["a", "b"]), Ok("a"));
    }
}
