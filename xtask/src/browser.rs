//! `cargo xtask browser`: the page in a real headless Chromium, driven from Node.
//!
//! What is missing is installed, where that can be done without asking: Chromium by the system's
//! package manager, the two packages that drive and check it by npm, beside the tests.

use std::env;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Outcome, root, tested_program};

/// Set to `skip` where there can be no browser.
const SWITCH: &str = "SECATEUR_BROWSER";
/// Names under which Chromium goes.
const BROWSERS: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const TESTS: &str = "crates/secateur-web/tests/browser";

pub(crate) fn run() -> Outcome {
    if env::var_os(SWITCH).is_some_and(|value| value == "skip") {
        eprintln!("{SWITCH}=skip: the page is not tested");
        return Ok(());
    }
    let program = tested_program()?;
    let browser = browser()?;
    packages()?;
    eprintln!("$ node --test {TESTS}");
    let status = Command::new("node")
        .args(["--test", "--test-concurrency=1"])
        .args(tests()?)
        .env("SECATEUR", program)
        .env("CHROMIUM", browser)
        .current_dir(root())
        .status()
        .map_err(|e| format!("node: {e}"))?;
    if status.success() { Ok(()) } else { Err("a test of the page failed".into()) }
}

/// Where Chromium is; installed where it is missing and we may.
fn browser() -> Result<PathBuf, String> {
    if let Some(found) = BROWSERS.into_iter().find_map(find) {
        return Ok(found);
    }
    if find("apt-get").is_some() && is_root() {
        crate::run("apt-get", &["update", "--quiet"])?;
        let quietly = ["install", "--yes", "--quiet", "--no-install-recommends"];
        crate::run("apt-get", &[&quietly[..], &["chromium", "fonts-dejavu-core"]].concat())?;
    }
    BROWSERS.into_iter().find_map(find).ok_or_else(|| {
        format!("the page is tested in Chromium: install it, or set {SWITCH}=skip to go without")
    })
}

/// The packages beside the tests, as the lock file says.
fn packages() -> Outcome {
    if find("node").is_none() || find("npm").is_none() {
        return Err(format!(
            "the page's tests need Node and npm: install them, or set {SWITCH}=skip to go without"
        ));
    }
    let installed = root().join(TESTS).join("node_modules/.package-lock.json");
    let locked = root().join(TESTS).join("package-lock.json");
    let age = |path: PathBuf| path.metadata().and_then(|file| file.modified()).ok();
    match age(installed) >= age(locked) {
        true => Ok(()),
        false => crate::run("npm", &["ci", "--no-audit", "--no-fund", "--prefix", TESTS]),
    }
}

fn tests() -> Result<Vec<PathBuf>, String> {
    let entries = root().join(TESTS).read_dir().map_err(|e| format!("{TESTS}: {e}"))?;
    let paths = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut tests: Vec<_> =
        paths.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    tests.sort();
    Ok(tests)
}

/// A program on the path.
fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").stderr(Stdio::null()).output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
