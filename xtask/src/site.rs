//! `cargo xtask site --to FOLDER`: the site in one folder, for any file server.
//!
//! A front page, the page to play and the page of perft, the conformance kit, the book where mdBook is installed, and the
//! documentation of the libraries if it is asked for. All links within are checked, and what each page of ours must have.

mod api;
mod links;
mod page;
mod quality;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use campione_core::Variant;

use self::page::Page;
use crate::dist::{copy, copy_all};
use crate::{Usage, Verdict, book, root};

/// The front page, with marks in place of what differs.
const FRONT: &str = include_str!("../data/site.html");

/// The pages, as `bindings/wasm/build-site` builds them.
const PAGES: &str = "bindings/wasm/site/dist";

/// The book is read here where it is not built.
const REPOSITORY: &str = "https://github.com/campione-chess/campione/blob/main/docs";

#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The folder, which must be empty or missing
    #[arg(long, value_name = "FOLDER")]
    to: PathBuf,
    /// With the documentation of the libraries for Rust, Python, JavaScript and C, where its tools are
    #[arg(long)]
    api: bool,
}

pub(crate) fn run(options: &Options) -> anyhow::Result<Verdict> {
    if fs::read_dir(&options.to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Usage(anyhow!("--to {}: the folder is not empty", options.to.display())).into());
    }
    let made = make(&options.to, options.api)?;
    for (what, why) in &made.skipped {
        say!("{what}: skipped, {why}");
    }
    for (part, bytes) in sizes(&options.to)? {
        say!("{part}: {} KiB", bytes.div_ceil(1024));
    }
    for fault in &made.faults {
        say!("{fault}");
    }
    say!("{} links, {} findings; the site is in {}", made.links, made.faults.len(), options.to.display());
    Ok(Verdict::of(made.faults.len()))
}

/// What was made.
pub(crate) struct Made {
    /// What was left out, and why. Links to the book lead to the repository instead.
    pub(crate) skipped: Vec<(String, String)>,
    pub(crate) links: usize,
    /// Links to nothing, requests to other servers, and what pages lack.
    pub(crate) faults: Vec<String>,
}

/// Makes the site in a folder that is empty or missing.
///
/// # Errors
/// The pages are not built; a program has failed; a file cannot be written.
pub(crate) fn make(to: &Path, api: bool) -> anyhow::Result<Made> {
    let pages = root().join(PAGES);
    ensure!(pages.join("index.html").is_file(), "{PAGES} is missing: `bindings/wasm/build-site` builds it");
    copy_all(&pages, &to.join("play"))?;
    for shared in ["look.css", "icon.svg", "fonts"] {
        copy_all(&pages.join(shared), &to.join(shared))?;
    }
    copy_all(&root().join("docs/kit"), &to.join("kit"))?;
    let book = book::build()?;
    if let Some(book) = &book {
        copy_all(book, &to.join("book"))?;
        share_pages(&to.join("book/play"))?;
    }
    let docs = |page: &str| match &book {
        Some(_) => format!("book/{page}.html"),
        None => format!("{REPOSITORY}/{page}.md"),
    };
    let mut cards = String::new();
    for id in book::GAMES {
        let picture = format!("{id}.svg");
        copy(&root().join(book::FOLDER).join(&picture), &to.join("games").join(&picture))?;
        cards += &card(Variant::named(id)?, &docs(&format!("games/{id}")));
    }
    let mut skipped = Vec::new();
    if book.is_none() {
        skipped.push(("book".to_owned(), "mdbook is not installed (cargo install --locked mdbook)".to_owned()));
    }
    let api = if api {
        let mut made = Vec::new();
        for api::Api { language, page } in api::make(to)? {
            match page {
                Ok(page) => made.push(format!("<a href=\"{page}\">{language}</a>")),
                Err(why) => skipped.push((format!("documentation for {language}"), why)),
            }
        }
        format!("Documentation of the libraries: {}.", made.join(", "))
    } else {
        "<a href=\"https://docs.rs/campione\">Documentation of the crate</a>.".to_owned()
    };
    let front = FRONT.replace("{{docs}}", &docs("index")).replace("{{games}}", &cards).replace("{{api}}", &api);
    fs::write(to.join("index.html"), front).context("index.html")?;
    fs::write(to.join("kit/index.html"), kit(&docs("reference/kit"))?).context("kit/index.html")?;
    let (links, faults) = check(to)?;
    Ok(Made { skipped, links, faults })
}

/// What is not ours to check: pages that other programs write, and what mdBook writes for addresses of its own or as parts of
/// pages.
const LEFT_OUT: [&str; 3] = ["api", "book/404.html", "book/toc.html"];

/// All chapters in one page, for a printer. Only its links are checked.
const WHOLE_BOOK: &str = "book/print.html";

/// Checks all pages in a folder, and the scripts and styles beside them: the number of links, and what is wrong.
///
/// # Errors
/// A file cannot be read.
fn check(folder: &Path) -> anyhow::Result<(usize, Vec<String>)> {
    let (mut pages, mut quality) = (Vec::new(), quality::Quality::default());
    for entry in ignore::WalkBuilder::new(folder).standard_filters(false).sort_by_file_name(Ord::cmp).build() {
        let path = entry?.into_path();
        let name = path.strip_prefix(folder)?;
        if LEFT_OUT.iter().any(|other| name.starts_with(other)) {
            continue;
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("html") => {
                let page = Page::read(folder, name)?;
                if name != Path::new(WHOLE_BOOK) {
                    quality.check(&page);
                }
                pages.push(page);
            }
            Some("js" | "mjs" | "css") => {
                let text = fs::read_to_string(&path).with_context(|| name.display().to_string())?;
                quality.check_file(name, &text);
            }
            _ => {}
        }
    }
    let places = links::Places::of(&pages);
    let (mut links, mut faults) = (0, Vec::new());
    for page in &pages {
        let (count, broken) = links::check(folder, page, &places);
        links += count;
        faults.extend(broken);
    }
    faults.extend(quality.faults());
    Ok((links, faults))
}

/// A game on the front page.
fn card(variant: Variant, page: &str) -> String {
    let (id, spec) = (variant.id(), variant.spec());
    let [name, about] = [&spec.name, &spec.about].map(|text| text.replace('&', "&amp;").replace('<', "&lt;"));
    format!(
        "<li><a href=\"play/index.html#variant={id}\"><img src=\"games/{id}.svg\" alt=\"The start position of {name}\" \
         width=\"1128\" height=\"880\" loading=\"lazy\"></a>\n<h3>{name}</h3>\n<p>{about}</p>\n\
         <p><a href=\"play/index.html#variant={id}\">Play</a> · <a href=\"{page}\">Rules</a></p></li>\n"
    )
}

/// The files of the kit.
fn kit(page: &str) -> anyhow::Result<String> {
    let entries = fs::read_dir(root().join("docs/kit")).context("docs/kit")?;
    let mut names = entries
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    names.sort();
    let rows: String = names.iter().map(|name| format!("<li><a href=\"{name}\">{name}</a></li>\n")).collect();
    let page = if page.starts_with("https:") { page.to_owned() } else { format!("../{page}") };
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"description\" content=\"Positions with perft counts for authors of move generators\">\n\
         <title>The conformance kit of Campione</title>\n<link rel=\"stylesheet\" href=\"../look.css\">\n\
         <body style=\"max-width: 40rem; margin: 2rem auto; padding: 0 1rem\">\n<h1>The conformance kit</h1>\n\
         <p>Positions with perft counts, legal moves and tags, for authors of move generators in any language. \
         <a href=\"{page}\">What is in it, and how it is used</a>. <a href=\"../index.html\">Campione</a></p>\n<ul>\n{rows}</ul>\n</body>\n</html>\n"
    ))
}

/// The pages are in the site once: in the book are doors to them, which keep what stands behind `#`.
fn share_pages(folder: &Path) -> anyhow::Result<()> {
    if folder.is_dir() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (page, what) in [("index.html", "the page to play"), ("perft.html", "the page of perft")] {
        let to = format!("../../play/{page}");
        let door = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
             <meta name=\"description\" content=\"A door of the book to {what}\">\n<title>From the book of Campione to {what}</title>\n\
             <script>location.replace('{to}' + location.hash)</script>\n<h1><a href=\"{to}\">To {what}</a></h1>\n</html>\n"
        );
        fs::write(folder.join(page), door).context(page)?;
    }
    Ok(())
}

/// The bytes of each part.
fn sizes(folder: &Path) -> anyhow::Result<Vec<(String, u64)>> {
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let mut bytes = 0;
        for file in ignore::WalkBuilder::new(&path).standard_filters(false).build() {
            let file = file?;
            bytes += if file.path().is_file() { file.metadata()?.len() } else { 0 };
        }
        parts.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), bytes));
    }
    parts.sort();
    Ok(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_page_has_a_place_for_all_that_differs() {
        for mark in ["{{docs}}", "{{games}}", "{{api}}"] {
            assert_eq!(FRONT.matches(mark).count(), 1, "{mark}");
        }
        assert_eq!(FRONT.matches("{{").count(), 3);
        let card = card(Variant::named("carrera").unwrap(), "book/games/carrera.html");
        assert!(
            card.contains("<h3>Carrera's Chess</h3>") && card.contains("play/index.html#variant=carrera"),
            "{card}"
        );
    }

    #[test]
    fn the_kit_lists_its_files() {
        let page = kit("book/reference/kit.html").unwrap();
        for wanted in ["href=\"sample.jsonl\"", "href=\"check_kit.py\"", "href=\"../book/reference/kit.html\""] {
            assert!(page.contains(wanted), "{wanted}\n{page}");
        }
    }
}
