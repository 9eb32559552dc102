//! Rust source taken apart: a file's items, each with its own text, its names and the names that it
//! uses.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use secateur::ParseError;
use syn::spanned::Spanned;

/// A module, as far as it may be needed.
pub(super) struct Module {
    pub(super) name: String,
    pub(super) items: Vec<Item>,
}

/// An item of a module.
pub(super) struct Item {
    /// It is needed when one of these is used somewhere; none: it is needed with its module.
    pub(super) names: Vec<String>,
    /// The type that a block is about: without it there is no need for the block.
    pub(super) about: Vec<String>,
    /// The names that stand in it.
    pub(super) uses: BTreeSet<String>,
    pub(super) text: Text,
}

/// The text of an item.
pub(super) enum Text {
    /// All or nothing.
    Whole(String),
    /// A trait or an `impl` block: the line that opens it, and members that may be left out.
    Block { opening: String, members: Vec<Item> },
    /// Imports: where from, and what.
    Use { visibility: String, imports: Vec<Import> },
}

/// One name that is imported.
pub(super) struct Import {
    pub(super) path: String,
    pub(super) name: String,
}

impl Module {
    /// Reads a file.
    pub(super) fn read(name: &str, text: &str) -> Result<Module, ParseError> {
        let refuse = |error: syn::Error| {
            let line = error.span().start().line;
            ParseError::new(format!("{name}, line {line}: {error}"))
        };
        let file = syn::parse_file(text).map_err(refuse)?;
        let mut end = file.attrs.iter().map(|a| a.span().byte_range().end).max().unwrap_or(0);
        let mut items = Vec::new();
        for item in &file.items {
            let span = item.span().byte_range();
            items.extend(read_item(item, text, with_comments(text, end, &span)));
            end = span.end;
        }
        Ok(Module { name: name.into(), items })
    }

    /// Whether the file implements a trait, and for which type.
    pub(super) fn implementor(text: &str, wanted: &str) -> Option<String> {
        let file = syn::parse_file(text).ok()?;
        file.items.iter().find_map(|item| match item {
            syn::Item::Impl(block) => {
                let (_, path, _) = block.trait_.as_ref()?;
                let is_it =
                    path.segments.last()?.ident == wanted && block.generics.params.is_empty();
                is_it.then(|| block.self_ty.to_token_stream().to_string())
            }
            _ => None,
        })
    }
}

/// An item's place with the comments that stand before it.
fn with_comments(text: &str, end: usize, span: &Range<usize>) -> Range<usize> {
    let gap = &text[end..span.start];
    let comment = gap.find("//").filter(|_| !gap.trim_start().starts_with("//!"));
    comment.map_or(span.start, |at| end + at)..span.end
}

fn read_item(item: &syn::Item, text: &str, place: Range<usize>) -> Option<Item> {
    let own = text[place.clone()].to_string();
    let uses = names_in(item.to_token_stream());
    let whole = |names: Vec<String>| {
        let text = Text::Whole(own.clone());
        Some(Item { names, about: vec![], uses: uses.clone(), text })
    };
    let block = |names: Vec<String>, about, brace: usize, members: Vec<Item>, head: TokenStream| {
        let opening = text[place.start..brace].trim_end().to_string();
        Some(Item { names, about, uses: names_in(head), text: Text::Block { opening, members } })
    };
    if is_test(attributes(item)) {
        return None;
    }
    match item {
        syn::Item::Use(item) => {
            let mut imports = Vec::new();
            read_imports(&item.tree, String::new(), &mut imports);
            let visibility = item.vis.to_token_stream().to_string().replace(' ', "");
            let text = Text::Use { visibility, imports };
            Some(Item { names: vec![], about: vec![], uses: BTreeSet::new(), text })
        }
        syn::Item::Mod(_) => None, // its file comes by itself, or is not needed
        syn::Item::Trait(item) => {
            let brace = item.brace_token.span.open().byte_range();
            let members = read_members(item.items.iter().map(trait_member), text, brace.end);
            let head = item.supertraits.to_token_stream();
            block(vec![item.ident.to_string()], vec![], brace.start, members, head)
        }
        syn::Item::Impl(item) => {
            let brace = item.brace_token.span.open().byte_range();
            let members = read_members(item.items.iter().map(impl_member), text, brace.end);
            let about: Vec<String> = names_in(item.self_ty.to_token_stream()).into_iter().collect();
            let mut names = about.clone();
            let mut head = item.self_ty.to_token_stream();
            if let Some((_, path, _)) = &item.trait_ {
                names =
                    path.segments.last().map(|last| last.ident.to_string()).into_iter().collect();
                head.extend(path.to_token_stream());
            }
            head.extend(item.generics.to_token_stream());
            block(names, about, brace.start, members, head)
        }
        syn::Item::Const(item) => whole(vec![item.ident.to_string()]),
        syn::Item::Static(item) => whole(vec![item.ident.to_string()]),
        syn::Item::Fn(item) => whole(vec![item.sig.ident.to_string()]),
        syn::Item::Struct(item) => whole(vec![item.ident.to_string()]),
        syn::Item::Enum(item) => whole(vec![item.ident.to_string()]),
        syn::Item::Type(item) => whole(vec![item.ident.to_string()]),
        syn::Item::Macro(item) => whole(item.ident.iter().map(|ident| ident.to_string()).collect()),
        _ => whole(vec![]),
    }
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let is_test = |attribute: &syn::Attribute| {
        let text = attribute.to_token_stream().to_string().replace(' ', "");
        text == "#[cfg(test)]" || text == "#[test]"
    };
    attributes.iter().any(is_test)
}

/// A member of a trait or a block: its name, unless it comes with the block, and all of it.
type Member = (Option<String>, TokenStream, Range<usize>);

fn trait_member(member: &syn::TraitItem) -> Member {
    let name = match member {
        syn::TraitItem::Fn(item) => Some(item.sig.ident.to_string()),
        syn::TraitItem::Const(item) => Some(item.ident.to_string()),
        _ => None,
    };
    (name, member.to_token_stream(), member.span().byte_range())
}

fn impl_member(member: &syn::ImplItem) -> Member {
    let name = match member {
        syn::ImplItem::Fn(item) => Some(item.sig.ident.to_string()),
        syn::ImplItem::Const(item) => Some(item.ident.to_string()),
        _ => None,
    };
    (name, member.to_token_stream(), member.span().byte_range())
}

fn read_members(members: impl Iterator<Item = Member>, text: &str, mut end: usize) -> Vec<Item> {
    let mut items = Vec::new();
    for (name, tokens, span) in members {
        let place = with_comments(text, end, &span);
        let own = Text::Whole(text[place].to_string());
        let (names, uses) = (name.into_iter().collect(), names_in(tokens));
        items.push(Item { names, about: vec![], uses, text: own });
        end = span.end;
    }
    items
}

fn read_imports(tree: &syn::UseTree, path: String, imports: &mut Vec<Import>) {
    match tree {
        syn::UseTree::Path(tree) => {
            read_imports(&tree.tree, format!("{path}{}::", tree.ident), imports);
        }
        syn::UseTree::Group(tree) => {
            tree.items.iter().for_each(|tree| read_imports(tree, path.clone(), imports));
        }
        syn::UseTree::Name(tree) if tree.ident == "self" => {
            let path = path.trim_end_matches("::").to_string();
            let name = path.rsplit("::").next().unwrap_or_default().to_string();
            imports.push(Import { path, name });
        }
        syn::UseTree::Name(tree) => {
            imports.push(Import {
                path: format!("{path}{}", tree.ident),
                name: tree.ident.to_string(),
            });
        }
        syn::UseTree::Rename(tree) => {
            let path = format!("{path}{} as {}", tree.ident, tree.rename);
            imports.push(Import { path, name: tree.rename.to_string() });
        }
        syn::UseTree::Glob(_) => {
            imports.push(Import { path: format!("{path}*"), name: "*".into() });
        }
    }
}

/// Every name in a piece of source, also within what is passed to macros and what
/// strings write out.
pub(super) fn names_in(tokens: TokenStream) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut rest: Vec<TokenStream> = vec![tokens];
    while let Some(tokens) = rest.pop() {
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    names.insert(name.to_string());
                }
                TokenTree::Group(group) => rest.push(group.stream()),
                TokenTree::Literal(literal) => {
                    // What stands in braces in a string may be a name that is written out.
                    let text = literal.to_string();
                    let words = text.split('{').skip(1).map(|rest| {
                        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                        rest[..end.unwrap_or(rest.len())].to_string()
                    });
                    names.extend(words);
                }
                TokenTree::Punct(_) => {}
            }
        }
    }
    names
}
