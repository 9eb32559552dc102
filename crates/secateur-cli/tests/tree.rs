//! `secateur tree` through the program.

mod program;

use program::run;

const CUT: &str = "((3 5) (2 (9 1)))";

#[test]
fn text_shows_windows_values_and_reasons() {
    let ended = run(&["tree", "tree", CUT], "");
    let expected = "\
alpha-beta: value 3, 6 nodes visited
visit  tree                       window   why it stopped
    1  ▲ = 3                      [-∞, ∞]
    2  ╞═0═ ▼ = 3                 [-∞, ∞]
    3  │    ╞═0═ 3                [-∞, ∞]  leaf
    4  │    └─1─ 5                [-∞, 3]  leaf
    5  └─1─ ▼ ≤ 2                 [3, ∞]   cut: β 2 ≤ α 3, set at 1 by 2
    6       ├─0─ 2                [3, ∞]   leaf
    ✂       └─1─ ▲ never visited
    ✂            ├─0─ 9
    ✂            └─1─ 1
";
    assert_eq!((ended.stdout.as_str(), ended.code), (expected, Some(0)));
}

#[test]
fn every_step_is_told_in_two_languages() {
    let english = run(&["tree", "tree", CUT, "--explain"], "").stdout;
    let cut = "Node 5: worth at most 2 by 0; cut because β = 2 ≤ α = 3, set at node 1 by node 2; \
               never visited: 1.";
    assert!(english.lines().any(|line| line == cut), "{english}");
    let french = run(&["tree", "tree", CUT, "--explain", "--language", "fr"], "").stdout;
    let cut = "Nœud 5 : vaut au plus 2 par 0 ; coupé car β = 2 ≤ α = 3, fixé au nœud 1 par le \
               nœud 2 ; jamais visité : 1.";
    assert!(french.lines().any(|line| line == cut), "{french}");
    assert_eq!(english.lines().count(), french.lines().count());
}

#[test]
fn conventions_stand_side_by_side() {
    let both = ["tree", "tree", "2 2  1 2 1 4", "--algorithm", "alpha-beta,alpha-beta:strict"];
    let text = run(&both, "").stdout;
    assert!(text.contains("alpha-beta: value 1, 6 nodes visited"), "{text}");
    assert!(text.contains("alpha-beta:strict: value 1, 7 nodes visited"), "{text}");
}

#[test]
fn json_is_what_its_description_says() {
    let ended = run(&["tree", "tree", CUT, "--json", "--explain"], "");
    let json: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!(json["position"], CUT);
    let recording = &json["recordings"][0];
    assert_eq!(recording["algorithm"], "alpha-beta");
    assert_eq!((&recording["visited"], &recording["recorded"]), (&6.into(), &6.into()));
    let cut = &recording["nodes"][4];
    assert_eq!((&cut["id"], &cut["parent"], &cut["action"]), (&5.into(), &1.into(), &"1".into()));
    assert_eq!(cut["entry"], serde_json::json!([3, "inf"]));
    assert_eq!(cut["exit"], serde_json::json!([3, 2]));
    assert_eq!((&cut["value"], &cut["bound"]), (&2.into(), &"upper".into()));
    assert_eq!(cut["reason"], "cutoff");
    assert_eq!(cut["cut"], serde_json::json!({"alpha": 3, "beta": 2, "set_at": 1, "set_by": 2}));
    assert_eq!(cut["children"][1]["visited"], false);
    assert_eq!(recording["unvisited"].as_array().unwrap().len(), 3);
    assert_eq!(recording["unvisited"][1]["value"], 9);
    assert_eq!(recording["steps"].as_array().unwrap().len(), 9);
    // Every field is described.
    let described = include_str!("../../../docs/recording.md");
    for object in [&json, recording, cut, &cut["children"][0], &recording["unvisited"][0]] {
        for field in object.as_object().unwrap().keys() {
            assert!(described.contains(&format!("`{field}`")), "{field}");
        }
    }
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    for arguments in [
        ["--algorithm", "beta"],
        ["--algorithm", "minimax:strict"],
        ["--record", "0"],
        ["--language", "de"],
    ] {
        let ended = run(&[&["tree", "tree", CUT], &arguments[..]].concat(), "");
        assert_eq!((ended.code, ended.stderr.lines().count()), (Some(2), 1), "{}", ended.stderr);
    }
}
