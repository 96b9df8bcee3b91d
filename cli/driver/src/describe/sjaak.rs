//! Variants described to Sjaak II.

use std::fmt::Write as _;

use campione_core::{Betza, CastlingRow, Color, PawnKind, PawnSpec, Square, Variant};
use campione_movegen::Position;
use campione_notation::dialect::Dialect;

/// The name of a described variant for Sjaak. It does not hide a built-in one, and has only letters and digits.
///
/// ```
/// assert_eq!(campione_driver::describe::name_for_sjaak("herb-garden"), "campioneherbgarden");
/// ```
pub fn name_for_sjaak(id: &str) -> String {
    format!("campione{}", id.replace('-', ""))
}

/// The description of a variant in the format of Sjaak's `variants.txt`, under [`name_for_sjaak`]. Rules that the format
/// cannot express are left out.
///
/// # Errors
/// The variant has lame leaps, or a start position that `XBoard`'s FEN cannot express.
///
/// ```
/// use campione_core::Variant;
/// use campione_driver::describe;
/// let text = describe::for_sjaak(Variant::named("janus")?)?;
/// assert!(text.starts_with("Variant: campionejanus\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_sjaak(variant: Variant) -> Result<String, String> {
    let spec = variant.spec();
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key}: {value}");
    };
    line("Variant", &name_for_sjaak(&spec.id));
    line("Board", &format!("{}x{}", spec.board.files, spec.board.ranks));
    line("FEN", &format!("\"{}\"", start(variant)?));
    let ranks = spec.board.ranks;
    for (name, rank) in [("first", 0), ("second", 1), ("last_but_one", ranks - 2), ("last", ranks - 1)] {
        let squares = (0..spec.board.files).filter_map(|file| Square::new(file, rank));
        line("Zone", &format!("{name} = {}", squares.map(|square| square.to_string()).collect::<Vec<_>>().join(",")));
    }
    for (letter, piece) in &spec.piece {
        let movement = Betza::parse(&piece.moves).map_err(|error| error.to_string())?;
        line("Piece", &piece.name);
        let slides: &[&str] = match (movement.orthogonal, movement.diagonal) {
            (false, false) => &[],
            (true, false) => &["H", "V"],
            (false, true) => &["D", "A"],
            (true, true) => &["H", "V", "D", "A"],
        };
        if !slides.is_empty() {
            line("Move", &format!("slide ({})", slides.join(",")));
        }
        if let Some(leap) = leaps(&movement)? {
            line("Move", &leap);
        }
        line("Symbol", &format!("\"{letter}\", \"{letter},{}\"", letter.to_ascii_lowercase()));
        if piece.royal {
            line("Flags", "royal");
            for color in Color::ALL {
                for row in &variant.default_castling(color).rows {
                    if let Some(castling) = castle(color, row) {
                        line("Castle", &castling);
                    }
                }
            }
        }
    }
    // What it cannot be told is left out.
    let PawnSpec {
        letter: _,
        name,
        kind,
        double_step,
        double_step_ranks: _,
        long_steps: _,
        double_step_barred_in_check_beside_pawn: _,
        pinned_pawn_bars: _,
        en_passant,
        why: _,
    } = &spec.pawn;
    if *kind != PawnKind::Orthodox {
        return Err("pawns that step diagonally are not described to Sjaak".to_owned());
    }
    line("Piece", name);
    line("Move", "step N");
    line("Capture", "step NE,NW");
    if *double_step {
        line("Special", "second, last_but_one, step 2N");
    }
    line("Symbol", "\" \", \"P,p\"");
    if *en_passant {
        line("Flags", "set_ep,take_ep");
    }
    line("Promotion", &format!("last, first, \"{}\"", spec.promotion.to));
    text.push('\n');
    Ok(text)
}

/// The start position for a description: without clocks.
fn start(variant: Variant) -> Result<String, String> {
    let text = Dialect::Xboard.write(&Position::start(variant), false).map_err(|error| error.to_string())?;
    let fields: Vec<&str> = text.split(' ').take(4).collect();
    Ok(fields.join(" "))
}

/// The true leaps of a movement, one for each class of symmetric targets.
fn leaps(movement: &Betza) -> Result<Option<String>, String> {
    if movement.leaps.iter().any(|leap| !leap.is_true()) {
        return Err("a movement with lame leaps cannot be described to Sjaak".to_owned());
    }
    let targets = movement.leaps.iter().map(|leap| leap.to).filter(|&(files, ranks)| files >= ranks && ranks >= 0);
    let targets: Vec<String> = targets.map(|(files, ranks)| format!("({files},{ranks})")).collect();
    Ok(if targets.is_empty() { None } else { Some(format!("leap {}", targets.join("|"))) })
}

fn castle(color: Color, row: &CastlingRow) -> Option<String> {
    let partner = row.partner?.from;
    let side = if color == Color::White { "white" } else { "black" };
    Some(format!("{side} {}-{} with {partner}", row.king_from, row.king_to))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(id: &str) -> String {
        let game = crate::peers::sjaak().find(|game| game.id == id).unwrap();
        for_sjaak(game.shared().unwrap()).unwrap()
    }

    #[test]
    fn movements() {
        assert!(described("archchess").contains("Move: leap (2,0)|(2,1)|(2,2)\n"), "{}", described("archchess"));
        assert!(leaps(&Betza::parse("NnAnD").unwrap()).is_err());
        assert_eq!(leaps(&Betza::parse("Q").unwrap()).unwrap(), None);
        assert!(described("janus").contains("Move: slide (D,A)\nMove: leap (2,1)\n"));
    }

    #[test]
    fn castlings() {
        let herbs = described("herb-garden");
        for line in ["white g1-i1 with l1", "white g1-e1 with a1", "black f7-d7 with a7", "black f7-h7 with l7"] {
            assert!(herbs.contains(&format!("Castle: {line}\n")), "{herbs}");
        }
        assert!(herbs.contains("FEN: \"rhenbkqbnehr/pppppppppppp/12/12/12/PPPPPPPPPPPP/RHENBQKBNEHR w KQkq -\"\n"));
    }
}
