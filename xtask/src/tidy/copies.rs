//! Links to files outside a package's folder, which packing replaces by the files. The two packages that are not packed by
//! Cargo have copies.

use std::path::Path;

use cargo_metadata::Metadata;

/// Files of the workspace that each package contains.
const IN_EACH_PACKAGE: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Files that a package's tests use from elsewhere: the original and the link.
const OF_TESTS: &[(&str, &str)] = &[
    ("docs/examples/carrera-under-promotion.toml", "notation/tests/examples/carrera-under-promotion.toml"),
    ("docs/examples/carrera-under-promotion.toml", "search/tests/examples/carrera-under-promotion.toml"),
    ("docs/examples/cannons.toml", "notation/tests/examples/cannons.toml"),
    ("docs/examples/cannons.toml", "search/tests/examples/cannons.toml"),
    ("docs/examples/courier.toml", "notation/tests/examples/courier.toml"),
    ("docs/examples/courier.toml", "search/tests/examples/courier.toml"),
    ("docs/examples/large-boards.ini", "notation/tests/examples/large-boards.ini"),
];

/// Links and copies that differ from their originals.
pub(super) fn findings(root: &Path, metadata: &Metadata) -> Vec<String> {
    let published = metadata.packages.iter().filter(|package| package.publish.is_none());
    let folders = published.filter_map(|package| package.manifest_path.strip_prefix(root).ok()?.parent());
    let licenses =
        folders.flat_map(|folder| IN_EACH_PACKAGE.map(|name| (name.to_owned(), folder.join(name).to_string())));
    let of_tests = OF_TESTS.iter().map(|&(from, to)| (from.to_owned(), to.to_owned()));
    licenses.chain(of_tests).filter_map(|(from, to)| differ(root, &from, &to)).collect()
}

fn differ(root: &Path, from: &str, to: &str) -> Option<String> {
    let same = match (std::fs::read(root.join(from)), std::fs::read(root.join(to))) {
        (Ok(original), Ok(copy)) => original == copy,
        _ => false,
    };
    (!same).then(|| format!("{to}: it must be a link to {from}, or a copy of it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_that_differ() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("a", "1"), ("b", "1"), ("c", "2")] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        assert_eq!(differ(folder.path(), "a", "b"), None);
        let found = [
            differ(folder.path(), "a", "c"),
            differ(folder.path(), "a", "none"),
            differ(folder.path(), "none", "none"),
        ];
        assert_eq!(found.iter().flatten().count(), 3);
    }
}
