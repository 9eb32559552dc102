//! `secateur compare` and `secateur bench`: sensible figures, a picture, and the claim about
//! strongly ordered trees.

mod program;

use program::run;
use serde_json::Value;

/// The comparisons that a command prints as JSON.
fn compare(arguments: &[&str]) -> Vec<Value> {
    let ended = run(&[&["compare"], arguments, &["--json"]].concat(), "");
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

/// The last point of a curve.
fn deepest<'a>(comparison: &'a Value, algorithm: &str) -> &'a Value {
    let curves = comparison["curves"].as_array().unwrap();
    let curve = curves.iter().find(|curve| curve["algorithm"] == algorithm).unwrap();
    curve["points"].as_array().unwrap().last().unwrap()
}

/// What the issue of strong ordering promises: deepening PVS visits at most 1.3 times the leaves
/// that Knuth and Moore prove to be needed.
#[test]
fn pvs_is_near_the_minimum_on_strongly_ordered_trees() {
    let shape = ["--kind", "ordered", "--branching", "16", "--depth", "6", "--trees", "6"];
    let found =
        compare(&[&["random-trees", "--algorithms", "alpha-beta,pvs"], &shape[..]].concat());
    let (plain, pvs) = (deepest(&found[0], "alpha-beta"), deepest(&found[0], "pvs"));
    assert_eq!((&plain["depth"], &pvs["minimum"]), (&6.into(), &8191.0.into()));
    let ratio = |point: &Value| point["ratio"].as_f64().unwrap();
    assert!((1.0..=1.3).contains(&ratio(pvs)), "{pvs}");
    assert!(ratio(plain) > ratio(pvs), "{plain}");
}

#[test]
fn minimax_visits_every_leaf_and_the_others_fewer() {
    let shape = ["--branching", "3", "--depth", "5", "--trees", "2", "--seed", "9"];
    let names = ["--algorithms", "minimax,alpha-beta,mtdf"];
    let all = compare(&[&["random-trees"], &shape[..], &names].concat());
    assert_eq!(all.len(), 3);
    for comparison in &all {
        let minimax = deepest(comparison, "minimax");
        assert_eq!((&minimax["leaves"], &minimax["nodes"]), (&243.0.into(), &364.0.into()));
        assert_eq!(minimax["minimum"], 35.0); // 27 + 9 - 1
        for algorithm in ["alpha-beta", "mtdf"] {
            let leaves = deepest(comparison, algorithm)["leaves"].as_f64().unwrap();
            assert!((35.0..243.0).contains(&leaves) || algorithm == "mtdf", "{algorithm} {leaves}");
        }
    }
}

#[test]
fn a_game_is_compared_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("game.svg");
    let game =
        ["connect-four", "--depth", "5", "--trees", "2", "--plot", picture.to_str().unwrap()];
    let found = compare(&game);
    assert_eq!((found.len(), &found[0]["curves"][0]["points"][4]["ratio"]), (1, &Value::Null));
    let picture = std::fs::read_to_string(picture).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("alpha-beta"), "{picture}");
}

#[test]
fn bad_comparisons_are_refused_in_one_line() {
    for (arguments, named) in [
        (&["no-such-game"][..], "no-such-game"),
        (&["random-trees", "--kind", "odd"], "odd"),
        (&["random-trees", "--algorithms", "pvs,guess"], "guess"),
        (&["random-trees", "--branching", "100", "--depth", "20"], "2^56"),
        (&["random-trees", "--plot", "/no/such/folder/x.svg", "--depth", "1"], "/no/such/folder"),
    ] {
        let ended = run(&[&["compare"], arguments].concat(), "");
        assert_eq!(ended.code, Some(2), "{arguments:?}: {}", ended.stderr);
        assert_eq!(ended.stderr.lines().count(), 1, "{arguments:?}: {}", ended.stderr);
        assert!(ended.stderr.contains(named), "{arguments:?}: {}", ended.stderr);
    }
}

#[test]
fn the_signature_is_the_same_twice() {
    let signature = || run(&["bench", "tic-tac-toe", "--signature"], "").stdout;
    let first = signature();
    assert!(first.contains("1099891 nodes"), "{first}");
    assert_eq!(first, signature());
}
