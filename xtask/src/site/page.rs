//! A page of the site: its tags, in the order of the file.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::read::GzEncoder;
use html5gum::{DefaultEmitter, Token, Tokenizer};

/// A page.
pub(super) struct Page {
    /// Its path in the site.
    pub(super) name: PathBuf,
    /// Its bytes as a server sends it.
    pub(super) compressed: u64,
    pub(super) tags: Vec<Tag>,
    /// The text of each `<title>`, except those of pictures within the page.
    pub(super) titles: Vec<String>,
    /// The text of each `<style>`, and the line where it begins.
    pub(super) styles: Vec<(usize, String)>,
}

/// A start tag.
pub(super) struct Tag {
    /// Its line in the file, from 1.
    pub(super) line: usize,
    pub(super) name: String,
    attributes: BTreeMap<String, String>,
}

impl Tag {
    /// The value of an attribute; empty if it has none.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }

    pub(super) fn is(&self, name: &str) -> bool {
        self.name == name
    }

    /// Whether an attribute is a list of words that has this one.
    pub(super) fn has(&self, attribute: &str, word: &str) -> bool {
        self.get(attribute).is_some_and(|value| value.split_ascii_whitespace().any(|other| other == word))
    }
}

impl Page {
    /// Reads the page with a path in the folder of the site.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(super) fn read(folder: &Path, name: &Path) -> anyhow::Result<Page> {
        let text = fs::read_to_string(folder.join(name)).with_context(|| name.display().to_string())?;
        Ok(Page::of(name, &text))
    }

    fn of(name: &Path, text: &str) -> Page {
        let (name, compressed) = (name.to_owned(), compressed(text));
        let mut page = Page { name, compressed, tags: Vec::new(), titles: Vec::new(), styles: Vec::new() };
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        // What looks like a tag in a script is none.
        emitter.naively_switch_states(true);
        let (mut line, mut counted, mut pictures) = (1, 0, 0_usize);
        let mut within = None;
        for token in Tokenizer::new_with_emitter(text, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    line += text.get(counted..tag.span.start).map_or(0, |between| between.matches('\n').count());
                    counted = tag.span.start;
                    let string = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                    let name = string(&tag.name);
                    let attributes = tag.attributes.iter().map(|(name, value)| (string(name), string(value))).collect();
                    pictures += usize::from(name == "svg" && !tag.self_closing);
                    within = match &*name {
                        "title" if pictures == 0 => {
                            page.titles.push(String::new());
                            page.titles.last_mut()
                        }
                        "style" => {
                            page.styles.push((line, String::new()));
                            page.styles.last_mut().map(|(_, text)| text)
                        }
                        _ => None,
                    };
                    page.tags.push(Tag { line, name, attributes });
                }
                Token::EndTag(tag) => {
                    pictures = pictures.saturating_sub(usize::from(**tag.name == *b"svg"));
                    within = None;
                }
                Token::String(text) => {
                    if let Some(within) = &mut within {
                        within.push_str(&String::from_utf8_lossy(&text));
                    }
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        page
    }

    #[cfg(test)]
    pub(super) fn of_text(name: &str, text: &str) -> Page {
        Page::of(Path::new(name), text)
    }
}

/// The bytes of a text as a server sends it.
pub(super) fn compressed(text: &str) -> u64 {
    let mut bytes = Vec::new();
    // Memory takes everything.
    let _ = GzEncoder::new(text.as_bytes(), Compression::default()).read_to_end(&mut bytes);
    bytes.len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_their_lines_and_attributes() {
        let page = Page::of_text(
            "a.html",
            "<!DOCTYPE html>\n<title>A &amp; B</title>\n<svg><title>no</title></svg>\n<!-- <p> -->\n<script>\nif (1 <a) {}\n\
             '<b>'</script>\n<style>\n.c { }</style>\n<img ALT='' src=d.png class=\"e f\">",
        );
        let tags: Vec<(&str, usize)> = page.tags.iter().map(|tag| (&*tag.name, tag.line)).collect();
        assert_eq!(tags, [("title", 2), ("svg", 3), ("title", 3), ("script", 5), ("style", 8), ("img", 10)]);
        let picture = &page.tags[5];
        assert_eq!((picture.get("alt"), picture.get("src"), picture.get("id")), (Some(""), Some("d.png"), None));
        assert!(picture.has("class", "f") && !picture.has("class", "e f") && picture.is("img"));
        assert_eq!(page.titles, ["A & B"]);
        assert_eq!(page.styles, [(8, "\n.c { }".to_owned())]);
    }
}
