//! The castling field (NOTATION.md, "Castling field").

use campione_core::{Board, Color, Right, RightName, Role, Setup, Square, Variant};
use campione_movegen::Position;

use super::FenFault;

/// Reads a field of rights to leap: `K`, `k`, both or `-`.
pub(super) fn read_leaps(field: &str, variant: &Variant, setup: &mut Setup, faults: &mut Vec<FenFault>) {
    for letter in field.chars().filter(|_| field != "-") {
        let right = RightName::Leap(case_color(letter));
        let reason = if !letter.eq_ignore_ascii_case(&'k') {
            "the field of the king's leap has `K`, `k`, both or `-`".to_owned()
        } else if variant.spec().king_leap.is_none() {
            format!("there is no king's leap in {}", variant.id())
        } else if setup.rights.contains(&right) {
            "the same right is given twice".to_owned()
        } else {
            setup.rights.push(right);
            continue;
        };
        faults.push(FenFault::Castling { field: field.to_owned(), item: letter.to_string(), reason });
    }
}

/// The rank on which the king of `color` starts.
fn home_rank(color: Color, variant: &Variant) -> u8 {
    variant.default_castling(color).king.rank()
}

fn case_color(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// The file that a letter names, if the board has it.
fn file_of(letter: char, variant: &Variant) -> Option<u8> {
    let file = (letter.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    u8::try_from(file).ok().filter(|&file| file < variant.files())
}

/// Reads the castling field (NOTATION.md, "Castling field"). `suffixes` is whether a letter behind a marker is its file.
pub(super) fn read_rights(
    field: &str,
    variant: &Variant,
    suffixes: bool,
    setup: &mut Setup,
    faults: &mut Vec<FenFault>,
) {
    if field == "-" {
        return;
    }
    let by_file = variant.spec().notation.rights_by_file;
    let leaps = variant.spec().king_leap.is_some();
    let mut letters = field.chars().peekable();
    while let Some(letter) = letters.next() {
        let color = case_color(letter);
        let upper = letter.to_ascii_uppercase();
        let mut item = letter.to_string();
        let right = if leaps && upper == 'L' {
            Ok(RightName::Leap(color))
        } else if !by_file && matches!(upper, 'K' | 'Q') {
            let suffix = letters.next_if(|&next| {
                suffixes && {
                    let next_upper = next.to_ascii_uppercase();
                    file_of(next, variant).is_some()
                        && !matches!(next_upper, 'K' | 'Q')
                        && !(leaps && next_upper == 'L')
                }
            });
            item.extend(suffix);
            marker(color, upper == 'K', suffix.and_then(|letter| file_of(letter, variant)), variant, &setup.board)
        } else if let Some(file) = file_of(letter, variant) {
            file_letter(color, file, variant)
        } else if by_file && upper == 'Q' {
            Err(format!("{} names rights by the file letters of the partners, such as `ABCJKL`", variant.id()))
        } else {
            Err("it is neither a marker nor a file of the board".to_owned())
        };
        let reason = match right {
            Ok(right) if setup.rights.contains(&right) => "the same right is given twice".to_owned(),
            Ok(right) => {
                setup.rights.push(right);
                continue;
            }
            Err(reason) => reason,
        };
        faults.push(FenFault::Castling { field: field.to_owned(), item, reason });
    }
}

/// The right that `K` (`last`) or `Q` names, with or without a suffix.
fn marker(color: Color, last: bool, suffix: Option<u8>, variant: &Variant, board: &Board) -> Result<RightName, String> {
    let rank = home_rank(color, variant);
    if !variant.has_random_arrays() {
        let wanted = if last { 'K' } else { 'Q' };
        let side = variant.default_castling(color);
        let right = side.rights.iter().find(|right| right.letter == wanted);
        let Some((square, _)) = right.and_then(|right| right.partner) else {
            return Err(format!("there is no castling in {}", variant.id()));
        };
        return match suffix {
            Some(file) if file != square.file() => {
                Err(format!("in {} that rook starts on the {}-file", variant.id(), square.file_letter()))
            }
            _ => Ok(RightName::Partner(color, square)),
        };
    }
    let king = board.squares_of(color, Role::KING).into_iter().find(|square| square.rank() == rank);
    let Some(king) = king else { return Err(format!("{color}'s king is not on its first rank")) };
    let outward = |file: u8| if last { file > king.file() } else { file < king.file() };
    let file = match suffix {
        Some(file) if !outward(file) => {
            return Err(format!("the {}-file is not on that side of {color}'s king", char::from(b'a' + file)));
        }
        Some(file) => Some(file),
        None => {
            let partners = castling_partners(board, color, variant).filter(|square| outward(square.file()));
            if last { partners.last() } else { partners.min() }.map(Square::file)
        }
    };
    let square = file.and_then(|file| Square::new(file, rank));
    square.map(|square| RightName::Partner(color, square)).ok_or_else(|| format!("{color} has no rook on that side"))
}

/// The men of `color` on its first rank with which a king can castle, from the a-file on.
fn castling_partners(board: &Board, color: Color, variant: &Variant) -> impl Iterator<Item = Square> {
    let rank = home_rank(color, variant);
    (0..variant.files()).filter_map(move |file| Square::new(file, rank)).filter(move |&square| {
        board.piece_at(square).is_some_and(|piece| piece.color == color && can_castle(piece.role, variant))
    })
}

/// Whether kings castle with men of that role.
fn can_castle(role: Role, variant: &Variant) -> bool {
    let letter = variant.role(role).letter;
    variant.spec().castling.values().any(|castling| castling.partner == letter)
}

/// The right that a bare file letter names.
fn file_letter(color: Color, file: u8, variant: &Variant) -> Result<RightName, String> {
    let square = Square::new(file, home_rank(color, variant)).ok_or_else(|| "no such file".to_owned())?;
    let side = variant.default_castling(color);
    if variant.has_random_arrays() || side.right_of_partner(square).is_some() {
        return Ok(RightName::Partner(color, square));
    }
    let partners: Vec<String> =
        side.rights.iter().filter_map(|right| right.partner).map(|(square, _)| square.to_string()).collect();
    Err(if partners.is_empty() {
        format!("there is no castling in {}", variant.id())
    } else {
        format!("{color}'s king can castle with men on {} alone", partners.join(", "))
    })
}

/// The rights that are held: for each of White's, then of Black's, the right and the square of its partner.
pub(crate) fn held_rights<'v>(position: &Position<'v>) -> impl Iterator<Item = (Color, &'v Right)> {
    let variant_castling = Color::ALL.map(|color| (color, position.castling(color), position.castling_rights(color)));
    variant_castling.into_iter().flat_map(|(color, side, held)| {
        side.rights.iter().filter(move |right| held & right.mask != 0).map(move |right| (color, right))
    })
}

/// Whether a partner on `square` is the outermost on its side of the king of all men with which it could castle.
pub(crate) fn is_outermost(position: &Position<'_>, color: Color, square: Square) -> bool {
    let king = position.king(color);
    let beyond = if square > king { square.file() + 1..position.variant().files() } else { 0..square.file() };
    !beyond.filter_map(|file| Square::new(file, square.rank())).any(|other| {
        position.piece_at(other).is_some_and(|piece| piece.color == color && can_castle(piece.role, position.variant()))
    })
}

/// A letter in the case of a color.
pub(crate) fn cased(letter: char, color: Color) -> char {
    if color == Color::White { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
}

pub(crate) fn write_rights(text: &mut String, position: &Position<'_>) {
    for (color, right) in held_rights(position) {
        text.push(cased(right.letter, color));
        if let (true, Some((square, _))) = (position.variant().has_random_arrays(), right.partner)
            && !is_outermost(position, color, square)
        {
            text.push(square.file_letter());
        }
    }
}
