//! Moves as text.

use campione_core::{Role, Square};
use campione_movegen::{Move, MoveKind, Position};
use campione_notation::moves::{self, MoveError, MoveFault};
use campione_notation::{fen, uci, why};
use wasm_bindgen::JsValue;

use crate::errors;

/// Appends a legal move in coordinates.
pub(crate) fn append(text: &mut String, mv: Move, position: &Position) {
    if matches!(mv.kind(), MoveKind::Castling | MoveKind::Null) || mv.turn_promotion().is_some() {
        text.push_str(&uci::write(mv, position));
        return;
    }
    push_square(text, mv.from());
    push_square(text, mv.to());
    if let Some(role) = mv.promotion() {
        text.push(position.variant().role(role).letter.to_ascii_lowercase());
    }
}

pub(crate) fn push_square(text: &mut String, square: Square) {
    text.push(square.file_letter());
    let rank = square.rank() + 1;
    if rank >= 10 {
        text.push('1');
    }
    text.push(char::from(b'0' + rank % 10));
}

/// Squares with spaces between them.
pub(crate) fn squares(squares: impl IntoIterator<Item = Square>) -> String {
    let mut text = String::new();
    for square in squares {
        if !text.is_empty() {
            text.push(' ');
        }
        push_square(&mut text, square);
    }
    text
}

/// Reads a move in any notation. Most texts are two squares and no move of a king: then the moves of that piece to that
/// square are enough.
pub(crate) fn read(text: &str, position: &Position) -> Result<Move, MoveError> {
    plain(text, position).map_or_else(|| moves::read(text, position), Ok)
}

/// The same, or a null move where it is possible.
pub(crate) fn read_or_pass(text: &str, position: &Position) -> Result<Move, MoveError> {
    plain(text, position).map_or_else(|| moves::read_or_pass(text, position), Ok)
}

fn plain(text: &str, position: &Position) -> Option<Move> {
    let (from, to) = uci::squares(text)?;
    let piece = position.piece_at(from).filter(|piece| piece.role != Role::KING && piece.color == position.turn())?;
    let digits = |square: Square| if square.rank() < 9 { 1 } else { 2 };
    let ends_there = text.len() == digits(from) + digits(to) + 2;
    let moves = position.legal_moves_to(piece.role, to);
    let mut moves =
        moves.iter().filter(|mv| mv.from() == from && mv.promotion().is_none() && mv.turn_promotion().is_none());
    moves.next().copied().filter(|_| ends_there && moves.next().is_none())
}

/// An error with the rule that forbids the move, if one does.
pub(crate) fn raise(error: &MoveError, position: &Position, at: Option<usize>) -> JsValue {
    let why = (error.fault == MoveFault::Illegal).then(|| why::explain(&error.text, position).ok()).flatten();
    let rule = why.and_then(|why| why.reasons.into_iter().next());
    let rule = rule.map(|reason| format!("{} [{}]", reason.text, reason.source));
    errors::mv(error, &fen::write(position), at, rule)
}
