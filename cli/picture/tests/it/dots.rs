use std::collections::BTreeMap;

use campione_core::{Color, Piece, Role, Setup, Variant};
use campione_movegen::Position;
use campione_picture::{Glyph, Picture, PngError, Theme};
use resvg::tiny_skia::Pixmap;

use crate::{marked, square, waiting};

fn dots(picture: &Picture<'_>, width: u32) -> Pixmap {
    Pixmap::decode_png(&picture.png(width).unwrap()).unwrap()
}

#[test]
fn sizes() {
    let variant = Variant::named("courier-spiel").unwrap();
    let position = waiting(variant);
    let picture = marked(&position);
    for width in [320, 640, 1280] {
        let dots = dots(&picture, width);
        assert_eq!(dots.width(), width);
        // Twelve by eight squares, and the margins.
        let share = f64::from(dots.height()) / f64::from(width);
        assert!((0.6..0.75).contains(&share), "{share}");
    }
    for width in [0, 63, 8193] {
        assert_eq!(picture.png(width), Err(PngError::Width { width }));
    }
}

/// At the smallest useful size, 320 dots for twelve files, all pieces look different from each other, in both colors
/// and with both themes.
#[test]
fn pieces_are_told_apart_when_small() {
    for theme in [Theme::Light, Theme::Dark] {
        let mut pieces: BTreeMap<String, Vec<f64>> = BTreeMap::new();
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            for role in variant.all_roles() {
                for color in Color::ALL {
                    let name = format!("{color} {:?}", Glyph::of(role, variant));
                    pieces.entry(name).or_insert_with(|| look(variant, Piece { color, role }, theme));
                }
            }
        }
        assert_eq!(pieces.len(), 2 * 13, "{:?}", pieces.keys());
        for (one, a) in &pieces {
            for (other, b) in pieces.range(one.clone()..).skip(1) {
                let differ = a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 40.0).count();
                let share = differ as f64 / a.len() as f64;
                assert!(share > 0.05, "{theme:?}: {one} and {other} differ in {share:.3} of their dots");
            }
        }
    }
}

/// The brightness of the dots of a piece's square.
fn look(variant: Variant, piece: Piece, theme: Theme) -> Vec<f64> {
    let mut setup = Setup::empty();
    for (at, color) in [("a2", Color::White), ("a6", Color::Black)] {
        setup.board.set(square(at), Some(Piece { color, role: Role::KING }));
    }
    if piece.role == Role::KING {
        setup.board.set(square(if piece.color == Color::White { "a2" } else { "a6" }), None);
    }
    setup.board.set(square("d4"), Some(piece));
    setup.turn = piece.color;
    let position = Position::new(&setup, variant).unwrap();
    let side = 320.0 / 12.5;
    let width = (side * (f64::from(variant.files()) + 1.28)).round() as u32;
    let dots = dots(&Picture::new(&position).with_theme(theme), width);
    let unit = f64::from(width) / (f64::from(variant.files()) * 100.0 + 128.0);
    let (left, top) = ((76.0 + 300.0) * unit, (14.0 + (f64::from(variant.ranks()) - 4.0) * 100.0) * unit);
    let mut look = Vec::new();
    for y in 0..25 {
        for x in 0..25 {
            let dot = dots.pixel(left as u32 + x, top as u32 + y).unwrap();
            look.push((f64::from(dot.red()) + f64::from(dot.green()) + f64::from(dot.blue())) / 3.0);
        }
    }
    look
}
