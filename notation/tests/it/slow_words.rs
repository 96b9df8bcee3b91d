//! The slow generator (`campione-reference`): its positions, and outcomes as it names them. The fuzz targets include this
//! file too.

use campione_movegen::{EndReason, Outcome, Position};
use campione_reference as slow;

/// A position of a built-in variant.
///
/// # Panics
/// The slow generator does not know the variant, or cannot read the position.
pub fn slow_position(id: &str, fen: &str) -> slow::Position<'static> {
    slow::Position::named(id, fen).unwrap_or_else(|error| panic!("{id} {fen}: {error}"))
}

/// An outcome as the slow generator names it.
pub fn outcome_text(outcome: Option<Outcome>) -> Option<String> {
    outcome.map(|outcome| match outcome.reason {
        EndReason::MoveRule { moves: 50 } => "fifty moves".to_owned(),
        reason => reason.to_string(),
    })
}

/// The end of a position without legal moves, as the slow generator names it.
pub fn end_without_moves(position: &Position) -> &'static str {
    match position.outcome() {
        Some(Outcome { winner: None, .. }) => "stalemate",
        Some(Outcome { winner: Some(winner), reason }) => match (reason, winner == position.turn()) {
            (EndReason::Checkmate, false) => "checkmate",
            (EndReason::Stalemate, true) => "stalemate, a win",
            (EndReason::Stalemate, false) => "stalemate, a loss",
            (EndReason::BareKing, true) => "bare king, a win",
            (EndReason::BareKing, false) => "bare king, a loss",
            _ => "no end",
        },
        None => "no end",
    }
}
