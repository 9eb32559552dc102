//! `cargo xtask tidy`: what a compiler does not check. File lengths, who may import whom, and that
//! every game and every search stands in its list.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Outcome, root};

const LONGEST_FILE: usize = 400;

/// The library's modules from the ground up: one imports only from lines above its own (within
/// `search` the algorithms know each other).
const LAYERS: &[&[&str]] = &[
    &["turn", "random", "memory", "stats", "clock", "threads"],
    &["score"],
    &["game", "mean"],
    &["worst_case", "limits", "table", "ordering"],
    &["report", "laws"],
    &["record"],
    &["search"],
    &["session"],
    &["advice"],
    &["lib"],
];

pub(crate) fn run() -> Outcome {
    let mut found = Vec::new();
    let sources = rust_files(&root())?;
    for (path, text) in &sources {
        let lines = text.lines().count();
        if lines > LONGEST_FILE {
            found.push(format!("{}: {lines} lines, over {LONGEST_FILE}", path.display()));
        }
    }
    found.extend(layers(&sources));
    found.extend(forbidden(&sources));
    found.extend(lists(&sources));
    match found.is_empty() {
        true => Ok(()),
        false => Err(found.join("\n")),
    }
}

/// Every Rust file of the repository, by its path in it.
fn rust_files(root: &Path) -> Result<Vec<(PathBuf, String)>, String> {
    let mut files = Vec::new();
    let mut folders = vec![root.join("crates"), root.join("xtask"), root.join("benches")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))? {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).map_err(|e| e.to_string())?;
                files.push((path.strip_prefix(root).unwrap_or(&path).to_path_buf(), text));
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Imports in the library that go against the layers.
fn layers(sources: &[(PathBuf, String)]) -> Vec<String> {
    let layer = |module: &str| LAYERS.iter().position(|layer| layer.contains(&module));
    let mut found = Vec::new();
    for (path, text) in library(sources) {
        let Some(module) = module_of(path) else { continue };
        let Some(own) = layer(&module) else {
            found.push(format!("{}: which layer is it in? (xtask/src/tidy.rs)", path.display()));
            continue;
        };
        for (number, line) in code(text) {
            for import in line.split("crate::").skip(1) {
                let name: String =
                    import.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect();
                let above = layer(&name).is_some_and(|other| other >= own && name != module);
                if above {
                    found.push(format!(
                        "{}:{number}: {module} may not import {name}",
                        path.display()
                    ));
                }
            }
        }
    }
    found
}

/// What does not belong into a crate: output and files in the library, generics in the front end.
fn forbidden(sources: &[(PathBuf, String)]) -> Vec<String> {
    let mut found = Vec::new();
    let rules: [(&str, &[&str], &str); 4] = [
        (
            "crates/secateur/src",
            &["println!", "print!", "dbg!", "std::fs", "std::io", "std::net", "std::process"],
            "the library prints nothing and opens nothing",
        ),
        (
            "crates/secateur-cli/src",
            &["Heuristic", "GameSession", "impl Game for", "dyn Game"],
            "front ends see only Session and GAMES",
        ),
        (
            "crates/secateur-web/src",
            &["Heuristic", "GameSession", "impl Game for", "dyn Game", "std::fs", "tokio::fs"],
            "front ends see only Session and GAMES, and no visitor reads a file",
        ),
        (
            "crates/secateur-games/src",
            &["std::fs", "fs::", "File::"],
            "a game opens no file: its options may come from a stranger",
        ),
    ];
    for (folder, words, why) in rules {
        let toy = Path::new("crates/secateur-cli/src/toy.rs"); // a game for tests
        let bundle = Path::new("crates/secateur-cli/src/bundle"); // source as text
        let checked = |path: &Path| path.starts_with(folder) && path != toy;
        for (path, text) in
            sources.iter().filter(|(path, _)| checked(path) && !path.starts_with(bundle))
        {
            for (number, line) in code(text) {
                if let Some(word) = words.iter().find(|word| line.contains(**word)) {
                    found.push(format!("{}:{number}: {word}: {why}", path.display()));
                }
            }
        }
    }
    found
}

/// Games and searches that are missing from their list.
fn lists(sources: &[(PathBuf, String)]) -> Vec<String> {
    let mut found = Vec::new();
    let text_of = |name: &str| {
        sources
            .iter()
            .find(|(path, _)| path == Path::new(name))
            .map_or("", |(_, text)| text.as_str())
    };
    let games = text_of("crates/secateur-games/src/lib.rs");
    for (path, text) in
        sources.iter().filter(|(path, _)| path.starts_with("crates/secateur-games/src"))
    {
        let module = path.components().nth(3).map(|part| part.as_os_str().to_string_lossy());
        let module = module.unwrap_or_default().trim_end_matches(".rs").to_string();
        if text.contains("pub const ENTRY: Entry") && !games.contains(&format!("{module}::ENTRY")) {
            found.push(format!("{}: missing from GAMES", path.display()));
        }
    }
    let searches = text_of("crates/secateur/src/search/mod.rs");
    for (path, text) in library(sources) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_search =
            path.starts_with("crates/secateur/src/search") && text.contains("Search<G> for");
        if is_search && name != "mod" && !searches.contains(&format!("pub use {name}::")) {
            found.push(format!("{}: missing from search/mod.rs", path.display()));
        }
    }
    found
}

fn library(sources: &[(PathBuf, String)]) -> impl Iterator<Item = &(PathBuf, String)> {
    sources.iter().filter(|(path, _)| path.starts_with("crates/secateur/src"))
}

/// `search/minimax.rs` is of the module `search`.
fn module_of(path: &Path) -> Option<String> {
    let part = path.components().nth(3)?.as_os_str().to_str()?;
    Some(part.trim_end_matches(".rs").to_string())
}

/// Numbered lines without comments.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    numbered.filter(|(_, line)| !line.trim_start().starts_with("//"))
}
