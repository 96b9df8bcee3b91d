//! Variants described to other programs, in the formats of their files.

mod sjaak;

use std::fmt::Write as _;

use campione_core::{Betza, BetzaError, PawnKind, PawnSpec, Variant};
use campione_movegen::Position;
use campione_notation::fen;

pub use sjaak::{for_sjaak, name_for_sjaak};

/// The name of a described variant, which does not hide a built-in one.
///
/// ```
/// assert_eq!(campione_driver::describe::name("carrera"), "campione-carrera");
/// ```
pub fn name(id: &str) -> String {
    format!("campione-{id}")
}

/// Its names of the movements that it knows, by our shorthand.
const MOVEMENTS: &[(&str, &str)] = &[
    ("Q", "queen"),
    ("R", "rook"),
    ("B", "bishop"),
    ("N", "knight"),
    ("BN", "archbishop"),
    ("RN", "chancellor"),
    ("F", "fers"),
    ("FA", "fersAlfil"),
    ("K", "commoner"),
    ("KN", "centaur"),
];

/// The section of a variant in the format of Fairy-Stockfish's `variants.ini`, under its [`name`]. Rules that the format
/// cannot express are left out: compare the result with the variant (see [`peers`](crate::peers)).
///
/// # Errors
/// A movement that cannot be parsed; a compiled variant has none.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::describe;
/// let text = describe::for_fairy_stockfish(Variant::named("janus")?)?;
/// assert!(text.starts_with("[campione-janus:chess]\n") && text.contains("archbishop = j\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_fairy_stockfish(variant: Variant) -> Result<String, BetzaError> {
    let spec = variant.spec();
    // Its pawn is that of chess; where ours is another one, a rule is left out.
    let PawnSpec {
        letter: pawn,
        name: _,
        kind,
        double_step: _,
        double_step_ranks: _,
        long_steps: _,
        double_step_barred_in_check_beside_pawn: _,
        pinned_pawn_bars: _,
        en_passant: _,
        why: _,
    } = &spec.pawn;
    let mut text = format!("[{}:chess]\n", name(&spec.id));
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("maxFile", &spec.board.files.to_string());
    line("maxRank", &spec.board.ranks.to_string());
    line("promotionRank", &spec.board.ranks.to_string());
    // With a template of eight ranks, Black's pawns stand on rank 7, which later versions do not adapt.
    line("doubleStepRegionBlack", &format!("*{}", spec.board.ranks - 1));
    let mut custom = 0;
    let mut named = Vec::new();
    for (letter, piece) in &spec.piece {
        let letter = letter.to_ascii_lowercase();
        if piece.royal {
            line("king", &letter);
            continue;
        }
        let movement = Betza::parse(&piece.moves)?;
        let mut known = MOVEMENTS.iter().filter(|(moves, _)| Betza::parse(moves).as_ref() == Ok(&movement));
        if let Some((_, name)) = known.next() {
            line(name, &letter);
            named.push(*name);
        } else {
            custom += 1;
            line(&format!("customPiece{custom}"), &format!("{letter}:{}", piece.moves));
        }
    }
    // The template has the orthodox army: pieces that the variant lacks must free their letters.
    for name in ["queen", "rook", "bishop", "knight"].iter().filter(|name| !named.contains(name)) {
        line(name, "-");
    }
    if *kind == PawnKind::Berolina {
        let pawn = pawn.to_ascii_lowercase();
        line("pawn", "-");
        line(&format!("customPiece{}", custom + 1), &format!("{pawn}:mfFcfeWimfnA"));
        for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
            line(key, &pawn);
        }
    }
    line("promotionPieceTypes", &spec.promotion.to.to_ascii_lowercase());
    match spec.castling.values().next() {
        None => line("castling", "false"),
        Some(castling) => {
            for (side, key) in [
                (&castling.toward_last_file, "castlingKingsideFile"),
                (&castling.toward_first_file, "castlingQueensideFile"),
            ] {
                if let Some((_, target)) = side.as_ref().and_then(|side| side.king.split_once('-')) {
                    line(key, target);
                }
            }
        }
    }
    line("startFen", &fen::write(&Position::start(variant)));
    text.push('\n');
    Ok(text)
}

#[cfg(test)]
mod tests {
    use campione_variants::VariantIni;

    use super::*;
    use crate::peers::fairy_stockfish;

    #[test]
    fn courier_spiel_is_described() {
        let game = fairy_stockfish().find(|game| game.id == "courier-spiel").unwrap();
        let text = for_fairy_stockfish(game.shared().unwrap()).unwrap();
        for line in ["bishop = c", "fersAlfil = b", "commoner = f", "centaur = u", "castlingKingsideFile = j"] {
            assert!(text.lines().any(|found| found == line), "{line} is missing in\n{text}");
        }
    }

    /// What is written for another program is read back here as a user's file.
    #[test]
    fn berolina_pawns_are_read_back() {
        let berolina = Variant::named("berolina").unwrap();
        let text = for_fairy_stockfish(berolina).unwrap();
        let ini = VariantIni::parse(&text).unwrap();
        let back = ini.variant(&name(berolina.id())).unwrap().unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        assert_eq!(back.pawn_kind(), PawnKind::Berolina);
        assert_eq!(Position::start(back).legal_moves().len(), 30);
    }

    #[test]
    fn a_centurion_is_a_custom_piece() {
        let game = fairy_stockfish().find(|game| game.id == "archchess").unwrap();
        let text = for_fairy_stockfish(game.shared().unwrap()).unwrap();
        assert!(text.contains("customPiece1 = c:NAD\n"), "{text}");
        assert!(text.contains("castling = false\n") && text.contains("promotionRank = 10\n"), "{text}");
    }
}
