//! The native dialect: extended X-FEN (NOTATION.md, "Positions").
//!
//! `placement side castling en-passant halfmove fullmove [waiting]`

use std::fmt::{self, Write};

use campione_core::{
    Board, Color, PlacementError, Right, RightName, Role, Setup, Square, UnknownVariant, Variant, WaitingPawn,
};
use campione_movegen::{Position, PositionFault, PositionFaults};
use smallvec::SmallVec;
use thiserror::Error;

use crate::{number, uci};

/// One fault of a FEN; its text starts with the name of the field.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FenFault {
    /// Too few or too many fields.
    #[error(
        "fields: {found} found, but a FEN of {variant} has {expected}: placement, side, castling, en passant and, \
         both or neither, the two clocks{}", if *.expected == "4, 6 or 7" { ", then the waiting pawns" } else { "" }
    )]
    Fields {
        /// Fields found.
        found: usize,
        /// How many there may be.
        expected: &'static str,
        /// Id of the game.
        variant: String,
    },
    /// A bad placement.
    #[error("placement: {0}")]
    Placement(PlacementError),
    /// A side that is neither `w` nor `b`.
    #[error("side to move: `{0}` is neither `w` nor `b`")]
    Side(String),
    /// A letter in the castling field that means nothing here.
    #[error("castling: `{item}` in `{field}`: {reason}")]
    Castling {
        /// The whole field.
        field: String,
        /// The marker or letter.
        item: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Text that is no square of the board.
    #[error("en passant: `{text}` is no square of the board, nor `-`")]
    EnPassantSquare {
        /// The field.
        text: String,
    },
    /// A clock that is no number.
    #[error("{field}: `{text}` is no number from 0 to {max}", max = u32::MAX)]
    Clock {
        /// Which of the two.
        field: &'static str,
        /// The field.
        text: String,
    },
    /// An entry of the list of waiting pawns that cannot be read.
    #[error("waiting pawns: `{entry}` is not of the form `e8:2`, a square of the board and a wait of 0 to 2")]
    Waiting {
        /// The entry.
        entry: String,
    },
    /// The fields can be read, but make no position of the game.
    #[error(transparent)]
    Position(PositionFault),
}

/// Everything that is wrong with a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FenError {
    /// The text as it was given.
    pub fen: String,
    /// Its faults, at least one.
    pub faults: Vec<FenFault>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad FEN `{}`: ", self.fen)?;
        for (index, fault) in self.faults.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            fault.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for FenError {}

/// Why a text names no start position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StartError {
    /// Not `ID:NUMBER`, nor a game with numbers.
    #[error("`{text}` names no start array: only crc and chess960 have numbers, such as `crc:27621`")]
    NotNumbered {
        /// The text.
        text: String,
    },
    /// A start array of another game than the one that is asked for.
    #[error("`{text}` is a start array of {named}, but the game is {variant}")]
    OtherGame {
        /// The text.
        text: String,
        /// Id of the game in the text.
        named: String,
        /// Id of the game that is asked for.
        variant: String,
    },
    /// What follows the colon is not digits alone.
    #[error("`{text}`: `{number}` is no whole number: expected {first} to {last}")]
    Digits {
        /// The text.
        text: String,
        /// What follows the colon.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// The number does not exist.
    #[error("`{text}`: there is no start array {number}: expected {first} to {last}")]
    Number {
        /// The text.
        text: String,
        /// The number, which may be beyond any type.
        number: String,
        /// The first number of the game.
        first: u32,
        /// The last number of the game.
        last: u32,
    },
    /// There is no such game.
    #[error("`{text}`: {error}")]
    Variant {
        /// The text.
        text: String,
        /// The ids that look like it.
        error: UnknownVariant,
    },
}

/// Reads a FEN and makes it a position of the game.
///
/// # Errors
/// Every fault found, with its field.
pub fn read<'v>(text: &str, variant: &'v Variant) -> Result<Position<'v>, FenError> {
    let setup = read_setup(text, variant)?;
    position_of(&setup, variant).map_err(|faults| FenError { fen: text.to_owned(), faults })
}

/// The position that the fields of a FEN make.
pub(crate) fn position_of<'v>(setup: &Setup, variant: &'v Variant) -> Result<Position<'v>, Vec<FenFault>> {
    Position::new(setup, variant).map_err(|PositionFaults(faults)| faults.into_iter().map(FenFault::Position).collect())
}

/// Reads the fields of a FEN without asking whether they make a position.
///
/// # Errors
/// Every field that cannot be read.
pub fn read_setup(text: &str, variant: &Variant) -> Result<Setup, FenError> {
    Fields::split(text, variant, false).and_then(|fields| fields.read(variant, 1)).map_err(|faults| {
        let fen = text.to_owned();
        FenError { fen, faults }
    })
}

/// The fields of a FEN, in whatever dialect.
pub(crate) struct Fields<'t> {
    pub(crate) placement: &'t str,
    side: &'t str,
    pub(crate) castling: &'t str,
    /// The rights to leap, where a dialect has a field of their own for them.
    leaps: Option<&'t str>,
    en_passant: &'t str,
    clocks: Option<[&'t str; 2]>,
    waiting: Option<&'t str>,
}

impl<'t> Fields<'t> {
    /// Parts a text. `own_leaps` is whether the rights to leap have a field of their own, behind the castling field.
    pub(crate) fn split(text: &'t str, variant: &Variant, own_leaps: bool) -> Result<Fields<'t>, Vec<FenFault>> {
        let fields: SmallVec<[&str; 8]> = text.split_ascii_whitespace().collect();
        let waits = variant.promotion_wait().is_some();
        let (head, tail) = fields.split_at(fields.len().min(if own_leaps { 5 } else { 4 }));
        let head = match *head {
            [placement, side, castling, en_passant] if !own_leaps => {
                Some((placement, side, castling, None, en_passant))
            }
            [placement, side, castling, leaps, en_passant] => {
                Some((placement, side, castling, Some(leaps), en_passant))
            }
            _ => None,
        };
        let tail = match *tail {
            [] => Some((None, None)),
            [halfmove, fullmove] => Some((Some([halfmove, fullmove]), None)),
            [halfmove, fullmove, waiting] if waits => Some((Some([halfmove, fullmove]), Some(waiting))),
            _ => None,
        };
        if let (Some((placement, side, castling, leaps, en_passant)), Some((clocks, waiting))) = (head, tail) {
            return Ok(Fields { placement, side, castling, leaps, en_passant, clocks, waiting });
        }
        let expected = match (own_leaps, waits) {
            (true, _) => "5 or 7",
            (false, true) => "4, 6 or 7",
            (false, false) => "4 or 6",
        };
        let mut faults = vec![FenFault::Fields { found: fields.len(), expected, variant: variant.id().to_owned() }];
        // The fields of another game: that is what should be said.
        let placement = fields.first().and_then(|field| Board::parse_placement(field, variant).err());
        let size = placement.into_iter().flatten().find(|fault| matches!(fault, PlacementError::Size { .. }));
        faults.extend(size.map(FenFault::Placement));
        Err(faults)
    }

    /// Reads each field. `first_rank` is the number that the dialect gives to the first rank.
    pub(crate) fn read(&self, variant: &Variant, first_rank: u8) -> Result<Setup, Vec<FenFault>> {
        let mut faults = Vec::new();
        let mut setup = Setup::empty();
        let mut placed = true;
        match Board::parse_placement(self.placement, variant) {
            Ok(board) => setup.board = board,
            Err(errors) => {
                placed = false;
                faults.extend(errors.into_iter().map(FenFault::Placement));
            }
        }
        match self.side {
            "w" => setup.turn = Color::White,
            "b" => setup.turn = Color::Black,
            other => faults.push(FenFault::Side(other.to_owned())),
        }
        // Without men there is nobody whom a right could name.
        if placed {
            read_rights(self.castling, variant, &mut setup, &mut faults);
        }
        if let Some(leaps) = self.leaps {
            read_leaps(leaps, variant, &mut setup, &mut faults);
        }
        if self.en_passant != "-" {
            match uci::whole_square(self.en_passant, first_rank).filter(|&square| variant.board().contains(square)) {
                Some(square) => setup.en_passant = Some(square),
                None => faults.push(FenFault::EnPassantSquare { text: self.en_passant.to_owned() }),
            }
        }
        if let Some([halfmove, fullmove]) = self.clocks {
            for (field, text, into) in [
                ("half-move clock", halfmove, &mut setup.halfmove_clock),
                ("move number", fullmove, &mut setup.fullmove_number),
            ] {
                match number::read(text) {
                    Some(number) => *into = number,
                    None => faults.push(FenFault::Clock { field, text: text.to_owned() }),
                }
            }
        }
        if let Some(list) = self.waiting.filter(|&list| list != "-") {
            for entry in list.split(',') {
                match read_waiting(entry, variant) {
                    Some(pawn) => setup.waiting.push(pawn),
                    None => faults.push(FenFault::Waiting { entry: entry.to_owned() }),
                }
            }
        }
        if faults.is_empty() { Ok(setup) } else { Err(faults) }
    }
}

/// Reads a field of rights to leap: `K`, `k`, both or `-`.
fn read_leaps(field: &str, variant: &Variant, setup: &mut Setup, faults: &mut Vec<FenFault>) {
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

fn read_waiting(entry: &str, variant: &Variant) -> Option<WaitingPawn> {
    let (square, wait) = entry.split_once(':')?;
    let square = square.parse().ok().filter(|&square| variant.board().contains(square))?;
    let wait = match wait {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return None,
    };
    Some(WaitingPawn { square, wait })
}

/// The rank on which the king of `color` starts.
fn home_rank(color: Color, variant: &Variant) -> u8 {
    if color == Color::White { 0 } else { variant.ranks() - 1 }
}

fn case_color(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// The file that a letter names, if the board has it.
fn file_of(letter: char, variant: &Variant) -> Option<u8> {
    let file = (letter.to_ascii_lowercase() as u32).checked_sub('a' as u32)?;
    u8::try_from(file).ok().filter(|&file| file < variant.files())
}

/// Reads the castling field (NOTATION.md, "Castling field").
fn read_rights(field: &str, variant: &Variant, setup: &mut Setup, faults: &mut Vec<FenFault>) {
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
                let next_upper = next.to_ascii_uppercase();
                file_of(next, variant).is_some() && !matches!(next_upper, 'K' | 'Q') && !(leaps && next_upper == 'L')
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
    variant.spec().castling.iter().any(|castling| castling.partner == letter)
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

/// Writes a position as a FEN, all fields.
pub fn write(position: &Position<'_>) -> String {
    let mut text = String::with_capacity(128);
    write_fields(&mut text, position, 1, |text| write_rights(text, position));
    text
}

/// Writes all fields, the castling field by `rights`. `first_rank` is the number that the dialect gives to the first rank.
pub(crate) fn write_fields(
    text: &mut String,
    position: &Position<'_>,
    first_rank: u8,
    rights: impl FnOnce(&mut String),
) {
    let variant = position.variant();
    campione_core::write_placement(text, variant, |square| position.piece_at(square));
    text.extend([' ', position.turn().letter(), ' ']);
    let before = text.len();
    rights(text);
    if text.len() == before {
        text.push('-');
    }
    match position.en_passant() {
        Some(square) => {
            let _ = write!(text, " {}{}", square.file_letter(), square.rank() + first_rank);
        }
        None => text.push_str(" -"),
    }
    let _ = write!(text, " {} {}", position.halfmove_clock(), position.fullmove_number());
    for (index, pawn) in position.all_waiting_pawns().enumerate() {
        let separator = if index == 0 { ' ' } else { ',' };
        let _ = write!(text, "{separator}{}:{}", pawn.square, pawn.wait);
    }
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

/// The start position that a text names by its number, as `crc:27621`.
///
/// # Errors
/// [`StartError`] for a game without numbers, another game than `variant` or a number that does not exist.
pub fn read_numbered<'v>(text: &str, variant: &'v Variant) -> Result<Position<'v>, StartError> {
    let whole = text.to_owned();
    let not_numbered = || StartError::NotNumbered { text: text.to_owned() };
    let (named, number) = text.split_once(':').ok_or_else(not_numbered)?;
    if named != variant.id() {
        let other = Variant::named(named).map_err(|error| StartError::Variant { text: text.to_owned(), error })?;
        return Err(match other.spec().board.numbering {
            Some(_) => StartError::OtherGame { text: whole, named: named.to_owned(), variant: variant.id().to_owned() },
            None => not_numbered(),
        });
    }
    let (first, last) = variant.spec().board.numbering.ok_or_else(not_numbered)?.range();
    let digits = number.to_owned();
    if !number::is_digits(number) {
        return Err(StartError::Digits { text: whole, number: digits, first, last });
    }
    let setup = number.parse().ok().and_then(|number| variant.numbered_start(number)?.ok());
    let setup = setup.ok_or(StartError::Number { text: whole, number: digits, first, last })?;
    Position::new(&setup, variant).map_err(|_| not_numbered())
}
