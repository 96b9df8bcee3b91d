//! What each of our pages must have, so that it is found, read aloud, shown on telephones, and soon there; and what it may not
//! ask of other servers.

use std::collections::BTreeMap;
use std::path::Path;

use super::links::is_elsewhere;
use super::page::{Page, Tag, compressed};

/// The most KiB of a page, a script or a style, compressed as servers send it: over a slow connection (1.6 Mbit/s, as Lighthouse
/// takes for a telephone) it is there within half a second.
const MOST: u64 = 96;

/// The same for the index of mdBook's search, which is loaded when a reader searches: three seconds.
const MOST_INDEX: u64 = 576;

/// The elements that load what `src` or `data` names.
const LOADING: [&str; 9] = ["img", "script", "iframe", "audio", "video", "source", "embed", "object", "track"];

/// The relations of `<link>` that load nothing.
const NAMING: [&str; 7] = ["canonical", "alternate", "author", "license", "help", "prev", "next"];

/// Collects what is wrong with the pages of a site.
#[derive(Default)]
pub(super) struct Quality {
    /// The pages with a title.
    titles: BTreeMap<String, Vec<String>>,
    faults: Vec<String>,
}

impl Quality {
    /// Checks a page.
    pub(super) fn check(&mut self, page: &Page) {
        let name = page.name.display().to_string();
        self.check_size(&page.name, page.compressed);
        let mut fault = |text: &str| self.faults.push(format!("{name}: {text}"));
        if !all(page, "html").any(|tag| tag.get("lang").is_some_and(is_said)) {
            fault("`<html>` has no `lang`: without it, the page is read aloud in the wrong language");
        }
        match &page.titles[..] {
            [title] if is_said(title) => {
                self.titles.entry(title.trim().to_owned()).or_default().push(name.clone());
            }
            [_] => fault("`<title>` is empty: name the page"),
            titles => fault(&format!("it has {} `<title>`: give it one", titles.len())),
        }
        let meta = |wanted: &str| {
            all(page, "meta")
                .filter(|tag| tag.get("name") == Some(wanted))
                .map(|tag| tag.get("content").unwrap_or(""))
                .collect()
        };
        let descriptions: Vec<&str> = meta("description");
        if !matches!(descriptions[..], [text] if is_said(text)) {
            fault("it needs one `<meta name=\"description\">` with a sentence on what it is");
        }
        let viewports: Vec<&str> = meta("viewport");
        match viewports[..] {
            [view] if ["user-scalable", "maximum-scale"].iter().any(|limit| view.contains(limit)) => {
                fault(&format!(
                    "`<meta name=\"viewport\" content=\"{view}\">`: readers may not enlarge it: leave the limit out"
                ));
            }
            [view] if view.contains("width=device-width") => {}
            _ => fault(
                "it needs one `<meta name=\"viewport\" content=\"width=device-width\">`: otherwise telephones shrink it",
            ),
        }
        // In the bar of mdBook stands the name of the book as a heading, beside that of the chapter.
        let headings = all(page, "h1").filter(|tag| !tag.has("class", "menu-title")).count();
        if headings != 1 {
            fault(&format!("it has {headings} `<h1>`: give it one, the name of what it shows"));
        }
        self.check_tags(page);
        for (line, style) in &page.styles {
            self.check_style(&format!("{name}:{line}"), style);
        }
    }

    /// Checks each tag by itself, and their ids.
    fn check_tags(&mut self, page: &Page) {
        let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
        for tag in &page.tags {
            let mut fault = |text: &str| {
                self.faults.push(format!("{}:{}: `<{}>`: {text}", page.name.display(), tag.line, tag.name));
            };
            if let Some(id) = tag.get("id")
                && let Some(line) = ids.insert(id, tag.line)
            {
                fault(&format!("its id `{id}` is that of line {line}: rename one"));
            }
            if tag.is("img") && tag.get("alt").is_none() {
                let picture = tag.get("src").unwrap_or("?");
                fault(&format!("{picture} has no `alt`: say what it shows, or write `alt=\"\"` for a decoration"));
            }
            for address in loaded(tag).filter(|address| is_elsewhere(address)) {
                fault(&format!("{address} is loaded from another server: put it into the site"));
            }
            if let Some(style) = tag.get("style") {
                self.check_style(&format!("{}:{}", page.name.display(), tag.line), style);
            }
        }
    }

    /// Checks the text of a style.
    fn check_style(&mut self, place: &str, style: &str) {
        let addresses = ["url(", "@import"].into_iter().flat_map(|word| style.split(word).skip(1));
        for rest in addresses {
            let address = rest.trim_start_matches(|letter: char| letter.is_whitespace() || "\"'".contains(letter));
            let end = address
                .find(|letter: char| letter.is_whitespace() || "\"');".contains(letter))
                .unwrap_or(address.len());
            let address = &address[..end];
            if is_elsewhere(address) {
                self.faults.push(format!("{place}: {address} is loaded from another server: put it into the site"));
            }
        }
    }

    /// Checks a script or a style of its own. Of scripts only the size is checked: what they load is in tests of the pages.
    pub(super) fn check_file(&mut self, name: &Path, text: &str) {
        self.check_size(name, compressed(text));
        if name.extension().is_some_and(|extension| extension == "css") {
            self.check_style(&name.display().to_string(), text);
        }
    }

    fn check_size(&mut self, name: &Path, bytes: u64) {
        let is_index = name.file_name().is_some_and(|name| name.to_string_lossy().starts_with("searchindex"));
        let (most, kibibytes) = (if is_index { MOST_INDEX } else { MOST }, bytes.div_ceil(1024));
        if kibibytes > most {
            let name = name.display();
            self.faults.push(format!(
                "{name}: it has {kibibytes} KiB when compressed, and at most {most} are allowed: divide it, or load a part later"
            ));
        }
    }

    /// What is wrong.
    pub(super) fn faults(mut self) -> Vec<String> {
        for (title, pages) in self.titles.into_iter().filter(|(_, pages)| pages.len() > 1) {
            self.faults.push(format!(
                "{}: they have the same `<title>`, {title}: name each by what it shows",
                pages.join(", ")
            ));
        }
        self.faults
    }
}

fn all<'p>(page: &'p Page, name: &'p str) -> impl Iterator<Item = &'p Tag> {
    page.tags.iter().filter(move |tag| tag.is(name))
}

fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
}

/// The addresses that a browser loads for a tag without a click.
fn loaded(tag: &Tag) -> impl Iterator<Item = &str> {
    let loads = LOADING.contains(&&*tag.name);
    let linked = tag.is("link") && !NAMING.iter().any(|relation| tag.has("rel", relation));
    let of = |wanted: bool, attribute: &str| tag.get(attribute).filter(|_| wanted);
    let one = [of(loads, "src"), of(tag.is("object"), "data"), of(tag.is("video"), "poster"), of(linked, "href")];
    // Pictures in several sizes: addresses, each with a width.
    let sizes = of(loads, "srcset").into_iter().flat_map(|list| list.split(','));
    one.into_iter().flatten().chain(sizes.filter_map(|size| size.split_ascii_whitespace().next()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"description\" content=\"A page\">\n\
         <title>Page</title>\n<link rel=\"canonical\" href=\"https://example.org/page\"></head>\n\
         <body><h1 class=\"menu-title\">Book</h1><h1 id=\"a\">Page</h1>\n<p id=\"b\"><img src=\"x.svg\" alt=\"\">\n\
         <a href=\"https://example.org\">elsewhere</a></p></body></html>\n";

    fn faults(pages: &[(&str, &str)]) -> Vec<String> {
        let mut quality = Quality::default();
        for (name, text) in pages {
            quality.check(&Page::of_text(name, text));
        }
        quality.faults()
    }

    #[test]
    fn a_good_page_has_no_fault() {
        assert_eq!(
            faults(&[("good.html", GOOD), ("other.html", &GOOD.replace("<title>Page", "<title>Other"))]),
            [""; 0]
        );
        let own_picture = GOOD.replace("x.svg", "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E");
        assert_eq!(faults(&[("good.html", &own_picture)]), [""; 0]);
    }

    #[test]
    fn each_fault_is_found() {
        for (from, to, wanted) in [
            (" lang=\"en\"", "", ": `<html>` has no `lang`"),
            (" lang=\"en\"", " lang=\" \"", ": `<html>` has no `lang`"),
            ("<title>Page</title>", "", ": it has 0 `<title>`"),
            ("<title>Page</title>", "<title> </title>", ": `<title>` is empty"),
            ("<title>Page</title>", "<title>A</title><title>B</title>", ": it has 2 `<title>`"),
            ("content=\"A page\"", "content=\"\"", ": it needs one `<meta name=\"description\">`"),
            ("name=\"description\"", "name=\"author\"", ": it needs one `<meta name=\"description\">`"),
            ("width=device-width, ", "", ": it needs one `<meta name=\"viewport\""),
            ("initial-scale=1", "maximum-scale=1", "readers may not enlarge it"),
            ("<h1 id=\"a\">Page</h1>", "", ": it has 0 `<h1>`"),
            ("<p id=\"b\">", "<p id=\"b\"><h1>More</h1>", ": it has 2 `<h1>`"),
            ("<p id=\"b\">", "<p id=\"a\">", ":8: `<p>`: its id `a` is that of line 7"),
            (" alt=\"\"", "", ":8: `<img>`: x.svg has no `alt`"),
            (
                "x.svg",
                "https://example.org/x.svg",
                ":8: `<img>`: https://example.org/x.svg is loaded from another server",
            ),
            ("src=\"x.svg\"", "srcset=\"x.svg 1x, //example.org/y.svg 2x\"", "//example.org/y.svg is loaded"),
            (
                "<p id",
                "<script src=\"//example.org/x.js\"></script><p id",
                ":8: `<script>`: //example.org/x.js is loaded",
            ),
            ("rel=\"canonical\"", "rel=\"stylesheet\"", ":6: `<link>`: https://example.org/page is loaded"),
            (
                "<p id",
                "<iframe src=\"https://example.org\"></iframe><p id",
                "`<iframe>`: https://example.org is loaded",
            ),
            (
                "<p id",
                "<style>a { background: url('https://example.org/x') }</style><p id",
                ":8: https://example.org/x is loaded",
            ),
            ("<p id", "<p style=\"background: url(//example.org/x)\" id", ":8: //example.org/x is loaded"),
        ] {
            assert_eq!(GOOD.matches(from).count(), 1, "{from}");
            let found = faults(&[("bad.html", &GOOD.replace(from, to))]);
            assert!(
                found.len() == 1 && found[0].starts_with("bad.html:") && found[0].contains(wanted),
                "{to}: {found:?}"
            );
        }
    }

    #[test]
    fn titles_and_sizes() {
        let twice = faults(&[("a.html", GOOD), ("b.html", GOOD)]);
        assert_eq!(twice, ["a.html, b.html: they have the same `<title>`, Page: name each by what it shows"]);
        // Random letters do not become smaller.
        let mut random = campione_core::SplitMix64::new(1);
        let noise = |bytes: usize, random: &mut campione_core::SplitMix64| -> String {
            (0..bytes)
                .map(|_| char::from(b'0' + random.below(64) as u8))
                .map(|c| if c == '<' { '!' } else { c })
                .collect()
        };
        let long = GOOD.replace("elsewhere", &noise(140 << 10, &mut random));
        let long = faults(&[("long.html", &long)]);
        assert!(
            long.len() == 1 && long[0].starts_with("long.html: it has 1") && long[0].contains("at most 96"),
            "{long:?}"
        );
        let mut quality = Quality::default();
        let script = noise(140 << 10, &mut random);
        quality.check_file(Path::new("long.js"), &script);
        quality.check_file(Path::new("book/searchindex-1.js"), &script);
        quality.check_file(Path::new("same.js"), &"x".repeat(1 << 20));
        let found = quality.faults();
        assert!(found.len() == 1 && found[0].starts_with("long.js: it has 1"), "{found:?}");
    }

    #[test]
    fn files_beside_the_pages() {
        let mut quality = Quality::default();
        quality.check_file(
            Path::new("good.css"),
            "@import \"x.css\"; a { background: url(data:image/svg+xml,http://www.w3.org) }",
        );
        quality.check_file(
            Path::new("bad.css"),
            "@import 'https://example.org/x.css'; b { src: url( //example.org/f.woff2 ) }",
        );
        let found = quality.faults();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("bad.css: //example.org/f.woff2 is loaded"), "{found:?}");
        assert!(found[1].starts_with("bad.css: https://example.org/x.css is loaded"), "{found:?}");
    }
}
