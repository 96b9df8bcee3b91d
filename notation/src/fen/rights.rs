//! The castling field (NOTATION.md, "Castling field").

use campione_core::{Board, Color, Partner, Right, RightName, Role, Setup, Square, Variant};
use campione_movegen::Position;

use super::faults::FenFault;

/// Reads a field of rights to leap: `K`, `k`, both or `-`.
pub(super) fn read_leaps(field: &str, variant: Variant, setup: &mut Setup, faults: &mut Vec<FenFault>) {
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
pub(super) fn home_rank(color: Color, variant: Variant) -> u8 {
    variant.default_castling(color).king.rank()
}

fn case_color(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// The file that a letter names, if the board has it.
pub(super) fn file_of(letter: char, variant: Variant) -> Option<u8> {
    let file = (letter.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    u8::try_from(file).ok().filter(|&file| file < variant.files())
}

/// Reads the castling field (NOTATION.md, "Castling field"). `suffixes` is whether a letter behind a marker is its file.
pub(super) fn read_rights(
    field: &str,
    variant: Variant,
    suffixes: bool,
    setup: &mut Setup,
    faults: &mut Vec<FenFault>,
) {
    if field == "-" {
        return;
    }
    let by_file = variant.rights_by_file();
    let leaps = variant.spec().king_leap.is_some();
    let mut letters = field.chars().peekable();
    while let Some(letter) = letters.next() {
        let color = case_color(letter);
        let upper = letter.to_ascii_uppercase();
        let mut item = letter.to_string();
        let right = if leaps && upper == 'L' {
            Ok(RightName::Leap(color))
        } else if !by_file && matches!(upper, 'K' | 'Q') {
            let last = upper == 'K';
            let suffix = letters.peek().and_then(|&next| Some((next, file_of(next, variant)?)));
            let suffix = suffix.filter(|(next, _)| {
                let next = next.to_ascii_uppercase();
                suffixes && !matches!(next, 'K' | 'Q') && !(leaps && next == 'L')
            });
            let rest: String = letters.clone().skip(1).collect();
            let own = suffix.map(|letter| is_own_right((color, last), letter, &rest, variant, setup));
            let suffix = suffix.filter(|_| own != Some(Ok(true)));
            if let Some((next, _)) = suffix {
                letters.next();
                item.push(next);
            }
            match own {
                Some(Err(reason)) => Err(reason),
                _ => marker(color, last, suffix.map(|(_, file)| file), variant, &setup.board),
            }
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
fn marker(color: Color, last: bool, suffix: Option<u8>, variant: Variant, board: &Board) -> Result<RightName, String> {
    let rank = home_rank(color, variant);
    if !variant.has_random_arrays() {
        let wanted = if last { 'K' } else { 'Q' };
        let side = variant.default_castling(color);
        let right = side.rights.iter().find(|right| right.letter == wanted);
        let Some(Partner { square, .. }) = right.and_then(|right| right.partner) else {
            let way = match (side.rights.iter().any(|right| right.partner.is_some()), last) {
                (false, _) => "",
                (true, true) => " toward the last file",
                (true, false) => " toward the first file",
            };
            return Err(format!("there is no castling{way} in {}", variant.id()));
        };
        return match suffix {
            Some(file) if file != square.file() => {
                Err(format!("in {} that rook starts on the {}-file", variant.id(), square.file_letter()))
            }
            _ => Ok(RightName::Partner(color, square)),
        };
    }
    let Some(wing) = Wing::of(color, last, variant, board) else {
        return Err(format!("{color}'s king is not on its first rank"));
    };
    let square = match suffix {
        Some(file) if !wing.has(file) => {
            return Err(format!("the {}-file is not on that side of {color}'s king", file_name(file)));
        }
        Some(file) => Square::new(file, rank),
        None => wing.outermost(variant, board),
    };
    square.map(|square| RightName::Partner(color, square)).ok_or_else(|| format!("{color} has no rook on that side"))
}

/// The part of a side's first rank that lies on one side of its king.
#[derive(Clone, Copy)]
struct Wing {
    king: Square,
    color: Color,
    /// Whether it lies toward the last file.
    last: bool,
}

impl Wing {
    /// None if the king is not on its first rank.
    fn of(color: Color, last: bool, variant: Variant, board: &Board) -> Option<Wing> {
        let rank = home_rank(color, variant);
        let king = board.pieces(color, Role::KING).into_iter().find(|square| square.rank() == rank)?;
        Some(Wing { king, color, last })
    }

    fn has(self, file: u8) -> bool {
        if self.last { file > self.king.file() } else { file < self.king.file() }
    }

    /// The pieces on it with which the king can castle, from the a-file on.
    fn partners(self, variant: Variant, board: &Board) -> impl Iterator<Item = Square> {
        castling_partners(board, self.color, variant).filter(move |square| self.has(square.file()))
    }

    fn outermost(self, variant: Variant, board: &Board) -> Option<Square> {
        let partners = self.partners(variant, board);
        if self.last { partners.max() } else { partners.min() }
    }
}

fn file_name(file: u8) -> char {
    char::from(b'a' + file)
}

/// Whether a file letter behind a marker is a right of its own, of the other side. Programs without suffixes, such as
/// python-chess, name an inner rook by its file alone, whatever stands before it: `KQb`. We write a suffix only where the
/// marker needs one, so a letter that it does not need is theirs.
fn is_own_right(
    (color, last): (Color, bool),
    (letter, file): (char, u8),
    rest: &str,
    variant: Variant,
    setup: &Setup,
) -> Result<bool, String> {
    let (board, other) = (&setup.board, case_color(letter));
    if other == color || !variant.has_random_arrays() {
        return Ok(false);
    }
    let wings = [true, false].into_iter().filter_map(|last| Wing::of(other, last, variant, board));
    let theirs = wings.filter(|wing| wing.has(file)).find(|wing| wing.partners(variant, board).any(at(file)));
    let (Some(ours), Some(theirs)) = (Wing::of(color, last, variant, board), theirs) else { return Ok(false) };
    // If the field says elsewhere what that wing of theirs holds, the letter is not needed for it.
    let given = setup.rights.iter().any(
        |right| matches!(*right, RightName::Partner(owner, square) if owner == other && theirs.has(square.file())),
    );
    if given || rest.contains(cased(if theirs.last { 'K' } else { 'Q' }, other)) {
        return Ok(false);
    }
    let inner = !theirs.outermost(variant, board).is_some_and(at(file));
    let Some(outermost) = ours.outermost(variant, board) else { return Ok(false) };
    if !at(file)(outermost) {
        return Ok(inner && !ours.partners(variant, board).any(at(file)));
    }
    if inner {
        return Ok(true);
    }
    Err(format!(
        "it may be {color}'s right with the rook on {outermost}, or that and {other}'s with the rook on the {0}-file: \
         name each rook by the letter of its file, such as `{1}` and `{2}`",
        file_name(file),
        cased(file_name(file), color),
        cased(file_name(file), other)
    ))
}

fn at(file: u8) -> impl Fn(Square) -> bool {
    move |square| square.file() == file
}

/// The pieces of `color` on its first rank with which a king can castle, from the a-file on.
fn castling_partners(board: &Board, color: Color, variant: Variant) -> impl Iterator<Item = Square> {
    let rank = home_rank(color, variant);
    (0..variant.files()).filter_map(move |file| Square::new(file, rank)).filter(move |&square| {
        board.piece_at(square).is_some_and(|piece| piece.color == color && can_castle(piece.role, variant))
    })
}

/// Whether kings castle with pieces of that role.
pub(super) fn can_castle(role: Role, variant: Variant) -> bool {
    let letter = variant.role(role).letter;
    variant.spec().castling.values().any(|castling| castling.partner == letter)
}

/// The right that a bare file letter names.
fn file_letter(color: Color, file: u8, variant: Variant) -> Result<RightName, String> {
    let square = Square::new(file, home_rank(color, variant)).ok_or_else(|| "no such file".to_owned())?;
    let side = variant.default_castling(color);
    if variant.has_random_arrays() || side.right_of_partner(square).is_some() {
        return Ok(RightName::Partner(color, square));
    }
    let partners: Vec<String> =
        side.rights.iter().filter_map(|right| right.partner).map(|partner| partner.square.to_string()).collect();
    Err(if partners.is_empty() {
        format!("there is no castling in {}", variant.id())
    } else {
        format!("{color}'s king can castle with pieces on {} alone", partners.join(", "))
    })
}

/// The rights that are held: for each of White's, then of Black's, the right and the square of its partner.
pub(crate) fn held_rights(position: &Position) -> impl Iterator<Item = (Color, &'static Right)> {
    let sides = Color::ALL.map(|color| (color, position.castling(color).held(position.castling_rights(color))));
    sides.into_iter().flat_map(|(color, held)| held.map(move |right| (color, right)))
}

/// Whether a partner on `square` is the outermost on its side of the king of all pieces with which it could castle.
pub(crate) fn is_outermost(position: &Position, color: Color, square: Square) -> bool {
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

pub(crate) fn write_rights(text: &mut String, position: &Position) {
    for (color, right) in held_rights(position) {
        text.push(cased(right.letter, color));
        if let (true, Some(Partner { square, .. })) = (position.variant().has_random_arrays(), right.partner)
            && !is_outermost(position, color, square)
        {
            text.push(square.file_letter());
        }
    }
}
