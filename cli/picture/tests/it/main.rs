//! The elements of pictures, and their dots.

use campione_core::{Square, Variant};
use campione_movegen::Position;
use campione_notation::fen;
use campione_picture::{Picture, Theme};
use campione_variants::FromToml as _;

#[cfg(feature = "png")]
mod dots;
mod outlines;

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

/// A position in which a king is in check and pawns wait.
fn waiting(variant: Variant) -> Position {
    fen::read("P2k8/12/12/12/12/12/5r6/r4K3r2 w - - 0 1 a8:1", variant).unwrap()
}

/// A picture with the last move, a check, arrows and waiting pawns.
fn marked(position: &Position) -> Picture<'_> {
    Picture::new(position)
        .with_theme(Theme::Dark)
        .flipped()
        .with_last_move(square("j8"), square("j1"))
        .with_arrow(square("f1"), square("f2"))
        .with_arrow(square("j1"), square("f1"))
}

/// Those of start positions are in docs/games: a test of the command line compares them.
#[test]
fn a_picture_as_text() {
    let variant = Variant::named("courier-spiel").unwrap();
    insta::assert_snapshot!("marked", marked(&waiting(variant)).svg());
}

#[test]
fn arrows_and_squares_in_their_own_colors() {
    let start = Position::start(Variant::named("carrera").unwrap());
    let arrow = Picture::new(&start).with_colored_arrow(square("e2"), square("e4"), "#123456").svg();
    // The shaft and the head; nothing else has changed.
    assert_eq!(arrow.matches("#123456").count(), 2);
    let plain = Picture::new(&start).with_arrow(square("e2"), square("e4")).svg();
    assert_eq!(arrow.replace("#123456", Theme::Light.colors().arrow), plain);
    let filled = Picture::new(&start).with_fill(square("a1"), "#abcdef").with_fill(square("l9"), "#fedcba").svg();
    assert_eq!((filled.matches("#abcdef").count(), filled.matches("#fedcba").count()), (1, 0));
    // Below the pieces.
    assert!(filled.find("#abcdef") < filled.find("#white-rook"), "{filled}");
}

#[test]
fn what_is_not_on_the_board_is_not_drawn() {
    let variant = Variant::named("chess").unwrap();
    let start = Position::start(variant);
    let plain = Picture::new(&start).svg();
    let off = Picture::new(&start).with_arrow(square("a1"), square("l9")).with_arrow(square("b1"), square("b1")).svg();
    assert_eq!(plain, off);
    assert_ne!(plain, Picture::new(&start).with_arrow(square("a1"), square("h8")).svg());
    // A title with characters that are special in XML, and pieces that no other variant has.
    let text = variant.spec().to_toml().replace("name = \"Chess\"", "name = \"<Chess & 'more'>\"");
    let text = text
        .replace("id = \"chess\"", "id = \"own\"")
        .replace("name = \"queen\"\nmoves = \"Q\"", "name = \"camel\"\nmoves = \"C\"");
    let own = Variant::compile(campione_core::VariantSpec::from_toml(&text, "own").unwrap()).unwrap();
    let svg = Picture::new(&Position::start(own)).svg();
    assert!(svg.contains("&lt;Chess &amp; 'more'&gt;") && svg.contains("white-shield-Q"), "{svg}");
    // Two pieces of a variant never look the same.
    let twins = text.replace("name = \"camel\"", "name = \"rook\"");
    let twins = Variant::compile(campione_core::VariantSpec::from_toml(&twins, "own").unwrap()).unwrap();
    let svg = Picture::new(&Position::start(twins)).svg();
    assert_eq!(svg.matches("id=\"white-rook\"").count(), 1);
    assert!(svg.contains("white-shield-"), "{svg}");
}
