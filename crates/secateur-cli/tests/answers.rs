//! `secateur solve`, `analyze` and `games`: right answers in words and in JSON, and refusals.

mod program;

use program::run;
use serde_json::Value;

/// The JSON that a command prints.
fn json(arguments: &[&str]) -> Value {
    let ended = run(&[arguments, &["--json"]].concat(), "");
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap_or_else(|e| panic!("{e}: {}", ended.stdout))
}

/// Action, outcome and plies to the end of every action, in the order printed.
fn actions(position: &str) -> Vec<(String, String, u64)> {
    let analysis = json(&["analyze", "tic-tac-toe", position]);
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let action = |a: &Value| {
        assert_eq!(a["exact"], true);
        (text(&a["action"]), text(&a["outcome"]), a["plies_to_end"].as_u64().unwrap())
    };
    analysis["actions"].as_array().unwrap().iter().map(action).collect()
}

#[test]
fn the_engine_wins_soonest() {
    let expected = [("2,1", "win", 1), ("2,2", "win", 1), ("1,2", "win", 3)];
    let expected = expected.map(|(action, outcome, plies)| (action.into(), outcome.into(), plies));
    assert_eq!(actions("XXO/OX./O.."), expected);
}

#[test]
fn the_engine_loses_latest() {
    let found = actions("OX./.O./...");
    assert_eq!(found[0], ("2,2".into(), "loss".into(), 4));
    assert_eq!(found.len(), 6);
    assert!(found[1..].iter().all(|(_, outcome, plies)| outcome == "loss" && *plies == 2));
}

#[test]
fn solve_prints_the_documented_fields() {
    let solution = json(&["solve", "tic-tac-toe", "XXO/OX./O.."]);
    for (field, expected) in [
        ("game", "tic-tac-toe".into()),
        ("position", "XXO/OX./O..".into()),
        ("turn", "max".into()),
        ("value", 1.into()),
        ("outcome", "win".into()),
        ("exact", true.into()),
        ("certainty", "exact".into()),
        ("best", serde_json::json!(["2,1", "2,2"])),
        ("best_complete", true.into()),
        ("pv", serde_json::json!(["2,1"])),
        ("plies_to_end", 1.into()),
        ("algorithm", "alpha-beta".into()),
        ("depth", Value::Null),
    ] {
        assert_eq!(solution[field], expected, "{field}");
    }
    for field in ["nodes", "seconds", "nodes_best", "seconds_best"] {
        assert!(solution[field].is_number(), "{field}");
    }
    // The value is for the side to move: here O, who loses.
    let other = json(&["solve", "tic-tac-toe", "XXO/OX./OX. O"]);
    assert_eq!((&other["value"], &other["turn"]), (&(-1).into(), &"min".into()));
}

/// Weakly solved, a position has the outcome that its value says, by every search.
#[test]
fn a_weak_solution_tells_the_outcome() {
    let algorithms = ["alpha-beta", "pvs", "mtdf", "bisection", "proof-number", "minimax"];
    for (game, position) in [
        ("connect-four", "456142227613456254122645514377731"),
        ("connect-four", "653263363561265653772537774514241"),
        ("connect-four", "7422341735647741166133573473242566"),
        ("tic-tac-toe", "XXO/OX./O.."),
        ("tic-tac-toe", "XXO/OX./OX. O"),
        ("tree", "((3 5) (2 (9 1)))"),
        ("tree", "((-3 5) (-2 (9 1)))"),
    ] {
        for algorithm in algorithms {
            let question = ["solve", game, position, "--algorithm", algorithm];
            let (strong, weak) = (json(&question), json(&[&question[..], &["--weak"]].concat()));
            let context = format!("{game} {position} by {algorithm}");
            assert!(strong["outcome"].is_string(), "{context}");
            assert_eq!(weak["outcome"], strong["outcome"], "{context}");
        }
    }
    let text = run(&["solve", "connect-four", "44455554221", "--weak"], "").stdout;
    assert!(text.contains("\noutcome   loss\n"), "{text}");
}

/// Connect Four's scores are stones left: they say how long the game goes on.
#[test]
fn connect_four_tells_plies_to_the_end() {
    for (position, value, outcome, plies) in [
        ("121212", 18, "win", 1),
        ("31415", -18, "loss", 2),
        ("653263363561265653772537774514241", -4, "loss", 2),
        ("456142227613456254122645514377731717365", 0, "draw", 3),
        ("1212121", -18, "loss", 0),
    ] {
        let solution = json(&["solve", "connect-four", position]);
        let analysis = json(&["analyze", "connect-four", position]);
        let actions = analysis["actions"].as_array().unwrap();
        for answer in [&solution, &analysis].into_iter().chain(actions.first()) {
            assert_eq!(answer["value"], value, "{position}");
            assert_eq!(answer["outcome"], outcome, "{position}");
            assert_eq!(answer["plies_to_end"], plies, "{position}");
        }
    }
    let estimate = json(&["solve", "connect-four", "--depth", "2"]);
    assert_eq!(estimate["plies_to_end"], Value::Null);
}

#[test]
fn what_the_search_counted_comes_out() {
    let question = ["connect-four", "44444432555"];
    let solution = json(&[&["solve"], &question[..]].concat());
    let stats = &solution["stats"];
    let (nodes, seconds) = (solution["nodes"].as_f64().unwrap(), &solution["seconds"]);
    let cutoffs: Vec<f64> =
        stats["cutoffs"].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
    let number = |field: &str| stats[field].as_f64().unwrap_or_else(|| panic!("{field}: {stats}"));
    assert!((number("nodes_per_second") * seconds.as_f64().unwrap() / nodes - 1.0).abs() < 0.01);
    let share = cutoffs[0] / cutoffs.iter().sum::<f64>();
    assert!((number("first_cutoffs") - share).abs() < 1e-9, "{share} in {stats}");
    assert!(0.0 < number("table_hits") && number("table_hits") < number("table_probes"));
    assert!((0.0..=1.0).contains(&number("table_fill")));
    assert!((5.0..=31.0).contains(&number("deepest")) && number("branching") > 1.0);
    let printed = run(&[&["solve", "--stats"], &question[..]].concat(), "").stdout;
    let line = format!("deepest   ply {}\n", stats["deepest"]);
    assert!(printed.contains(&line), "{printed}");
    let analysis = json(&["analyze", "tic-tac-toe", "--depth", "3"]);
    assert_eq!(analysis["stats"]["deepest"], 3);
}

#[test]
fn every_algorithm_solves_tic_tac_toe() {
    for algorithm in ["minimax", "alpha-beta", "pvs", "aspiration", "mtdf", "bisection"] {
        let solution = json(&["solve", "tic-tac-toe", "--algorithm", algorithm]);
        assert_eq!(solution["value"], 0, "{algorithm}");
        assert_eq!(solution["best"].as_array().unwrap().len(), 9, "{algorithm}");
        assert_eq!(solution["exact"], true, "{algorithm}");
        assert_eq!(solution["outcome"], "draw", "{algorithm}");
    }
}

/// At depth 1 column 5 is proven to win a point, and column 2 has an estimate of one: a draw.
#[test]
fn an_estimate_as_high_as_a_proven_value_is_not_best() {
    let question = ["connect-four:columns=5,rows=4", "X.OX./O.XX./OOXOX/XOOOX", "--depth", "1"];
    for algorithm in ["pvs", "mtdf", "bisection"] {
        let solution = json(&[&["solve"][..], &question, &["--algorithm", algorithm]].concat());
        assert_eq!(solution["best"], serde_json::json!(["5"]), "{algorithm}");
        assert_eq!(solution["pv"], serde_json::json!(["5"]), "{algorithm}");
        assert_eq!(solution["best_complete"], false, "{algorithm}");
    }
    let analysis = json(&[&["analyze"][..], &question].concat());
    assert_eq!(analysis["best"], serde_json::json!(["5"]));
    assert_eq!(analysis["actions"][0]["action"], "5");
}

#[test]
fn a_limit_never_makes_a_short_list_of_best_actions_look_complete() {
    let whole = json(&["solve", "tic-tac-toe", "XX./O.O/OX."]);
    for nodes in 1..40 {
        let nodes = nodes.to_string();
        let solution = json(&["solve", "tic-tac-toe", "XX./O.O/OX.", "--nodes", &nodes]);
        if solution["best_complete"] == true {
            assert_eq!(solution["best"], whole["best"], "{nodes} nodes");
        }
    }
}

#[test]
fn a_finished_game_has_a_value_and_no_action() {
    let analysis = json(&["analyze", "tic-tac-toe", "XXX/OO./..."]);
    assert_eq!((&analysis["value"], &analysis["exact"]), (&(-1).into(), &true.into()));
    assert_eq!(analysis["actions"], serde_json::json!([]));
}

#[test]
fn a_limit_makes_an_estimate_and_says_so() {
    let solution = json(&["solve", "tic-tac-toe:m=5,n=5,k=4", "--depth", "2"]);
    assert_eq!((&solution["exact"], &solution["certainty"]), (&false.into(), &"estimate".into()));
    let analysis = json(&["analyze", "tic-tac-toe:m=5,n=5,k=4", "--nodes", "5000"]);
    assert_eq!(analysis["actions"].as_array().unwrap().len(), 25);
    assert!(analysis["nodes"].as_u64().unwrap() <= 5_000);
}

#[test]
fn positions_come_from_the_command_line_a_file_or_standard_input() {
    let tree = "((3 5) (2 (9 1)))";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), tree).unwrap();
    let path = file.path().to_str().unwrap();
    let said = run(&["solve", "tree", "-"], tree);
    for printed in [run(&["solve", "tree", tree], ""), run(&["solve", "tree", "--file", path], "")]
    {
        let without_time = |text: &str| text.rsplit_once(" in ").unwrap().0.to_string();
        assert_eq!(without_time(&printed.stdout), without_time(&said.stdout));
    }
    assert!(said.stdout.contains("nodes     6 by alpha-beta"), "{}", said.stdout);
}

#[test]
fn every_game_is_listed_on_a_line() {
    let ended = run(&["games"], "");
    let games = json(&["games"]);
    let games = games.as_array().unwrap();
    assert_eq!(ended.stdout.lines().count(), games.len());
    for game in games {
        let (name, example) = (game["name"].as_str().unwrap(), game["example"].as_str().unwrap());
        assert!(ended.stdout.contains(name));
        assert_eq!(run(&["solve", name, example, "--depth", "1"], "").code, Some(0), "{name}");
    }
}

#[test]
fn bad_input_is_refused_in_one_line() {
    for (arguments, named) in [
        (&["solve", "no-such-game"][..], "no-such-game"),
        (&["solve", "tic-tac-toe:q=3"], "'q'"),
        (&["solve", "tic-tac-toe:m=9,n=9"], "81"),
        (&["solve", "tic-tac-toe", "XXX/OOO/..."], "both sides have a line"),
        (&["solve", "tic-tac-toe", "XX./.../..."], "2 X and 0 O"),
        (&["solve", "tic-tac-toe", "XO?/.../..."], "'?'"),
        (&["solve", "tree", "((1 2) ())"], "column 9"),
        (&["solve", "tree", "2 2 1 2 3"], "4"),
        (&["solve", "connect-four", "4444444"], "column 4 is full"),
        (&["solve", "tic-tac-toe", "--file", "no/such/file"], "no/such/file"),
        (&["solve", "tic-tac-toe", "--depth", "0"], "--depth"),
        (&["analyze", "tic-tac-toe", "--algorithm", "guess"], "guess"),
        (&["no-such-command"], "no-such-command"),
    ] {
        let ended = run(arguments, "");
        assert_eq!(ended.code, Some(2), "{arguments:?}");
        assert_eq!(ended.stdout, "", "{arguments:?}");
        assert_eq!(ended.stderr.lines().count(), 1, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(named), "{arguments:?}: {}", ended.stderr);
    }
    let unreadable = run(&["solve", "tree", "-"], "(1 2))");
    assert_eq!(unreadable.code, Some(2));
}

/// Columns that cannot be played, and boards that no game leads to.
#[test]
fn bad_connect_four_is_refused_in_one_line() {
    let boards = [
        ("444444455", "move 7: column 4 is full"),
        ("440", "move 3: '0' is no column from 1 to 7"),
        ("448", "move 3: '8' is no column from 1 to 7"),
        ("44x", "move 3: 'x'"),
        ("12121213", "move 8: the game is already won"),
        ("....../.......", "2 rows instead of 6"),
        (".......\n.......\n.......\n.......\n.......\n......", "row 6 has 6 cells"),
        ("......./......./......./......./......./...Z...", "'Z' in row 6"),
        ("......./......./......./......./...X.../.......", "hangs in the air"),
        ("......./......./......./......./......./..XX...", "2 X and 0 O"),
        ("......./......./......./......./......./..OXO..", "1 X and 2 O"),
        ("......./......./......./......./OOOO.../XXXX...", "both sides have four"),
        ("......./......./......./......./....O../XXXXOOO", "the side to move has four"),
        ("......./......./XO...../XO...../XO...../XO.....", "both sides have four"),
        ("......./......./O......O/......./......./.......", "row 3 has 8 cells"),
        ("......./......./X.X..../XOX..../XOXOO../XOXOO..", "no single last stone"),
        // The first stone of a game is an X, and so not one of these.
        ("......./......./......./......./XX...../OO.....", "no sequence of moves"),
    ];
    for (board, named) in boards {
        for command in ["solve", "analyze"] {
            let ended = run(&[command, "connect-four", board], "");
            assert_eq!(ended.code, Some(2), "{board}: {}", ended.stdout);
            assert_eq!(ended.stderr.lines().count(), 1, "{board}: {}", ended.stderr);
            assert!(ended.stderr.contains(named), "{board}: {}", ended.stderr);
        }
    }
}

#[test]
fn completions_and_version() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell], "").stdout.contains("secateur"), "{shell}");
    }
    assert!(run(&["--version"], "").stdout.starts_with("secateur "));
}
