//! The commands, a file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bisect;
pub(crate) mod convert;
pub(crate) mod crc;
pub(crate) mod fen;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod random;
pub(crate) mod show;
pub(crate) mod suite;
pub(crate) mod variants;
pub(crate) mod verify;

use campione_core::Color;
use campione_movegen::{DrawReason, Outcome};
use campione_notation::pgn::GameResult;

/// An outcome in a few words.
pub(crate) fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Checkmate { winner } => format!("checkmate, {winner} has won"),
        Outcome::Stalemate { winner } => format!("stalemate, {winner} has won"),
        Outcome::BareKing { winner } => format!("bare king, {winner} has won"),
        Outcome::Draw(reason) => format!("draw: {}", DrawReason::text(reason)),
    }
}

/// The result of a game that has ended so, and why.
pub(crate) fn result_and_reason(outcome: Outcome) -> (GameResult, &'static str) {
    let (winner, reason) = match outcome {
        Outcome::Checkmate { winner } => (winner, "checkmate"),
        Outcome::Stalemate { winner } => (winner, "stalemate"),
        Outcome::BareKing { winner } => (winner, "bare king"),
        Outcome::Draw(reason) => return (GameResult::Draw, reason.text()),
    };
    (if winner == Color::White { GameResult::White } else { GameResult::Black }, reason)
}
