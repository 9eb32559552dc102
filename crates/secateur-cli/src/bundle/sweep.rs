//! Modules put together into one file, with what is used and nothing else.
//!
//! An item is used when its name stands in another one that is used. Names are compared, not
//! meanings: something too much may stay, nothing is missing.

use std::collections::BTreeSet;

use super::source::{Item, Module, Text};

/// A module with those inside it.
pub(super) struct Nest {
    pub(super) module: Module,
    pub(super) inner: Vec<Nest>,
}

/// A whole program: a file's items in `root`, which are all used, and modules.
pub(super) struct Program {
    pub(super) root: Module,
    pub(super) modules: Vec<Nest>,
    defined: BTreeSet<String>,
    used: BTreeSet<String>,
}

impl Nest {
    pub(super) fn new(module: Module) -> Nest {
        Nest { module, inner: Vec::new() }
    }

    fn visit<'a>(&'a self, visit: &mut dyn FnMut(&'a Item)) {
        self.module.items.iter().for_each(&mut *visit);
        self.inner.iter().for_each(|nest| nest.visit(visit));
    }
}

impl Program {
    pub(super) fn new(root: Module, modules: Vec<Nest>) -> Program {
        let (mut defined, mut used) = (BTreeSet::new(), BTreeSet::new());
        for nest in &modules {
            nest.visit(&mut |item| {
                if item.about.is_empty() {
                    defined.extend(item.names.iter().cloned());
                }
            });
        }
        for item in &root.items {
            used.extend(item.uses.iter().cloned());
            if let Text::Block { members, .. } = &item.text {
                members.iter().for_each(|member| used.extend(member.uses.iter().cloned()));
            }
        }
        Program { root, modules, defined, used }
    }

    /// Finds everything that is used.
    pub(super) fn mark(&mut self) {
        loop {
            let before = self.used.len();
            let mut found = BTreeSet::new();
            for nest in &self.modules {
                nest.visit(&mut |item| self.uses_of(item, &mut found));
            }
            self.used.extend(found);
            if self.used.len() == before {
                return;
            }
        }
    }

    /// The names that an item stands for, if it is used itself.
    fn uses_of(&self, item: &Item, found: &mut BTreeSet<String>) {
        if !self.is_used(item) {
            return;
        }
        found.extend(item.uses.iter().cloned());
        if let Text::Block { members, .. } = &item.text {
            for member in members.iter().filter(|member| self.keeps(item, member)) {
                found.extend(member.uses.iter().cloned());
            }
        }
    }

    fn is_used(&self, item: &Item) -> bool {
        let used = |name: &String| self.used.contains(name);
        let alive = item.about.iter().all(|name| used(name) || !self.defined.contains(name));
        let is_ours = item.names.iter().any(|name| self.defined.contains(name));
        // A trait of the standard library may be used without being named: `-score`, `{score}`.
        alive && (item.names.is_empty() || item.names.iter().any(used) || !is_ours)
    }

    /// Whether a used block keeps a member.
    fn keeps(&self, block: &Item, member: &Item) -> bool {
        let is_ours = block.names.iter().any(|name| self.defined.contains(name));
        !is_ours || member.names.is_empty() || member.names.iter().any(|n| self.used.contains(n))
    }

    /// The program as text.
    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        for item in &self.root.items {
            text += &self.write_item(item, &self.root);
        }
        for nest in &self.modules {
            text += &self.write_nest(nest);
        }
        text
    }

    fn write_nest(&self, nest: &Nest) -> String {
        let Module { name, items } = &nest.module;
        let mut text = String::new();
        let mut seen = BTreeSet::new();
        for item in items.iter().filter(|item| self.is_used(item)) {
            let written = self.write_item(item, &nest.module);
            if !matches!(item.text, Text::Use { .. }) {
                text += &written;
                continue;
            }
            // Files that stand in one module may import the same.
            for line in written.lines().filter(|line| seen.insert(line.to_string())) {
                text += line;
                text.push('\n');
            }
        }
        nest.inner.iter().for_each(|nest| text += &self.write_nest(nest));
        match text.is_empty() {
            true => text,
            false => format!("\npub mod {name} {{\n{text}\n}} // mod {name}\n"),
        }
    }

    fn write_item(&self, item: &Item, module: &Module) -> String {
        match &item.text {
            Text::Whole(text) => format!("\n{text}\n"),
            Text::Block { opening, members } => {
                let kept = members.iter().filter(|member| self.keeps(item, member));
                let kept: Vec<&str> = kept
                    .map(|member| match &member.text {
                        Text::Whole(text) => text.as_str(),
                        _ => "",
                    })
                    .collect();
                let is_ours = item.names.iter().any(|name| self.defined.contains(name));
                match kept.is_empty() && is_ours && item.about == item.names {
                    true => String::new(),
                    false if kept.is_empty() => format!("\n{opening} {{}}\n"),
                    false => format!("\n{opening} {{\n    {}\n}}\n", kept.join("\n\n    ")),
                }
            }
            Text::Use { visibility, imports } => {
                let named = self.names_of(module);
                let kept = imports.iter().filter(|import| {
                    let own = import.path.split("::").next().unwrap_or_default();
                    let here = named.contains(&import.name) || !visibility.is_empty();
                    let is_std = matches!(own, "std" | "core" | "alloc");
                    let is_known = self.used.contains(&import.name)
                        && (self.defined.contains(&import.name) || self.is_module(&import.name));
                    // A trait may be imported for its methods alone.
                    (is_std || here && is_known) && !self.is_in_secateur(module, own)
                });
                let space = if visibility.is_empty() { "" } else { " " };
                let line = |path: &str| format!("{visibility}{space}use {path};\n");
                kept.map(|import| line(&rooted(&import.path))).collect()
            }
        }
    }

    /// The names that stand in the used items of a module.
    fn names_of(&self, module: &Module) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        let is_root = std::ptr::eq(module, &self.root);
        for item in module.items.iter().filter(|item| is_root || self.is_used(item)) {
            names.extend(item.uses.iter().cloned());
            if let Text::Block { opening, members } = &item.text {
                let words = opening.split(|c: char| !c.is_alphanumeric() && c != '_');
                names.extend(words.map(String::from));
                for member in members.iter().filter(|member| is_root || self.keeps(item, member)) {
                    names.extend(member.uses.iter().cloned());
                }
            }
        }
        names
    }

    fn is_module(&self, name: &str) -> bool {
        let inner = self.modules.iter().flat_map(|nest| &nest.inner);
        self.modules.iter().chain(inner).any(|nest| nest.module.name == name)
    }

    /// The library's own files stand in one module: what they import from each other is there.
    fn is_in_secateur(&self, module: &Module, from: &str) -> bool {
        module.name == "secateur" && from == "crate"
    }
}

/// The library is a module of the program.
fn rooted(path: &str) -> String {
    if path.starts_with("secateur::") { format!("crate::{path}") } else { path.into() }
}
