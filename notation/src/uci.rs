//! Moves in coordinates (NOTATION.md, "Moves", column `uci`).

use std::fmt::Write;

use campione_movegen::{Move, Position};
use thiserror::Error;

/// Text that is no legal move of the position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is no legal move here{}", candidates_text(.candidates))]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// Legal moves that start on the same square, or all of them if that square has none and they are few.
    pub candidates: Vec<String>,
}

fn candidates_text(candidates: &[String]) -> String {
    if candidates.is_empty() { String::new() } else { format!("; legal: {}", candidates.join(" ")) }
}

/// Most candidates that an error lists when the text does not narrow them down.
const MOST_CANDIDATES: usize = 40;

/// Writes a legal move of `position`.
pub fn write(mv: Move, position: &Position<'_>) -> String {
    let variant = position.variant();
    let mut text = format!("{}{}", mv.from(), mv.to());
    let row = mv.castling_row().and_then(|index| position.castling(position.turn()).rows.get(index));
    if let Some((row, (from, to, _))) = row.and_then(|row| Some((row, row.partner?))) {
        if variant.spec().notation.king_takes_rook {
            text = format!("{}{from}", mv.from());
        } else if row.free {
            let _ = write!(text, ",{from}{to}");
        } else if mv.from().file().abs_diff(mv.to().file()) <= 1 {
            text.push('k');
        }
    }
    if let Some(role) = mv.promotion() {
        text.push(variant.role(role).letter.to_ascii_lowercase());
    }
    let ready = position.waiting_pawns(position.turn()).next();
    if let (Some(role), Some(pawn)) = (mv.turn_promotion(), ready) {
        let _ = write!(text, ",{}{}", pawn.square, variant.role(role).letter.to_ascii_lowercase());
    }
    text
}

/// Reads a move of `position`, strictly as [`write()`] writes it.
///
/// # Errors
/// [`MoveError`] with the legal moves from the same square.
pub fn read(text: &str, position: &Position<'_>) -> Result<Move, MoveError> {
    let moves = position.legal_moves();
    let mut candidates = Vec::with_capacity(moves.len());
    for mv in moves {
        let candidate = write(mv, position);
        if candidate == text {
            return Ok(mv);
        }
        candidates.push((mv.from(), candidate));
    }
    let near: Vec<String> = candidates
        .iter()
        .filter(|(from, _)| {
            let from = from.to_string();
            text.strip_prefix(&from).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map(|(_, candidate)| candidate.clone())
        .collect();
    let candidates = if !near.is_empty() {
        near
    } else if candidates.len() <= MOST_CANDIDATES {
        candidates.into_iter().map(|(_, candidate)| candidate).collect()
    } else {
        Vec::new()
    };
    Err(MoveError { text: text.to_owned(), candidates })
}
