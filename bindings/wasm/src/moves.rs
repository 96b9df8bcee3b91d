//! Moves as text.

use campione::Square;
use campione::moves::{MoveError, MoveFault};
use campione::{Move, MoveKind, Position};
use campione::{fen, uci, why};
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

/// An error with the rule that forbids the move, if one does.
pub(crate) fn raise(error: &MoveError, position: &Position, at: Option<usize>) -> JsValue {
    let why = (error.fault == MoveFault::Illegal).then(|| why::explain(&error.text, position).ok()).flatten();
    let rule = why.and_then(|why| why.reasons.into_iter().next());
    let rule = rule.map(|reason| format!("{reason} [{}]", reason.source));
    errors::mv(error, &fen::write(position), at, rule)
}
