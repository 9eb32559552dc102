//! `secateur new`: a crate for a game of your own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::output::print_line;

/// Begin a game of your own: a crate with rules to fill in
///
/// The crate's program is secateur with your game in it: solve, analyze, play, arena, web and all the
/// rest. 'cargo test' holds the rules against the laws of games.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  secateur new breakthrough && cd breakthrough
  cargo test
  cargo run -- arena breakthrough engine random --games 100
  cargo run -- bundle src/rules.rs --out bot.rs")]
pub(crate) struct Args {
    /// The game's name: small letters, digits and hyphens; the folder is made here
    name: String,

    /// Where the crates of secateur are [default: where this program was built, if that is still
    /// there, else the registry]
    #[arg(long, value_name = "FOLDER")]
    secateur: Option<PathBuf>,
}

/// The files of the crate, with NAME and TYPE for the game's.
const TEMPLATE: [(&str, &str); 7] = [
    ("Cargo.toml", include_str!("template/Cargo.toml.txt")),
    ("README.md", include_str!("template/README.md.txt")),
    (".gitignore", "target\n*.jsonl\n"),
    ("src/lib.rs", include_str!("template/lib.rs.txt")),
    ("src/main.rs", include_str!("template/main.rs.txt")),
    ("src/rules.rs", include_str!("template/rules.rs.txt")),
    ("tests/laws.rs", include_str!("template/laws.rs.txt")),
];

/// Where this program was built.
const BUILT_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let name = &args.name;
    let starts = name.starts_with(|c: char| c.is_ascii_lowercase());
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !starts || !name.chars().all(allowed) || name.len() > 40 {
        return Err(Failure::input(format!(
            "'{name}' is no name for a game: small letters, digits and hyphens, such as 'nine-holes'"
        )));
    }
    if secateur_games::entry(name).is_ok() {
        return Err(Failure::input(format!(
            "there is a game '{name}' already: choose another name"
        )));
    }
    let folder = Path::new(name);
    if folder.exists() {
        return Err(Failure::input(format!(
            "'{name}' is there already: remove it, or name another"
        )));
    }
    for (path, text) in TEMPLATE {
        let path = folder.join(path);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| fs::write(&path, filled(text, name, &dependencies(args))))
            .map_err(|error| Failure::work(format!("{}: {error}", path.display())))?;
    }
    print_line(&format!(
        "{name}: fill in src/rules.rs, then\n  cd {name}\n  cargo test\n  \
         cargo run -- play {name}"
    ))
}

/// The lines of Cargo.toml that say where secateur is.
fn dependencies(args: &Args) -> String {
    let built_in = Path::new(BUILT_IN).canonicalize().ok().filter(|path| path.is_dir());
    let folder = args.secateur.clone().or(built_in);
    let crates = ["secateur", "secateur-games", "secateur-cli"];
    let line = |name: &str| match &folder {
        Some(folder) => format!("{name} = {{ path = {:?} }}\n", folder.join(name)),
        None => format!("{name} = \"{}\"\n", env!("CARGO_PKG_VERSION")),
    };
    crates.map(line).concat()
}

/// `nine-holes` is the crate `nine_holes` and the type `NineHoles`.
fn filled(text: &str, name: &str, dependencies: &str) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let parts = name.split('-').filter(|word| !word.is_empty());
    let kind: String = parts.map(capital).collect();
    let text =
        text.replace("DEPENDENCIES\n", dependencies).replace("CRATE", &name.replace('-', "_"));
    text.replace("NAME", name).replace("TYPE", &kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_filled_in() {
        assert_eq!(filled("NAME CRATE TYPE", "nine-holes", ""), "nine-holes nine_holes NineHoles");
        for (path, text) in TEMPLATE {
            let text = filled(text, "nine-holes", "secateur = \"1\"\n");
            for left in ["NAME", "TYPE", "CRATE", "DEPENDENCIES"] {
                assert!(!text.contains(left), "{path}: {left}");
            }
        }
    }
}
