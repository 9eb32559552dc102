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

/// Searches over the table ask again, look up their line afterwards, and skip what is known.
#[test]
fn the_family_over_the_table_is_shown_as_it_walks() {
    let tree = "((3 5) (2 (9 1)) (4 8))";
    let text = run(&["tree", "tree", tree, "--algorithm", "pvs,mtdf"], "").stdout;
    assert!(text.contains("pvs: value 4, 12 nodes visited\n"), "{text}");
    assert!(text.contains("╘═2 again═ ▼ = 4           [3, ∞]"), "{text}");
    assert!(text.contains("mtdf: value 4, 27 nodes visited, 8 to look up the line\n"), "{text}");
    let endgame = ["tree", "connect-four:columns=4,rows=4", "12341", "--depth", "20"];
    let text = run(&[&endgame[..], &["--algorithm", "bisection"]].concat(), "").stdout;
    assert!(text.contains("never visited, known to be "), "{text}");
    assert!(text.contains("known without a search"), "{text}");
}

/// What is expected decides how often the root is asked again, and the sentences say why.
#[test]
fn a_wrong_expectation_is_searched_again() {
    let tree = ["tree", "tree", "((3 5) (2 (9 1)) (4 8))", "--algorithm", "aspiration,mtdf"];
    let visited = |expect: &str, language: &str| {
        let more = ["--expect", expect, "--explain", "--language", language];
        run(&[&tree[..], &more].concat(), "").stdout
    };
    let low = visited("1", "en");
    assert!(low.contains("the root again now that node 1 is at least 3"), "{low}");
    let high = visited("9", "fr");
    assert!(high.contains("la racine encore, puisque le nœud 1 vaut au plus 4"), "{high}");
    let right = visited("4", "en");
    let (aspiration, mtdf) = right.split_once("mtdf:").unwrap();
    assert!(!aspiration.contains("the root again"), "{aspiration}");
    assert_eq!(mtdf.matches("the root again").count(), 1, "one window from each side: {mtdf}");
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

/// The value of a node by the actions that lead to it, with its bound; whether it is principal.
fn node<'j>(recording: &'j serde_json::Value, path: &[&str]) -> &'j serde_json::Value {
    let nodes = recording["nodes"].as_array().unwrap();
    path.iter().fold(&nodes[0], |node, action| {
        let children = node["children"].as_array().unwrap();
        let child = children.iter().find(|child| child["action"] == *action).unwrap();
        nodes.iter().find(|node| node["id"] == child["nodes"][0]).unwrap()
    })
}

fn json(arguments: &[&str]) -> serde_json::Value {
    let ended = run(&[arguments, &["--json"]].concat(), "");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

/// The tree of turns that a report drew by hand, leaf by leaf and ply by ply.
#[test]
fn a_tree_drawn_by_hand_has_the_same_values_and_cuts() {
    let tours = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/tours.txt");
    let both = json(&["tree", "tree", "-f", tours, "--algorithm", "minimax,alpha-beta"]);
    let minimax = &both["recordings"][0];
    let drawn: [(&[&str], i32); 7] = [
        (&[], 6),
        (&["0"], 1),
        (&["1"], 6),
        (&["0", "0"], 1),
        (&["0", "1"], 8),
        (&["1", "0"], 6),
        (&["1", "1"], 7),
    ];
    for (path, value) in drawn {
        let node = node(minimax, path);
        assert_eq!((&node["value"], &node["bound"]), (&value.into(), &"exact".into()), "{path:?}");
    }
    // The line that was left in colour.
    assert_eq!(minimax["pv"], serde_json::json!(["1", "0", "1"]));
    assert_eq!(minimax["visited"], 15);
    let alpha_beta = &both["recordings"][1];
    assert_eq!((&alpha_beta["visited"], &alpha_beta["value"]), (&13.into(), &6.into()));
    for (path, alpha, beta) in [(["0", "1"], 8, 1), (["1", "1"], 7, 6)] {
        let node = node(alpha_beta, &path);
        assert_eq!((&node["cut"]["alpha"], &node["cut"]["beta"]), (&alpha.into(), &beta.into()));
        let children = node["children"].as_array().unwrap();
        let taken: Vec<_> = children.iter().map(|child| child["visited"] == true).collect();
        assert_eq!(taken, [true, false]);
    }
}

/// Turns of two letters each, and the nine first moves of tic-tac-toe.
#[test]
fn positions_are_drawn_as_deep_as_asked() {
    let letters = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/trees/letters.txt");
    for (depth, nodes) in [("1", 3), ("2", 7), ("3", 15)] {
        let arguments =
            ["tree", "letters", "-f", letters, "--algorithm", "minimax", "--depth", depth];
        assert_eq!(json(&arguments)["recordings"][0]["visited"], nodes);
    }
    let arguments = ["tree", "tic-tac-toe", "--algorithm", "minimax", "--depth", "1"];
    assert_eq!(json(&arguments)["recordings"][0]["visited"], 10);
    assert_eq!(json(&["tree", "tree", "7"])["recordings"][0]["visited"], 1);
}

#[test]
fn drawings_are_whole_and_tell_what_was_cut() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (svg, dot, html) = (file("tree.svg"), file("tree.dot"), file("tree.html"));
    let both = ["tree", "tree", CUT, "--algorithm", "minimax,alpha-beta", "--windows"];
    let files = ["--svg", &svg, "--dot", &dot, "--html", &html];
    let ended = run(&[&both[..], &files].concat(), "");
    assert_eq!((ended.code, ended.stdout.as_str(), ended.stderr.as_str()), (Some(0), "", ""));

    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for text in ["β 2 ≤ α 3", "≤ 2", "= 3", "[3, ∞]", "minimax: value 3", "alpha-beta: value 3"]
    {
        assert!(svg.contains(text), "{text}");
    }
    // Max and Min by shape, pruned nodes dashed; nothing comes from elsewhere.
    assert_eq!(svg.matches("class=\"never ").count(), 3);
    assert!(svg.contains("shape max") && svg.contains("shape min"));
    assert_eq!(svg.matches("http").count(), 1, "the name of SVG alone");

    let dot = std::fs::read_to_string(dot).unwrap();
    assert!(
        dot.contains("invtriangle") && dot.contains("β 2 ≤ α 3") && dot.contains("style=dashed")
    );
    assert_eq!(dot.matches('{').count(), dot.matches('}').count());

    let html = std::fs::read_to_string(html).unwrap();
    assert!(html.contains("cut because β = 2 ≤ α = 3") && html.contains("coupé car β = 2 ≤ α = 3"));
    assert!(!html.contains("{{") && !html.contains("src="), "complete in one file");
}

/// A hundred thousand nodes: all of them in text, and drawn collapsed.
#[test]
fn large_recordings_are_exported_whole_and_drawn_collapsed() {
    let leaves: Vec<String> = (0..5_i32.pow(7)).map(|i| (i * 7919 % 1000).to_string()).collect();
    let tree = format!("7 5 {}", leaves.join(" "));
    let folder = tempfile::tempdir().unwrap();
    let svg = folder.path().join("tree.svg");
    let arguments = ["tree", "tree", "-", "--algorithm", "minimax", "--text", "--svg"];
    let ended = run(&[&arguments[..], &[svg.to_str().unwrap()]].concat(), &tree);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert_eq!(ended.stdout.lines().filter(|line| line.contains("leaf")).count(), 5_usize.pow(7));
    let drawing = std::fs::read_to_string(svg).unwrap();
    assert!(drawing.len() < 2_000_000, "{} bytes", drawing.len());
    assert!(drawing.contains("nodes folded away") && drawing.contains("shape folded"));
}

/// The README shows what its command draws.
#[test]
fn the_picture_in_the_documentation_is_what_is_drawn() {
    let readme = include_str!("../../../README.md");
    let command = readme.lines().find(|line| line.ends_with("--svg docs/tree.svg")).unwrap();
    let tree = command.split('\'').nth(1).unwrap();
    let drawn = run(&["tree", "tree", tree, "--svg", "-"], "").stdout;
    assert_eq!(drawn.trim_end(), include_str!("../../../docs/tree.svg").trim_end());
}
