//! A page that steps through recordings, complete in one file.

use secateur::record::{Event, Language, Recording};
use serde::Serialize;

use super::svg;

/// One step, as the page's script reads it.
#[derive(Serialize)]
struct Told {
    node: u64,
    enter: bool,
    cut: bool,
    en: String,
    fr: String,
}

/// The page: each recording under its title, drawn and steppable.
pub(super) fn write(
    recordings: &[(String, &Recording<String>)],
    windows: bool,
    most: usize,
    french: bool,
) -> Result<String, serde_json::Error> {
    let mut sections = String::new();
    let mut steps = Vec::new();
    for recording in recordings {
        let drawing = svg::draw(std::slice::from_ref(recording), windows, most);
        sections +=
            &format!("<section>\n{CONTROLS}\n<div class=\"drawing\">{drawing}</div></section>\n");
        steps.push(told(recording.1));
    }
    // A script ends at the first `</script`, wherever it stands.
    let steps = serde_json::to_string(&steps)?.replace('<', "\\u003c");
    let language = if french { "fr" } else { "en" };
    Ok(include_str!("page.html")
        .replace("{{language}}", language)
        .replace("{{sections}}", &sections)
        .replace("{{steps}}", &steps))
}

const CONTROLS: &str = include_str!("controls.html");

fn told(recording: &Recording<String>) -> Vec<Told> {
    let steps = recording.steps().into_iter().map(|step| {
        let node = &recording.nodes[step.node];
        Told {
            node: node.visit,
            enter: step.event == Event::Enter,
            cut: step.event == Event::Leave && node.cut.is_some(),
            en: recording.sentence(step, Language::English),
            fr: recording.sentence(step, Language::French),
        }
    });
    steps.collect()
}
