//! Algebraic moves, short and long (NOTATION.md, "Moves": column `san`, and `lan`).

use std::borrow::Cow;
use std::fmt::Write;

use campione_core::{CastlingRow, Color, Role, Square, Variant};
use campione_movegen::{Move, Position};
use smallvec::SmallVec;

use crate::dialect::{cardinal, marshall};
use crate::moves::{MoveError, MoveFault, MoveNotation, beside, no_move, only};
use crate::squares::whole_square;
use crate::uci::{castling, hidden, ready_pawn};

/// How to read a text where programs write moves differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a habit")]
pub(crate) struct Manner {
    /// Whether `O-O` means what we write as `O-O-O`, and the reverse.
    pub(crate) swapped: bool,
    /// The number of the first rank.
    pub(crate) first_rank: u8,
    /// Whether a free castling without the partner's target leaves the partner beside the king, as `XBoard` writes it:
    /// `O-O-d9` if the king moves one square, the king's move for two or more, also `O-O` for three.
    pub(crate) beside: bool,
    /// Whether `M` is the piece that moves as rook or knight, and `C` the one that moves as bishop or knight.
    pub(crate) marshall: bool,
    /// Whether castlings may have zeros instead of letters.
    pub(crate) zeros: bool,
}

impl Manner {
    /// As we write moves; in addition, castlings with zeros are read.
    pub(crate) const OURS: Manner =
        Manner { swapped: false, first_rank: 1, beside: false, marshall: false, zeros: true };
}

/// How far the king moves in a free castling that `XBoard` writes without squares.
const XBOARD_CASTLES: u8 = 3;

/// Writes a legal move of `position` in short algebraic notation, with `+` for check and `#` for checkmate.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, san, uci};
/// let game = Variant::named("capablanca")?;
/// let position = fen::read("4k5/10/10/10/10/10/10/1N1N1K4 w - - 0 1", game)?;
/// assert_eq!(san::write(uci::read("b1c3", &position)?, &position), "Nbc3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(mv: Move, position: &Position) -> String {
    let mut text = without_check(mv, position, false);
    write_check(&mut text, mv, position);
    text
}

/// Writes a legal move of `position` in long algebraic notation (`Ng1-h3`), with `+` for check and `#` for checkmate.
pub fn write_long(mv: Move, position: &Position) -> String {
    let mut text = without_check(mv, position, true);
    write_check(&mut text, mv, position);
    text
}

fn write_check(text: &mut String, mv: Move, position: &Position) {
    let next = position.play_unchecked(mv);
    if next.in_check() {
        text.push(if next.is_checkmate() { '#' } else { '+' });
    }
}

fn without_check(mv: Move, position: &Position, long: bool) -> String {
    let variant = position.variant();
    let mut text = String::with_capacity(8);
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready_pawn(mv, position)) {
        let _ = write!(text, "{pawn}={}:", variant.role(role).letter);
    }
    if let Some((row, _, partner_to)) = castling(mv, position) {
        let letter = row.letter;
        let _ = write!(text, "{letter}-{letter}");
        if row.long {
            let _ = write!(text, "-{letter}");
        }
        if row.free {
            let _ = write!(text, ":{}{partner_to}", mv.to());
        }
        return text;
    }
    let role = position.moving_role(mv).unwrap_or(Role::PAWN);
    if role != Role::PAWN {
        text.push(variant.role(role).letter);
    }
    if long {
        let _ = write!(text, "{}{}", mv.from(), if mv.is_capture() { 'x' } else { '-' });
    } else {
        write_origin(&mut text, mv, role, position);
        if mv.is_capture() {
            text.push('x');
        }
    }
    let _ = write!(text, "{}", mv.to());
    if let Some(role) = mv.promotion() {
        let _ = write!(text, "={}", variant.role(role).letter);
    }
    text
}

/// Writes the shortest origin that makes the move unique among the legal moves of the same role to the same square:
/// nothing, the file, the rank, or both. A capturing pawn always shows its file.
fn write_origin(text: &mut String, mv: Move, role: Role, position: &Position) {
    let from = mv.from();
    if role == Role::PAWN {
        if mv.is_capture() {
            text.push(from.file_letter());
        }
        return;
    }
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for &other in &position.legal_moves_to(role, mv.to()) {
        let rival = other.to() == mv.to()
            && other.from() != from
            && other.turn_promotion() == mv.turn_promotion()
            && position.moving_role(other) == Some(role)
            && castling(other, position).is_none();
        if rival {
            others = true;
            same_file |= other.from().file() == from.file();
            same_rank |= other.from().rank() == from.rank();
        }
    }
    if others && (!same_file || same_rank) {
        text.push(from.file_letter());
    }
    if same_file {
        let _ = write!(text, "{}", from.rank() + 1);
    }
}

/// Reads an algebraic move of `position`, short or long. More forms are read than are written: spaces and zeros in
/// castlings, missing or superfluous `x`, `+`, `#` and `=`, a superfluous origin, and `e.p.`.
///
/// # Errors
/// [`MoveError`] if the text is not a move, is illegal or is ambiguous. It lists possible legal moves.
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    read_in(MoveNotation::San, text, position)
}

/// An algebraic move, parsed but not yet matched with a legal move.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Algebraic {
    pub(crate) turn_promotion: Option<(Square, Role)>,
    pub(crate) body: Body,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Body {
    Castling(CastlingText),
    Step { role: Role, file: Option<u8>, rank: Option<u8>, capture: bool, to: Square, promotion: Option<Role> },
}

/// A castling, parsed but not yet matched with a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CastlingText {
    letter: u8,
    way: Way,
    /// Targets of king and partner. Without the partner's target, the partner ends beside the king.
    targets: Option<(Square, Option<Square>)>,
}

/// The side to which the king castles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Short,
    Long,
    /// The side on which a piece of this role stands at the start, between king and partner: `O-Q-O`.
    Of(Role),
}

impl CastlingText {
    /// Whether it names this castling of `color`. `partner_to` is the partner's target.
    pub(crate) fn names(self, row: &CastlingRow, partner_to: Square, color: Color, variant: Variant) -> bool {
        row.letter == char::from(self.letter)
            && match self.way {
                Way::Short => !row.long,
                Way::Long => row.long,
                Way::Of(role) => stands_between(role, row, color, variant),
            }
            && self.targets.is_none_or(|(king, partner)| {
                king == row.king_to && partner.map_or_else(|| beside(row, partner_to), |partner| partner == partner_to)
            })
    }

    /// The same for `XBoard`'s notation: without squares, the king moves three squares in a free castling.
    fn names_beside(self, row: &CastlingRow, partner_to: Square, color: Color, variant: Variant) -> bool {
        let three = || beside(row, partner_to) && row.king_from.file().abs_diff(row.king_to.file()) == XBOARD_CASTLES;
        self.names(row, partner_to, color, variant) && (!row.free || self.targets.is_some() || three())
    }
}

/// Whether in the start position a piece of this role and `color` stands between king and partner, and none stands on
/// the other side of the king.
fn stands_between(role: Role, row: &CastlingRow, color: Color, variant: Variant) -> bool {
    let board = &variant.start().board;
    let king = row.king_from;
    let is = |file: u8| {
        let piece = Square::new(file, king.rank()).and_then(|square| board.piece_at(square));
        piece.is_some_and(|piece| piece.color == color && piece.role == role)
    };
    let Some(partner) = row.partner.filter(|_| !variant.has_random_arrays()) else { return false };
    let partner = partner.from;
    let right = partner > king;
    let (inner, others) = if right {
        (king.file() + 1..partner.file(), 0..king.file())
    } else {
        (partner.file() + 1..king.file(), king.file() + 1..variant.files())
    };
    inner.into_iter().any(is) && !others.into_iter().any(is)
}

/// A square whose rank is counted from `first_rank`.
fn square(text: &str, first_rank: u8) -> Option<Square> {
    if first_rank == 1 { text.parse().ok() } else { whole_square(text, first_rank) }
}

/// Splits a square from the end of a text.
fn last_square(text: &str, first_rank: u8) -> Option<(&str, Square)> {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let at = text.len().checked_sub(digits + 1).filter(|&at| text.is_char_boundary(at))?;
    let (rest, last) = text.split_at(at);
    Some((rest, square(last, first_rank)?))
}

fn role(letter: u8, variant: Variant, manner: Manner) -> Option<Role> {
    match letter {
        b'M' if manner.marshall => marshall(variant),
        b'C' if manner.marshall => cardinal(variant),
        _ => variant.role_by_letter(char::from(letter)),
    }
}

impl Algebraic {
    pub(crate) fn parse(text: &str, variant: Variant, manner: Manner) -> Option<Algebraic> {
        // The fast path for nearly all moves.
        let plain = !text.bytes().any(|byte| matches!(byte, b' ' | b':' | b'!' | b'?' | b'.'));
        if plain && !matches!(text.as_bytes(), [_, b'-', ..]) {
            let length = text.bytes().rev().take_while(|byte| matches!(byte, b'+' | b'#')).count();
            let body = step_of(&text[..text.len() - length], variant, manner)?;
            return Some(Algebraic { turn_promotion: None, body });
        }
        let text = if text.contains(' ') { Cow::Owned(text.replace(' ', "")) } else { Cow::Borrowed(text) };
        let mut text = text.trim_end_matches(['+', '#', '!', '?']);
        if let Some(shorter) = text.strip_suffix("e.p.") {
            text = shorter.trim_end_matches(['+', '#', '!', '?']);
        }
        let mut turn_promotion = None;
        if let Some((head, rest)) = text.split_once(':')
            && let Some((square, role)) = turn_promotion_of(head, variant, manner)
        {
            turn_promotion = Some((square, role));
            text = rest;
        }
        let body = match castling_of(text, variant, manner) {
            Some(castling) => Body::Castling(castling),
            None => step_of(text, variant, manner)?,
        };
        Some(Algebraic { turn_promotion, body })
    }

    #[inline]
    fn fits(&self, mv: Move, position: &Position, manner: Manner) -> bool {
        match self.body {
            Body::Step { role, file, rank, capture, to, promotion } => {
                let from = mv.from();
                mv.to() == to
                    && file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
                    && mv.promotion() == promotion
                    && self.fits_turn(mv, position)
                    && position.moving_role(mv) == Some(role)
                    && (role != Role::PAWN || file.is_some() || capture || from.file() == to.file())
                    && castling(mv, position).is_none()
            }
            Body::Castling(text) => castling(mv, position).is_some_and(|(row, _, partner_to)| {
                let (color, variant) = (position.turn(), position.variant());
                let named = if manner.beside {
                    text.names_beside(row, partner_to, color, variant)
                } else {
                    text.names(row, partner_to, color, variant)
                };
                named && self.fits_turn(mv, position)
            }),
        }
    }

    /// Whether the king's move alone names this castling. With `free`, that is a free castling in the manner of
    /// `XBoard`; else a castling whose coordinates cannot be another move of the king.
    fn fits_castling(&self, mv: Move, position: &Position, free: bool) -> bool {
        let Body::Step { role: Role::KING, file, rank, capture: false, to, promotion: None } = self.body else {
            return false;
        };
        castling(mv, position).is_some_and(|(row, _, partner_to)| {
            let from = row.king_from;
            let far = from.file().abs_diff(row.king_to.file()) > 1;
            row.king_to == to
                && row.free == free
                && file.is_none_or(|file| from.file() == file)
                && rank.is_none_or(|rank| from.rank() == rank)
                && if free { far && beside(row, partner_to) } else { !hidden(row, position) }
                && self.fits_turn(mv, position)
        })
    }

    #[inline]
    fn fits_turn(&self, mv: Move, position: &Position) -> bool {
        match (self.turn_promotion, mv.turn_promotion()) {
            (None, None) => true,
            (Some((square, role)), Some(becomes)) => role == becomes && ready_pawn(mv, position) == Some(square),
            _ => false,
        }
    }
}

/// Parses `e8=Q` or `e8Q`, which stands before a colon.
fn turn_promotion_of(text: &str, variant: Variant, manner: Manner) -> Option<(Square, Role)> {
    let (&letter, rest) = text.as_bytes().split_last()?;
    let role = role(letter, variant, manner)?;
    let rest = &text[..rest.len()];
    let square = square(rest.strip_suffix('=').unwrap_or(rest), manner.first_rank)?;
    Some((square, role))
}

/// Parses `O-O`, `0-0-0`, `H-H`, `O-O:i1g1`, `O-Q-O`; `O-O-d9` in the manner of `XBoard`.
fn castling_of(text: &str, variant: Variant, manner: Manner) -> Option<CastlingText> {
    let &[first, b'-', second, ref rest @ ..] = text.as_bytes() else { return None };
    if !(first.is_ascii_uppercase() || first == b'0' && manner.zeros) {
        return None;
    }
    let letter = if first == b'0' { b'O' } else { first };
    let (way, rest) = match rest {
        [b'-', third, rest @ ..] if *third == first && second == first => (Way::Long, rest),
        [b'-', third] if *third == first => (Way::Of(role(second, variant, manner)?), &[][..]),
        rest if second == first => (Way::Short, rest),
        _ => return None,
    };
    let behind = |rest: &[u8]| &text[text.len() - rest.len() + 1..];
    let targets = match rest {
        [] => None,
        [b':', ..] => {
            let (king, partner) = last_square(behind(rest), manner.first_rank)?;
            Some((square(king, manner.first_rank)?, Some(partner)))
        }
        [b'-', ..] if manner.beside => Some((square(behind(rest), manner.first_rank)?, None)),
        _ => return None,
    };
    // The names are swapped only where no squares follow.
    let way = match way {
        Way::Short if manner.swapped && targets.is_none() => Way::Long,
        Way::Long if manner.swapped && targets.is_none() => Way::Short,
        way => way,
    };
    Some(CastlingText { letter, way, targets })
}

/// Parses `Nb1xc3`, `exd5`, `i8=C`.
fn step_of(text: &str, variant: Variant, manner: Manner) -> Option<Body> {
    let mut rest = text;
    let mut promotion = None;
    if let Some(&last) = rest.as_bytes().last()
        && last.is_ascii_uppercase()
    {
        promotion = Some(role(last, variant, manner)?);
        rest = &rest[..rest.len() - 1];
        rest = rest.strip_suffix('=').unwrap_or(rest);
    }
    let moving = match rest.as_bytes().first() {
        Some(&letter) if letter.is_ascii_uppercase() => {
            rest = &rest[1..];
            role(letter, variant, manner)?
        }
        _ => Role::PAWN,
    };
    let (origin, to) = last_square(rest, manner.first_rank)?;
    let capture = origin.ends_with('x');
    let origin = origin.strip_suffix(['x', '-']).unwrap_or(origin);
    let (file, number) = match origin.as_bytes() {
        [letter @ b'a'..=b'l', number @ ..] => (Some(letter - b'a'), number),
        number => (None, number),
    };
    let rank = match number {
        [] => None,
        [digit @ b'0'..=b'9'] => Some((digit - b'0').checked_sub(manner.first_rank)?),
        b"10" if manner.first_rank == 1 => Some(9),
        _ => return None,
    };
    Some(Body::Step { role: moving, file, rank, capture, to, promotion })
}

pub(crate) fn read_in(notation: MoveNotation, text: &str, position: &Position) -> Result<Move, MoveError> {
    read_with(notation, text, Manner::OURS, position)
}

/// Reads a castling by its name among moves in coordinates, as engines receive it: never with zeros. `None` for any
/// other text.
pub(crate) fn read_castling(
    notation: MoveNotation,
    text: &str,
    position: &Position,
) -> Option<Result<Move, MoveError>> {
    let manner = Manner { zeros: false, first_rank: notation.first_rank(position.variant()), ..Manner::OURS };
    let algebraic = Algebraic::parse(text, position.variant(), manner)?;
    matches!(algebraic.body, Body::Castling(_)).then(|| choose(notation, text, &algebraic, manner, position))
}

/// Reads a move in the given manner.
pub(crate) fn read_with(
    notation: MoveNotation,
    text: &str,
    manner: Manner,
    position: &Position,
) -> Result<Move, MoveError> {
    if let Some(algebraic) = Algebraic::parse(text, position.variant(), manner) {
        return choose(notation, text, &algebraic, manner, position);
    }
    let error = no_move(text, MoveFault::Unreadable, notation, position, |_| false);
    Err(MoveError { hint: unknown_piece(text, position.variant()), ..error })
}

/// The only legal move that matches.
fn choose(
    notation: MoveNotation,
    text: &str,
    algebraic: &Algebraic,
    manner: Manner,
    position: &Position,
) -> Result<Move, MoveError> {
    let mut found: SmallVec<[Move; 4]> = SmallVec::new();
    match algebraic.body {
        Body::Step { role, to, .. } => {
            let moves = position.legal_moves_to(role, to);
            // In XBoard's notation, such a king's move is a free castling and not a king's leap.
            if manner.beside && role == Role::KING {
                found.extend(moves.iter().copied().filter(|&mv| algebraic.fits_castling(mv, position, true)));
            }
            if found.is_empty() {
                found.extend(moves.iter().copied().filter(|&mv| algebraic.fits(mv, position, manner)));
            }
            if found.is_empty() && role == Role::KING {
                found.extend(moves.iter().copied().filter(|&mv| algebraic.fits_castling(mv, position, false)));
            }
        }
        Body::Castling(_) => {
            let moves = position.legal_moves();
            found.extend(moves.into_iter().filter(|&mv| algebraic.fits(mv, position, manner)));
        }
    }
    only(text, &found, notation, position).unwrap_or_else(|| {
        Err(no_move(text, MoveFault::Illegal, notation, position, |mv| match algebraic.body {
            Body::Castling(_) => castling(mv, position).is_some(),
            Body::Step { role, to, .. } => {
                position.moving_role(mv) == Some(role)
                    && (role != Role::PAWN || mv.to() == to)
                    && castling(mv, position).is_none()
            }
        }))
    })
}

/// A letter, the name of its piece, and a function that finds the piece in a variant.
type Foreign = (char, &'static str, fn(Variant) -> Option<Role>);

/// The letters and names that other programs use for the two pieces that move as a knight and more.
const FOREIGN: [Foreign; 4] = [
    ('M', "a marshall (rook and knight)", marshall),
    ('C', "a chancellor (rook and knight)", marshall),
    ('A', "an archbishop (bishop and knight)", cardinal),
    ('J', "a janus (bishop and knight)", cardinal),
];

/// A hint for a text that would be a move if its letter were a piece of the variant: the piece that the letter may
/// mean.
fn unknown_piece(text: &str, variant: Variant) -> Option<String> {
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let letter = [text.chars().next()?, text.chars().next_back()?]
        .into_iter()
        .find(|&letter| letter.is_ascii_uppercase() && variant.role_by_letter(letter).is_none())?;
    let pawn = variant.role(Role::PAWN).letter.to_string();
    step_of(&text.replacen(letter, &pawn, 1), variant, Manner::OURS)?;
    let known = FOREIGN.iter().find(|(foreign, ..)| *foreign == letter);
    let meant = known.and_then(|&(_, name, find)| find(variant).map(|role| (name, role)));
    if let Some((name, role)) = meant {
        let (name_here, here) = (variant.role_name(role), variant.role(role).letter);
        return Some(format!("`{letter}` is not a piece of {}: {name} is its {name_here}, `{here}`", variant.id()));
    }
    let letters = variant.roles().iter().map(|role| role.letter.to_string());
    Some(format!("`{letter}` is not a piece of {}, which has {}", variant.id(), letters.collect::<Vec<_>>().join(" ")))
}

/// The number before the next move of a position: `12.` for White, `12…` for Black.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::san::move_number;
/// let start = Position::start(Variant::named("chess")?);
/// assert_eq!(move_number(&start), "1.");
/// assert_eq!(move_number(&start.play_unchecked(start.legal_moves()[0])), "1…");
/// # Ok::<(), campione_core::UnknownVariant>(())
/// ```
pub fn move_number(position: &Position) -> String {
    format!("{}{}", position.fullmove_number(), if position.turn() == Color::White { "." } else { "…" })
}
