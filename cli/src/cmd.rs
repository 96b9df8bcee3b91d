//! The commands, a file each.

pub(crate) mod bisect;
pub(crate) mod convert;
pub(crate) mod crc;
pub(crate) mod fen;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod random;
pub(crate) mod show;
pub(crate) mod variants;
pub(crate) mod verify;

use campione_movegen::{DrawReason, Outcome};

/// An outcome in a few words.
pub(crate) fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Checkmate { winner } => format!("checkmate, {winner} has won"),
        Outcome::Stalemate { winner } => format!("stalemate, {winner} has won"),
        Outcome::BareKing { winner } => format!("bare king, {winner} has won"),
        Outcome::Draw(reason) => format!("draw: {}", DrawReason::text(reason)),
    }
}
