//! What the game says about itself, held against searches that ask for none of it.

use std::sync::Arc;

use secateur::{Certainty, Limits, Mcts, Minimax, Pvs, Search, Session, Table};

use super::*;

fn both() -> [Ultimate; 2] {
    [Ultimate::new(Tie::Draw), Ultimate::new(Tie::Boards)]
}

/// As each side plays it to win.
fn leaning() -> [Ultimate; 2] {
    [Turn::Max, Turn::Min].map(|side| Ultimate::new(Tie::Draw).against_draws(side).unwrap())
}

/// A random unfinished position with at most so many cells left to play.
fn late(game: &Ultimate, cells: u32, random: &mut Random) -> State {
    loop {
        let mut state = game.initial();
        let mut actions = Vec::new();
        while state.cells_left() > cells && !game.is_terminal(&state) {
            actions.clear();
            game.actions(&state, &mut actions);
            game.apply(&mut state, actions[random.below(actions.len())]);
        }
        if !game.is_terminal(&state) {
            return state;
        }
    }
}

/// The rules, and nothing known but which positions are the same.
struct Bare(Ultimate);

impl Game for Bare {
    type State = State;
    type Action = Cell;
    fn initial(&self) -> State {
        self.0.initial()
    }
    fn to_move(&self, state: &State) -> Turn {
        self.0.to_move(state)
    }
    fn actions(&self, state: &State, actions: &mut Vec<Cell>) {
        self.0.actions(state, actions);
    }
    fn apply(&self, state: &mut State, cell: Cell) {
        self.0.apply(state, cell);
    }
    fn utility(&self, state: &State) -> Score {
        self.0.utility(state)
    }
}
impl Heuristic for Bare {
    fn key(&self, state: &State) -> Option<u64> {
        self.0.key(state)
    }
}

#[test]
fn what_is_known_without_a_search_is_what_minimax_finds() {
    let (mut solved, mut bounded) = (0, 0);
    for game in both().into_iter().chain(leaning()) {
        let mut random = Random::new(5);
        for _ in 0..600 {
            let state = late(&game, 9, &mut random);
            let report = Minimax.search(&Bare(game), &state, &Limits::default()).unwrap();
            let value = report.score.for_turn(game.to_move(&state));
            let text = game.write_state(&state);
            if let Some(score) = game.solved(&state) {
                assert_eq!(score, value, "{text}");
                solved += 1;
            }
            if let Some((low, high)) = game.bounds(&state) {
                assert!(low <= value && value <= high, "{text}: {value} in {low} to {high}");
                bounded += 1;
            }
        }
    }
    assert!(solved > 50 && bounded > 100, "{solved} {bounded}");
}

/// Alpha-beta and Monte Carlo tree search, with up to 20 free cells. Few cells: to the ply, against
/// an alpha-beta that knows nothing; many: who wins.
#[test]
fn endgames_have_one_value_whoever_solves_them() {
    let (mut kinds, mut solved) = ([0; 3], 0);
    for game in both() {
        let mut random = Random::new(9);
        for round in 0..26 {
            let state = late(&game, 8 + round % 13, &mut random);
            let (limits, text) = (Limits::default(), game.write_state(&state));
            let mut pvs = Pvs::new(Arc::new(Table::new(16)));
            let exact = match state.cells_left() {
                0..=10 => pvs.search(&Bare(game), &state, &limits).unwrap(),
                _ => pvs.search(&game, &state, &limits).unwrap(),
            };
            assert_eq!(exact.certainty, Certainty::Exact);
            let (mut tree, enough) = (Mcts::new(64).playout_plies(0), limits.nodes(500_000));
            if state.cells_left() <= 10 {
                let report = tree.search(&game, &state, &enough).unwrap();
                if report.certainty == Certainty::Exact {
                    assert_eq!(report.score, exact.score, "{text}");
                    solved += 1;
                }
            }
            for goal in [Score::DRAW, Score::new(1)] {
                if let Ok((reached, _)) = tree.reaches(&game, &state, goal, &enough) {
                    assert_eq!(reached, Some(exact.score >= goal), "{text}");
                    solved += 1;
                }
            }
            kinds[(exact.score.cmp(&Score::DRAW) as i8 + 1) as usize] += 1;
        }
    }
    assert!(kinds.iter().all(|&count| count > 2) && solved >= 70, "{kinds:?}, {solved}");
}

#[test]
fn four_small_boards_each_and_none_left_is_a_draw() {
    let [draw, more] = both();
    let (mut random, mut seen) = (Random::new(3), 0);
    while seen < 20 {
        let mut state = draw.initial();
        while let Some(cell) = draw.playout_action(&state, &mut random, &mut Vec::new()) {
            state.mark(cell);
        }
        if state.winner().is_none() && state.won.map(u16::count_ones) == [4, 4] {
            assert!(draw.is_terminal(&state) && state.open == 0);
            assert_eq!([draw, more].map(|game| game.utility(&state)), [Score::DRAW; 2]);
            seen += 1;
        }
    }
}

#[test]
fn more_small_boards_win_where_the_tie_break_says_so() {
    let [draw, more] = both();
    let mut random = Random::new(3);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let mut state = late(&more, 6, &mut random);
        while let Some(cell) = more.playout_action(&state, &mut random, &mut Vec::new()) {
            state.mark(cell);
        }
        if state.winner().is_none() {
            let lead = state.won[0].count_ones().cmp(&state.won[1].count_ones()) as i8;
            let boards = more.utility(&state).value().signum();
            assert_eq!((draw.utility(&state), boards), (Score::DRAW, lead.into()));
            seen[(lead + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn positions_are_read_or_refused_with_the_reason() {
    let game = Ultimate::new(Tie::Draw);
    let empty = ["........."; 9].join("/");
    assert_eq!(game.read_state(&format!("{empty} X any")), Ok(game.initial()));
    let one = format!("X......../{}", ["........."; 8].join("/"));
    assert!(game.read_state(&format!("{one} O 0,0")).is_ok());
    for (text, why) in [
        ("", "are needed"),
        (&format!("{empty} X"), "are needed"),
        (&format!("{empty} Y any"), "is no side"),
        (&format!("{empty} O any"), "0 X and 0 O"),
        (&format!("{empty} X 0,0"), "points to 0,0"),
        (&format!("{one} O any"), "no mark points to a decided board"),
        (&format!("{one} O 1,1"), "points to 1,1"),
        (&format!("{one} O 3,0"), "is no small board"),
        (&format!("{}X any", empty.replacen('.', "Z", 1) + " "), "'Z' in row 0"),
        (&format!("{} X any", &empty[1..]), "row 0 has 8 cells"),
        (&format!("{} X any", &empty[10..]), "8 rows instead of 9"),
    ] {
        let error = game.read_state(text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    let state = game.read_state(&format!("{one} O 0,0")).unwrap();
    for (text, why) in [
        ("0,0", "taken by X"),
        ("4,4", "is not on the small board 0,0"),
        ("9,0", "is no cell"),
        ("x", "is no cell"),
        ("1,1,1", "is no cell"),
    ] {
        let error = game.read_action(&state, text).unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
    for text in ["1,2", "1 2", "(1,2)", "12"] {
        assert_eq!(game.read_action(&state, text), Ok(Cell::at(1, 2)));
    }
}

/// Wins and losses stay what they are; a draw is a little less than even to the side that plays, and
/// called a draw when it is proven.
#[test]
fn who_plays_to_win_values_draws_less_and_nothing_else() {
    assert!(Ultimate::new(Tie::Boards).against_draws(Turn::Max).is_none());
    let (game, mut random, mut draws) = (Ultimate::new(Tie::Draw), Random::new(6), 0);
    for _ in 0..300 {
        let state = late(&game, 12, &mut random);
        let search = |game| {
            let mut search = Pvs::new(Arc::new(Table::new(1)));
            search.search(&game, &state, &Limits::default()).unwrap().score
        };
        let (value, side) = (search(game), game.to_move(&state));
        for (leaning, leans) in leaning().into_iter().zip([Turn::Max, Turn::Min]) {
            assert_ne!(leaning.key(&state), game.key(&state));
            let own = if leans == side { Score::new(-CONTEMPT) } else { Score::new(CONTEMPT) };
            let expected = if value == Score::DRAW { own } else { value };
            assert_eq!(search(leaning), expected, "{}", game.write_state(&state));
        }
        if value == Score::DRAW {
            draws += 1;
            let session = GameSession::new(game, state);
            let limits = Limits::default().nodes(1_000_000);
            let answer = session.search(Algorithm::Pvs, &limits, &mut |_| {}).unwrap();
            assert_eq!((answer.score, answer.certainty), (Score::DRAW, Certainty::Exact));
        }
    }
    assert!(draws > 30, "{draws}");
}

#[test]
fn the_network_guesses_in_whole_numbers_what_it_learns_in_fractions() {
    let weights = network::Weights::read(include_str!("weights.txt"));
    let mut random = Random::new(4);
    for game in both() {
        for round in 0..200 {
            let state = late(&game, 5 + round % 70, &mut random);
            let sample = training::Sample { state, share: 0.0, drawn: false, tie: game.tie };
            let mut slope = network::Weights::ZERO;
            weights.learn(&sample, &mut slope);
            // Of a sample that is worth nothing, the error is the guess.
            let learnt = slope.last_bias[game.tie as usize];
            let guess = 1.0 / (1.0 + (-game.network.guess(&state, game.tie)).exp());
            assert!(
                (guess - learnt).abs() < 0.005,
                "{guess} {learnt}: {}",
                game.write_state(&state)
            );
        }
    }
}
