//! Links of pages to files beside them.

use std::path::{Component, Path, PathBuf};

use super::page::{Page, Tag};

/// Checks the links of a page: their number, and what is wrong.
pub(super) fn check(folder: &Path, page: &Page) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut faults = Vec::new();
    for tag in &page.tags {
        for link in links(tag) {
            count += 1;
            if let Some(fault) = fault(folder, &page.name, link) {
                faults.push(format!("{}:{}: {link}: {fault}", page.name.display(), tag.line));
            }
        }
    }
    (count, faults)
}

/// Where a tag leads, or what it loads.
fn links(tag: &Tag) -> impl Iterator<Item = &str> {
    ["href", "src"].into_iter().filter_map(|attribute| tag.get(attribute))
}

/// Whether an address is that of another server. What stands in the address itself is not, whatever names it has.
pub(super) fn is_elsewhere(address: &str) -> bool {
    !address.starts_with("data:") && (address.contains("://") || address.starts_with("//"))
}

fn fault(folder: &Path, page: &Path, link: &str) -> Option<&'static str> {
    let (file, _) = link.split_once(['#', '?']).unwrap_or((link, ""));
    if is_elsewhere(link) || file.is_empty() || file.starts_with("data:") || file.starts_with("mailto:") {
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
    use std::fs;

    use super::*;

    #[test]
    fn links_lead_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        fs::write(folder.path().join("a/index.html"), "").unwrap();
        fs::write(folder.path().join("x.css"), "").unwrap();
        let page = "<link rel=\"stylesheet\" href=\"../../x.css\"><a href=\"..#y\">1</a><a class=\"z\" href='../b/none.html?q'>2</a>\n\
                    <a href=\"https://example.org\">3</a><img alt=\"\" src=\"https://example.org/x.png\"><a href=\"#here\">4</a>\n\
                    <a href=\"/root\">5</a><a href=../../../up>6</a><script>'<a href=\"no.html\">'</script>";
        let (count, faults) = check(folder.path(), &Page::of_text("a/b/page.html", page));
        let wanted = [
            "1: ../b/none.html?q: there is no such file",
            "3: /root: it begins at the root of the server",
            "3: ../../../up: it leads out of the site",
        ];
        assert_eq!(faults, wanted.map(|fault| format!("a/b/page.html:{fault}")));
        assert_eq!(count, 8);
    }
}
