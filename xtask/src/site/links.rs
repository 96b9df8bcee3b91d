//! Links of pages to files beside them.

use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::Context;

/// What is not ours to check: pages that other programs write for addresses of their own.
const LEFT_OUT: [&str; 2] = ["api", "book/404.html"];

/// Checks the pages in a folder: the number of links, and what is wrong.
///
/// # Errors
/// A page cannot be read.
pub(super) fn check(folder: &Path) -> anyhow::Result<(usize, Vec<String>)> {
    let mut count = 0;
    let mut faults = Vec::new();
    for entry in ignore::WalkBuilder::new(folder).standard_filters(false).sort_by_file_name(Ord::cmp).build() {
        let path = entry?.into_path();
        let name = path.strip_prefix(folder)?;
        let ours = !LEFT_OUT.iter().any(|other| name.starts_with(other));
        if !ours || path.extension().is_none_or(|extension| extension != "html") {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        for link in links(&text) {
            count += 1;
            if let Some(fault) = fault(folder, name, &link) {
                faults.push(format!("{}: {}: {fault}", name.display(), link.to));
            }
        }
    }
    Ok((count, faults))
}

/// Where a tag leads, or what it loads.
struct Link<'a> {
    to: &'a str,
    /// Whether a browser loads it without a click.
    loaded: bool,
}

/// The links in the tags of a page. Scripts are not read: what they load is in tests of the pages.
fn links(page: &str) -> impl Iterator<Item = Link<'_>> {
    let tags = page.split('<').skip(1).filter_map(|tag| tag.split_once('>').map(|(tag, _)| tag));
    tags.flat_map(|tag| {
        let clicked = tag.starts_with("a ") || tag.starts_with("a\n");
        // Of `<link>`, that to the canonical address loads nothing.
        let loaded = !clicked && !tag.contains("rel=\"canonical\"");
        let of = move |name: &'static str| {
            let (_, rest) = tag.split_once(name)?;
            rest.split_once('"').map(|(to, _)| Link { to, loaded })
        };
        [of(" href=\""), of(" src=\"")].into_iter().flatten()
    })
}

fn fault(folder: &Path, page: &Path, link: &Link<'_>) -> Option<&'static str> {
    if link.to.contains("://") || link.to.starts_with("//") {
        return link.loaded.then_some("it is loaded from another server");
    }
    let (file, _) = link.to.split_once(['#', '?']).unwrap_or((link.to, ""));
    if file.is_empty() || file.starts_with("data:") || file.starts_with("mailto:") {
        return None;
    }
    let mut place = PathBuf::new();
    for part in page.parent()?.join(file).components() {
        match part {
            Component::ParentDir if !place.pop() => return Some("it leads out of the site"),
            Component::RootDir | Component::Prefix(_) => return Some("it begins at the root of the server"),
            Component::Normal(name) => place.push(name),
            Component::ParentDir | Component::CurDir => {}
        }
    }
    let target = folder.join(place);
    let found = target.is_file() || target.join("index.html").is_file();
    (!found).then_some("there is no such file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/index.html"), "").unwrap();
        fs::write(folder.path().join("x.css"), "").unwrap();
        let page = "<link rel=\"stylesheet\" href=\"../../x.css\"><a href=\"..#y\">1</a><a class=\"z\" href=\"../b/none.html?q\">2</a>\
                    <a href=\"https://example.org\">3</a><img alt=\"\" src=\"https://example.org/x.png\"><a href=\"#here\">4</a>\
                    <a href=\"/root\">5</a><a href=\"../../../up\">6</a>";
        fs::write(folder.path().join("a/b/page.html"), page).unwrap();
        let (count, faults) = check(folder.path()).unwrap();
        let wanted = [
            "../b/none.html?q: there is no such file",
            "https://example.org/x.png: it is loaded from another server",
            "/root: it begins at the root of the server",
            "../../../up: it leads out of the site",
        ];
        let page = Path::new("a").join("b").join("page.html");
        assert_eq!(faults, wanted.map(|fault| format!("{}: {fault}", page.display())));
        assert_eq!(count, 8);
    }
}
