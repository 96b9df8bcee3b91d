//! Links of pages to files beside them, and to places on pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::page::{Page, Tag};

/// The places on pages that a link may name after `#`, by the path of the page in the site.
pub(super) struct Places(BTreeMap<PathBuf, BTreeSet<String>>);

impl Places {
    pub(super) fn of(pages: &[Page]) -> Places {
        Places(pages.iter().map(|page| (page.name.clone(), places(page).map(str::to_owned).collect())).collect())
    }

    /// Whether the page lacks the place. A page that is not ours to check lacks none, nor is what a script reads from the
    /// address (`#variant=crc`) a place.
    fn lack(&self, page: &Path, place: &str) -> bool {
        !place.is_empty() && !place.contains('=') && self.0.get(page).is_some_and(|places| !places.contains(place))
    }
}

fn places(page: &Page) -> impl Iterator<Item = &str> {
    page.tags.iter().flat_map(|tag| [tag.get("id"), tag.get("name").filter(|_| tag.is("a"))]).flatten()
}

/// Checks the links of a page: their number, and what is wrong.
pub(super) fn check(folder: &Path, page: &Page, places: &Places) -> (usize, Vec<String>) {
    let mut count = 0;
    let mut faults = Vec::new();
    for tag in &page.tags {
        for link in links(tag) {
            count += 1;
            if let Some(fault) = fault(folder, &page.name, link, places) {
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

fn fault(folder: &Path, page: &Path, link: &str, places: &Places) -> Option<&'static str> {
    if is_elsewhere(link) || link.starts_with("data:") || link.starts_with("mailto:") {
        return None;
    }
    let (address, on_page) = link.split_once('#').unwrap_or((link, ""));
    let (file, _) = address.split_once('?').unwrap_or((address, ""));
    let no_place = |page: &Path| places.lack(page, on_page).then_some("there is no such place on the page");
    if file.is_empty() {
        return no_place(page);
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
    let target = [place.join("index.html"), place].into_iter().find(|target| folder.join(target).is_file());
    target.map_or(Some("there is no such file"), |target| no_place(&target))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn links_lead_somewhere() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("a/b")).unwrap();
        let index = "<h2 id=\"x\">X</h2><p name=\"y\"><a name=\"old\"></a>";
        fs::write(folder.path().join("a/index.html"), index).unwrap();
        fs::write(folder.path().join("x.css"), "").unwrap();
        let page = "<link rel=\"stylesheet\" href=\"../../x.css\"><a href=\"..#y\">1</a><a class=\"z\" href='../b/none.html?q'>2</a>\n\
                    <a href=\"https://example.org\">3</a><img alt=\"\" src=\"https://example.org/x.png\"><a href=\"#here\">4</a>\n\
                    <a href=\"/root\">5</a><a href=../../../up>6</a><script>'<a href=\"no.html\">'</script>\n\
                    <a id=\"top\" href=\"#top\">7</a><a href=\"../index.html?q#x\">8</a><a href=\"..#old\">9</a><a href=\"..#z=1\">10</a>\n\
                    <a href=\"../../x.css#z\">11</a><a href=\"#\">12</a>";
        let page = Page::of_text("a/b/page.html", page);
        let places = Places::of(&[Page::of_text("a/index.html", index)]);
        assert_eq!(check(folder.path(), &page, &places).1.len(), 4, "a page that is left out has all places");
        let places =
            Places::of(&[Page::of_text("a/index.html", index), Page::of_text("a/b/page.html", "<p id=\"top\">")]);
        let (count, faults) = check(folder.path(), &page, &places);
        let wanted = [
            "1: ..#y: there is no such place on the page",
            "1: ../b/none.html?q: there is no such file",
            "2: #here: there is no such place on the page",
            "3: /root: it begins at the root of the server",
            "3: ../../../up: it leads out of the site",
        ];
        assert_eq!(faults, wanted.map(|fault| format!("a/b/page.html:{fault}")));
        assert_eq!(count, 14);
    }
}
