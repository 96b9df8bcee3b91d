//! Moves as text, in every notation.

use campione_movegen::{Move, Position};
use campione_notation::moves::{self, MoveNotation};
use campione_notation::{why, xboard};

use crate::place;

/// Reads a text as a move in every notation, and asks why it is not legal.
///
/// # Panics
/// A move is read that is not legal, or an illegal one has no reason against it.
pub fn check_text(text: &str, position: &Position) {
    let legal = position.legal_moves();
    let mut read: Vec<Move> = MoveNotation::ALL.into_iter().filter_map(|all| all.read(text, position).ok()).collect();
    read.extend(moves::read(text, position));
    read.extend(xboard::read(text, position));
    for mv in read {
        assert!(legal.contains(&mv), "{text}: {mv:?} is read, which is not legal: {}", place(position));
    }
    if let Ok(explanation) = why::explain(text, position) {
        assert_ne!(explanation.legal.is_empty(), explanation.reasons.is_empty(), "{text}: {}", place(position));
        assert!(explanation.legal.iter().all(|mv| legal.contains(mv)), "{text}: {}", place(position));
    }
}

/// Writes a legal move in every notation that can say it, and reads it again.
///
/// # Panics
/// Another move is read, or none.
pub fn check_move(mv: Move, position: &Position) {
    for notation in MoveNotation::ALL {
        let Ok(text) = notation.write(mv, position) else { continue };
        assert_eq!(notation.read(&text, position), Ok(mv), "{text} in {notation}: {}", place(position));
        if notation != MoveNotation::Xboard {
            assert_eq!(moves::read(&text, position), Ok(mv), "{text}: {}", place(position));
        }
    }
    if let Ok(text) = xboard::write(mv, position) {
        assert_eq!(xboard::read(&text, position), Ok(mv), "{text} for XBoard: {}", place(position));
    }
    let _ = xboard::not_shown(mv, position);
    assert!(position.is_legal(mv), "{mv:?}: {}", place(position));
    if let Some(role) = position.moving_role(mv) {
        assert!(position.legal_moves_to(role, mv.to()).contains(&mv), "{mv:?} by its role: {}", place(position));
    }
}
