//! The list of all codes, docs/reference/codes.md: made of the lists in the sources (`codes!`) and of the comments there on what each
//! kind is.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, ensure};
use campione_workspace::replace_between;
use cargo_metadata::Metadata;
use ignore::WalkBuilder;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Expr, Item, LitStr, Meta, Token, braced};

/// Where the page is.
pub(super) const PATH: &str = "docs/reference/codes.md";

const BEGIN: &str = "<!-- codes -->\n";
const END: &str = "<!-- end of codes -->";

/// The section of codes without a family.
const ENDS: &str = "How a game ended";

/// A section of the page: what its kinds have in common, and the rows, codes with their meaning.
#[derive(Default)]
struct Section {
    about: String,
    rows: Vec<(String, String)>,
}

/// The page with the list as the sources have it.
///
/// # Errors
/// The page lacks the marks of the list, a source cannot be read, or a code occurs twice.
pub(super) fn page(metadata: &Metadata, page: &str) -> anyhow::Result<String> {
    let mut sections: BTreeMap<String, Section> = BTreeMap::new();
    for package in metadata.workspace_packages() {
        let folder = package.manifest_path.parent().context("no folder")?.join("src");
        for entry in WalkBuilder::new(folder).sort_by_file_path(Path::cmp).build() {
            let entry = entry?;
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
                if text.contains("codes!(") && !path.ends_with("codes.rs") {
                    add(&text, &mut sections).with_context(|| path.display().to_string())?;
                }
            }
        }
    }
    let mut list = String::new();
    for (family, section) in &sections {
        let heading = if family == ENDS { ENDS.to_owned() } else { format!("`{family}`") };
        let about = if section.about.is_empty() { String::new() } else { format!("{}\n\n", section.about) };
        let _ = write!(list, "\n## {heading}\n\n{about}| code | what it means |\n|---|---|\n");
        for (code, meaning) in &section.rows {
            let _ = writeln!(list, "| `{code}` | {} |", meaning.replace('|', "\\|"));
        }
    }
    list.push('\n');
    replace_between(PATH, page, [BEGIN, END], &list)
}

/// Adds the codes of a source file.
fn add(text: &str, sections: &mut BTreeMap<String, Section>) -> anyhow::Result<()> {
    let file = syn::parse_file(text)?;
    // What the types and their variants are, by `Type` and `Type::Variant`.
    let mut meanings: HashMap<String, String> = HashMap::new();
    for item in &file.items {
        match item {
            Item::Enum(of) => {
                meanings.insert(of.ident.to_string(), first_sentence(&of.attrs));
                for variant in &of.variants {
                    meanings.insert(format!("{}::{}", of.ident, variant.ident), first_sentence(&variant.attrs));
                }
            }
            Item::Struct(of) => {
                meanings.insert(of.ident.to_string(), first_sentence(&of.attrs));
            }
            _ => {}
        }
    }
    for item in &file.items {
        let Item::Macro(item) = item else { continue };
        if item.mac.path.segments.last().is_none_or(|last| last.ident != "codes") {
            continue;
        }
        let (name, codes) = list.parse2(item.mac.tokens.clone())?;
        for (variant, code) in codes {
            let key = variant.as_ref().map_or_else(|| name.clone(), |variant| format!("{name}::{variant}"));
            let meaning = meanings.get(&key).with_context(|| format!("{key} is not in the file of its codes"))?;
            let family = code.split_once('.').map_or(ENDS, |(family, _)| family);
            let section = sections.entry(family.to_owned()).or_default();
            ensure!(section.rows.iter().all(|(other, _)| *other != code), "the code {code} occurs twice");
            if variant.is_some() && section.about.is_empty() {
                section.about.clone_from(&meanings[&name]);
            }
            section.rows.push((code, meaning.clone()));
        }
    }
    Ok(())
}

/// A type, and its codes with their variants; a struct has no variants.
type Codes = (String, Vec<(Option<String>, String)>);

/// What stands in `codes!(…)`.
fn list(input: ParseStream<'_>) -> syn::Result<Codes> {
    let name = input.parse::<syn::Ident>()?.to_string();
    if input.parse::<Option<Token![=>]>>()?.is_some() {
        return Ok((name, vec![(None, input.parse::<LitStr>()?.value())]));
    }
    let inside;
    braced!(inside in input);
    let mut codes = Vec::new();
    while !inside.is_empty() {
        if inside.peek(Token![;]) {
            // Faults inside of others have their codes from there.
            inside.step(|cursor| {
                let mut rest = *cursor;
                while let Some((_, next)) = rest.token_tree() {
                    rest = next;
                }
                Ok(((), rest))
            })?;
            break;
        }
        let variant = inside.parse::<syn::Ident>()?.to_string();
        inside.parse::<Token![=>]>()?;
        codes.push((Some(variant), inside.parse::<LitStr>()?.value()));
        inside.parse::<Token![,]>()?;
    }
    Ok((name, codes))
}

/// The first sentence of the comments on an item, without the targets of links.
fn first_sentence(attributes: &[Attribute]) -> String {
    let mut text = String::new();
    for attribute in attributes {
        if let Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("doc")
            && let Expr::Lit(value) = &pair.value
            && let syn::Lit::Str(line) = &value.lit
        {
            let line = line.value();
            if line.trim().is_empty() {
                break;
            }
            text = format!("{text} {}", line.trim());
        }
    }
    let text = text.trim();
    let end = text.find(". ").map_or(text.len(), |at| at + 1);
    without_links(&text[..end])
}

/// A text in Markdown with `[words](target)` and `[words]` as `words`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((words, after)) = after.split_once("`]") else { break };
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        plain = format!("{plain}{before}`{words}`");
        rest = target.map_or(after, |(_, after)| after);
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_meanings_of_the_comments() {
        let text = "/// A fault. More.\nenum E {\n/// The [`a`](b)\n/// and `[c]`. Even more.\nA,\n/// Inner.\nB(F),\n}\n\
                    codes!(E { A => \"e.a\", ; B.0 });\n/// Alone.\nstruct S;\nx::codes!(S => \"s.only\");\n";
        let mut sections = BTreeMap::new();
        add(text, &mut sections).unwrap();
        let found: Vec<_> =
            sections.iter().map(|(family, section)| (family.as_str(), section.about.as_str(), &section.rows)).collect();
        let row = |code: &str, meaning: &str| vec![(code.to_owned(), meaning.to_owned())];
        let (e, s) = (row("e.a", "The `a` and `[c]`."), row("s.only", "Alone."));
        assert_eq!(found, [("e", "A fault.", &e), ("s", "", &s)]);
        assert!(add(text, &mut sections).unwrap_err().to_string().contains("e.a occurs twice"));
    }
}
