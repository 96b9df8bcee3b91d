//! Letters and digits on a picture: as text, or as outlines if the picture must not depend on the viewer's fonts.

use svg::Node;
use svg::node::element::{Group, Path, Text};

/// The font of the outlines, and similar fonts as alternatives.
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// A line for each character: the character, its advance, and its outline as SVG path data with `y` growing downward,
/// in units of 1/2048 of the font's size. From `DejaVu Sans Bold`, as a test checks.
const OUTLINES: &str = include_str!("../data/outlines.txt");
/// The number of units of [`OUTLINES`] in the font's size.
const UNITS: f64 = 2048.0;

/// How letters are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lettering {
    /// As `<text>`, which can be searched and read aloud.
    Text,
    /// As paths.
    #[cfg_attr(not(feature = "png"), allow(dead_code, reason = "pictures of dots alone need no fonts"))]
    Outlines,
}

impl Lettering {
    /// A group for words of one size.
    pub(crate) fn group(self, size: i32) -> Group {
        match self {
            Lettering::Text => Group::new()
                .set("font-family", FONT)
                .set("font-weight", "bold")
                .set("font-size", size)
                .set("text-anchor", "middle"),
            Lettering::Outlines => Group::new(),
        }
    }

    /// A word in such a group, with the middle of its baseline at (x, y).
    pub(crate) fn word(self, word: &str, (x, y): (i32, i32), size: i32) -> Word {
        match self {
            Lettering::Text => Word::Text(Text::new(word).set("x", x).set("y", y)),
            Lettering::Outlines => Word::Outlines(outlines(word, (x, y), size)),
        }
    }

    /// A word that stands alone.
    pub(crate) fn label(self, word: &str, (x, y): (i32, i32), size: i32, color: &str) -> Word {
        let word = match self.word(word, (x, y), size) {
            Word::Text(text) => Word::Text(
                text.set("font-family", FONT)
                    .set("font-weight", "bold")
                    .set("font-size", size)
                    .set("text-anchor", "middle"),
            ),
            outlines @ Word::Outlines(_) => outlines,
        };
        word.set("fill", color)
    }
}

/// The element for a word.
pub(crate) enum Word {
    Text(Text),
    Outlines(Group),
}

impl Word {
    /// The word with an attribute.
    pub(crate) fn set(self, name: &str, value: &str) -> Word {
        match self {
            Word::Text(text) => Word::Text(text.set(name, value)),
            Word::Outlines(group) => Word::Outlines(group.set(name, value)),
        }
    }
}

impl From<Word> for Box<dyn Node> {
    fn from(word: Word) -> Box<dyn Node> {
        match word {
            Word::Text(text) => text.into(),
            Word::Outlines(group) => group.into(),
        }
    }
}

/// The advance and the outline of a character, if it has one.
fn outline(character: char) -> Option<(f64, &'static str)> {
    let line = OUTLINES.lines().find(|line| line.starts_with(character))?;
    let (advance, path) = line.split_once(' ')?.1.split_once(' ')?;
    Some((advance.parse().ok()?, path))
}

fn outlines(word: &str, (x, y): (i32, i32), size: i32) -> Group {
    let glyphs: Vec<_> = word.chars().filter_map(outline).collect();
    let width: f64 = glyphs.iter().map(|(advance, _)| advance).sum();
    let scale = f64::from(size) / UNITS;
    let mut group = Group::new()
        .set("transform", format!("translate({x} {y}) scale({scale}) translate({} 0)", -width / 2.0))
        .set("fill-rule", "nonzero");
    let mut from = 0.0;
    for (advance, path) in glyphs {
        group = group.add(Path::new().set("d", path).set("transform", format!("translate({from} 0)")));
        from += advance;
    }
    group
}
