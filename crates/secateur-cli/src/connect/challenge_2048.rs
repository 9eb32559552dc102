//! One game of 2048 on a server, from the first grid to the last word.

use std::io::IsTerminal;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};

use super::conversation::{Answer, Conversation};
use super::line::Line;
use super::player::Player;
use crate::failure::Failure;
use crate::output::print_line;
use crate::pace::Pace;

/// A server that hears us and yet does not play our moves will not begin to.
const MOST_REFUSALS: u32 = 8;

/// Plays until the target is reached, and prints what the server says then.
pub(crate) fn play(line: Line, pace: Pace, engine: Option<String>) -> Result<(), Failure> {
    let mut conversation = Conversation::new(line, pace.target);
    let mut player = Player::new(pace, engine);
    let progress = progress();
    let (mut moves, mut refusals) = (0, 0);
    let mut grid = match conversation.listen(None)? {
        Answer::Grid { grid, .. } => grid,
        Answer::Won(text) => return print_line(&text.trim()),
    };
    player.begin(&grid);
    loop {
        moves += 1;
        progress.set_message(format!("move {moves}  largest tile {}", grid.largest()));
        let chosen = player.choose(&grid)?;
        let sent = Instant::now();
        conversation.send(&chosen.letter)?;
        let (next, fallen) = match conversation.listen(Some(&chosen.slid))? {
            Answer::Grid { grid, fallen } => (grid, fallen),
            Answer::Won(text) => {
                progress.finish_and_clear();
                return print_line(&text.trim());
            }
        };
        player.learn(fallen, sent.elapsed());
        refusals = if next == grid { refusals + 1 } else { 0 };
        if refusals == MOST_REFUSALS {
            let why = format!("'{}' should change the server's grid, but does not", chosen.letter);
            return Err(conversation.failed(&why));
        }
        grid = next;
    }
}

/// A line that says how far the game is, where somebody can see it.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed}  {msg}");
    ProgressBar::new_spinner().with_style(style.expect("the template is well formed"))
}
