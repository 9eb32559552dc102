//! How games begin: with the same few moves for both games of a pair.

use secateur::{ParseError, Random, Session};

use crate::failure::Failure;

/// The openings of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Openings {
    /// The initial state, or so many random plies.
    Random {
        /// How many.
        plies: usize,
        /// The seed.
        seed: u64,
    },
    /// These, one after the other.
    Listed(Vec<Vec<String>>),
}

/// Tries for random moves that do not end the game.
const TRIES: u64 = 1000;

/// Larger files are no lists of openings.
const LARGEST: u64 = 64 << 20;

impl Openings {
    /// Reads a file: an opening a line, its moves separated by spaces; `#` begins a comment. With a
    /// seed they come in an order by lot.
    pub(super) fn read(
        path: &str,
        session: &mut dyn Session,
        seed: Option<u64>,
    ) -> Result<Openings, Failure> {
        let refuse = |why: String| Failure::input(format!("openings {path}: {why}"));
        let length = std::fs::metadata(path).map_err(|error| refuse(error.to_string()))?.len();
        if length > LARGEST {
            return Err(refuse(format!("{length} bytes, at most {LARGEST} are read")));
        }
        let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
        let mut openings = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let moves = line.split('#').next().unwrap_or_default();
            let moves: Vec<String> = moves.split_whitespace().map(String::from).collect();
            if moves.is_empty() {
                continue;
            }
            let played = play(session, &moves);
            let over = session.utility().is_some();
            rewind(session);
            played.map_err(|error| refuse(format!("line {number}: {error}")))?;
            if over {
                return Err(refuse(format!("line {number}: the game is over after it")));
            }
            openings.push(moves);
        }
        if openings.is_empty() {
            return Err(refuse("there is no opening in it".into()));
        }
        if let Some(seed) = seed {
            let mut random = Random::new(seed);
            for i in (1..openings.len()).rev() {
                openings.swap(i, random.below(i + 1));
            }
        }
        Ok(Openings::Listed(openings))
    }

    /// Plays the opening of a round.
    pub(super) fn begin(&self, session: &mut dyn Session, round: u64) -> Result<(), ParseError> {
        match self {
            Openings::Random { plies, seed } => at_random(session, *plies, *seed, round),
            Openings::Listed(openings) => {
                let number = (round % openings.len() as u64) as usize;
                play(session, &openings[number])
            }
        }
    }

    /// Whether every game begins at the beginning.
    pub(super) fn is_none(&self) -> bool {
        matches!(self, Openings::Random { plies: 0, .. })
    }
}

fn at_random(
    session: &mut dyn Session,
    plies: usize,
    seed: u64,
    round: u64,
) -> Result<(), ParseError> {
    for attempt in 0..TRIES {
        let place = Random::new(seed).bits() ^ Random::new(round << 16 | attempt).bits();
        let mut random = Random::new(place);
        while session.history().len() < plies && session.utility().is_none() {
            let actions = session.actions();
            if actions.is_empty() {
                session.roll(&mut random);
            } else {
                session.play(&actions[random.below(actions.len())])?;
            }
        }
        if session.utility().is_none() || plies == 0 {
            return Ok(());
        }
        rewind(session);
    }
    Err(ParseError::new(format!("games end within {plies} random plies: choose fewer")))
}

/// Moves of the sides, or outcomes of chance.
pub(super) fn play(session: &mut dyn Session, moves: &[String]) -> Result<(), ParseError> {
    moves.iter().try_for_each(|action| session.play(action))
}

/// Back to the initial state.
pub(super) fn rewind(session: &mut dyn Session) {
    while session.undo().is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(openings: &Openings, round: u64) -> Vec<String> {
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        openings.begin(&mut *session, round).unwrap();
        session.history()
    }

    #[test]
    fn random_openings_differ_by_round_and_come_again() {
        let openings = Openings::Random { plies: 3, seed: 5 };
        let all: Vec<_> = (0..20).map(|round| history(&openings, round)).collect();
        assert!(all.iter().all(|moves| moves.len() == 3));
        assert!(all[1..].iter().filter(|moves| **moves != all[0]).count() > 15);
        assert_eq!(history(&openings, 7), all[7]);
        let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
        let never = Openings::Random { plies: 9, seed: 1 }.begin(&mut *session, 0);
        assert!(never.unwrap_err().to_string().contains("choose fewer"));
    }

    #[test]
    fn listed_openings_are_read_or_refused_by_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.txt");
        let read = |text: &str, seed| {
            std::fs::write(&path, text).unwrap();
            let mut session = secateur_games::open("tic-tac-toe", None).unwrap();
            Openings::read(path.to_str().unwrap(), &mut *session, seed)
        };
        let openings = read("1,1 0,0 # the centre\n\n# nothing\n0,0 1,1\n", None).unwrap();
        assert_eq!(history(&openings, 2), ["1,1", "0,0"]);
        assert_eq!(history(&openings, 1), ["0,0", "1,1"]);
        let many: String = (0..3).map(|i| format!("0,{i}\n1,{i}\n")).collect();
        assert_ne!(read(&many, Some(1)).unwrap(), read(&many, Some(2)).unwrap());
        for (text, why) in [
            ("", "no opening"),
            ("1,1\n1,1 1,1\n", "line 2: 1,1 is taken by X"),
            ("0,0 1,0 0,1 1,1 0,2\n", "line 1: the game is over"),
        ] {
            let Err(Failure::Input(error)) = read(text, None) else { panic!("{text}") };
            assert!(error.contains(why), "{error}");
        }
    }
}
