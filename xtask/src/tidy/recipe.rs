//! The recipe "A new rule" of ARCHITECTURE.md: what it lists exists and takes its structs apart whole, and it lists all that do.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;
use cargo_metadata::Metadata;
use ignore::Walk;
use syn::visit::{self, Visit};

/// The compiled rules: whoever takes them apart whole is in the list.
const RULES: &str = "Rules";
/// A field by which they are told from other structs of that name.
const FIELD_OF_RULES: &str = "alphabet";

/// A function that takes a struct apart, or makes it, with all fields by name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Whole {
    path: String,
    function: String,
    of: String,
}

/// What the recipe says and the code does not, and the other way round.
pub(super) fn findings(root: &Path, metadata: &Metadata, page: &str) -> anyhow::Result<Vec<String>> {
    let listed = listed(page);
    let mut found = BTreeSet::new();
    for package in metadata.workspace_packages() {
        let folder = package.manifest_path.parent().context("a manifest without a folder")?.join("src");
        for entry in Walk::new(folder) {
            let path = entry?.into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
                let path = path.strip_prefix(root)?.display().to_string();
                let mut functions = Functions { path, function: String::new(), found: &mut found };
                functions.visit_file(&file);
            }
        }
    }
    let mut findings = Vec::new();
    if listed.is_empty() {
        findings.push("ARCHITECTURE.md: the recipe \"A new rule\" lists nothing".to_owned());
    }
    for Whole { path, function, of } in listed.difference(&found) {
        findings
            .push(format!("ARCHITECTURE.md: a new rule: `{function}` in {path} does not name all fields of `{of}`"));
    }
    for Whole { path, function, of } in found.difference(&listed).filter(|whole| whole.of == RULES) {
        findings
            .push(format!("ARCHITECTURE.md: a new rule: `{function}` in {path} names all fields of `{of}`: list it"));
    }
    Ok(findings)
}

/// The rows `| what | path | function | structs |` of the recipe.
fn listed(page: &str) -> BTreeSet<Whole> {
    let part = page.split("\n## A new rule\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap_or_default();
    let mut listed = BTreeSet::new();
    for row in part.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let names = |cell: &str| -> Vec<String> { cell.split('`').skip(1).step_by(2).map(str::to_owned).collect() };
        let [_, path, functions, structs] = cells[..] else { continue };
        for path in names(path) {
            for function in names(functions) {
                for of in names(structs) {
                    listed.insert(Whole { path: path.clone(), function: function.clone(), of });
                }
            }
        }
    }
    listed
}

/// Visits a file and notes what its functions take apart.
struct Functions<'f> {
    path: String,
    function: String,
    found: &'f mut BTreeSet<Whole>,
}

impl Functions<'_> {
    fn inside(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, name.to_string());
        visit(self);
        self.function = outer;
    }

    fn note<'m>(&mut self, of: &syn::Path, mut fields: impl Iterator<Item = &'m syn::Member>) {
        let is_meant = |last: &&syn::PathSegment| {
            let is_it = |field: &syn::Member| matches!(field, syn::Member::Named(name) if name == FIELD_OF_RULES);
            last.ident != RULES || fields.any(is_it)
        };
        if let Some(last) = of.segments.last().filter(is_meant) {
            let (path, function, of) = (self.path.clone(), self.function.clone(), last.ident.to_string());
            self.found.insert(Whole { path, function, of });
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.inside(&item.sig.ident, |inner| visit::visit_item_fn(inner, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.inside(&item.sig.ident, |inner| visit::visit_impl_item_fn(inner, item));
    }

    fn visit_pat_struct(&mut self, pattern: &'ast syn::PatStruct) {
        if pattern.rest.is_none() {
            self.note(&pattern.path, pattern.fields.iter().map(|field| &field.member));
        }
        visit::visit_pat_struct(self, pattern);
    }

    fn visit_expr_struct(&mut self, made: &'ast syn::ExprStruct) {
        if made.rest.is_none() {
            self.note(&made.path, made.fields.iter().map(|field| &field.member));
        }
        visit::visit_expr_struct(self, made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_patterns_are_found() {
        let text = "fn all(r: Rules) { let Rules { alphabet: _, two } = r; } fn some(r: &Rules) { let Rules { alphabet, .. } = r; }\n\
                    impl A { fn made() -> Rules { let base = Rules { two: 2, ..base }; Rules { alphabet: 1, two: 2 } } }\n\
                    fn others(r: other::Rules) { let Rules { one: _ } = r; }";
        let mut found = BTreeSet::new();
        let file = syn::parse_file(text).unwrap();
        Functions { path: "a.rs".to_owned(), function: String::new(), found: &mut found }.visit_file(&file);
        let page = "\n## A new rule\n\n| what | where | function | structs |\n|---|---|---|---|\n\
                    | x | `a.rs` | `all`, `made` | `Rules` |\n\n## Next\n| y | `a.rs` | `some` | `Rules` |\n";
        assert!(found == listed(page));
    }
}
