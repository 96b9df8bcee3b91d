//! The texts of `XBoard`'s protocol: names and descriptions of variants, positions and moves; and which moves `XBoard`
//! can show.
//!
//! Moves are written in [`MoveNotation::Xboard`], with two exceptions. In variants with random arrays a castling is
//! written `O-O`, because its squares may not show that it is one. A free castling (RULES.md §3) can be written only if
//! the partner ends beside the king and the king not on the partner's square.

mod describe;
mod facts;
mod names;
mod position;

use campione_core::{CastlingRow, Color, PartnerMove, PawnKind, Role, Square, Variant};
use campione_movegen::{EndReason, Move, MoveKind, Outcome, Position};

use crate::moves::format::{Form, append_without_check};
use crate::moves::rows::beside;
use crate::moves::{
    MoveError, MoveFault, MoveNotSaid, MoveNotation, MoveStyle, MoveText, Said, Syntax, near_or_few, read_styled,
};
use crate::squares::Counted;
use crate::uci;
use crate::why::{self, Reason};

pub use describe::{describe, describe_king, setup_of};
pub use names::{is_known, name_of, passed_on, second_name_of};
pub use position::{read_position, write_position};

use facts::{Known, LEAPS, castles, castling_shown, leap_distance};

const NOTATION: MoveNotation = MoveNotation::Xboard;

/// `XBoard` takes a king's move to the square of its own rook for a castling of Fischer Random Chess.
const ONTO_PARTNER: &str = "a castling in which the king moves to the partner's square";

/// Writes a legal move of `position` in coordinates. In variants with random arrays, castlings are `O-O` and `O-O-O`. A
/// free castling is the king's move if that is two squares or more, else it goes by the rook's square (`e0j0,j0f0`).
///
/// # Errors
/// [`MoveNotSaid`] for a free castling whose partner does not end beside the king, or whose king moves to the partner's
/// square; for a king's leap along the rank in a variant with castling (its coordinates would castle); and for a promotion
/// at the start of a turn.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, moves, uci, xboard};
/// let variant = Variant::named("crc")?;
/// let position = fen::read("4k5/10/10/10/10/10/10/R3K4R w KQ - 0 1", variant)?;
/// let castling = xboard::read("O-O", &position)?;
/// assert_eq!(xboard::write(castling, &position)?, "O-O");
/// assert_eq!(uci::write(castling, &position), "e1i1");
///
/// let variant = Variant::named("archchess")?;
/// let position = fen::read("r4k3r/10/10/10/10/10/10/10/10/R3K4R w KQL - 0 1", variant)?;
/// assert_eq!(xboard::write(moves::read("O-O:h1g1", &position)?, &position)?, "e0h0");
/// assert_eq!(xboard::write(moves::read("O-O:f1e1", &position)?, &position)?, "e0j0,j0f0");
/// assert!(xboard::write(moves::read("O-O:h1e1", &position)?, &position).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(mv: Move, position: &Position) -> Result<String, MoveNotSaid> {
    let not_said = |what| MoveNotSaid { mv: uci::write(mv, position), what, notation: NOTATION };
    match position.castling_row(mv).map(|row| (row, row.partner)) {
        Some((row, Some(PartnerMove { from, to, .. }))) if row.free => free_castling(row, from, to, position.variant())
            .ok_or_else(|| {
                not_said(if row.king_to == from {
                    ONTO_PARTNER
                } else {
                    "a castling after which the partner is not beside the king"
                })
            }),
        Some((_, Some(_))) if Known::of(position.variant()).random => {
            let mut text = String::with_capacity(8);
            append_without_check(&mut text, mv, position, Form::Short);
            Ok(text)
        }
        Some((row, None)) if leap_castles(row, position) => Err(not_said("a king's leap that reads as a castling")),
        _ => NOTATION.write(mv, position),
    }
}

/// Writes a free castling; `None` if the partner does not end beside the king, or the king ends on the partner's square.
fn free_castling(row: &CastlingRow, from: Square, to: Square, variant: Variant) -> Option<String> {
    let (king_from, king_to) = (row.king_from, row.king_to);
    let steps = king_from.file().abs_diff(king_to.file());
    // XBoard takes a king's move to the square of its own rook for a castling of Fischer Random Chess.
    if !beside(row, to) || from == king_to {
        return None;
    }
    let first_rank = NOTATION.first_rank(variant);
    let mut text = String::with_capacity(12);
    let way: &[Square] = if steps == 1 { &[king_from, from, from, king_to] } else { &[king_from, king_to] };
    for (index, square) in way.iter().enumerate() {
        text.push_str(if index == 2 { "," } else { "" });
        Counted { square: *square, first_rank }.append(&mut text);
    }
    Some(text)
}

/// Whether `XBoard`, which knows that the king can castle, would play this leap as a castling.
fn leap_castles(leap: &CastlingRow, position: &Position) -> bool {
    leap.king_from.rank() == leap.king_to.rank() && castles(position.variant())
}

/// Reads a move of `position` as [`write()`] writes it, in coordinates (upper case too) or in SAN. Castlings have the
/// letter O, not zeros. On boards of exactly ten ranks, all these forms count ranks from 0.
///
/// # Errors
/// The error of reading coordinates. If only SAN can parse the text, the error of reading SAN.
pub fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    if let Some(castling) = written_castling(text, position) {
        return Ok(castling);
    }
    let coordinates = match read_coordinates(text, position) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if coordinates.fault != MoveFault::Unreadable {
        return Err(coordinates);
    }
    let style = MoveStyle { zeros: false, syntax: Syntax::Algebraic, ..style(position) };
    let san = match read_styled(text, position, MoveNotation::San, style) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    if let Ok(mv) = read_coordinates(&text.to_ascii_lowercase(), position) {
        return Ok(mv);
    }
    Err(if san.fault == MoveFault::Unreadable { coordinates } else { san })
}

/// Any syntax, in `XBoard`'s count of ranks.
fn style(position: &Position) -> MoveStyle {
    MoveStyle { first_rank: NOTATION.first_rank(position.variant()), ..MoveStyle::NATIVE }
}

/// The castling or leap that [`write()`] writes so, if no other legal move is written so. All other moves are read as they
/// are written by the notation alone.
fn written_castling(text: &str, position: &Position) -> Option<Move> {
    let says = |mv: &Move| write(*mv, position).is_ok_and(|written| written == text);
    let mut found = position.legal_castlings();
    found.retain(|mv| position.castling_row(*mv).is_some() && says(mv));
    let &[castling] = &found[..] else { return None };
    // Only a step of the king begins and ends on the same squares.
    let king_to = position.castling_row(castling)?.king_to;
    let is_step = |mv: &Move| position.castling_row(*mv).is_none() && says(mv);
    (!position.legal_moves_to(Role::KING, king_to).iter().any(is_step)).then_some(castling)
}

/// As [`MoveNotation::Xboard`], but without the moves that [`write()`] cannot write.
fn read_coordinates(text: &str, position: &Position) -> Result<Move, MoveError> {
    let mv = NOTATION.read(text, position)?;
    if write(mv, position).is_ok() {
        return Ok(mv);
    }
    let near = |other: Move| other.from() == mv.from() && write(other, position).is_ok();
    let candidates = near_or_few(near, NOTATION, position);
    Err(MoveError { fault: MoveFault::Illegal, candidates, ..MoveError::unreadable(text, NOTATION) })
}

/// Why a move in `XBoard`'s coordinates is not legal. Empty if the move is legal or cannot be read.
///
/// On boards of exactly ten ranks `XBoard` counts them from 0, so the words should too.
///
/// ```
/// use campione_core::Variant;
/// use campione_movegen::Position;
/// use campione_notation::{moves::MoveNotation, xboard};
/// let variant = Variant::named("archchess")?;
/// let reasons = xboard::reasons("a1a5", &Position::start(variant));
/// let words = reasons[0].counted_from(MoveNotation::Xboard.first_rank(variant)).to_string();
/// assert!(words.starts_with("a pawn on a1 does not move to a5"), "{words}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn reasons(text: &str, position: &Position) -> Vec<Reason> {
    let style = style(position);
    let Some(parsed) = MoveText::parse(text, style) else { return Vec::new() };
    if parsed.resolve(position, style).is_ok() { Vec::new() } else { why::reasons(&parsed, position, style) }
}

/// The two squares at the start of a move in `XBoard`'s coordinates.
pub fn squares(text: &str, position: &Position) -> Option<(Square, Square)> {
    match MoveText::parse(text, style(position))?.said {
        Said::Coordinates(coordinates) => Some((coordinates.from, coordinates.to)),
        _ => None,
    }
}

/// What `XBoard` would show wrongly after a legal move of `position`; `None` if its board is then correct.
///
/// `XBoard` knows some variants by itself. It learns all others from [`describe`], which can say how pieces move, but
/// not that a pawn waits for its promotion (RULES.md §6), nor that a castling leaves the partner anywhere but beside
/// the king. It shows an en passant capture correctly only if the capturing pawn is beyond the middle of the board.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, uci, xboard};
/// let variant = Variant::named("courier-spiel")?;
/// let position = fen::read("12/6P5/12/2k9/12/12/12/R7K3 w - - 0 1", variant)?;
/// assert!(xboard::not_shown(uci::read("g7g8", &position)?, &position).is_some());
/// assert_eq!(xboard::not_shown(uci::read("a1a8", &position)?, &position), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn not_shown(mv: Move, position: &Position) -> Option<&'static str> {
    let variant = position.variant();
    if let Some(what) = not_told(mv, position) {
        return Some(what);
    }
    let waiting = |position: &Position| position.all_waiting_pawns().count();
    if Known::of(variant).waits && waiting(&position.play_unchecked(mv)) < waiting(position) {
        return Some("a waiting pawn's promotion");
    }
    let what = match position.castling_row(mv) {
        Some(row) => row_not_shown(row, variant),
        None if position.role_at(mv.from()) == Some(Role::PAWN) => pawn_not_shown(mv, position),
        None => king_not_shown(mv, position),
    };
    what.filter(|_| !is_known(variant))
}

/// What `XBoard` would show wrongly after a legal move of an engine, though it shows the same move of its user: it makes a
/// queen of a pawn that an engine moves, without a promotion, to where it may promote. `None` if it shows both alike.
///
/// ```
/// use campione_core::Variant;
/// use campione_notation::{fen, uci, xboard};
/// let variant = Variant::named("grand")?;
/// let position = fen::read("5k4/10/10/P9/10/10/10/10/10/5K4 w - - 0 1", variant)?;
/// let mv = uci::read("a7a8", &position)?;
/// assert_eq!(xboard::not_shown(mv, &position), None);
/// assert!(xboard::not_shown_of_engine(mv, &position).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn not_shown_of_engine(mv: Move, position: &Position) -> Option<&'static str> {
    let variant = position.variant();
    let pawn = position.role_at(mv.from()) == Some(Role::PAWN) && mv.promotion().is_none();
    let in_zone = Known::of(variant).promotion_zone[position.turn().index()].contains(mv.to());
    (pawn && in_zone && is_known(variant)).then_some("that an engine's pawn stays a pawn where it may promote")
}

/// What the protocol cannot express in a legal move of `position`, or in moves that must follow it; `None` if it can.
pub fn not_told(mv: Move, position: &Position) -> Option<&'static str> {
    let variant = position.variant();
    if let Err(error) = write(mv, position) {
        return Some(error.what);
    }
    let pawn = position.role_at(mv.from()) == Some(Role::PAWN);
    let known = Known::of(variant);
    let waits = known.waits && known.promotion_zone[position.turn().index()].contains(mv.to());
    (pawn && waits).then_some("a pawn's arrival where it waits for its promotion")
}

fn row_not_shown(row: &CastlingRow, variant: Variant) -> Option<&'static str> {
    match row.partner {
        None => {
            let distance = leap_distance(row);
            LEAPS.iter().all(|&(leap, _)| leap != distance).then_some("a king's leap of this length")
        }
        // With random arrays a castling is told by its name.
        Some(PartnerMove { from, .. }) if row.king_to == from && !Known::of(variant).random => Some(ONTO_PARTNER),
        Some(PartnerMove { from, to, .. }) => (!row.free && !castling_shown(row, from, to))
            .then_some("a castling after which the partner is not beside the king"),
    }
}

fn pawn_not_shown(mv: Move, position: &Position) -> Option<&'static str> {
    let (variant, color) = (position.variant(), position.turn());
    if mv.kind().is_en_passant() {
        match Known::of(variant).pawn_kind {
            PawnKind::Orthodox if own_half(mv.from(), position) => {
                return Some("an en passant capture from a rank that it counts as the pawn's own half of the board");
            }
            PawnKind::Orthodox => {}
            PawnKind::Berolina => return Some("an en passant capture by a pawn that captures straight ahead"),
        }
    }
    if mv.from().rank().abs_diff(mv.to().rank()) > 2 {
        return Some("a step of more than two squares");
    }
    if mv.kind() == MoveKind::DoubleStep && variant.start().board.piece_at(mv.from()) != position.piece_at(mv.from()) {
        return Some("a double step from a square where no pawn starts");
    }
    let early = mv.promotion().is_some() && !Known::of(variant).last_rank[color.index()].contains(mv.to());
    early.then_some("a promotion before the last rank")
}

/// An ordinary move of a king along its rank that `XBoard` would take for a castling.
fn king_not_shown(mv: Move, position: &Position) -> Option<&'static str> {
    let king = position.role_at(mv.from()) == Some(Role::KING);
    let far = mv.from().rank() == mv.to().rank() && mv.from().file().abs_diff(mv.to().file()) > 1;
    (king && far).then_some("a king's move that looks like a castling")
}

/// Whether `XBoard` counts a square as part of the half of the board where the side to move starts. A rank in the
/// middle counts as Black's.
fn own_half(square: Square, position: &Position) -> bool {
    let beyond = square.rank() >= position.variant().ranks() / 2;
    beyond == (position.turn() == Color::Black)
}

/// Whether `XBoard` itself finds that the game has ended with this outcome in `position`. It takes a claim of any other
/// end for a false claim, which loses a game between two engines. `XBoard` does not know which squares must not be
/// attacked when a king castles or leaps, that a double step may be forbidden (RULES.md §1), or which pieces described
/// to it cannot mate.
pub fn sees_end(outcome: Outcome, position: &Position) -> bool {
    let variant = position.variant();
    let (color, known) = (position.turn(), Known::of(variant));
    let side = position.castling(color);
    let quiet_king = side.rows.is_empty() || position.king(color) != side.king || is_known(variant);
    match outcome.reason {
        EndReason::Checkmate => quiet_king && !known.barred,
        EndReason::Stalemate => outcome.is_draw() && quiet_king,
        EndReason::Repetition => known.repetition == Some(3),
        EndReason::MoveRule { moves } => moves == 50,
        EndReason::DeadPosition => position.occupied().count() == 2,
        _ => false,
    }
}
