//! A drawing on a terminal that the next one covers ([`Screen`]), for games that are only watched.

use std::time::{Duration, Instant};

/// Where the last drawing stands.
#[derive(Debug, Default)]
pub(super) struct Screen {
    /// Its height.
    lines: usize,
    drawn: Option<Instant>,
}

/// More drawings than these nobody sees, and a terminal may not keep up.
const SHORTEST: Duration = Duration::from_millis(40);

impl Screen {
    /// What puts `text` in the place of the last drawing; `None` when that is hardly drawn, unless it
    /// `must` be.
    pub(super) fn cover(&mut self, text: &str, must: bool) -> Option<String> {
        if !must && self.drawn.is_some_and(|drawn| drawn.elapsed() < SHORTEST) {
            return None;
        }
        // Up to its first line, and away with everything from there on.
        let up = match self.lines {
            0 => String::new(),
            lines => format!("\x1b[{lines}A\x1b[J"),
        };
        (self.lines, self.drawn) = (text.lines().count(), Some(Instant::now()));
        Some(format!("{up}{}\n", text.trim_end_matches('\n')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_covers_the_last_one() {
        let mut screen = Screen::default();
        assert_eq!(screen.cover("a\nb", false).as_deref(), Some("a\nb\n"));
        assert_eq!(screen.cover("c\nd", false), None);
        assert_eq!(screen.cover("e", true).as_deref(), Some("\x1b[2A\x1b[Je\n"));
        assert_eq!(screen.cover("f", true).as_deref(), Some("\x1b[1A\x1b[Jf\n"));
    }
}
