//! The letters of PNG pictures come from a font. This test extracts them.

use std::fmt::Write as _;

use ttf_parser::{Face, OutlineBuilder};

/// Path data with `y` growing downward.
#[derive(Default)]
struct Data(String);

impl OutlineBuilder for Data {
    fn move_to(&mut self, x: f32, y: f32) {
        write!(self.0, "M{x} {}", 0.0 - y).unwrap();
    }

    fn line_to(&mut self, x: f32, y: f32) {
        write!(self.0, "L{x} {}", 0.0 - y).unwrap();
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        write!(self.0, "Q{x1} {} {x} {}", 0.0 - y1, 0.0 - y).unwrap();
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        write!(self.0, "C{x1} {} {x2} {} {x} {}", 0.0 - y1, 0.0 - y2, 0.0 - y).unwrap();
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// `CAMPIONE_WRITE_OUTLINES=1` rewrites the file.
#[test]
fn outlines_are_those_of_the_font() {
    let font = dejavu::sans::bold();
    let face = Face::parse(font, 0).unwrap();
    assert_eq!(face.units_per_em(), 2048);
    let mut text = String::new();
    // The characters of files, ranks and waits, and the letters of roles.
    for character in ('0'..='9').chain('A'..='Z').chain('a'..='l') {
        let glyph = face.glyph_index(character).unwrap();
        let mut data = Data::default();
        face.outline_glyph(glyph, &mut data).unwrap();
        writeln!(text, "{character} {} {}", face.glyph_hor_advance(glyph).unwrap(), data.0).unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/outlines.txt");
    if std::env::var_os("CAMPIONE_WRITE_OUTLINES").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}
