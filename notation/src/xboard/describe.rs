//! The description that `XBoard` gets of a variant that it does not know: board, pieces, start position and movements.
//!
//! `XBoard` shows moves by its own rules: when a king moves two squares or more along its rank, the nearest piece on
//! that side moves with it. The exception is a king with initial moves (`i`) of which none castles. The consequences
//! were tested with `XBoard` 4.9.1 (`cargo xtask screen`).

use std::fmt::Write;

use campione_core::{Color, PartnerMove, PawnKind, Role, Square, Variant};
use campione_movegen::Position;

use super::facts::{Known, LEAPS, castles, castling_shown, leap_distance};
use super::names::{is_known, name_of, second_name_of};
use super::position::write_position;

/// `XBoard`'s pictures of pieces in the order of its table, each by its usual letter there.
const SLOTS: &str = "PNBRQFEACWMOHIJGDVLSUK";

/// The picture whose pieces `XBoard` promotes like pawns. We give it to no piece.
const LANCE: char = 'L';

/// The lines that describe a variant. `None` if `XBoard` knows the variant, or has fewer pictures than the variant has
/// pieces.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::xboard::describe;
/// let lines = describe(Variant::named("carrera")?).unwrap_or_default();
/// assert!(lines[0].starts_with("setup (PNBRQ..AC") && lines[0].ends_with(" w - - 0 1"), "{lines:?}");
/// assert!(lines.contains(&"piece C& RN".to_owned()));
/// assert_eq!(describe(Variant::named("capablanca")?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn describe(variant: Variant) -> Option<Vec<String>> {
    if is_known(variant) {
        return None;
    }
    let start = write_position(&Position::start(variant)).ok()?;
    let (files, ranks) = (variant.files(), variant.ranks());
    let mut lines = vec![format!("setup ({}) {files}x{ranks}+0_fairy {start}", table(variant)?)];
    for role in variant.all_roles().filter(|&role| role != Role::KING) {
        lines.push(format!("piece {}& {}", variant.role(role).letter, movement(variant, role)));
    }
    lines.extend(describe_king(variant, false));
    Some(lines)
}

/// The line that begins a game of a variant that `XBoard` knows, but under our id
/// ([`second_name_of`](super::second_name_of)): board, variant and start position. `None` if it knows the variant by that id,
/// or not at all.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::xboard::setup_of;
/// let start = Position::start(Variant::named("chess")?);
/// let line = "setup 8x8+0_normal rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// assert_eq!(setup_of(&start).as_deref(), Some(line));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn setup_of(start: &Position) -> Option<String> {
    let variant = start.variant();
    second_name_of(variant)?;
    let (files, ranks, name) = (variant.files(), variant.ranks(), name_of(variant));
    Some(format!("setup {files}x{ranks}+0_{name} {}", write_position(start).ok()?))
}

/// The lines that describe how kings move. In a variant with castlings and with leaps along the rank, `XBoard` can show
/// only one of the two: `leaping` chooses the leaps.
pub fn describe_king(variant: Variant, leaping: bool) -> Vec<String> {
    let letter = variant.role(Role::KING).letter;
    let [white, black] = Color::ALL.map(|color| king(variant, color, leaping));
    if white == black {
        return vec![format!("piece {letter}& {white}")];
    }
    vec![format!("piece {letter} {white}"), format!("piece {} {black}", letter.to_ascii_lowercase())]
}

/// The movement of a king, seen from its own side.
fn king(variant: Variant, color: Color, leaping: bool) -> String {
    let side = variant.default_castling(color);
    let mut text = movement(variant, Role::KING);
    let castles = castles(variant) && !leaping;
    // White's left is Black's right.
    let right_hand = |from: Square, to: Square| (to > from) == (color == Color::White);
    let mut castlings = Vec::new();
    for row in &side.rows {
        let steps = row.king_from.file().abs_diff(row.king_to.file());
        match row.partner {
            Some(PartnerMove { from, to, .. }) if castles && castling_shown(row, from, to) => {
                let edge = if from > row.king_from { variant.files() - 1 - from.file() } else { from.file() };
                castlings.push((right_hand(row.king_from, from), "j".repeat(edge.into()) + "O", steps));
            }
            None if !castles || row.king_from.rank() != row.king_to.rank() => {
                let distance = leap_distance(row);
                let Some(&(_, atom)) = LEAPS.iter().find(|&&(leap, _)| leap == distance) else { continue };
                let mode = if row.captures { "" } else { "m" };
                let lame =
                    if variant.spec().king_leap.as_ref().is_some_and(|leap| !leap.over_pieces) { "n" } else { "" };
                let direction = if steps == 0 { "f" } else { "s" };
                let leap = format!("i{direction}{mode}{lame}{atom}");
                if !text.contains(&leap) {
                    text += &leap;
                }
            }
            _ => {}
        }
    }
    castlings.sort_by_key(|(right, atom, steps)| (!right, atom.clone(), *steps));
    for (right, atom, steps) in &castlings {
        let both = castlings.contains(&(!right, atom.clone(), *steps));
        let direction = match (both, right) {
            (true, true) => "",
            (true, false) => continue,
            (false, true) => "r",
            (false, false) => "l",
        };
        let _ = write!(text, "i{direction}{atom}{steps}");
    }
    text
}

/// The movement of a piece in `XBoard`'s notation.
fn movement(variant: Variant, role: Role) -> String {
    let spec = variant.spec();
    if role == Role::PAWN {
        let known = Known::of(variant);
        let (double_step, en_passant) = known.steps;
        let (step, capture, double) = match known.pawn_kind {
            PawnKind::Orthodox => ("fmW", "F", "ifmnD"),
            PawnKind::Berolina => ("fmF", "W", "ifmnA"),
        };
        let double = if double_step { double } else { "" };
        let passing = if en_passant { "e" } else { "" };
        return format!("{step}fc{passing}{capture}{double}");
    }
    let letter = variant.role(role).letter;
    let moves = spec.piece.get(&letter.to_string()).map_or("K", |piece| &piece.moves);
    // We write a letter twice for an unlimited repetition of its step; XBoard writes a 0 after the letter.
    let mut text = String::new();
    for letter in moves.chars() {
        if letter.is_ascii_uppercase() && text.ends_with(letter) {
            text.push('0');
        } else {
            text.push(letter);
        }
    }
    text
}

/// The table of letters, one for each picture, White's and then Black's; `None` if there are too many pieces.
fn table(variant: Variant) -> Option<String> {
    let mut letters: Vec<Option<char>> = vec![None; SLOTS.len()];
    let place = |slot: char| SLOTS.find(slot).unwrap_or(0);
    let mut rest = Vec::new();
    for role in variant.all_roles() {
        let letter = variant.role(role).letter;
        let slot = if role == Role::KING { Some('K') } else { picture(variant, role) };
        match slot.map(place).filter(|&slot| letters[slot].is_none()) {
            Some(slot) => letters[slot] = Some(letter),
            None => rest.push(letter),
        }
    }
    for letter in rest {
        let open = |slot: &usize| letters[*slot].is_none();
        let own = SLOTS.find(letter).filter(|slot| open(slot) && !matches!(letter, LANCE | 'P'));
        let mut others = (1..SLOTS.len()).rev().filter(|&slot| slot != place(LANCE));
        let slot = own.or_else(|| others.find(open))?;
        letters[slot] = Some(letter);
    }
    let white: String = letters.iter().map(|letter| letter.unwrap_or('.')).collect();
    Some(white.clone() + &white.to_ascii_lowercase())
}

/// The picture for the movement of a role; `None` if there is none, so that the picture of its letter is used.
fn picture(variant: Variant, role: Role) -> Option<char> {
    let spec = variant.spec();
    if role == Role::PAWN {
        return Some('P');
    }
    match spec.piece.get(&variant.role(role).letter.to_string())?.moves.as_str() {
        "N" => Some('N'),
        "B" => Some('B'),
        "R" => Some('R'),
        "Q" => Some('Q'),
        "RN" | "NR" => Some('C'),
        "BN" | "NB" => Some('A'),
        "F" => Some('F'),
        "K" => Some('M'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kings(id: &str, leaping: bool) -> Vec<String> {
        describe_king(Variant::named(id).unwrap(), leaping)
    }

    #[test]
    fn kings_castle_as_the_games_have_it() {
        assert_eq!(kings("carrera", false), ["piece K& K"]);
        assert_eq!(kings("modern-carrera", false), ["piece K& KiO3"]);
        assert_eq!(kings("embassy", false), ["piece K& KiO3"]);
        // The innermost partner, the next and the outermost. It is the same for Black, whose board is turned.
        assert_eq!(kings("herb-garden", false), ["piece K& KiO2ijO2ijjO2"]);
        // From the f-file, four squares to the j-file (White's right, Black's left) or three to the c-file.
        assert_eq!(kings("courier-spiel", false), ["piece K KirO4ilO3", "piece k KirO3ilO4"]);
        let archchess = ["piece K KifmDiO1iO2iO3iO4irO5", "piece k KifmDiO1iO2iO3iO4ilO5"];
        assert_eq!(kings("archchess", false), archchess);
        assert_eq!(kings("archchess", true), ["piece K& KifmDismD"]);
    }

    #[test]
    fn every_letter_of_a_position_is_in_the_table() {
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            let Some(lines) = describe(variant) else { continue };
            let (head, fen) = lines[0].split_once(") ").unwrap();
            let table = head.strip_prefix("setup (").unwrap();
            assert_eq!(table.len(), 44, "{id}");
            let placement = fen.split(' ').nth(1).unwrap();
            for letter in placement.chars().filter(char::is_ascii_alphabetic) {
                assert_eq!(table.matches(letter).count(), 1, "{id}: {letter} in {table}");
            }
            assert!(table.starts_with('P'), "{id}: only there it may capture en passant");
            assert_eq!(lines.iter().filter(|line| line.starts_with("piece P&")).count(), 1);
        }
    }

    #[test]
    fn the_start_position_is_read_back_with_all_rights() {
        for id in Variant::ids() {
            let variant = Variant::named(id).unwrap();
            let told = write_position(&Position::start(variant)).unwrap();
            let read = crate::xboard::read_position(&told, variant).unwrap();
            assert_eq!(read.setup(), Position::start(variant).setup(), "{id}: {told}");
        }
    }
}
