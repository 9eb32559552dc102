//! The arena's ultimate tic-tac-toe, against its clock.

use std::io::{BufRead, Write};

use secateur::{Algorithm, Limits, Session};

use super::cells::{self, Turn};
use crate::failure::Failure;
use crate::turn_times::TurnTimes;

/// The arena's rules: where nobody has a line, more small boards win.
const GAME: &str = "ultimate-tic-tac-toe:tie=boards";

/// How the bot thinks.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How to search
    #[arg(long, default_value = DEFAULT.name(), value_parser = crate::question::algorithm_argument())]
    algorithm: Algorithm,

    #[command(flatten)]
    times: TurnTimes,
}

/// The stronger player, if not by much: 21 won, 4 drawn and 15 lost against mcts at 100 ms.
const DEFAULT: Algorithm = Algorithm::Pvs;

/// Answers turn by turn until the input ends.
pub(crate) fn run(
    args: &Args,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    cells::run(GAME, input, output, &mut |session, turn| choose(args, session, turn))
}

/// The action that the search finds, if the arena allows it; else one that both know.
fn choose(args: &Args, session: &dyn Session, turn: &Turn) -> Option<String> {
    let time = if turn.is_first { args.times.first_time } else { args.times.time };
    let limits = Limits::default().time_less(time, args.times.margin);
    let answer = session.search(args.algorithm, &limits, &mut |_| {}).ok();
    let best = answer.and_then(|answer| answer.best.into_iter().next());
    let both = || session.actions().into_iter().find(|action| turn.valid.contains(action));
    best.filter(|action| turn.valid.contains(action)).or_else(both)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn args(time: u64) -> Args {
        let time = Duration::from_millis(time);
        let margin = Duration::from_millis(1);
        Args { algorithm: DEFAULT, times: TurnTimes { first_time: time, time, margin } }
    }

    /// What the bot prints for everything the arena has said so far.
    fn answers(said: &str) -> Vec<String> {
        let mut output = Vec::new();
        run(&args(5), &mut said.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(String::from).collect()
    }

    #[test]
    fn plays_from_the_list_it_is_given() {
        assert_eq!(answers("0 0\n1\n2 1"), ["2 1"]);
        assert_eq!(answers("0 0\n1\n8 8"), ["8 8"], "not ours, but all there is");
        assert_eq!(answers("-1 -1\n0\n"), Vec::<String>::new());
    }

    #[test]
    fn answers_in_time() {
        let started = Instant::now();
        let turn = "-1 -1\n2\n4 4\n0 0\n";
        run(&args(60), &mut turn.as_bytes(), &mut Vec::new()).unwrap();
        // Without its limit the search would go on and on; the machine may be busy with other tests.
        assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    }
}
