//! The commands, one file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bisect;
pub(crate) mod convert;
pub(crate) mod crc;
pub(crate) mod fen;
pub(crate) mod moves;
pub(crate) mod packaging;
pub(crate) mod perft;
pub(crate) mod pgn;
pub(crate) mod play;
pub(crate) mod random;
pub(crate) mod show;
pub(crate) mod suite;
pub(crate) mod uci;
pub(crate) mod variants;
pub(crate) mod verify;
pub(crate) mod xboard;

use campione_core::Color;
use campione_movegen::{Outcome, Position};

/// An outcome in a few words.
pub(crate) fn outcome_text(outcome: Outcome) -> String {
    let Outcome { winner, reason } = outcome;
    match winner {
        Some(winner) => format!("{reason}, {winner} has won"),
        None => format!("draw: {reason}"),
    }
}

/// The number of the next move: `12.` for White, `12…` for Black.
pub(crate) fn move_number(position: &Position) -> String {
    format!("{}{}", position.fullmove_number(), if position.turn() == Color::White { "." } else { "…" })
}
