//! The version stands in the manifest of the workspace; other manifests and a few texts repeat it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use campione_workspace::replace_between;
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// The workspace with the version that the others repeat.
const MAIN: &str = "Cargo.toml";

/// Manifests that name versions of our crates. `cargo xtask tidy` finds those of the workspace that are missing here.
const MANIFESTS: [&str; 7] = [
    MAIN,
    "cli/Cargo.toml",
    "bindings/c/Cargo.toml",
    "bindings/c/header/Cargo.toml",
    "bindings/python/Cargo.toml",
    "bindings/wasm/Cargo.toml",
    "bindings/wasm/bindgen/Cargo.toml",
];

/// Other files, and the text before and after the version, for each place.
const TEXTS: [(&str, [&str; 2]); 5] = [
    ("bindings/wasm/package.json", ["\n  \"version\": \"", "\""]),
    ("bindings/wasm/package-lock.json", ["\n  \"version\": \"", "\""]),
    ("bindings/wasm/package-lock.json", ["\"name\": \"campione\",\n      \"version\": \"", "\""]),
    ("bindings/wasm/ts/ffish.ts", ["return 'Campione ", "'"]),
    ("CITATION.cff", ["\nversion: ", "\n"]),
];

/// The workspaces, each with a `Cargo.lock`.
const WORKSPACES: [&str; 5] = [".", "bindings/c", "bindings/python", "bindings/wasm", "xtask/fuzz"];

/// The files, each with its text as it is, and as it is with the version.
fn files(root: &Path, version: &str) -> anyhow::Result<Vec<(&'static str, String, String)>> {
    let mut files: Vec<(&str, String, String)> = Vec::new();
    for path in MANIFESTS {
        let found = std::fs::read_to_string(root.join(path)).context(path)?;
        let written = manifest(&found, version).context(path)?;
        files.push((path, found, written));
    }
    for (path, marks) in TEXTS {
        if let Some((_, _, written)) = files.iter_mut().find(|(known, ..)| *known == path) {
            *written = replace_between(path, written, marks, version)?;
            continue;
        }
        let found = std::fs::read_to_string(root.join(path)).context(path)?;
        let written = replace_between(path, &found, marks, version)?;
        files.push((path, found, written));
    }
    Ok(files)
}

/// The files in which another version stands.
///
/// # Errors
/// A file is missing, or has no place for a version.
pub(crate) fn other(root: &Path, version: &str) -> anyhow::Result<Vec<&'static str>> {
    let files = files(root, version)?.into_iter();
    Ok(files.filter(|(_, found, written)| found != written).map(|(path, ..)| path).collect())
}

/// Writes the version into the files.
///
/// # Errors
/// As [`other`]; or a file cannot be written.
pub(crate) fn write(root: &Path, version: &str) -> anyhow::Result<()> {
    for (path, found, written) in files(root, version)? {
        if found != written {
            std::fs::write(root.join(path), written).context(path)?;
        }
    }
    Ok(())
}

/// Lets cargo write the versions of our crates into each `Cargo.lock`; nothing else in them changes.
///
/// # Errors
/// Cargo has failed.
pub(crate) fn write_locks(root: &Path) -> anyhow::Result<()> {
    for workspace in WORKSPACES {
        let update = |more: &[&str]| {
            let mut cargo = Command::new(env!("CARGO"));
            cargo.args(["update", "--quiet", "--workspace"]).args(more).current_dir(root.join(workspace));
            cargo.env_remove("CARGO_MANIFEST_DIR").output().context("cargo update")
        };
        if !update(&["--offline"])?.status.success() {
            let online = update(&[])?;
            let said = String::from_utf8_lossy(&online.stderr);
            ensure!(online.status.success(), "{workspace}: `cargo update --workspace` has failed:\n{said}");
        }
    }
    Ok(())
}

/// A finding for each file with another version than the workspace.
///
/// # Errors
/// As [`other`].
pub(crate) fn findings(root: &Path) -> anyhow::Result<Vec<String>> {
    let version = of_workspace(root)?;
    let differ = |path: &&str| format!("{path}: the version is not {version}: `cargo xtask tidy --write` writes it");
    Ok(other(root, &version)?.iter().map(differ).collect())
}

/// The version of the workspace.
///
/// # Errors
/// The manifest cannot be read, or has no version.
pub(crate) fn of_workspace(root: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(root.join(MAIN)).context(MAIN)?;
    let manifest: DocumentMut = text.parse().context(MAIN)?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    Ok(version.with_context(|| format!("{MAIN}: no version of the workspace"))?.to_owned())
}

/// A manifest with the version in place of that of the package, of the workspace, and of each dependency with a path.
fn manifest(text: &str, version: &str) -> anyhow::Result<String> {
    let mut manifest: DocumentMut = text.parse()?;
    for path in [&["package"][..], &["workspace", "package"]] {
        // `Item::get_mut` would make the tables that are missing.
        let inner = |item, name| Item::as_table_like_mut(item)?.get_mut(name);
        let table = path.iter().try_fold(manifest.as_item_mut(), |item, name| inner(item, name));
        if let Some(found) = table.and_then(|table| inner(table, "version")) {
            set(found, version);
        }
    }
    of_paths(manifest.as_table_mut(), version);
    Ok(manifest.to_string())
}

/// Sets the version in each table that has also a path.
fn of_paths(table: &mut dyn TableLike, version: &str) {
    let has_path = table.get("path").is_some_and(Item::is_str);
    for (key, item) in table.iter_mut() {
        if has_path && key == "version" {
            set(item, version);
        } else if let Some(inner) = item.as_table_like_mut() {
            of_paths(inner, version);
        }
    }
}

/// Sets a text; blanks and comments beside it stay.
fn set(item: &mut Item, version: &str) {
    if let Some(value) = item.as_value_mut().filter(|value| value.is_str()) {
        let around = value.decor().clone();
        *value = Value::from(version);
        *value.decor_mut() = around;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_versions_change() {
        let found = r#"[package]
name = "a"
version = "0.1.0" # here
[lib]
path = "a.rs"
[dependencies]
ours = { path = "../ours", version = "0.1.0", features = ["0.1.0"] }
other = { version = "0.1.0" }
more = "0.1.0"
[target.'cfg(unix)'.dependencies.third]
path = "../third"
version = "0.1.0"
[workspace.package]
version = "0.1.0"
"#;
        let written = manifest(found, "0.2.0-rc.1").unwrap();
        let changed: Vec<_> = found.lines().zip(written.lines()).filter(|(old, new)| old != new).collect();
        assert_eq!(
            changed.iter().map(|(_, new)| *new).collect::<Vec<_>>(),
            [
                "version = \"0.2.0-rc.1\" # here",
                "ours = { path = \"../ours\", version = \"0.2.0-rc.1\", features = [\"0.1.0\"] }",
                "version = \"0.2.0-rc.1\"",
                "version = \"0.2.0-rc.1\"",
            ]
        );
        assert_eq!(manifest(&written, "0.1.0").unwrap(), found);
        let inherited = "[package]\nversion.workspace = true\n";
        assert_eq!(manifest(inherited, "0.2.0").unwrap(), inherited);
    }

    #[test]
    fn every_file_has_a_place_for_the_version() {
        let root = crate::root();
        let version = of_workspace(root).unwrap();
        assert_eq!(other(root, &version).unwrap(), [""; 0]);
        let files = files(root, "9.9.9").unwrap();
        for (path, found, written) in &files {
            assert_ne!(found, written, "{path}");
            assert_eq!(written.replace("9.9.9", &version), *found, "{path}");
        }
    }
}
