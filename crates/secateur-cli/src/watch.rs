//! Long work shows that it is alive and can be interrupted.

use std::fmt::Write;
use std::io::IsTerminal;
use std::process::exit;
use std::sync::{Arc, Mutex, Once};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use secateur::Monitor;

/// The search that Ctrl-C stops, if one is running.
static RUNNING: Mutex<Option<Arc<Monitor>>> = Mutex::new(None);

/// Who interrupts twice within this time wants an end.
const INSISTING: Duration = Duration::from_secs(2);

/// Runs `work`, which searches under the monitor it is given. Ctrl-C stops that search, so that
/// its best answer so far comes out; a second Ctrl-C soon after, or one without a search, ends the
/// program.
/// Where stderr is a terminal it shows time and nodes meanwhile, and what `work` sets as message.
pub(crate) fn watched<T>(work: impl FnOnce(Arc<Monitor>, &ProgressBar) -> T) -> T {
    interruptible(|monitor| {
        let bar = progress(monitor.clone());
        let result = work(monitor, &bar);
        bar.finish_and_clear();
        result
    })
}

/// As [`watched`], but shows nothing.
pub(crate) fn interruptible<T>(work: impl FnOnce(Arc<Monitor>) -> T) -> T {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler Ctrl-C just ends the program, which is no reason to refuse work.
        let _ = ctrlc::set_handler(interrupted);
    });
    let monitor = Arc::new(Monitor::default());
    *lock() = Some(monitor.clone());
    let result = work(monitor);
    *lock() = None;
    result
}

fn interrupted() {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let again = last.replace(Instant::now()).is_some_and(|last| last.elapsed() < INSISTING);
    if again {
        exit(130); // even where a new search has begun meanwhile
    }
    match lock().as_ref().filter(|monitor| !monitor.is_stopped()) {
        Some(monitor) => monitor.stop(),
        None => exit(130), // as a shell reports an end by SIGINT
    }
}

fn lock() -> std::sync::MutexGuard<'static, Option<Arc<Monitor>>> {
    RUNNING.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn progress(monitor: Arc<Monitor>) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let nodes = move |_: &ProgressState, out: &mut dyn Write| {
        let _ = write!(out, "{}", HumanCount(monitor.nodes()));
    };
    let template = "{spinner} {elapsed}  {nodes} nodes  {msg}  (Ctrl-C: best answer so far)";
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    let bar = ProgressBar::new_spinner().with_style(style.with_key("nodes", nodes));
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
