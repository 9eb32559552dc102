//! The nodes on a thread's path that another thread may settle first.

use crate::score::Window;
use crate::table::{Address, Entry, Table};

/// The nodes on the path whose children are shared with other threads, the root's first. When the
/// table has the answer to one of them, whatever goes on below it is in vain.
#[derive(Default)]
pub(super) struct Unsettled {
    questions: Vec<Question>,
    /// The first question that has an answer, by its place on the path.
    settled: Option<(usize, Entry)>,
}

/// What a null window asks of a node.
struct Question {
    address: Address,
    depth: u32,
    window: Window,
}

impl Unsettled {
    /// How many nodes are being asked.
    pub(super) fn len(&self) -> usize {
        self.questions.len()
    }

    /// One more node, below the others.
    pub(super) fn push(&mut self, address: Address, depth: u32, window: Window) {
        self.questions.push(Question { address, depth, window });
    }

    /// Back to the first `len` nodes.
    pub(super) fn truncate(&mut self, len: usize) {
        self.questions.truncate(len);
    }

    /// Whether the table answers one of the questions by now.
    pub(super) fn is_settled(&mut self, table: &Table) -> bool {
        self.settled = self.questions.iter().enumerate().find_map(|(i, question)| {
            let entry = table.probe(question.address)?;
            entry.answers(question.depth, question.window).then_some((i, entry))
        });
        self.settled.is_some()
    }

    /// The answer to the question that was just taken off the path, if it is the settled one.
    pub(super) fn take(&mut self) -> Option<Entry> {
        let settled = self.settled.take_if(|(i, _)| *i == self.questions.len());
        settled.map(|(_, entry)| entry)
    }
}
