//! `cargo xtask tidy`: checks that the compiler does not make.
//!
//! Layers of the crates and their picture, the version in all files, the lists of codes and of tags, circles of imports, copies that must stay equal, the recipe of a new rule, unit tests that are never run, cited
//! sections of RULES.md, leftovers of work, paths of one machine, long files.

mod circles;
mod codes;
mod copies;
mod picture;
mod recipe;
mod tags;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::Context;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use ignore::WalkBuilder;

use crate::release::version;
use crate::{Verdict, root};

/// The most lines of a file.
const MOST_LINES: usize = 600;

/// The layer of each crate. A crate may depend on lower layers, its tests also on the same layer.
const LAYERS: &[(&str, u32)] = &[
    ("campione-core", 0),
    ("campione-movegen", 1),
    ("campione-variants", 1),
    ("campione-endgame", 2),
    ("campione-notation", 2),
    ("campione-driver", 3),
    ("campione-picture", 3),
    ("campione-search", 3),
    ("campione-referee", 4),
    ("campione-cli", 5),
    ("campione", 6),
    ("campione-workspace", 6),
    ("campione-bench", EDGE),
    ("campione-lab", EDGE),
    ("xtask", EDGE),
];

/// The layer of the crates on which no other depends.
const EDGE: u32 = 7;

/// The slow generator: it depends on no crate of ours, and only tests and edge crates depend on it.
const REFERENCE: &str = "campione-reference";

/// The search neither prints nor parses; only its tests use a notation, or files of variants.
const SEARCH: &str = "campione-search";
const TEXT: [&str; 2] = ["campione-notation", "campione-variants"];

/// The page that lists the external crates.
const DEPENDENCIES: &str = "docs/background/dependencies.md";

/// Text that must not stay in a source file. Each in two parts, so that this file does not contain it.
const LEFTOVERS: &[&str] =
    &[concat!("#[", "ignore"), concat!("to", "do!("), concat!("unimple", "mented!("), concat!("db", "g!(")];

/// Text that is a path of one machine.
const MACHINE_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ho", "me/"), concat!("../", "shared")];

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Write the picture of the layers, docs/pictures/layers.svg, the lists of docs/reference/codes.md and kit.md, and the version
    /// of the workspace in other files, instead of comparing them
    #[arg(long)]
    write: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    let metadata = MetadataCommand::new().current_dir(root()).no_deps().exec().context("cargo metadata")?;
    let edges = dependencies(&metadata);
    let mut findings = layers(&edges);
    let picture = root().join(picture::PATH);
    let drawn = picture::draw(&edges);
    if options.write {
        std::fs::write(&picture, &drawn).with_context(|| picture.display().to_string())?;
    } else if std::fs::read_to_string(&picture).unwrap_or_default() != drawn {
        findings.push(format!("{}: it does not show the layers: `cargo xtask tidy --write` draws it", picture::PATH));
    }
    if options.write {
        version::write(root(), &version::of_workspace(root())?)?;
    }
    findings.extend(version::findings(root())?);
    findings.extend(derived(codes::PATH, "codes", options.write, |page| codes::page(&metadata, page))?);
    findings.extend(derived(tags::PATH, "tags", options.write, tags::page)?);
    let page = root().join("ARCHITECTURE.md");
    let page = std::fs::read_to_string(&page).context("ARCHITECTURE.md")?;
    let dependencies = std::fs::read_to_string(root().join(DEPENDENCIES)).context(DEPENDENCIES)?;
    findings.extend(unexplained(&metadata, &dependencies));
    findings.extend(recipe::findings(root(), &metadata, &page)?);
    findings.extend(copies::findings(root(), &metadata));
    findings.extend(circles::findings(&metadata)?);
    let untested = untested(&metadata);
    let rules = root().join("docs/RULES.md");
    let sections = sections(&std::fs::read_to_string(&rules).with_context(|| rules.display().to_string())?);
    let mut files = 0;
    // Tracked and untracked files, including hidden ones, but without those that .gitignore names.
    for entry in
        WalkBuilder::new(root()).hidden(false).require_git(false).filter_entry(|e| e.file_name() != ".git").build()
    {
        let entry = entry?;
        if !entry.file_type().is_some_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path().strip_prefix(root())?;
        let bytes = std::fs::read(entry.path()).with_context(|| path.display().to_string())?;
        // Pictures and nets are not text.
        if let Ok(text) = std::str::from_utf8(&bytes) {
            files += 1;
            findings.extend(file(path, text, &sections));
            findings.extend(never_run(path, text, &untested));
        }
    }
    for finding in &findings {
        say!("{finding}");
    }
    say!("{files} files, {} crates: {} findings", metadata.workspace_packages().len(), findings.len());
    Ok(Verdict::of(findings.len()))
}

/// Compares the derived part of a page, or writes it.
fn derived(
    path: &str,
    what: &str,
    write: bool,
    page: impl FnOnce(&str) -> anyhow::Result<String>,
) -> anyhow::Result<Option<String>> {
    let file = root().join(path);
    let found = std::fs::read_to_string(&file).context(path.to_owned())?;
    let listed = page(&found)?;
    if write {
        std::fs::write(&file, &listed).context(path.to_owned())?;
        return Ok(None);
    }
    Ok((found != listed).then(|| format!("{path}: it does not list the {what}: `cargo xtask tidy --write` does")))
}

/// A dependency between two crates of the workspace.
struct Edge {
    from: String,
    to: String,
    tests_only: bool,
}

fn dependencies(metadata: &Metadata) -> Vec<Edge> {
    let packages = metadata.workspace_packages();
    let names: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let edges = packages.iter().flat_map(|package| {
        package.dependencies.iter().filter(|dependency| names.contains(dependency.name.as_str())).map(|dependency| {
            Edge {
                from: package.name.to_string(),
                to: dependency.name.clone(),
                tests_only: dependency.kind == DependencyKind::Development,
            }
        })
    });
    edges.collect()
}

/// External crates that the page does not list, and crates in its list that are not used.
fn unexplained(metadata: &Metadata, page: &str) -> Vec<String> {
    let first_cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    let named: BTreeSet<&str> = first_cells.flat_map(|cell| cell.trim_end_matches('`').split("`, `")).collect();
    let used: BTreeSet<&str> = metadata
        .packages
        .iter()
        .flat_map(|package| &package.dependencies)
        .filter(|dependency| dependency.path.is_none())
        .map(|dependency| dependency.name.as_str())
        .collect();
    let missing = used.difference(&named).map(|name| format!("{DEPENDENCIES}: it lacks {name}"));
    let unused = named.difference(&used).map(|name| format!("{DEPENDENCIES}: it lists {name}, which is not used"));
    missing.chain(unused).collect()
}

/// The source folders whose unit tests no target runs (`test = false`).
fn untested(metadata: &Metadata) -> Vec<PathBuf> {
    let targets = metadata.packages.iter().flat_map(|package| &package.targets);
    let folders = targets.filter(|target| target.is_lib() || target.is_bin()).filter_map(|target| {
        let folder = target.src_path.parent()?.as_std_path();
        Some((folder.strip_prefix(root()).unwrap_or(folder).to_owned(), target.test))
    });
    let (tested, others): (Vec<_>, Vec<_>) = folders.partition(|(_, test)| *test);
    let others = others.into_iter().filter(|(folder, _)| tested.iter().all(|(other, _)| other != folder));
    others.map(|(folder, _)| folder).collect()
}

/// A unit test that is never run.
fn never_run(path: &Path, text: &str, untested: &[PathBuf]) -> Option<String> {
    let lost = untested.iter().any(|folder| path.starts_with(folder)) && text.contains(concat!("cfg(", "test)"));
    lost.then(|| format!("{}: its unit tests are never run: Cargo.toml says `test = false`", path.display()))
}

fn layers(edges: &[Edge]) -> Vec<String> {
    let layer = |name: &str| LAYERS.iter().find(|(known, _)| *known == name).map(|&(_, layer)| layer);
    let mut findings = Vec::new();
    for Edge { from, to, tests_only } in edges {
        let allowed = if from == REFERENCE {
            false
        } else if to == REFERENCE {
            *tests_only || layer(from) == Some(EDGE)
        } else if from == SEARCH && TEXT.contains(&to.as_str()) {
            *tests_only
        } else if let (Some(from), Some(to)) = (layer(from), layer(to)) {
            to < from || (*tests_only && to == from && to < EDGE)
        } else {
            findings.push(format!("{from} -> {to}: one of them has no layer in xtask/src/tidy.rs"));
            continue;
        };
        if !allowed {
            let kind = if *tests_only { " (for tests)" } else { "" };
            findings
                .push(format!("{from} -> {to}{kind}: against the layers (core <- movegen <- notation, search <- cli)"));
        }
    }
    findings
}

/// The numbers of the sections of RULES.md.
fn sections(text: &str) -> BTreeSet<u32> {
    let headings =
        text.lines().filter_map(|line| line.trim_start_matches('#').trim_start().split_once('.').zip(Some(line)));
    headings.filter(|(_, line)| line.starts_with("##")).filter_map(|((number, _), _)| number.parse().ok()).collect()
}

/// The findings in one file.
fn file(path: &Path, text: &str, sections: &BTreeSet<u32>) -> Vec<String> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let rust = extension == "rs";
    let mut findings = Vec::new();
    let mut find = |line: usize, what: String| findings.push(format!("{}:{line}: {what}", path.display()));
    for (number, line) in (1..).zip(text.lines()) {
        if rust || extension == "toml" {
            for section in cited(line).filter(|section| !sections.contains(section)) {
                find(number, format!("docs/RULES.md has no section {section}"));
            }
        }
        if rust {
            for leftover in LEFTOVERS.iter().filter(|&&leftover| has(line, leftover)) {
                find(number, format!("`{leftover}` must be removed"));
            }
        }
        for place in MACHINE_PATHS.iter().filter(|&&place| has(line, place)) {
            find(number, format!("`{place}` is a path of one machine"));
        }
    }
    let lines = text.lines().count();
    if rust && lines > MOST_LINES {
        find(lines, format!("{lines} lines, more than {MOST_LINES}"));
    }
    findings
}

/// Whether a line contains a text, but not as the end of a longer word or address (`example.org/home/`).
fn has(line: &str, text: &str) -> bool {
    line.match_indices(text)
        .any(|(at, _)| !line[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_'))
}

/// The sections that a line cites: `RULES.md §N`.
fn cited(line: &str) -> impl Iterator<Item = u32> {
    line.split("RULES.md §").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest[..end].parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(name: &str, text: &str) -> Vec<String> {
        file(Path::new(name), text, &BTreeSet::from([1, 2]))
    }

    fn edge(from: &str, to: &str, tests_only: bool) -> Vec<String> {
        layers(&[Edge { from: from.to_owned(), to: to.to_owned(), tests_only }])
    }

    #[test]
    fn sections_and_citations() {
        let text = "# The rules\n## 1. carrera (1617)\ntext 9. text\n## 2. modern\n## Board and pieces\n";
        assert_eq!(sections(text), BTreeSet::from([1, 2]));
        let line = format!("see {0}1 and {0}12; {0}x", "RULES.md §");
        assert_eq!(cited(&line).collect::<Vec<_>>(), [1, 12]);
        assert_eq!(findings("a.rs", &line), ["a.rs:1: docs/RULES.md has no section 12"]);
        assert_eq!(findings("a.md", &line), [""; 0]);
    }

    #[test]
    fn leftovers_and_places() {
        for leftover in LEFTOVERS {
            assert_eq!(findings("a.rs", &format!("fn f() {{}}\n {leftover}")).len(), 1, "{leftover}");
            assert_eq!(findings("a.md", leftover).len(), 0, "{leftover}");
        }
        for place in MACHINE_PATHS {
            assert_eq!(findings("README.md", &format!("see {place}x")).len(), 1, "{place}");
        }
        assert_eq!(findings("README.md", concat!("https://example.org", "/ho", "me/")), [""; 0]);
    }

    #[test]
    fn unit_tests_that_are_never_run() {
        let untested = [PathBuf::from("core/src")];
        let text = concat!("#[cfg(", "test)]\nmod tests {}\n");
        assert!(never_run(Path::new("core/src/a/b.rs"), text, &untested).is_some());
        assert_eq!(never_run(Path::new("core/src/a/b.rs"), "mod tests;", &untested), None);
        assert_eq!(never_run(Path::new("core/tests/it/a.rs"), text, &untested), None);
    }

    #[test]
    fn long_files() {
        assert_eq!(findings("a.rs", &"\n".repeat(MOST_LINES)).len(), 0);
        assert_eq!(findings("a.rs", &"\n".repeat(MOST_LINES + 1)).len(), 1);
        assert_eq!(findings("a.tsv", &"\n".repeat(MOST_LINES + 1)).len(), 0);
    }

    #[test]
    fn layers_point_inward() {
        for (from, to, tests_only) in [
            ("campione-movegen", "campione-core", false),
            ("campione-search", "campione-notation", true),
            ("campione-search", "campione-variants", true),
            ("campione-search", "campione-endgame", false),
            ("xtask", "campione-endgame", false),
            ("campione-notation", REFERENCE, true),
            ("xtask", REFERENCE, false),
            ("campione-bench", "campione", false),
            ("campione", "campione-cli", false),
        ] {
            assert_eq!(edge(from, to, tests_only), [""; 0], "{from} {to}");
        }
        for (from, to, tests_only) in [
            ("campione-core", "campione-movegen", true),
            ("campione-search", "campione-notation", false),
            ("campione-search", "campione-variants", false),
            ("campione-endgame", "campione-search", false),
            ("campione-endgame", "campione-notation", false),
            ("campione-cli", "campione", false),
            ("campione", REFERENCE, false),
            (REFERENCE, "campione-core", false),
            ("campione", "xtask", true),
            ("campione", "campione-new", false),
        ] {
            assert_eq!(edge(from, to, tests_only).len(), 1, "{from} {to}");
        }
    }
}
