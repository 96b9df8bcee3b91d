//! Circles of imports: files that need each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::Metadata;
use ignore::Walk;
use syn::visit::{self, Visit};

/// The crates in which files of one folder may still import each other. In all others no file imports another that imports
/// it back.
const WITH_CIRCLES: [&str; 3] = ["campione-lab", "campione-reference", "xtask"];

/// A module by its path in the crate: `cmd::perft`; empty for the root.
type Module = String;

/// The modules of a crate, and those that each of them uses.
#[derive(Default)]
struct Imports(BTreeMap<Module, BTreeSet<Module>>);

/// The circles in all crates of the workspace, one finding each.
pub(super) fn findings(metadata: &Metadata) -> anyhow::Result<Vec<String>> {
    let mut findings = Vec::new();
    for package in metadata.workspace_packages() {
        let folder = package.manifest_path.parent().context("a manifest without a folder")?.join("src");
        let imports = Imports::read(folder.as_std_path())?;
        let any = !WITH_CIRCLES.contains(&package.name.as_str());
        let circles = imports.circles().into_iter().filter(|circle| any || !is_in_one_place(circle)).map(|circle| {
            let names: Vec<&str> = circle.iter().map(String::as_str).collect();
            let which = if any { "" } else { " of different folders" };
            format!("{}: these modules{which} import each other: {}", package.name, names.join(", "))
        });
        findings.extend(circles);
    }
    Ok(findings)
}

impl Imports {
    /// Reads the modules below a folder.
    fn read(folder: &Path) -> anyhow::Result<Imports> {
        let mut files: Vec<(Module, PathBuf)> = Vec::new();
        for entry in Walk::new(folder) {
            let path = entry?.into_path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((module(path.strip_prefix(folder)?), path));
            }
        }
        let known: BTreeSet<Module> = files.iter().map(|(module, _)| module.clone()).collect();
        let mut imports = Imports::default();
        for (module, path) in files {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
            let mut uses = Uses { module: &module, inside: Vec::new(), known: &known, found: BTreeSet::new() };
            uses.visit_file(&file);
            let found = uses.found;
            imports.0.insert(module, found);
        }
        Ok(imports)
    }

    /// All modules that one needs, directly or not.
    fn reach<'a>(&'a self, from: &'a Module) -> BTreeSet<&'a Module> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(next) = open.pop() {
            open.extend(self.0.get(next).into_iter().flatten().filter(|module| found.insert(*module)));
        }
        found
    }

    /// All circles.
    fn circles(&self) -> Vec<Vec<Module>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|module| (module, self.reach(module))).collect();
        let mut circles = BTreeSet::new();
        for (module, reached) in &reach {
            let circle: Vec<Module> = reached
                .iter()
                .filter(|other| reach.get(**other).is_some_and(|back| back.contains(*module)))
                .map(|&other| other.clone())
                .collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }
}

/// Whether modules are in one folder, or all in the folder of one of them.
fn is_in_one_place(modules: &[Module]) -> bool {
    let folder = |module: &Module| module.rsplit_once("::").map_or(String::new(), |(folder, _)| folder.to_owned());
    let same = modules.windows(2).all(|pair| folder(&pair[0]) == folder(&pair[1]));
    let below = |head: &Module| modules.iter().all(|other| other == head || other.starts_with(&format!("{head}::")));
    same || modules.iter().any(below)
}

/// The module of a file, by its path below `src`.
fn module(path: &Path) -> Module {
    let text = path.with_extension("").iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("::");
    if matches!(text.as_str(), "lib" | "main") { String::new() } else { text }
}

/// Collects the modules that a file uses. Tests are left out.
struct Uses<'a> {
    module: &'a Module,
    /// The modules within the file around what is visited.
    inside: Vec<String>,
    known: &'a BTreeSet<Module>,
    found: BTreeSet<Module>,
}

impl Uses<'_> {
    /// Notes a path such as `crate::args::Common` or `super::walk`.
    fn note(&mut self, path: &[String]) {
        let mut base: Vec<String> = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => {
                let file = self.module.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
                file.chain(self.inside.iter().cloned()).collect()
            }
            _ => return,
        };
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" | "self" => {}
                "super" => {
                    base.pop();
                }
                _ => break,
            }
            rest = after;
        }
        base.extend(rest.iter().cloned());
        while !base.is_empty() {
            let module = base.join("::");
            if self.known.contains(&module) {
                if module != *self.module {
                    self.found.insert(module);
                }
                return;
            }
            base.pop();
        }
    }

    fn tree(&mut self, tree: &syn::UseTree, path: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.tree(&part.tree, path);
                path.pop();
            }
            syn::UseTree::Name(name) => self.note(&[&path[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Rename(name) => self.note(&[&path[..], &[name.ident.to_string()]].concat()),
            syn::UseTree::Glob(_) => self.note(path),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, path)),
        }
    }
}

/// Whether an item is for tests only.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Ident>().is_ok_and(|condition| condition == "test" || condition == "doctest")
    })
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            self.inside.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.inside.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if !is_test(&item.attrs) {
            self.tree(&item.tree, &mut Vec::new());
        }
    }

    /// `pub(super)` says who may use an item, and uses nothing itself.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.note(&parts);
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(files: &[(&str, &str)]) -> Imports {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Imports::read(folder.path()).unwrap()
    }

    #[test]
    fn circles_between_folders_are_found() {
        let found = imports(&[
            ("lib.rs", "mod args; mod cmd;"),
            ("args.rs", "use crate::cmd::{show, perft::{self, Depth}};"),
            ("cmd.rs", "pub mod show; pub mod perft;"),
            ("cmd/show.rs", "fn f(_: crate::args::Common) {}"),
            ("cmd/perft.rs", "#[cfg(test)] mod tests { use crate::args::Common; }"),
        ]);
        assert_eq!(found.circles(), [["args", "cmd::show"]]);
        assert!(found.0["args"].contains("cmd::perft"));
    }

    #[test]
    fn a_module_and_its_folder_may_know_each_other() {
        let found = imports(&[
            ("lib.rs", "mod walk; mod run; mod one; mod two;"),
            ("walk.rs", "mod step; use self::step::Step;"),
            ("walk/step.rs", "use super::Walk;"),
            ("run.rs", "mod leg; use self::leg::Leg;"),
            ("run/leg.rs", "mod inner { use super::Leg; }"),
            ("one.rs", "use crate::two::Two;"),
            ("two.rs", "use super::one::One;"),
        ]);
        assert!(found.circles().iter().all(|circle| is_in_one_place(circle)), "{:?}", found.0);
        assert_eq!(found.circles(), [vec!["one", "two"], vec!["walk", "walk::step"]]);
        assert!(found.0["walk::step"].contains("walk") && found.0["two"].contains("one"));
    }
}
