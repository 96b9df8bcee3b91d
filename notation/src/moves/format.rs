//! Writes legal moves. Everything is appended to a text, so that a game can be written without a `String` a move.

use campione_core::{Role, Square};
use campione_movegen::{Move, Position};

use super::error::MoveNotSaid;
use super::notation::MoveNotation;
use super::pawns::several_may_step;
use super::rows::{castling, hidden, ready_pawn};
use crate::number;
use crate::squares::Counted;

/// How much of the origin an algebraic move shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// As much as needed: `Nbd2`.
    Short,
    /// All of it: `Nb1-d2`.
    Long,
}

/// How a castling is written in coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CastlingForm {
    /// The king's move.
    KingMoves,
    /// The king takes its own partner.
    KingTakesPartner,
}

/// Writes a move in a notation.
pub(crate) fn write(mv: Move, notation: MoveNotation, position: &Position) -> Result<String, MoveNotSaid> {
    let mut text = String::with_capacity(8);
    append(&mut text, mv, notation, position)?;
    Ok(text)
}

/// Appends a move in a notation. On an error nothing is appended.
pub(crate) fn append(
    text: &mut String,
    mv: Move,
    notation: MoveNotation,
    position: &Position,
) -> Result<(), MoveNotSaid> {
    match notation {
        MoveNotation::Uci | MoveNotation::Crc => append_coordinates(text, mv, position, usual(position), 1),
        MoveNotation::Uci960 => append_coordinates(text, mv, position, CastlingForm::KingTakesPartner, 1),
        MoveNotation::San => append_san(text, mv, position, Form::Short),
        MoveNotation::Lan => append_san(text, mv, position, Form::Long),
        MoveNotation::Xboard => {
            let not_said = |what| Err(MoveNotSaid { mv: coordinates(mv, position), what, notation });
            if castling(mv, position).is_some_and(|(row, ..)| row.free) {
                return not_said("a castling with targets of the player's choice");
            }
            if mv.turn_promotion().is_some() {
                return not_said("a promotion at the start of a turn");
            }
            append_coordinates(text, mv, position, usual(position), notation.first_rank(position.variant()));
        }
    }
    Ok(())
}

/// Writes a move in coordinates, as engine protocols do.
pub(crate) fn coordinates(mv: Move, position: &Position) -> String {
    let mut text = String::with_capacity(8);
    append_coordinates(&mut text, mv, position, usual(position), 1);
    text
}

/// How coordinates write castlings in this variant.
fn usual(position: &Position) -> CastlingForm {
    if position.variant().king_takes_rook() { CastlingForm::KingTakesPartner } else { CastlingForm::KingMoves }
}

/// Appends a move in coordinates, `0000` for a null move.
pub(crate) fn append_coordinates(text: &mut String, mv: Move, position: &Position, form: CastlingForm, first_rank: u8) {
    if mv.is_null() {
        text.push_str("0000");
        return;
    }
    let variant = position.variant();
    let append = |text: &mut String, square: Square| Counted { square, first_rank }.append(text);
    let castling = castling(mv, position);
    let takes_partner = form == CastlingForm::KingTakesPartner;
    append(text, mv.from());
    append(
        text,
        match castling {
            Some((row, partner, _)) if takes_partner && !row.free => partner,
            _ => mv.to(),
        },
    );
    match castling {
        Some((row, from, to)) if row.free => {
            text.push(',');
            append(text, from);
            append(text, to);
        }
        Some((row, ..)) if !takes_partner && hidden(row, position) => text.push('k'),
        _ => {}
    }
    if let Some(role) = mv.promotion() {
        text.push(variant.role(role).letter.to_ascii_lowercase());
    }
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready_pawn(mv, position)) {
        text.push(',');
        append(text, pawn);
        text.push(variant.role(role).letter.to_ascii_lowercase());
    }
}

/// Appends an algebraic move, with `+` for check and `#` for checkmate; `--` for a null move.
pub(crate) fn append_san(text: &mut String, mv: Move, position: &Position, form: Form) {
    if mv.is_null() {
        text.push_str("--");
        return;
    }
    append_without_check(text, mv, position, form);
    let next = position.play_unchecked(mv);
    if next.in_check() {
        text.push(if next.is_checkmate() { '#' } else { '+' });
    }
}

/// Appends an algebraic move without the mark of check.
pub(crate) fn append_without_check(text: &mut String, mv: Move, position: &Position, form: Form) {
    let variant = position.variant();
    let append = |text: &mut String, square: Square| Counted { square, first_rank: 1 }.append(text);
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready_pawn(mv, position)) {
        append(text, pawn);
        text.extend(['=', variant.role(role).letter, ':']);
    }
    if let Some((row, _, partner_to)) = castling(mv, position) {
        text.extend([row.letter, '-', row.letter]);
        if row.long {
            text.extend(['-', row.letter]);
        }
        if row.free {
            text.push(':');
            append(text, mv.to());
            append(text, partner_to);
        }
        return;
    }
    let role = position.moving_role(mv).unwrap_or(Role::PAWN);
    if role != Role::PAWN {
        text.push(variant.role(role).letter);
    }
    match form {
        Form::Long => {
            append(text, mv.from());
            text.push(if mv.is_capture() { 'x' } else { '-' });
        }
        Form::Short => {
            append_origin(text, mv, role, position);
            if mv.is_capture() {
                text.push('x');
            }
        }
    }
    append(text, mv.to());
    if let Some(role) = mv.promotion() {
        text.extend(['=', variant.role(role).letter]);
    }
}

/// Appends the shortest origin that makes the move unique among the legal moves of the same role to the same square:
/// nothing, the file, the rank, or both. A capturing pawn always shows its file. Other moves of pawns never need one, unless
/// pawns step diagonally.
fn append_origin(text: &mut String, mv: Move, role: Role, position: &Position) {
    let from = mv.from();
    let pawn = role == Role::PAWN;
    if pawn && mv.is_capture() {
        text.push(from.file_letter());
    }
    if pawn && (mv.is_capture() || !several_may_step(position.variant())) {
        return;
    }
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    for &other in &position.legal_moves_to(role, mv.to()) {
        // A capture of a pawn shows its file, and a castling its name, so neither is taken for this move.
        let rival = other.from() != from
            && !(pawn && other.is_capture())
            && other.turn_promotion() == mv.turn_promotion()
            && castling(other, position).is_none();
        if rival {
            others = true;
            same_file |= other.from().file() == from.file();
            same_rank |= other.from().rank() == from.rank();
        }
    }
    // The file, unless a rival shares it and the rank alone decides.
    if others && (!same_file || same_rank) {
        text.push(from.file_letter());
    }
    if same_file {
        number::write(text, u32::from(from.rank() + 1));
    }
}
